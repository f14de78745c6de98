/**
 * Declares codes that buyers type in, as far as those of an event and those of the shop are the same: what is read, what their forms take
 * and show, and what is said about one. A field of both is added here, in `private.shared_code_fields` and in `private.write_code_fields`.
 */
import * as z from 'zod'
import './form-messages.ts'
import { type CodeEffect, type CodeState, codeStates } from './code-values.ts'
import { formatMoment } from './event-time.ts'
import { text } from './form-fields.ts'
import { formatMoney } from './money.ts'
import { dollars, hundredthsText, wholeNumber } from './number-input.ts'

const reload = 'Please reload the page and try again'

/** What a code counts: `Tickets` of an event, `Items` of the shop. */
type Units = 'Tickets' | 'Items'

/** Names what a code can do, as forms offer it; `access` only opens what is closed to others, and only at events. */
const effectNames = {
  percent: 'Percent off',
  fixed: 'Dollars off each',
  price: 'Set price for each',
  access: 'Access only',
} as const satisfies Record<CodeEffect, string>

/** Names the state of a code for staff, and its tone. */
export const codeStateTexts = {
  active: { text: 'Active', tone: 'success' },
  not_yet: { text: 'Scheduled', tone: 'info' },
  paused: { text: 'Paused', tone: 'warning' },
  ended: { text: 'Ended', tone: 'neutral' },
  used_up: { text: 'Used up', tone: 'neutral' },
} as const satisfies Record<CodeState, { text: string; tone: string }>

/** The fields of every code, as `private.shared_code_fields` returns them, beside its effect and scope. Money is cents. */
export const codeFields = {
  id: z.uuid(),
  code: z.string(),
  label: z.string(),
  percent: z.int().nullable(),
  /** Cents off each unit, or the price of each unit. */
  amountCents: z.int().nullable(),
  maxOrders: z.int().nullable(),
  maxUnits: z.int().nullable(),
  maxPerPerson: z.int().nullable(),
  maxUnitsPerOrder: z.int().nullable(),
  budgetCents: z.int().nullable(),
}
type CodeFields = z.output<z.ZodObject<typeof codeFields>>

/** What a list says of every code beside its fields, as `private.code_uses` returns it: uses by live holds and paid orders. */
export const codeUses = {
  state: z.enum(codeStates),
  paused: z.boolean(),
  /** The first collections and products of the shop that it is for. */
  names: z.array(z.string()),
  /** How many more of them it is for. */
  unnamed: z.int(),
  ordersHeld: z.int(),
  ordersUsed: z.int(),
  unitsHeld: z.int(),
  unitsUsed: z.int(),
  centsHeld: z.int(),
  centsUsed: z.int(),
}
type CodeUses = z.output<z.ZodObject<typeof codeUses>>

const optionalNumber = (label: string, min: number, max: number) =>
  wholeNumber(label, min, max).nullable().default(null)
const ids = (most: number) => z.array(z.uuid(reload)).max(most, reload).default([])

/** Makes the fields of the form of every code, beside its effect and scope. */
export const codeFormFields = (units: Units) => ({
  code: z
    .string({ error: 'Code is required' })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9_-]{2,29}$/, 'Use 3 to 30 letters, numbers, hyphens or underscores'),
  label: text('Note', 80),
  percent: optionalNumber('Percent', 1, 100),
  amountCents: dollars().nullable().default(null),
  products: ids(200),
  collections: ids(200),
  maxOrders: optionalNumber('Orders', 1, 1_000_000),
  maxUnits: optionalNumber(units, 1, 1_000_000),
  maxPerPerson: optionalNumber('Per person', 1, 1000),
  maxUnitsPerOrder: optionalNumber('Per order', 1, 20),
  budgetCents: dollars().nullable().default(null),
})

type CodeForm = z.output<z.ZodObject<ReturnType<typeof codeFormFields>>> & {
  effect: CodeEffect
  goods: 'none' | 'all' | 'listed'
}

/** Refuses what does not fit together in the form of a code. @returns the fields and why */
export function codeFormFaults(form: CodeForm): { path: keyof CodeForm; message: string }[] {
  const amount = 'Enter an amount'
  const isListed = form.products.length + form.collections.length > 0
  const faults = [
    form.effect === 'percent' &&
      form.percent === null && { path: 'percent' as const, message: 'Enter a percentage' },
    form.effect === 'fixed' && !form.amountCents && { path: 'amountCents' as const, message: amount },
    form.effect === 'price' && form.amountCents === null && { path: 'amountCents' as const, message: amount },
    form.goods === 'listed' &&
      !isListed && { path: 'goods' as const, message: 'Choose a product or a collection' },
    form.budgetCents === 0 && { path: 'budgetCents' as const, message: amount },
  ]
  return faults.filter((fault) => fault !== false)
}

const amountOf = (cents: number | null) => (cents === null ? null : hundredthsText(cents))
const countOf = (count: number | null) => count?.toString() ?? null

/** Returns what the form of a stored code starts with, beside its effect and scope: text as fields take it. */
export const codeFormValues = (open: CodeFields) => ({
  code: open.code,
  label: open.label,
  percent: countOf(open.percent),
  amountCents: amountOf(open.amountCents),
  maxOrders: countOf(open.maxOrders),
  maxUnits: countOf(open.maxUnits),
  maxPerPerson: countOf(open.maxPerPerson),
  maxUnitsPerOrder: countOf(open.maxUnitsPerOrder),
  budgetCents: amountOf(open.budgetCents),
})

/** Lists effects with their names, for a choice of them. */
export const codeEffectOptions = (effects: readonly CodeEffect[]) =>
  effects.map((value) => ({ value, label: effectNames[value] }))

/** The fields that say what a code is called and what it does, as `FieldRows` draws them. @param effects those that are offered */
export const codeDetailRows = (effects: readonly CodeEffect[]) =>
  [
    { name: 'code', label: 'Code', kind: 'code', hint: 'Not case-sensitive.', isRequired: true },
    { name: 'label', label: 'Note', kind: 'text', hint: 'Only staff see it.' },
    {
      name: 'effect',
      label: 'What it does',
      kind: 'choice',
      options: codeEffectOptions(effects),
    },
    { name: 'percent', label: 'Percent', kind: 'count' },
    { name: 'amountCents', label: 'Amount ($)', kind: 'amount', hint: 'For dollars off or a set price.' },
  ] as const

/** The fields that say how often a code may be used, as `FieldRows` draws them. */
export const codeLimitRows = (units: Units) =>
  [
    { name: 'maxOrders', label: 'Maximum orders', kind: 'count' },
    { name: 'maxUnits', label: units, kind: 'count' },
    { name: 'maxPerPerson', label: 'Limit per person', kind: 'count' },
    { name: 'maxUnitsPerOrder', label: `${units} per order`, kind: 'count' },
    { name: 'budgetCents', label: 'Total discount ($)', kind: 'amount' },
  ] as const

/** Says what a code does to the price. */
export function codeEffectText(
  { effect, percent, amountCents }: Pick<CodeFields, 'percent' | 'amountCents'> & { effect: CodeEffect },
  currency: string,
): string {
  if (effect === 'percent') return `${percent ?? 0}% off`
  if (effect === 'access') return 'Access'
  const amount = formatMoney(amountCents ?? 0, currency)
  return effect === 'fixed' ? `${amount} off each` : `${amount} each`
}

type Fact = { name: string; text: string }

/** Says how often a code was used, of how often it may be. */
export function codeUseFacts(code: CodeFields & CodeUses, currency: string, units: Units): Fact[] {
  const count = (used: number, held: number, most: number | null) =>
    `${used}${most === null ? '' : ` of ${most}`}${held > 0 ? `, ${held} on hold` : ''}`
  const most = code.budgetCents === null ? '' : ` of ${formatMoney(code.budgetCents, currency)}`
  return [
    { name: 'Orders', text: count(code.ordersUsed, code.ordersHeld, code.maxOrders) },
    { name: units, text: count(code.unitsUsed, code.unitsHeld, code.maxUnits) },
    { name: 'Discounts', text: formatMoney(code.centsUsed, currency) + most },
  ]
}

/** Says when a code is valid; nothing when it always is. */
export function codeWindowFacts(
  { validFromAt, validUntilAt }: { validFromAt: string | null; validUntilAt: string | null },
  { timeZone, now }: { timeZone: string; now: string },
): Fact[] {
  const moment = (at: string) => formatMoment(at, timeZone, now)
  const window = [
    validFromAt && `from ${moment(validFromAt)}`,
    validUntilAt && `until ${moment(validUntilAt)}`,
  ]
  const text = window.filter(Boolean).join(' ')
  return text === '' ? [] : [{ name: 'Valid', text }]
}

/** Names what of the shop a code is for. @param all what it is called when that is everything */
export function codeScopeText(
  { goods, names, unnamed }: Pick<CodeUses, 'names' | 'unnamed'> & { goods: string },
  all: string,
): string {
  if (goods === 'all') return all
  if (names.length === 0) return 'Nothing anymore'
  return `${names.join(', ')}${unnamed > 0 ? ` and ${unnamed} more` : ''}`
}
