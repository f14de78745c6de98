import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/**
 * Lets people wait for tickets of Brooklyn Bashment, whose room is full with what it sold, and offers the place that somebody gave back
 * to the first of them.
 */
export async function seedWaitlist(sql: Sql, people: Person[]): Promise<void> {
  const event = namedId('event:brooklyn-bashment')
  const [full] = await sql<{ id: string }[]>`
    update public.capacity_pools p set capacity = p.sold + p.held + p.blocked
    where p.event_id = ${event} and p.purpose = 'places'
      and exists (select 1 from public.events e where e.id = p.event_id and e.status = 'published' and e.doors_at > now() + interval '1 day')
      and not exists (select 1 from private.waitlist_entries w where w.event_id = p.event_id)
    returning p.id`
  if (!full) return
  for (const [at, person] of people.slice(8, 20).entries()) {
    const id = namedId(`waitlist:${person.username}`)
    await sql`
      insert into private.waitlist_entries (id, event_id, user_id, email, quantity, allows_partial, status, position, joined_at)
      select ${id}, ${event}, ${person.id}, lower(private.own_email(${person.id})), ${(at % 4) + 1}, ${at % 3 > 0}, 'waiting',
        nextval('private.waitlist_positions'), now()`
    await sql`select private.log_state('waitlist_entry', ${id}, null, 'waiting', 'joined')`
  }
  await sql`update public.capacity_pools set capacity = capacity + 1 where id = ${full.id}`
  await sql`select private.offer_free_places(${event})`
  // So that a fresh project sends no mail about them.
  await sql`update private.mail_outbox set status = 'sent', sent_at = now() where subject_kind = 'waitlist'`
  await sql`
    delete from private.jobs where kind = 'waitlist' or (kind = 'mail' and key in (
      select id::text from private.mail_outbox where subject_kind = 'waitlist'))`
}
