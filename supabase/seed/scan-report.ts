import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Adds a second scan at the open door, which was refused, and its holder's report that the first was somebody else: Mia's where she came. */
export async function seedScanReport(sql: Sql, people: Person[], now: Date): Promise<void> {
  const id = (name: string) => people.find(({ username }) => username === name)?.id ?? null
  const scan = namedId('reported scan')
  await sql.begin(async (tx) => {
    const [ticket] = await tx<{ id: string }[]>`
      insert into public.scans (id, scan_uid, event_id, ticket_id, staff_id, gate, device, method, result, response, scanned_at,
        captured_at)
      select ${scan}, ${scan}, s.event_id, s.ticket_id, ${id('dex')}, case s.gate when 'Main gate' then 'Side gate' else 'Main gate' end,
        'Side phone', 'camera', 'already_in', s.response || jsonb_build_object('firstAt', n.entered_at, 'firstGate', n.gate, 'firstBy', null),
        t.at, t.at
      from public.entries n
      cross join lateral (
        select least(n.entered_at + interval '16 minutes', ${now}::timestamptz - interval '90 seconds') as at
      ) t
      join public.scans s on s.id = n.scan_id join public.tickets k on k.id = n.ticket_id
      join public.events e on e.id = n.event_id
      where e.doors_at < ${now} and ${now} < e.ends_at and n.entered_at < ${now}::timestamptz - interval '8 minutes'
        and k.owner_id is not null and not exists (select 1 from public.scan_reports)
      order by (k.owner_id = ${id('mia')}) desc, n.entered_at desc, n.id limit 1
      returning ticket_id as id`
    if (!ticket) return
    await tx`
      insert into public.scan_reports (id, scan_id, ticket_id, event_id, reported_at)
      select ${namedId('scan report')}, s.id, s.ticket_id, s.event_id, s.scanned_at + interval '1 minute'
      from public.scans s where s.id = ${scan}`
  })
}
