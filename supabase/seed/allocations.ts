import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Whom the member handed places to; the others are still free. */
const guests = ['Kemar Johnson', 'Shelly-Ann Pierre', 'Andre Baptiste']

/** Gives a member eight places of New Year's Fete to hand on, three of which they did, and shows the split on the event's page. */
export async function seedAllocations(sql: Sql, people: Person[]): Promise<void> {
  const member = people[5]
  const id = namedId('allocation:new-years-fete')
  if (!member) return
  const [given] = await sql<{ id: string }[]>`
    insert into private.allocations (id, event_id, ticket_type_id, member_id, places, ends_at)
    select ${id}, e.id, t.id, ${member.id}, 8, e.doors_at - interval '2 days'
    from public.events e join public.ticket_types t on t.event_id = e.id and t.name = 'General admission'
    where e.id = ${namedId('event:new-years-fete')} and e.status = 'published' and e.doors_at > now() + interval '4 days'
    on conflict (id) do nothing returning id`
  if (!given) return
  await sql`
    select private.hold_allocation(a.id, e) from private.allocations a join public.events e on e.id = a.event_id where a.id = ${id}`
  for (const [at, name] of guests.entries())
    await sql`
      update private.allocation_places set guest_name = ${name}, handed_at = now() where allocation_id = ${id} and number = ${at + 1}`
  await sql`
    insert into private.place_splits (event_id, is_shown) select a.event_id, true from private.allocations a where a.id = ${id}
    on conflict do nothing`
}
