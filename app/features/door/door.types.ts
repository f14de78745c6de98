import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { countersSchema } from '#core/door-guests.ts'
import { scanResults } from '#core/scan-results.ts'

/** Counts who is inside and who is expected. */
export type DoorCounters = z.output<typeof countersSchema>

/** Result of `check_in` and `undo_check_in`, and the response of `POST /api/door/check-in`. Instants are ISO 8601. */
export const scanResponseSchema = z.object({
  result: z.enum(scanResults),
  /** The browser that admitted this ticket read it again within 5 s: not a new person. */
  bounce: z.boolean(),
  /** Null for a code that is no ticket of this event; so are the fields below. Without the network it is the pack's hash of the id. */
  ticketId: z.uuid().nullable(),
  firstName: z.string().nullable(),
  typeName: z.string().nullable(),
  /** Names the package or the table that the ticket is part of. */
  partOf: z.string().nullable(),
  /** Staff ask the door to welcome its holder by hand. */
  isVip: z.boolean(),
  /** Holds what is handed over to whoever bought the ticket's order. */
  addOns: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** The table that the ticket is for, and how many of its guests are in. */
  table: z.object({ name: z.string(), section: z.string(), guests: z.int(), arrived: z.int() }).nullable(),
  minAge: z.int(),
  /** Names when, where and by whom the same ticket was admitted before. */
  firstAt: instant.nullable(),
  firstGate: z.string().nullable(),
  firstBy: z.string().nullable(),
  /** Other tickets of its order that may come in together with it; without the network by their hashes in the pack. */
  group: z
    .array(z.object({ ticketId: z.uuid(), name: z.string(), typeName: z.string(), isVip: z.boolean() }))
    .default([]),
  serverNow: instant,
  counters: countersSchema,
  /** The holder matches the ban list; what of it is for door managers alone, and null for others. */
  ban: z
    .object({ name: z.string().nullable(), reason: z.string().nullable(), looks: z.string().nullable() })
    .nullish(),
  /** Only where the phone decided by itself: when its pack was made, and what the pack has instead of names and lists. */
  offline: z.object({ madeAt: instant, needsAttention: z.boolean(), hasAddOns: z.boolean() }).optional(),
})
export type ScanResponse = z.output<typeof scanResponseSchema>

/** Result of `admit_group`, and the response of `POST /api/door/group`: what became of each ticket, in the order of their ids. */
export const groupResponseSchema = z.object({
  results: z.array(z.object({ ticketId: z.uuid(), result: z.enum(scanResults), bounce: z.boolean() })),
  addOns: scanResponseSchema.shape.addOns,
  minAge: z.int(),
  /** Of the first of them whose holder matches the ban list, as in `ScanResponse`. */
  ban: scanResponseSchema.shape.ban,
  serverNow: instant,
  counters: countersSchema,
  /** Only where the phone decided by itself, as in `ScanResponse`. */
  offline: scanResponseSchema.shape.offline,
})
export type GroupResponse = z.output<typeof groupResponseSchema>

const scanReportSchema = z.object({
  id: z.uuid(),
  reportedAt: instant,
  /** Names the reported scan for people, as its holder's page does. */
  reference: z.string(),
  holderName: z.string(),
  typeName: z.string(),
  orderCode: z.string(),
  /** Somebody is inside with the ticket: a new code takes that check-in back. */
  isInside: z.boolean(),
  /** The ticket can get a new code after an ID check. */
  canCheckId: z.boolean(),
  /** The latest scans of the ticket and the reported one, oldest first, without bounces. */
  scans: z.array(
    z.object({
      id: z.uuid(),
      at: instant,
      gate: z.string().nullable(),
      result: z.enum(scanResults),
      bounce: z.boolean(),
      isReported: z.boolean(),
    }),
  ),
})
/** A scan of which the ticket's holder said that it was somebody else, still open. */
export type ScanReport = z.output<typeof scanReportSchema>

/** Open reports, oldest first; null for those who may not have the scans. */
const scanReportsSchema = z.array(scanReportSchema).nullable()

/** A place of an event with its legal capacity, and how full it is. */
export const zoneSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  capacity: z.int(),
  /** How many people above the capacity a door manager let in. */
  lifted: z.int(),
  inNow: z.int(),
  /** amber from 90 % of the capacity, red from 100 %. */
  alarm: z.enum(['none', 'amber', 'red']),
  /** Scanners admit nobody until a door manager lifts the hold. */
  isHeld: z.boolean(),
})
export type DoorZone = z.output<typeof zoneSchema>

const doorBoardSchema = countersSchema.extend({ reports: scanReportsSchema, zones: z.array(zoneSchema) })

const barredSchema = z.object({
  /** Says that the device is barred, to whoever holds it. */
  message: z.string().default(''),
  device: z
    .object({ isLocked: z.boolean(), isRevoked: z.boolean() })
    .refine((of) => of.isLocked || of.isRevoked),
})
/** Result of `poll_door` (without `message`), and the response of `GET /api/door/check-in`: how a door stands; a device that is locked or removed gets that alone. */
export const doorPollSchema = z.union([
  doorBoardSchema.extend({ device: z.object({ isLocked: z.literal(false), isRevoked: z.literal(false) }) }),
  barredSchema,
])
export type DoorPoll = Extract<z.output<typeof doorPollSchema>, { zones: unknown }>

/** Result of `list_door_events`: events around now at whose door the caller may scan, soonest first. */
export const doorEventListSchema = z.array(
  z.object({
    id: z.uuid(),
    title: z.string(),
    status: z.string(),
    venueName: z.string().nullable(),
    city: z.string().nullable(),
    timeZone: z.string(),
    doorsAt: instant,
    startsAt: instant,
    endsAt: instant,
    minAge: z.int(),
    /** Names of the gates that are set up; a scanner may name another. */
    gates: z.array(z.string()),
    /** True for its door managers. */
    mayManage: z.boolean(),
    counters: countersSchema,
    reports: scanReportsSchema,
  }),
)
export type DoorEvent = z.output<typeof doorEventListSchema>[number]

/** Result of `read_door`. */
export const doorFiguresSchema = doorBoardSchema.extend({
  /** Scans that did not admit, without bounces. */
  refused: z.int(),
  byType: z.array(z.object({ name: z.string(), tickets: z.int(), inside: z.int() })),
  byGate: z.array(z.object({ name: z.string(), admitted: z.int() })),
  byResult: z.array(z.object({ result: z.enum(scanResults), bounce: z.boolean(), scans: z.int() })),
  tables: z.array(
    z.object({
      bookingId: z.uuid(),
      name: z.string(),
      section: z.string(),
      status: z.enum(['confirmed', 'arrived', 'no_show']),
      guests: z.int(),
      /** Guests who are inside. */
      arrived: z.int(),
      lastArrivalAt: instant.nullable(),
      /** From when on a door manager may release it; null once a guest came. */
      releasableAt: instant.nullable(),
    }),
  ),
  /** Counts how many of each add-on were sold. */
  addOns: z.array(z.object({ name: z.string(), sold: z.int() })),
  serverNow: instant,
})
export type DoorFigures = z.output<typeof doorFiguresSchema>
