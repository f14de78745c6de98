import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'

const eventSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  startsAt: instant,
  timeZone: z.string(),
})

/** What became of a place: its link was not opened yet (handed), or its guest is buying (opened). */
const placeState = z.enum(['free', 'handed', 'opened', 'bought', 'returned'])

const allocationSchema = z.object({
  id: z.uuid(),
  event: eventSchema,
  typeName: z.string(),
  places: z.int(),
  endsAt: instant,
  revokedAt: instant.nullable(),
  /** The member who hands the places on; null once the account is erased. */
  member: z.string().nullable(),
  rows: z.array(
    z.object({ id: z.uuid(), number: z.int(), guestName: z.string().nullable(), state: placeState }),
  ),
})
export type Allocation = z.output<typeof allocationSchema>
export type AllocationPlace = Allocation['rows'][number]

/** Describes the result of `read_my_allocations`. */
export const myAllocationsSchema = z.object({ now: instant, allocations: z.array(allocationSchema) })

/** Describes how the places of an event are split: `public + committee + invited = capacity`. */
export const placeSplitSchema = z
  .object({ capacity: z.int(), public: z.int(), committee: z.int(), invited: z.int() })
  .nullable()
export type PlaceSplit = NonNullable<z.output<typeof placeSplitSchema>>

/** Describes the result of `list_allocations`. */
export const allocationListSchema = z.object({
  now: instant,
  /** The event that the list is about; null for all events. */
  event: z
    .object({
      id: z.uuid(),
      title: z.string(),
      /** Says whether places of it can be given now. */
      isOpen: z.boolean(),
      /** Says whether its page shows the split. */
      isShown: z.boolean(),
      split: placeSplitSchema,
      types: z.array(z.object({ id: z.uuid(), name: z.string() })),
    })
    .nullable(),
  allocations: z.array(allocationSchema),
  next: z.uuid().nullable(),
  total: listTotalSchema,
})
export type AllocationList = z.output<typeof allocationListSchema>
export type AllocationEvent = NonNullable<AllocationList['event']>

/** Describes the result of `read_allocated_place`; null for a link that has ended. */
export const allocatedPlaceSchema = z
  .object({
    guestName: z.string().nullable(),
    /** The member who handed it on. */
    from: z.string().nullable(),
    state: placeState,
    typeName: z.string(),
    totalCents: z.int(),
    currency: z.string(),
    endsAt: instant,
    now: instant,
    event: eventSchema,
  })
  .nullable()
export type AllocatedPlace = NonNullable<z.output<typeof allocatedPlaceSchema>>
