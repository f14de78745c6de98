import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import {
  countersSchema,
  type DoorCounters,
  type DoorEvent,
  doorEventListSchema,
  type ScanData,
  scanDataSchema,
} from './door.types.ts'
import type { ScansQuery } from './scan-data.schema.ts'

/** Lists the events around now at whose door the caller may scan, soonest first, with how full they are. */
export function listDoorEvents(args: RequestArgs): Promise<DoorEvent[]> {
  return rpc(userClient(args), 'list_door_events', {}, doorEventListSchema)
}

/** Reads how full an event is. Needs the scan grant for it. */
export function readDoorCounters(args: RequestArgs, event: string): Promise<DoorCounters> {
  return rpc(userClient(args), 'read_door', { p_event: event }, countersSchema)
}

/**
 * Reads a page of what was scanned at an event, with its figures.
 * @param query the event (tonight's unless named), which scans in which order, and the scan after which the page begins
 * @returns null for people who may not scan at any event
 */
export function readScanData(
  args: RequestArgs,
  { event, show, sort, after }: ScansQuery,
): Promise<ScanData | null> {
  return rpc(
    userClient(args),
    'read_scan_data',
    { p_event: event, p_show: show, p_sort: sort, p_after: after },
    scanDataSchema,
  )
}
