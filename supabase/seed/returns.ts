import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'

/**
 * Lists two tickets of Brooklyn Bashment for return, whose room is full and whose waitlist is long, through the function of their holders,
 * who are neither staff nor suspended. A place that an ended hold gave back is taken off sale before.
 */
export async function seedReturns(sql: Sql): Promise<void> {
  const event = namedId('event:brooklyn-bashment')
  const [listed] = await sql`select 1 from private.ticket_listings`
  if (listed) return
  await sql`select private.lock_queue_stock(${event})`
  await sql`
    update public.capacity_pools p set capacity = p.sold + p.held + p.blocked where p.event_id = ${event} and p.purpose = 'places'`
  const tickets = await sql<{ id: string; owner: string }[]>`
    select distinct on (k.owner_id) k.id, k.owner_id as owner
    from public.tickets k join public.events e on e.id = k.event_id
    where e.id = ${event} and k.custody = 'held' and private.person_role(k.owner_id) <> all (private.roles_with('see_orders'))
      and private.return_stop(k, e) is null
    order by k.owner_id, k.id limit 2`
  for (const { id, owner } of tickets) await sql`select public.return_ticket(${owner}, null, ${id})`
  // So that a fresh project sends no mail about them, and the places are still for sale.
  await sql`
    update private.mail_outbox set status = 'sent', sent_at = now() where kind = 'return_listed' and subject_kind = 'order'`
  await sql`
    delete from private.jobs where kind = 'waitlist' or (kind = 'mail' and key in (
      select id::text from private.mail_outbox where kind = 'return_listed' and subject_kind = 'order'))`
}
