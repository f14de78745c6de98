import * as z from 'zod'
import '#core/form-messages.ts'
import { eventKinds } from '#core/line-kinds.ts'
import { shownNumber, wholeNumber } from '#core/number-input.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

/** Text from a form field: trimmed, of one line. */
const line = (max: number, { missing, tooLong }: { missing: string; tooLong: string }) =>
  z.string(missing).trim().max(max, tooLong).refine(isOneLine, strangeText)

const nameMissing = 'Please enter your name'
export const codeMissing = 'Enter a code'
const phoneInvalid = 'Please enter a valid phone number'

const lines = z
  .array(
    z.strictObject({
      type: z.uuid('Choose a ticket'),
      /** Left out for a ticket type. */
      kind: z.enum(eventKinds).default('ticket'),
      quantity: wholeNumber('Quantity', 0, 20).default(0),
    }),
  )
  .max(50, 'Choose fewer ticket types')

const choice = z.strictObject({
  intent: z.literal('hold'),
  event: z.uuid('Choose an event'),
  lines: lines.min(1, 'Choose at least one ticket'),
  /** The code by which the prices were shown; left out without one. */
  code: z.uuid().optional(),
})

/**
 * Parses what the picker's form sends to the event's page: the choice so far, and the button. `step` is the ticket type whose
 * quantity changes with its new quantity, or what becomes of the code: the field opens, or the code in it is applied or removed.
 * The database decides if there is such a code.
 */
export const stepTicketsSchema = choice.extend({
  // A code may open the first thing that can be chosen at all.
  lines: lines.default([]),
  step: z
    .union([z.enum(['code', 'apply', 'remove']), z.string().regex(/^[0-9a-f-]{36} \d{1,2}$/)])
    .default('apply'),
  /** The code as it was typed in, or the id of the one that is used. */
  code: line(60, { missing: codeMissing, tooLong: 'Please use at most 60 characters' }).default(''),
})

export type StepTickets = z.output<typeof stepTicketsSchema>

/** Parses what the ticket picker sends: which event, and how many of which type. Never a price. */
export const holdTicketsSchema = choice.refine((form) => form.lines.some((each) => each.quantity > 0), {
  path: ['lines'],
  error: 'Choose at least one ticket',
})

/** Parses the choice that a quote is asked for: `lines`, each `<kind> <id> <quantity>`, with commas between them. */
export const quoteQuerySchema = z.object({
  event: z.uuid(),
  lines: z
    .string()
    .max(4000)
    .regex(/^((^|,)[a-z_]+ [0-9a-f-]{36} \d{1,2})+$/)
    .transform((text) =>
      text.split(',').map((line) => {
        const [kind = '', item = '', quantity] = line.split(' ')
        return { kind, item, quantity: Number(quantity) }
      }),
    ),
})
export type QuoteQuery = z.output<typeof quoteQuerySchema>

/** Parses what the checkout form sends. The amount comes from the database. */
export const placeOrderSchema = z.strictObject({
  intent: z.literal('pay'),
  hold: z.uuid(),
  key: z.uuid(),
  /** The total in cents that was shown. It is compared with the database's; left out by programs that showed none. */
  total: shownNumber().optional(),
  name: line(100, { missing: nameMissing, tooLong: 'Name must be at most 100 characters' }).min(
    2,
    nameMissing,
  ),
  email: z
    .string({ error: 'Please enter a valid email address' })
    .trim()
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
  phone: line(32, { missing: phoneInvalid, tooLong: phoneInvalid })
    .regex(/^\+?[0-9 ().-]{5,}$/, phoneInvalid)
    .optional(),
  age: z.literal('on').optional(),
  terms: z.literal('on', { error: 'Please accept the terms to continue' }),
  marketing: z.literal('on').optional(),
})

/** Message at the age box of an event with a minimum age. */
export const ageMessage = 'Please confirm your age to continue'

/** The same for an event with a minimum age. */
export const placeAdultOrderSchema = placeOrderSchema.extend({
  age: z.literal('on', { error: ageMessage }),
})

/** Pay an order that was placed before: after a failed try, or when the buyer came back. */
export const retryPaymentSchema = z.strictObject({
  intent: z.literal('retry'),
  order: z.string().regex(/^[A-Z0-9]{6,12}$/),
})

/** Give the held places back. */
export const releaseHoldSchema = z.strictObject({ intent: z.literal('release'), hold: z.uuid() })

/** Ask for the same places again after the hold ended. */
export const holdAgainSchema = z.strictObject({ intent: z.literal('again'), hold: z.uuid() })

/** The code of an order as it is in an address. */
export const orderCodeSchema = z.string().regex(/^[A-Z0-9]{6,12}$/)

export type HoldTickets = z.output<typeof holdTicketsSchema>
export type PlaceOrder = z.output<typeof placeOrderSchema>
