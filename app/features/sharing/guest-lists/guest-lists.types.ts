import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { guestListKinds, guestSchema } from '#core/door-guests.ts'
import { listTotalSchema } from '#core/list-total.ts'

/** Filters and orders of the names on guest lists, as `list_guests` takes them; `-` sorts from the last one. */
export const guestFilters = ['all', 'expected', 'arrived', 'removed'] as const
export type GuestFilter = (typeof guestFilters)[number]
export const guestSorts = ['name', '-name', 'added', '-added'] as const

const cents = z.int()
const count = z.int().min(0)

/** One guest list with its settings and counters. Counts are heads: 1 + plus-ones. */
export const guestListSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(guestListKinds),
  /** Price that each guest pays at the door; 0 for free and artist lists. */
  priceCents: cents,
  closesAt: instant,
  isClosed: z.boolean(),
  /** Price after the cutoff; null for a list that is closed then. */
  latePriceCents: cents.nullable(),
  currency: z.string(),
  quota: count,
  growthHeads: count.nullable(),
  growthArrivals: count.nullable(),
  quotaMost: count.nullable(),
  /** The quota as it has grown with arrivals. */
  allowed: count,
  heads: count,
  arrived: count,
  /** Places of its pool that the list blocks now. */
  setAside: count,
  poolId: z.uuid().nullable(),
  pool: z.string().nullable(),
  /** Promoter whose list it is; null for a list of staff. */
  promoterId: z.uuid().nullable(),
  promoter: z.string().nullable(),
  version: instant,
})
export type GuestList = z.output<typeof guestListSchema>

const staffGuestSchema = guestSchema.extend({
  listId: z.uuid(),
  addedAt: instant,
  /** Null for names added through a link, and by accounts that were deleted. */
  addedBy: z.string().nullable(),
  removedAt: instant.nullable(),
})
export type StaffGuest = z.output<typeof staffGuestSchema>

/** Result of `list_guests`. `event` is null where there is none to show. */
export const guestsSchema = z.object({
  now: instant,
  event: z.object({ id: z.uuid(), title: z.string(), doorsAt: instant, timeZone: z.string() }).nullable(),
  lists: z.array(guestListSchema),
  /** Counts possible duplicates that nobody has decided about, 100 at most. */
  pairs: count,
  guests: z.array(staffGuestSchema),
  /** The entry to continue after, null on the last page. */
  next: z.uuid().nullable(),
  total: listTotalSchema,
})
export type Guests = z.output<typeof guestsSchema>

/** Result of `read_guest_list`: a list for its form, or what a new one begins with (`list` is null). */
export const guestListPageSchema = z
  .object({
    event: z.object({
      id: z.uuid(),
      title: z.string(),
      doorsAt: instant,
      endsAt: instant,
      timeZone: z.string(),
    }),
    list: guestListSchema.nullable(),
    pools: z.array(z.object({ id: z.uuid(), name: z.string(), left: z.int() })),
    /** Promoters of the event, who may own a list. */
    promoters: z.array(z.object({ id: z.uuid(), name: z.string() })),
    now: instant,
  })
  .nullable()
export type GuestListPage = NonNullable<z.output<typeof guestListPageSchema>>

const pairedGuestSchema = guestSchema.extend({ addedAt: instant })
/** Result of `list_guest_pairs`: entries of an event whose names are alike, the most alike first. */
export const guestPairsSchema = z.object({
  event: z.object({ id: z.uuid(), title: z.string(), timeZone: z.string() }).nullable(),
  pairs: z.array(z.object({ first: pairedGuestSchema, second: pairedGuestSchema })),
  now: instant,
})
export type GuestPairs = z.output<typeof guestPairsSchema>
