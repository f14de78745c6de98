import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ScanFilter } from './door.rules.ts'
import { type DoorEvent, doorEventListSchema, type ScanData, scanDataSchema } from './door.types.ts'

/** Lists the events around now at whose door the caller may scan, soonest first, with how full they are. */
export function listDoorEvents(args: RequestArgs): Promise<DoorEvent[]> {
  return rpc(userClient(args), 'list_door_events', {}, doorEventListSchema)
}

/**
 * Reads a page of what was scanned at an event, newest first, with its figures.
 * @param filters the event (tonight's unless named), which scans, and the scan after which the page begins
 * @returns null for people who may not scan at any event
 */
export function readScanData(
  args: RequestArgs,
  filters: { event?: string | undefined; show: ScanFilter; before?: string | undefined },
): Promise<ScanData | null> {
  return rpc(
    userClient(args),
    'read_scan_data',
    { p_event: filters.event, p_show: filters.show, p_before: filters.before },
    scanDataSchema,
  )
}
