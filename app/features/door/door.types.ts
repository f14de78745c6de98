import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { scanResults } from './door.rules.ts'

/** Counts who is inside and who is expected; also the response of `GET /api/door/check-in`. */
export const countersSchema = z.object({
  tickets: z.int(),
  inNow: z.int(),
  admitted: z.int(),
  remaining: z.int(),
})
export type DoorCounters = z.output<typeof countersSchema>

/** Result of `check_in` and `undo_check_in`, and the response of `POST /api/door/check-in`. Instants are ISO 8601. */
export const scanResponseSchema = z.object({
  result: z.enum(scanResults),
  /** The browser that admitted this ticket read it again within 5 s: not a new person. */
  bounce: z.boolean(),
  /** Null for a code that is no ticket of this event; so are the fields below. */
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
  serverNow: instant,
  counters: countersSchema,
})
export type ScanResponse = z.output<typeof scanResponseSchema>

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
    counters: countersSchema,
  }),
)
export type DoorEvent = z.output<typeof doorEventListSchema>[number]

/** Result of `read_door`. */
export const doorFiguresSchema = countersSchema.extend({
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

const scanDataEventSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  doorsAt: instant,
  timeZone: z.string(),
})

/** Result of `read_scan_data`; null for people who may scan nowhere. */
export const scanDataSchema = z
  .object({
    now: instant,
    /** Events of the last 90 days and the next two whose tickets the person may scan, newest first. */
    events: z.array(scanDataEventSchema),
    event: scanDataEventSchema.nullable(),
    figures: doorFiguresSchema.nullable(),
    /** False for scanners, who get only the figures. */
    mayList: z.boolean(),
    /** True for those who may give up a table of which nobody came. */
    mayRelease: z.boolean(),
    scans: z.array(
      z.object({
        id: z.uuid(),
        at: instant,
        gate: z.string().nullable(),
        result: z.enum(scanResults),
        bounce: z.boolean(),
        firstName: z.string().nullable(),
        typeName: z.string().nullable(),
      }),
    ),
    /** The scan after which the next page begins. */
    next: z.uuid().nullable(),
  })
  .nullable()
export type ScanData = NonNullable<z.output<typeof scanDataSchema>>
