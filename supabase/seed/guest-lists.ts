import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Lists of the next event: free before a time, at a reduced price, and the guests of the artists. */
const lists = [
  {
    key: 'friends',
    name: 'Friends of the house',
    kind: 'free',
    price: 0,
    late: 2000,
    quota: 30,
    growth: null,
    names: [
      ['Keisha Joseph', 2, 'Knows the door'],
      ['Marlon Baptiste', 1, ''],
      ['Renée Alexis', 0, ''],
      ['Shurwayne Clarke', 3, 'Birthday'],
    ],
  },
  {
    key: 'early',
    name: 'Early reduced',
    kind: 'reduced',
    price: 1000,
    late: null,
    quota: 20,
    growth: { heads: 2, arrivals: 5, most: 40 },
    names: [
      ['Tamika Roberts', 1, ''],
      ['Keisha Josef', 0, ''],
      ['Devon Peters', 0, ''],
    ],
  },
  {
    key: 'artists',
    name: 'Artists and crew',
    kind: 'artist',
    price: 0,
    late: null,
    quota: 10,
    growth: null,
    names: [
      ['Andre Celestine', 1, 'Backstage, left door'],
      ['Nadia Phillip', 0, ''],
    ],
  },
] as const

/**
 * Opens a guest list of each kind for the next event, with names; once its doors are open, some have come. Two names are alike. Does
 * nothing when the event has lists.
 */
export async function seedGuestLists(sql: Sql, people: Person[], now: Date): Promise<void> {
  const [event] = await sql<{ id: string; doorsAt: Date; isOpen: boolean; pool: string | null }[]>`
    select e.id, e.doors_at as "doorsAt", e.doors_at <= ${now} as "isOpen", (
      select p.id from public.capacity_pools p
      where p.event_id = e.id and p.purpose = 'places' and p.capacity - p.sold - p.held - p.blocked >= 60 order by p.created_at, p.id limit 1
    ) as pool
    from public.events e
    where e.status = 'published' and e.visibility = 'public' and e.ends_at > ${now}
      and not exists (select 1 from public.guest_lists l where l.event_id = e.id)
      and not exists (select 1 from public.guest_lists l join public.events o on o.id = l.event_id where o.ends_at > ${now})
    order by e.starts_at limit 1`
  if (!event) return
  const ada = people[0]?.id ?? null
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    for (const list of lists) {
      const id = namedId(`guest list:${list.key}`)
      await tx`insert into public.guest_lists ${tx({
        id,
        event_id: event.id,
        name: list.name,
        kind: list.kind,
        price_cents: list.price,
        late_price_cents: list.late,
        closes_at: new Date(event.doorsAt.getTime() + 3 * 3_600_000),
        quota: list.quota,
        allowed: list.quota,
        growth_heads: list.growth?.heads ?? null,
        growth_arrivals: list.growth?.arrivals ?? null,
        quota_most: list.growth?.most ?? null,
        pool_id: event.pool,
        heads: list.names.reduce((sum, [, plus]) => sum + 1 + plus, 0),
        created_by: ada,
      })}`
      for (const [name, plus, note] of list.names)
        await tx`insert into public.guest_list_entries ${tx({
          id: namedId(`guest:${name}`),
          event_id: event.id,
          list_id: id,
          name,
          plus_ones: plus,
          note,
          added_by: ada,
        })}`
      await tx`select private.settle_list_places(${id})`
    }
    if (event.isOpen) await letSomeIn(tx, event.id, people[2]?.id ?? null, now)
  })
}

/** Lets two of the three of Keisha's party and the artists' first guest in, as the door does. */
async function letSomeIn(tx: Sql, event: string, scanner: string | null, now: Date): Promise<void> {
  for (const [name, heads] of [
    ['Keisha Joseph', 2],
    ['Andre Celestine', 1],
  ] as const) {
    const scan = namedId(`guest scan:${name}`)
    const entry = namedId(`guest:${name}`)
    await tx`update public.guest_list_entries set arrived = ${heads} where id = ${entry}`
    await tx`
      insert into public.scans (id, scan_uid, event_id, staff_id, gate, device, method, result, guest_id, heads, response, scanned_at, captured_at)
      select ${scan}, ${scan}, ${event}, ${scanner}, 'Main gate', 'Main phone 1', 'guest_list', 'ok', e.id, ${heads}::int,
        private.guest_scan_facts(e, l, ${heads}::int), ${now}, ${now}
      from public.guest_list_entries e join public.guest_lists l on l.id = e.list_id where e.id = ${entry}`
    await tx`
      select private.arrive_guests(s, l, e.id, ${heads}, false, false)
      from public.guest_list_entries e join public.guest_lists l on l.id = e.list_id join public.scans s on s.id = ${scan}
      where e.id = ${entry}`
  }
}
