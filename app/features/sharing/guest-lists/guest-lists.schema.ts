/** Parses the addresses and forms of guest lists: of staff and of the door. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { guestListKinds } from '#core/door-guests.ts'
import { line } from '#core/form-fields.ts'
import { dollars, wholeNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { mostNames, readNames } from './guest-lists.rules.ts'
import { guestFilters, guestSorts } from './guest-lists.types.ts'

const reload = 'Please reload the page and try again'
const id = z.uuid().nullable().catch(null).default(null)

/** Reads the filters of the names on guest lists from their address. Ignores values that are not valid. */
export const guestsQuerySchema = z.object({
  event: id,
  list: id,
  show: z.enum(guestFilters).catch('all').default('all'),
  q: z.string().trim().max(100).refine(isOneLine).catch('').default(''),
  sort: z.enum(guestSorts).catch('name').default('name'),
  rows: z.enum(['50', '150']).catch('50').default('50'),
  after: id,
})
export type GuestsQuery = z.output<typeof guestsQuerySchema>

/** Reads the event that a new list is for. */
export const newListQuerySchema = z.object({ event: id })

const optionalNumber = (label: string, min: number, max: number) =>
  wholeNumber(label, min, max).nullable().default(null)

/** Settings of a guest list. `closes` is a clock in the event's zone. */
export const guestListFormSchema = z
  .object({
    version: z.string().refine(isOneLine, reload).optional(),
    name: line('Name', 80),
    kind: z.enum(guestListKinds),
    promoterId: z.uuid(reload).nullable().default(null),
    priceCents: dollars(100_000).nullable().default(null),
    closes: z
      .string({ error: 'Cutoff is required' })
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Enter a date and a time'),
    late: z.enum(['closed', 'pay']),
    latePriceCents: dollars(100_000).nullable().default(null),
    quota: wholeNumber('Quota', 1, 5000),
    growthHeads: optionalNumber('Extra guests', 1, 100),
    growthArrivals: optionalNumber('Arrivals', 1, 100),
    quotaMost: optionalNumber('Most guests', 1, 5000),
    poolId: z.uuid(reload).nullable().default(null),
  })
  .superRefine((form, ctx) => {
    const fail = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (form.kind === 'reduced' && !form.priceCents) fail('priceCents', 'Enter what guests pay at the door')
    if (form.late === 'pay' && !form.latePriceCents)
      fail('latePriceCents', 'Enter the price after the cutoff')
    const growth = [form.growthHeads, form.growthArrivals, form.quotaMost]
    if (growth.some((each) => each !== null) && growth.some((each) => each === null))
      fail('growthHeads', 'Fill in all three to let the quota grow, or none')
    if (form.quotaMost !== null && form.quotaMost < form.quota)
      fail('quotaMost', 'The most guests can’t be fewer than the quota')
  })
export type GuestListForm = z.output<typeof guestListFormSchema>

/** Names to add to a list, one a line. `guests` holds them, read. */
export const addGuestsSchema = z
  .object({
    names: z
      .string({ error: 'Enter a name' })
      .trim()
      .min(1, 'Enter a name')
      .max(40_000, 'Too many names. Add them in smaller parts')
      .refine(isPlainText, strangeText),
    idempotencyKey: z.uuid(reload),
  })
  .transform((form, ctx) => {
    const { guests, problems } = readNames(form.names)
    for (const message of problems) ctx.addIssue({ code: 'custom', path: ['names'], message })
    if (guests.length > mostNames)
      ctx.addIssue({ code: 'custom', path: ['names'], message: 'Add at most 500 names at a time' })
    return { ...form, guests }
  })

const entries = z.array(z.uuid(reload)).min(1, 'Select names first').max(200, 'Select at most 200 names')
/** Removes names from their lists. */
export const removeGuestsSchema = z.object({ intent: z.literal('remove'), id: entries })
/** Moves names to another list of their event. */
export const moveGuestsSchema = z.object({
  intent: z.literal('move'),
  id: entries,
  list: z.uuid('Choose a list'),
})

/** Reads the names that an address selects. Ignores what is no id. */
export const selectedGuests = (query: URLSearchParams) =>
  query
    .getAll('id')
    .flatMap((one) => z.uuid().safeParse(one).data ?? [])
    .slice(0, 200)

/** Decides about two names that are alike: different people, or the same person, of whom `keep` stays. */
export const guestPairSchema = z.object({
  first: z.uuid(reload),
  second: z.uuid(reload),
  keep: z.uuid(reload).optional(),
})

const search = z
  .string()
  .trim()
  .max(100, 'Search can have at most 100 characters')
  .refine(isOneLine, strangeText)

/** Reads the address of the guest lists at a door. */
export const doorGuestsQuerySchema = z.object({
  event: id,
  gate: z.string().trim().max(60).refine(isOneLine).catch('').default(''),
  q: search.catch('').default(''),
})

const reason = z
  .string({ error: 'Please give a reason' })
  .trim()
  .min(3, 'Please give a reason')
  .max(200, 'Reason can have at most 200 characters')
  .refine(isOneLine, strangeText)

/** Searches guests at the door of an event. */
export const findGuestsSchema = z.object({ intent: z.literal('find'), event: z.uuid(reload), q: search })
/** Admits guests of a name. `scan` names it: sending it again admits nobody twice. `reason` admits after the cutoff. */
export const admitGuestsSchema = z.object({
  intent: z.literal('admit'),
  event: z.uuid(reload),
  q: search.default(''),
  gate: z.string().trim().max(60, reload).refine(isOneLine, strangeText).default(''),
  entry: z.uuid(reload),
  /** How many come in, 1 to 6. */
  heads: z.enum(['1', '2', '3', '4', '5', '6'], 'Enter how many are here, from 1 to 6'),
  scan: z.uuid(reload),
  /** Identifies the browser, which the door's desk may have locked. */
  device: z.uuid(reload).optional(),
  reason: reason.optional(),
  paid: z.literal('on').optional(),
})
/** Takes an admission back. */
export const undoGuestsSchema = z.object({
  intent: z.literal('undo'),
  event: z.uuid(reload),
  q: search.default(''),
  admitted: z.uuid(reload),
  scan: z.uuid(reload),
  reason,
})
/** Request of the open page of a door. */
export const askGuestsSchema = z.discriminatedUnion('intent', [
  findGuestsSchema,
  admitGuestsSchema,
  undoGuestsSchema,
])
export type AskGuests = z.output<typeof askGuestsSchema>
/** The same of the open page itself, which names a guest of its own list, without the server, by the list's hash. */
export const askDoorSchema = z.discriminatedUnion('intent', [
  findGuestsSchema,
  admitGuestsSchema.extend({ entry: z.string().regex(/^[\w-]{1,60}$/, reload) }),
  undoGuestsSchema,
])
