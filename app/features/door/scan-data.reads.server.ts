import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ScansQuery } from './scan-data.schema.ts'
import { type ScanData, scanDataSchema } from './scan-data.types.ts'

/**
 * Reads a page of what was scanned at an event, with its figures.
 * @param query the event (tonight's unless named), which scans in which order, and the row after which the page begins
 * @param limit rows of a page, up to 100
 * @returns null for people who may not scan at any event
 */
export function readScanData(
  args: RequestArgs,
  { event, show, sort, after, step, ...query }: ScansQuery,
  limit = 25,
): Promise<ScanData | null> {
  const filter = Object.fromEntries(
    (['gate', 'device', 'result', 'staff', 'from', 'to'] as const).flatMap((name) =>
      query[name] ? [[name, query[name]]] : [],
    ),
  )
  return rpc(
    userClient(args),
    'read_scan_data',
    {
      p_show: show,
      p_sort: sort,
      p_limit: limit,
      p_filter: filter,
      p_step: Number(step),
      ...(event && { p_event: event }),
      ...(after && { p_after: after }),
    },
    scanDataSchema,
  )
}
