import * as z from 'zod'
import '#core/form-messages.ts'
import { linkTokenSchema } from '#core/account-fields.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

/** How many tickets somebody can wait for. */
export const quantities = ['1', '2', '3', '4'] as const

const emailInvalid = 'Please enter a valid email address'

/**
 * Parses the form that joins a waitlist. Members send no address. `website` is invisible: a person leaves it empty, a program fills it
 * in. `type` = the one type that the person accepts, `any` for all.
 */
export const joinWaitlistSchema = z.strictObject({
  email: z
    .string(emailInvalid)
    .trim()
    .refine(isOneLine, strangeText)
    .toLowerCase()
    .max(254, emailInvalid)
    .pipe(z.email(emailInvalid))
    .optional(),
  quantity: z.enum(quantities).transform((text) => quantities.indexOf(text) + 1),
  type: z
    .string()
    .refine((type) => type === 'any' || z.uuid().safeParse(type).success, 'Please choose one of the options'),
  partial: z.literal('on').optional(),
  website: z.string().refine(isOneLine, strangeText).optional(),
})
export type JoinWaitlist = z.output<typeof joinWaitlistSchema>

/** Parses what the page of an entry sends: `token` of the link that opened it. */
export const confirmWaitlistSchema = z.strictObject({ intent: z.literal('confirm'), token: linkTokenSchema })
export const buyOfferSchema = z.strictObject({ intent: z.literal('buy'), token: linkTokenSchema })

/** Parses who leaves a waitlist or declines an offer: by the `token` of a link, or with the `entry` of who is signed in. */
export const leaveWaitlistSchema = z.strictObject({
  intent: z.literal('leave'),
  token: linkTokenSchema.optional(),
  entry: z.uuid().optional(),
})

export const waitlistForms = {
  confirm: confirmWaitlistSchema,
  buy: buyOfferSchema,
  leave: leaveWaitlistSchema,
}

const reason = z
  .string('Please give a reason')
  .trim()
  .min(3, 'Please give a reason')
  .max(500, 'The reason can have at most 500 characters')
  .refine(isPlainText, strangeText)

/** Parses why staff offer tickets to an entry out of order, or take it off the list. */
export const actOnEntrySchema = z.strictObject({
  intent: z.enum(['offer', 'remove']).optional(),
  entry: z.uuid(),
  reason,
})

/** Parses whether freed tickets are offered to the waitlist first. */
export const waitlistModeSchema = z.strictObject({
  intent: z.literal('mode'),
  goesFirst: z.enum(['yes', 'no']),
})

export const staffWaitlistForms = {
  offer: actOnEntrySchema,
  remove: actOnEntrySchema,
  mode: waitlistModeSchema,
}

/** Parses the address of the staff's list. */
export const waitlistQuerySchema = z.object({
  event: z.uuid().nullable().catch(null).default(null),
  show: z.enum(['open', 'all']).catch('open').default('open'),
  after: z.uuid().nullable().catch(null).default(null),
  /** The entry that something is done to. */
  entry: z.uuid().nullable().catch(null).default(null),
})
export type WaitlistQuery = z.output<typeof waitlistQuerySchema>
