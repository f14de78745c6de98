import * as z from 'zod'
import { instant } from './columns.ts'

/** What guests of a list pay: nothing, a price of the list, or nothing because they perform. */
export const guestListKinds = ['free', 'reduced', 'artist'] as const
export type GuestListKind = (typeof guestListKinds)[number]

/** What a door decides about guests of a list. */
export const guestResults = [
  'ok',
  'already_in',
  'list_closed',
  'not_yet',
  'ended',
  'void_cancelled',
  'capacity_hold',
  'undone',
] as const
export type GuestResult = (typeof guestResults)[number]

/** Counts who is inside a door and who is expected. */
export const countersSchema = z.object({
  tickets: z.int(),
  inNow: z.int(),
  admitted: z.int(),
  remaining: z.int(),
})

const count = z.int().min(0)

/** A name on a guest list as a station shows it. Without the server `id` is the pack's hash, and `name` is first name and initial. */
export const guestSchema = z.object({
  id: z.string(),
  name: z.string(),
  plusOnes: count,
  arrived: count,
  note: z.string().nullable(),
  list: z.string(),
  kind: z.enum(guestListKinds),
  priceCents: z.int(),
  closesAt: instant,
  isClosed: z.boolean(),
  latePriceCents: z.int().nullable(),
  currency: z.string(),
})
export type Guest = z.output<typeof guestSchema>

/** Result of `find_guests`: the lists of an event at its door, and the names that a search found. */
export const foundGuestsSchema = z.object({
  /** True for door managers: they admit after a cutoff, and take admissions back. Without the server nobody does. */
  mayOverride: z.boolean(),
  counters: countersSchema,
  now: instant,
  lists: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      kind: z.enum(guestListKinds),
      heads: count,
      arrived: count,
      closesAt: instant,
      isClosed: z.boolean(),
    }),
  ),
  guests: z.array(
    guestSchema.extend({
      /** The last admission, while the caller may take it back. */
      undoable: z
        .object({ scan: z.uuid(), heads: count, at: instant, gate: z.string().nullable() })
        .nullable(),
    }),
  ),
})
export type FoundGuests = z.output<typeof foundGuestsSchema>

/** Result of `admit_guests` and `undo_guests`: what became of guests. `heads` = how many were asked for; with `ok` they came in. */
export const admittedGuestsSchema = z.object({
  scan: z.uuid(),
  result: z.enum(guestResults),
  heads: count,
  guest: guestSchema,
  counters: countersSchema,
  now: instant,
  /** Only where the phone decided by itself: when its list was made. */
  offline: z.object({ madeAt: instant }).optional(),
})
export type AdmittedGuests = z.output<typeof admittedGuestsSchema>

/** Response of `POST /api/door/guests`: what the search finds now, and what was admitted or taken back before it. */
export const guestsAnswerSchema = z.object({
  found: foundGuestsSchema,
  admitted: admittedGuestsSchema.nullable(),
})
export type GuestsAnswer = z.output<typeof guestsAnswerSchema>
