import * as z from 'zod'
import '#core/form-messages.ts'
import { linkTokenSchema } from '#core/account-fields.ts'
import { wholeNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

/** The most places of one allocation. */
export const mostPlaces = 500

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Parses the places that an admin gives to a member. `endsAt` is wall time of the event. */
export const giveAllocationSchema = z.strictObject({
  intent: z.literal('give'),
  type: z.uuid('Choose a ticket type'),
  member: z
    .string('Enter a username or an email')
    .trim()
    .min(1, 'Enter a username or an email')
    .max(254, 'Enter a username or an email')
    .refine(isOneLine, strangeText),
  places: wholeNumber('Places', 1, mostPlaces),
  endsAt: z.string('Pick a date and time').regex(localTime, 'Pick a date and time'),
  idempotencyKey: z.uuid().optional(),
})

/** Parses why an admin takes places back. */
export const revokeAllocationSchema = z.strictObject({
  intent: z.literal('revoke'),
  allocation: z.uuid(),
  reason: z
    .string('Please give a reason')
    .trim()
    .min(3, 'Please give a reason')
    .max(500, 'The reason can have at most 500 characters')
    .refine(isPlainText, strangeText),
})

/** Parses whether the event's page shows how its places are split. */
export const showSplitSchema = z.strictObject({ intent: z.literal('show'), shown: z.enum(['yes', 'no']) })

export const staffAllocationForms = {
  give: giveAllocationSchema,
  revoke: revokeAllocationSchema,
  show: showSplitSchema,
}

/** Parses to whom a member hands a place. */
export const handOnPlaceSchema = z.strictObject({
  intent: z.literal('hand'),
  allocation: z.uuid(),
  name: z
    .string('Enter a name')
    .trim()
    .min(1, 'Enter a name')
    .max(100, 'The name can have at most 100 characters')
    .refine(isOneLine, strangeText),
})

/** Parses which place a member takes back. */
export const takeBackPlaceSchema = z.strictObject({ intent: z.literal('back'), place: z.uuid() })

export const allocationForms = { hand: handOnPlaceSchema, back: takeBackPlaceSchema }

/** Parses what the page of a handed place sends. */
export const takePlaceSchema = z.strictObject({ token: linkTokenSchema })

/** The tabs of the staff's list. */
export const allocationTabs = ['all', 'open', 'over'] as const

/** Parses the address of the staff's list. */
export const allocationsQuerySchema = z.object({
  event: z.uuid().nullable().catch(null).default(null),
  show: z.enum(allocationTabs).catch('all').default('all'),
  q: z.string().trim().max(100).refine(isOneLine).catch('').default(''),
  after: z.uuid().nullable().catch(null).default(null),
  /** The allocation that is being taken back. */
  revoke: z.uuid().nullable().catch(null).default(null),
})
export type AllocationsQuery = z.output<typeof allocationsQuerySchema>
