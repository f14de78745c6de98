import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { pickupPointSchema } from '#core/goods.ts'

/** Result of `list_stations`: the pickup points around now where the caller may hand over. */
export const stationListSchema = z.array(pickupPointSchema)

/** Where and by whom something was handed over. Each is null where nobody wrote it down. */
const handSchema = z.object({
  at: instant,
  gate: z.string().nullable(),
  device: z.string().nullable(),
  by: z.string().nullable(),
})

/** A hand-over of a phone without a network that should not have been, or was a second one. */
const handOverConflictSchema = z.object({
  scan: z.uuid(),
  /** Id of the fulfilment. */
  id: z.uuid(),
  name: z.string(),
  detail: z.string().nullable(),
  quantity: z.int(),
  /** Code of the order. */
  order: z.string(),
  /** already: handed over before. gone: canceled, or shipped instead. no_stock: no shelf has the units. */
  conflict: z.enum(['already', 'gone', 'no_stock']),
  hand: handSchema,
  /** The hand-over that stands; null for none. */
  kept: handSchema.nullable(),
})
export type HandOverConflict = z.output<typeof handOverConflictSchema>

/** Result of `read_station`. */
export const stationSchema = z.object({
  points: z.array(pickupPointSchema),
  /** Orders of which something waits, and those that were handed over. */
  waiting: z.int(),
  handed: z.int(),
  /** For door managers; empty for others. */
  conflicts: z.array(handOverConflictSchema),
  /** True for those who may search by name. */
  maySearch: z.boolean(),
})
export type PickupStation = z.output<typeof stationSchema>

/** One thing that a station hands over. */
export const pickupItemSchema = z.object({
  /** Id of the fulfilment. */
  id: z.uuid(),
  name: z.string(),
  detail: z.string().nullable(),
  quantity: z.int(),
  /** `elsewhere`: its buyer chose to have it shipped, or sent it back. */
  state: z.enum(['waiting', 'handed', 'cancelled', 'elsewhere']),
  /** It lies packed. */
  isBagged: z.boolean(),
  handedAt: instant.nullable(),
  /** The name of the station; null where it has none. */
  handedIn: z.string().nullable(),
  handedBy: z.string().nullable(),
})
export type PickupItem = z.output<typeof pickupItemSchema>

/** Result of `find_pickups`. */
export const foundPickupsSchema = z.object({
  result: z.enum(['ok', 'unknown', 'wrong_event', 'old_code', 'bad_signature']),
  orders: z.array(
    z.object({
      code: z.string(),
      /** The buyer's name; scanners see the first. */
      name: z.string(),
      isTest: z.boolean(),
      /** The buyer disputes the payment: nothing is handed over. */
      isBlocked: z.boolean(),
      items: z.array(pickupItemSchema),
    }),
  ),
  maySearch: z.boolean(),
  now: instant,
})
export type FoundPickups = z.output<typeof foundPickupsSchema>

/** Result of `hand_over`. */
export const handedOverSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      detail: z.string().nullable(),
      quantity: z.int(),
      result: z.enum(['handed', 'already', 'gone']),
      handedAt: instant.nullable(),
      handedIn: z.string().nullable(),
      handedBy: z.string().nullable(),
    }),
  ),
})
export type HandedOver = z.output<typeof handedOverSchema>

/** Result of `resolve_hand_over`; `confirmed`: it stands after all. */
export const resolvedHandOverSchema = z.object({
  outcome: z.enum(['same', 'returned', 'missing', 'confirmed']),
})

/** Response to the page that looked something up by itself: what was found, and the station as it is now. */
export const foundResponseSchema = z.object({ found: foundPickupsSchema, station: stationSchema })
export type FoundResponse = z.output<typeof foundResponseSchema>

/** Response to a hand-over that the page sent by itself: what it did, and the station after it. */
export const handOverResponseSchema = z.object({ handed: handedOverSchema, station: stationSchema })
export type HandOverResponse = z.output<typeof handOverResponseSchema>

/** Result of `upload_hand_overs`, and the response of `POST /api/door/hand-overs`. */
export const uploadedHandOversSchema = z.object({
  results: z.array(
    z.object({
      scan: z.uuid(),
      /** conflict: door managers see it at the station. refused: nothing of it is this event's. */
      state: z.enum(['confirmed', 'conflict', 'refused']),
    }),
  ),
  serverNow: instant,
})
export type UploadedHandOvers = z.output<typeof uploadedHandOversSchema>
