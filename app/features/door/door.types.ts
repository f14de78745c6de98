import * as z from 'zod'
import { instant, words } from '#core/columns.ts'

/** What the door decided about a code. */
export const scanResults = [
  'ok',
  'already_in',
  'void_refunded',
  'void_cancelled',
  'in_transfer',
  'listed',
  'wrong_event',
  'not_yet',
  'ended',
  'unpaid',
  'blocked',
  'unknown',
  'bad_signature',
  'old_code',
  'test_ticket',
  'undone',
] as const
export type ScanResult = (typeof scanResults)[number]

/** How full the house is. */
export type DoorCounters = { tickets: number; inNow: number; admitted: number; remaining: number }

/** The answer to one scan. Instants are ISO 8601. */
export type ScanAnswer = {
  result: ScanResult
  /** The browser that admitted this ticket read it again within 5 s: nobody new is at the door. */
  bounce: boolean
  firstName: string | null
  typeName: string | null
  minAge: number
  /** Where and when the same ticket was admitted before. */
  firstAt: string | null
  firstGate: string | null
  firstBy: string | null
  serverNow: string
  counters: DoorCounters
}

/** An event whose door the signed-in person may stand at. */
export type DoorEvent = {
  id: string
  title: string
  status: string
  venueName: string | null
  city: string | null
  timeZone: string
  doorsAt: string
  startsAt: string
  endsAt: string
  minAge: number
  counters: DoorCounters
}

/** Filters of the list of scans. */
export const scanFilters = ['all', 'admitted', 'refused'] as const
export type ScanFilter = (typeof scanFilters)[number]

const scanDataEventSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  doorsAt: instant,
  timeZone: z.string(),
})

/** Result of `read_scan_data`. */
export const scanDataSchema = z.object({
  now: instant,
  /** Events of the last 90 days and the next two at whose door the person may stand, newest first. */
  events: z.array(scanDataEventSchema),
  event: scanDataEventSchema.nullable(),
  figures: z
    .object({
      tickets: z.int(),
      inNow: z.int(),
      admitted: z.int(),
      remaining: z.int(),
      refused: z.int(),
      byType: z.array(z.object({ name: z.string(), tickets: z.int(), inside: z.int() })),
      byResult: z.array(z.object({ result: z.enum(scanResults), bounce: z.boolean(), scans: z.int() })),
    })
    .nullable(),
  /** False for scanners, who get only the figures. */
  mayList: z.boolean(),
  scans: z.array(
    z.object({
      id: z.uuid(),
      at: instant,
      gate: words,
      result: z.enum(scanResults),
      bounce: z.boolean(),
      firstName: words,
      typeName: words,
    }),
  ),
  /** The scan after which the next page begins. */
  next: z.uuid().nullable(),
})
export type ScanData = z.output<typeof scanDataSchema>
