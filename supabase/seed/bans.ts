import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Puts two people on the ban list of the doors, one of them the holder of a ticket of the open door who has not come yet. */
export async function seedBans(sql: Sql, people: Person[], now: Date): Promise<void> {
  const ada = people.find(({ username }) => username === 'ada')?.id ?? null
  const [holder] = await sql<{ name: string }[]>`
    select min(k.holder_name) as name from public.tickets k join public.events e on e.id = k.event_id
    where e.status = 'published' and e.doors_at < ${now} and ${now} < e.ends_at and k.admission = 'outside'
      and private.ticket_is_valid(k.status) and length(k.holder_name) > 6
    group by k.holder_key having count(*) = 1
    order by min(k.holder_name) limit 1`
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000)
  const bans = [
    {
      name: 'Curtis Halloran',
      looks: 'Tall, shaved head, tattoo of an anchor on the left hand',
      reason: 'Sold copies of tickets in the line',
      created_at: days(40),
    },
    ...(holder
      ? [
          {
            name: holder.name,
            looks: '',
            reason: 'Threw bottles from the terrace in September',
            created_at: days(12),
          },
        ]
      : []),
  ].map((ban, place) => ({ id: namedId(`ban:${place}`), created_by: ada, ...ban }))
  await sql`insert into private.door_bans ${sql(bans)} on conflict (id) do nothing`
}
