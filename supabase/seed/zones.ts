import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/**
 * Gives the open door two zones with their gates: those who came are in the main room, some were counted in without a ticket, the terrace
 * is nearly full; and a phone that had no network let a second person in with a code.
 */
export async function seedZones(sql: Sql, people: Person[], now: Date): Promise<void> {
  const dex = people.find(({ username }) => username === 'dex')?.id ?? ''
  const [main, terrace] = [namedId('zone:main'), namedId('zone:terrace')]
  const minutes = (count: number) => new Date(now.getTime() - count * 60_000)
  await sql.begin(async (tx) => {
    const [event] = await tx<{ id: string; inside: number }[]>`
      select e.id, (select count(*)::int from public.entries n where n.event_id = e.id and n.closed_at is null) as inside
      from public.events e where e.status = 'published' and e.doors_at < ${now} and ${now} < e.ends_at order by e.starts_at limit 1`
    if (!event) return
    await tx`
      insert into public.door_zones ${tx([
        {
          id: main,
          event_id: event.id,
          name: 'Main room',
          capacity: Math.max(200, event.inside * 2),
          position: 0,
        },
        { id: terrace, event_id: event.id, name: 'Terrace', capacity: 40, position: 1 },
      ])}`
    await tx`
      insert into public.door_gates ${tx([
        { event_id: event.id, name: 'Main gate', zone_id: main, position: 0 },
        { event_id: event.id, name: 'Side gate', zone_id: main, position: 1 },
        { event_id: event.id, name: 'Terrace stairs', zone_id: terrace, position: 2 },
      ])}`
    await tx`update public.entries set zone_id = ${main} where event_id = ${event.id} and gate in ('Main gate', 'Side gate')`
    const clicks = [20, 17, 1, -1].map((counted, place) => ({
      id: namedId(`click:${place}`),
      event_id: event.id,
      zone_id: terrace,
      change: counted,
      counted,
      clicked_at: minutes(30 - place * 6),
      device: 'Terrace phone',
      staff_id: dex,
    }))
    await tx`insert into public.door_clicks ${tx(clicks)}`
    await tx`
      insert into private.door_counts (event_id, zone_id, in_now)
      select k.event_id, k.zone_id, k.counted from public.door_clicks k where k.event_id = ${event.id}`
    const [ticket] = await tx<{ id: string; at: Date }[]>`
      select n.ticket_id as id, n.entered_at as at from public.entries n join public.tickets k on k.id = n.ticket_id
      where n.event_id = ${event.id} and n.closed_at is null and n.zone_id is not null and private.ticket_is_valid(k.status)
        and not exists (select 1 from public.scan_reports r where r.ticket_id = k.id)
        and 1 = (select count(*) from public.scans s where s.ticket_id = k.id)
        -- of the last hours: clocks are shown without their day
        and n.entered_at < ${now}::timestamptz - interval '15 minutes'
      order by n.entered_at desc, n.id limit 1`
    if (!ticket) return
    const copy = namedId('scan:copy')
    await tx`
      insert into public.scans (id, scan_uid, event_id, ticket_id, staff_id, gate, device, method, result, captured_at, scanned_at,
        device_id, seq, is_offline)
      values (${copy}, ${copy}, ${event.id}, ${ticket.id}, ${dex}, 'Side gate', 'Side phone', 'camera', 'ok',
        least(${ticket.at}::timestamptz + interval '4 minutes', ${now}), ${now}, ${namedId('device:side')}, 1, true)`
    await tx`select private.replay_ticket(${event.id}, ${ticket.id})`
  })
}
