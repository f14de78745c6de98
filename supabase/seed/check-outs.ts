import type { Sql } from 'postgres'

/**
 * Checks out who was still inside when an event ended, as the job of the doors does 6 hours later (*_door_check_out.sql): a row of the log
 * for each, and corrected zones. In few statements, because the past has thousands. Does nothing the second time.
 */
export async function seedCheckOuts(sql: Sql, now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    const over = tx`
      select e.id, e.ends_at from public.events e
      where e.ends_at < ${now}::timestamptz - interval '6 hours' and e.status <> 'draft'`
    await tx`
      with gone as (
        select n.id, n.event_id, n.ticket_id, n.gate, n.zone_id, gen_random_uuid() as scan_id,
          md5('checked out:' || n.scan_id)::uuid as scan_uid,
          greatest(o.ends_at, n.entered_at + interval '1 millisecond') as left_at, o.ends_at
        from public.entries n join (${over}) o on o.id = n.event_id
        where n.closed_at is null and not exists (select 1 from public.scan_conflicts c where c.ticket_id = n.ticket_id)
      ), logged as (
        insert into public.scans (id, scan_uid, event_id, ticket_id, gate, method, result, zone_id, captured_at, scanned_at)
        select g.scan_id, g.scan_uid, g.event_id, g.ticket_id, g.gate, 'end', 'checked_out', g.zone_id, g.left_at,
          greatest(g.ends_at + interval '6 hours', g.left_at)
        from gone g
      )
      update public.entries n set closed_at = g.left_at, closed_by_scan = g.scan_id from gone g where g.id = n.id`
    await tx`
      update public.tickets k set admission = 'left'
      where k.admission = 'inside' and not exists (select 1 from public.entries n where n.ticket_id = k.id and n.closed_at is null)`
    await tx`
      select private.check_out_ticket(e, c.ticket_id)
      from (${over}) o join public.events e on e.id = o.id
      join (
        select distinct c.event_id, c.ticket_id from public.scan_conflicts c
        where c.ticket_id is not null and (private.conflict_heads(c) > 0
          or exists (select 1 from public.entries n where n.ticket_id = c.ticket_id and n.closed_at is null))
      ) c on c.event_id = e.id`
    await tx`select private.empty_zones(e) from (${over}) o join public.events e on e.id = o.id`
  })
}
