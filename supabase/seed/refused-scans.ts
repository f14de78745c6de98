import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'

/** Why codes were turned away, as often as a door sees it. Those without a ticket name nobody. */
const reasons = [
  { result: 'unknown', hasTicket: false },
  { result: 'wrong_event', hasTicket: false },
  { result: 'old_code', hasTicket: true },
  { result: 'bad_signature', hasTicket: false },
  { result: 'not_yet', hasTicket: true },
  { result: 'unknown', hasTicket: false },
] as const

/**
 * Adds refused scans of several reasons to the doors of the last six weeks: one for every fourteenth admission, at the same gate, minutes
 * before it, and before doors for those that came too early. Does nothing where there are some.
 */
export async function seedRefusedScans(sql: Sql, now: Date): Promise<void> {
  const admitted = await sql<
    {
      id: string
      event: string
      ticket: string
      staff: string | null
      gate: string
      device: string
      at: Date
      doorsAt: Date
    }[]
  >`
    select s.id, s.event_id as event, s.ticket_id as ticket, s.staff_id as staff, s.gate, s.device, s.captured_at as at,
      e.doors_at as "doorsAt"
    from (
      select x.*, row_number() over (partition by x.event_id order by x.captured_at, x.id) as place from public.scans x
      where x.result = 'ok' and x.ticket_id is not null and x.captured_at > ${now}::timestamptz - interval '42 days'
    ) s join public.events e on e.id = s.event_id
    where s.place % 14 = 0 and not exists (select 1 from public.scans r where r.result = 'unknown')
    order by s.captured_at, s.id`
  await sql.begin(async (tx) => {
    for (const [nth, scan] of admitted.entries()) {
      const reason = reasons[nth % reasons.length] ?? reasons[0]
      const early = reason.result === 'not_yet' ? scan.doorsAt.getTime() - (130 + (nth % 5) * 7) * 60_000 : 0
      const at = new Date(early || scan.at.getTime() - (1 + (nth % 4)) * 60_000)
      const id = namedId(`refused:${scan.id}`)
      await tx`
        insert into public.scans (id, scan_uid, event_id, ticket_id, staff_id, gate, device, method, result, response, scanned_at, captured_at)
        select ${id}, ${id}, s.event_id, ${reason.hasTicket ? scan.ticket : null}, s.staff_id, s.gate, s.device,
          ${reason.result === 'unknown' ? 'code' : 'camera'}, ${reason.result},
          case when ${reason.hasTicket}::boolean then s.response else '{}' end, ${at}, ${at}
        from public.scans s where s.id = ${scan.id}`
    }
  })
}
