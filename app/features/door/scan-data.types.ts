import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { scanResults } from '#core/scan-results.ts'
import { doorFiguresSchema } from './door.types.ts'

const scanDataEventSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  doorsAt: instant,
  timeZone: z.string(),
  /** The event has ended: who has not come is a no-show. */
  isOver: z.boolean(),
})

/** Scans counted by one of their facts. `key` is what the filter of the rows is called, `-` for none. */
const groupSchema = z.array(
  z.object({
    key: z.string(),
    name: z.string().nullable(),
    scans: z.int(),
    admitted: z.int(),
    refused: z.int(),
  }),
)
export type ScanGroup = z.output<typeof groupSchema>[number]

/** Minutes of the event's local time, `2026-11-27T22:05`. */
const localMinute = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)

const scanRowSchema = z.object({
  id: z.uuid(),
  at: instant,
  gate: z.string().nullable(),
  device: z.string().nullable(),
  result: z.enum(scanResults),
  bounce: z.boolean(),
  /** Names the scan for people, as its holder's page does. */
  reference: z.string(),
  /** The staff member and the ticket; null for moderators. */
  staff: z.string().nullable(),
  ticketId: z.uuid().nullable(),
  /** Why a door manager took an admission back or let somebody in; null for other scans. */
  reason: z.string().nullable(),
  /** The refusal that a door manager lifted. */
  lifted: z.enum(scanResults).nullable(),
  /** People it was about: more than one only of guest lists. */
  heads: z.int(),
  firstName: z.string().nullable(),
  typeName: z.string().nullable(),
})
export type ScanRow = z.output<typeof scanRowSchema>

const noShowSchema = z.object({
  id: z.uuid(),
  way: z.enum(['holder', 'guest']),
  /** In full for those who manage the door, else first name and initial. */
  name: z.string(),
  /** The type of the ticket, or the guest list. */
  typeName: z.string().nullable(),
  /** How many people are missing. */
  heads: z.int(),
  isVip: z.boolean(),
})
export type NoShow = z.output<typeof noShowSchema>

const conflictScanSchema = z.object({
  at: instant,
  gate: z.string().nullable(),
  device: z.string().nullable(),
  reference: z.string(),
  isOffline: z.boolean(),
  staff: z.string().nullable(),
})
export type ConflictScan = z.output<typeof conflictScanSchema>

const conflictSchema = z.object({
  /** The scan that should not have let anybody in. */
  id: z.uuid(),
  /** The result that it should have had. */
  result: z.string(),
  heads: z.int(),
  firstName: z.string().nullable(),
  typeName: z.string().nullable(),
  /** The scan that counts; null where the ticket was not good at all. */
  kept: conflictScanSchema.nullable(),
  other: conflictScanSchema,
  /** The second person has left. */
  hasLeft: z.boolean(),
  /** The decision of a door manager; null while open. */
  outcome: z.enum(['copy_inside', 'copy_out', 'same_person', 'other']).nullable(),
  reason: z.string().nullable(),
})
export type ScanConflict = z.output<typeof conflictSchema>

/** Result of `read_scan_data`; null for people who may scan nowhere. */
export const scanDataSchema = z
  .object({
    now: instant,
    /** Events of the last 90 days and the next two whose tickets the person may scan, newest first. */
    events: z.array(scanDataEventSchema),
    event: scanDataEventSchema.nullable(),
    figures: doorFiguresSchema.nullable(),
    /** False for scanners, who get only the figures: then `counts`, `groups` and `curve` are null. */
    mayList: z.boolean(),
    /** True for those who manage the door: they release tables and resolve reports and conflicts. */
    mayRelease: z.boolean(),
    /** Counts the scans that the filters leave, by tab, and who never came. */
    counts: z
      .object({
        all: z.int(),
        admitted: z.int(),
        /** Scans that let a ticket or guests of a list in for the first time, and the people of these scans. */
        arrived: z.int(),
        people: z.int(),
        refused: z.int(),
        conflicts: z.int(),
        openConflicts: z.int(),
        noShows: z.object({ rows: z.int(), tickets: z.int(), guests: z.int() }),
      })
      .nullable(),
    /** All scans of the event, counted; `staff` is null for moderators. */
    groups: z
      .object({
        gates: groupSchema,
        devices: groupSchema,
        results: groupSchema,
        staff: groupSchema.nullable(),
      })
      .nullable(),
    /** Counts of people let in and turned away, by steps of so many minutes; steps with neither are left out. */
    curve: z
      .object({
        step: z.int(),
        /** The step in which doors open. */
        from: localMinute,
        points: z.array(z.object({ at: localMinute, admitted: z.int(), refused: z.int() })),
      })
      .nullable(),
    scans: z.array(scanRowSchema),
    conflicts: z.array(conflictSchema),
    noShows: z.array(noShowSchema),
    /** The row after which the next page begins. */
    next: z.uuid().nullable(),
  })
  .nullable()
export type ScanData = NonNullable<z.output<typeof scanDataSchema>>
export type ScanCurve = NonNullable<ScanData['curve']>
