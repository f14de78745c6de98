import * as z from 'zod'
import { instant, words } from '#core/columns.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type DoorEvent, type ScanData, type ScanFilter, scanDataSchema } from './door.types.ts'
import { countersSchema } from './door-answers.ts'

const eventsSchema = z.array(
  z
    .object({
      id: z.uuid(),
      title: z.string(),
      status: z.string(),
      venue_name: words,
      city: words,
      time_zone: z.string(),
      doors_at: instant,
      starts_at: instant,
      ends_at: instant,
      min_age: z.number(),
    })
    .loose()
    .transform(
      (row): DoorEvent => ({
        id: row.id,
        title: row.title,
        status: row.status,
        venueName: row.venue_name,
        city: row.city,
        timeZone: row.time_zone,
        doorsAt: row.doors_at,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        minAge: row.min_age,
        counters: countersSchema.parse(row),
      }),
    ),
)

/** The events around now at whose door the visitor may scan, soonest first, with how full they are. */
export async function listDoorEvents(args: RequestArgs): Promise<DoorEvent[]> {
  const { data, error } = await userClient(args).rpc('list_door_events')
  if (error) throw error
  return eventsSchema.parse(data)
}

/**
 * A page of what was scanned at an event, newest first, with its figures.
 * @param asked the event (tonight's unless named), which scans, and the scan after which the page begins
 * @returns null for people who may not scan at any event
 */
export async function readScanData(
  args: RequestArgs,
  asked: { event?: string | undefined; show: ScanFilter; before?: string | undefined },
): Promise<ScanData | null> {
  const { data, error } = await userClient(args).rpc('read_scan_data', {
    p_event: asked.event ?? undefined,
    p_show: asked.show,
    p_before: asked.before ?? undefined,
  })
  if (error) throw error
  return scanDataSchema.nullable().parse(data)
}
