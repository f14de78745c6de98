import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'

/**
 * Adds, at the open door and at the last one, a code that a phone without a network let in again while somebody was inside with it: a
 * conflict that nobody has resolved. Does nothing where there is one.
 */
export async function seedScanConflicts(sql: Sql, now: Date): Promise<void> {
  const inside = await sql<{ id: string; event: string; ticket: string }[]>`
    select distinct on (s.event_id) s.id, s.event_id as event, s.ticket_id as ticket
    from public.entries n join public.scans s on s.id = n.scan_id join public.events e on e.id = n.event_id
    where n.closed_at is null and s.gate = 'Main gate' and s.captured_at < ${now}::timestamptz - interval '30 minutes'
      and e.doors_at > ${now}::timestamptz - interval '20 days' and e.doors_at < ${now}
      and not exists (select 1 from public.scans x where x.ticket_id = s.ticket_id and x.id <> s.id)
      and not exists (select 1 from public.scan_conflicts)
    order by s.event_id, s.captured_at desc, s.id`
  await sql.begin(async (tx) => {
    for (const { id, event, ticket } of inside) {
      const scan = namedId(`offline:${id}`)
      await tx`
        insert into public.scans (id, scan_uid, event_id, ticket_id, staff_id, gate, device, device_id, seq, is_offline, method, result,
          response, scanned_at, captured_at)
        select ${scan}, ${scan}, s.event_id, s.ticket_id, s.staff_id, 'Side gate', 'Side phone', ${namedId(`side phone:${event}`)}, 1, true,
          'camera', 'ok', s.response, least(s.captured_at + interval '25 minutes', ${now}::timestamptz), s.captured_at + interval '9 minutes'
        from public.scans s where s.id = ${id}`
      await tx`select 1 from public.tickets where id = ${ticket} for no key update`
      await tx`select private.replay_ticket(${event}, ${ticket})`
    }
  })
}
