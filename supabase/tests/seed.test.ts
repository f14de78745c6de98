import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openTestUsers } from './test-users.ts'

/**
 * The demo brand reads as one that exists: whatever day and hour it is seeded on, names, dates and texts fit each other, and it
 * has lived.
 */

const users = openTestUsers(inject('stack'))
afterAll(() => users.close())

type Seeded = {
  slug: string
  title: string
  words: string
  weekday: string
  past: boolean
  doors_hour: number
  ends_hour: number
  hours: number
  min_age: number
  genres: string[]
  dress_code: string
  id_policy: string
  doors_at: Date
  ends_at: Date
  acts: { name: string; role: string; at: string | null }[]
  /** Names of the lineup that are no artist with a picture and links. */
  unknown: string[]
}

/** The events of a project that is seeded at an instant; nothing of it stays. */
async function seededAt(now: string): Promise<Seeded[]> {
  const script = await readFile(new URL('../seed.sql', import.meta.url), 'utf8')
  const events: Seeded[] = []
  const undo = new Error('undo')
  await users.sql
    .begin(async (sql) => {
      await sql`select set_config('seed.now', ${now}, true)`
      await sql.unsafe(script)
      events.push(
        ...(await sql<Seeded[]>`
          select slug, title, concat_ws(' ', title, slug, summary, description, status_note) as words,
            trim(to_char(doors_at at time zone time_zone, 'Day')) as weekday,
            extract(hour from doors_at at time zone time_zone)::int as doors_hour,
            extract(hour from ends_at at time zone time_zone)::int as ends_hour,
            extract(epoch from ends_at - doors_at)::int / 3600 as hours,
            ends_at < ${now}::timestamptz as past, min_age, genres, dress_code, id_policy, doors_at, ends_at, line_up as acts,
            array(
              select l.entry ->> 'name' from jsonb_array_elements(line_up) l (entry)
              where not exists (
                select 1 from public.artists a
                where a.name = l.entry ->> 'name' and a.image_path like '/art/artist-%' and a.links <> '[]')) as unknown
          from public.events where not is_test and image_path like '/art/%' and id in (
            select overlay(overlay(md5('event:' || slug) placing '4' from 13) placing '8' from 17)::uuid)`),
      )
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return events
}

const week = Array.from({ length: 7 }, (_, n) => `2027-03-${String(8 + n).padStart(2, '0')}T17:00:00Z`)
const days = /\b(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)days?\b/gi

// One, five and nine in the morning, three in the afternoon and ten at night in New York; both sides of the hours in which its clock changes.
const hours = ['13T06:00:00Z', '13T10:00:00Z', '13T14:00:00Z', '12T20:00:00Z', '13T03:00:00Z'].map(
  (hour) => `2027-02-${hour}`,
)
const changes = [
  '2026-11-01T05:30:00Z',
  '2026-11-01T10:30:00Z',
  '2027-03-14T06:30:00Z',
  '2027-03-14T09:30:00Z',
]

test.each([
  ...week,
  ...hours,
  ...changes,
  '2026-12-31T17:00:00Z',
  '2027-01-01T04:30:00Z',
])('seeded at %s', async (now) => {
  const events = await seededAt(now)
  expect(events).toHaveLength(24)
  for (const event of events) {
    const { slug } = event
    // a name that says a weekday is on it
    for (const [day] of event.words.matchAll(days)) {
      expect(`${slug} ${day.toLowerCase().replace(/s$/, '')}`).toBe(`${slug} ${event.weekday.toLowerCase()}`)
    }
    // set times lie within the night
    for (const act of event.acts) {
      if (act.at === null) continue
      const at = Date.parse(act.at)
      expect(`${slug} ${at >= event.doors_at.getTime() && at < event.ends_at.getTime()}`).toBe(`${slug} true`)
    }
    expect(`${slug} ${event.id_policy !== ''}`).toBe(`${slug} ${event.min_age > 0}`)
    expect(event.words).not.toMatch(/remind|sold out/i)
  }
  const at = (slug: string) => events.find((event) => event.slug === slug)
  expect(at('dutty-friday')).toMatchObject({ weekday: 'Friday', doors_hour: 22, ends_hour: 4, past: false })
  expect(at('new-years-fete')).toMatchObject({ doors_hour: 21, ends_hour: 5, past: false })
  expect(at('wine-down-wednesday')).toMatchObject({ weekday: 'Wednesday', title: 'Wine Down Wednesday' })
  expect(at('carnival-thursday')).toMatchObject({ weekday: 'Thursday', past: true })
  expect(at('reggae-sundays')).toMatchObject({ weekday: 'Sunday', past: false })
  // It is on whatever the hour, and its texts say from six to six.
  const allDay = at('bass-culture')
  expect(allDay).toMatchObject({ doors_hour: 6, ends_hour: 6, past: false })
  expect(allDay?.doors_at.getTime()).toBeLessThanOrEqual(Date.parse(now))
})

describe('the good-to-know texts of an event', () => {
  test('fit the event and are not the same for all', async () => {
    const events = await seededAt('2027-03-08T17:00:00Z')
    for (const { slug, acts, genres, dress_code: dress, doors_hour: doors, hours } of events) {
      const byDay = genres.includes('day-fete') || (doors >= 10 && doors + hours <= 20)
      if (byDay) expect(`${slug}: ${dress}`).not.toMatch(/dance|sportswear|sneakers or/i)
      if (doors >= 4 && doors < 18) {
        expect(`${slug}: ${acts.map(({ role }) => role).join(', ')}`).not.toMatch(/all night/i)
      }
      expect(acts.length).toBeGreaterThan(0)
    }
    const dresses = events.map((event) => event.dress_code).filter(Boolean)
    expect(new Set(dresses).size).toBeGreaterThan(dresses.length / 2)
    const unknown = events.flatMap((event) => event.unknown).filter((name) => !/^to be/i.test(name))
    // The finale of two ensembles is nobody of its own.
    expect(unknown).toEqual(['Both together'])
    const lineUps = events.map((event) => event.acts.map(({ name }) => name).join())
    expect(new Set(lineUps).size).toBe(events.length)
  })
})

/** The orders that the seed made; the events, goods and accounts of other tests have none of them. */
const demoOrders = users.sql`
  select p.order_id from public.payments p where p.provider_ref like 'seed\\_%'`

describe('the demo has lived', () => {
  test('goods are in every state, money went back in every way, and something failed', async () => {
    const { sql } = users
    const states = await sql<{ status: string }[]>`
      select distinct f.status from public.fulfilments f where f.order_id in (${demoOrders})`
    const [all] = await sql<{ states: string[] }[]>`
      select array_agg(distinct state) as states from private.fulfilment_moves m, unnest(array[m.from_state, m.to_state]) state`
    expect(states.map(({ status }) => status).sort()).toEqual(all?.states)
    const refunds = await sql<{ status: string }[]>`
      select distinct status from public.refunds where order_id in (${demoOrders}) order by status`
    expect(refunds.map(({ status }) => status)).toEqual(['external', 'failed', 'requested', 'succeeded'])
    const disputes = await sql<{ status: string }[]>`
      select status from public.disputes where order_id in (${demoOrders}) order by status`
    expect(disputes.map(({ status }) => status)).toEqual(['lost', 'open', 'won'])
    const failures = await sql<{ kind: string }[]>`
      select kind from private.failures where order_id in (${demoOrders}) order by kind`
    expect(failures.map(({ kind }) => kind)).toEqual(['mail', 'refund'])
    const [share] = await sql<{ back: number }[]>`
      select -(sum(cents) filter (where kind = 'refund'))::float / sum(cents) filter (where kind in ('sale', 'discount', 'fee', 'tax')) as back
      from public.ledger_entries where order_id in (${demoOrders})`
    expect(share?.back).toBeGreaterThan(0.015)
    expect(share?.back).toBeLessThan(0.04)
  })

  test('sales and members grow from month to month, and nobody bought before they joined', async () => {
    const { sql } = users
    const months = await sql<{ cents: number; orders: number }[]>`
      select sum(e.cents)::int as cents, count(distinct e.order_id)::int as orders from public.ledger_entries e
      where e.order_id in (${demoOrders}) and e.kind in ('sale', 'discount', 'fee', 'tax')
      group by floor(extract(epoch from now() - e.booked_at) / 86400 / 30) having count(*) > 20
      order by floor(extract(epoch from now() - e.booked_at) / 86400 / 30)`
    expect(months.length).toBeGreaterThanOrEqual(4)
    for (const [ago, { cents }] of months.slice(1, 4).entries()) {
      const growth = (months[ago]?.cents ?? 0) / cents
      expect(growth, `${ago + 1} months ago`).toBeGreaterThan(0.95)
      expect(growth, `${ago + 1} months ago`).toBeLessThan(1.35)
    }
    const joined = await sql<{ people: number }[]>`
      select count(*)::int as people from public.profiles p join auth.users u on u.id = p.id
      where u.email like '%@jouvay.example' group by floor(extract(epoch from now() - p.created_at) / 86400 / 45)
      order by floor(extract(epoch from now() - p.created_at) / 86400 / 45)`
    expect(joined.length).toBeGreaterThanOrEqual(4)
    expect(joined[0]?.people).toBeGreaterThan(joined[2]?.people ?? 0)
    const early = await sql`
      select o.code from public.orders o join public.profiles p on p.id = o.owner_id
      where o.id in (${demoOrders}) and o.created_at < p.created_at`
    expect(early).toEqual([])
    const unknown = await sql`
      select o.code from public.orders o where o.id in (${demoOrders})
        and not exists (select 1 from private.hold_sources s where s.hold_id = o.hold_id)`
    expect(unknown).toEqual([])
  })
})

test('past campaigns were sent then, and have deliveries, clicks and people held out', async () => {
  const past = await users.sql`
    select c.name, min(r.sent_at) >= c.started_at and max(r.sent_at) < c.started_at + interval '1 day' as in_time,
      count(r.delivered_at) > 0 as delivered, count(r.clicked_at) > 0 as clicked,
      c.hold_out_bps = 0 or count(*) filter (where r.status = 'held_out') > 0 as held_out
    from private.campaigns c join private.campaign_recipients r on r.campaign_id = c.id
    where c.started_at < now() - interval '5 days' group by c.id`
  expect(past.length).toBeGreaterThan(2)
  for (const { name, ...found } of past)
    expect([name, found]).toEqual([name, { in_time: true, delivered: true, clicked: true, held_out: true }])
})

test('what the README names is there', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const walk = readme.slice(readme.indexOf('### Ten minutes'), readme.indexOf('| Command |'))
  const named = (pattern: RegExp, text = walk) => [
    ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
  ]
  const codes = named(/`([A-Z][A-Z0-9]+)`/g)
  const people = named(/`([a-z]+)`/g)
  const titles = named(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)
  const ids = named(/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g, readme)
  expect(Math.min(codes.length, people.length, titles.length, ids.length)).toBeGreaterThan(1)
  const missing = await users.sql`
    select 'code' as what, n.name from unnest(${codes}::text[]) n (name)
    where not exists (select 1 from public.promo_codes c where c.code = n.name and c.orders_used > 0)
    union all
    select 'person', n.name from unnest(${people}::text[]) n (name) where not exists (select 1 from public.profiles p where p.username = n.name)
    union all
    select 'title', n.name from unnest(${titles}::text[]) n (name)
    where not exists (select 1 from public.events e where e.title = n.name) and not exists (select 1 from public.products p where p.name = n.name)
    union all
    select 'event', n.name from unnest(${ids}::text[]) n (name) where not exists (select 1 from public.events e where e.id::text = n.name)`
  expect(missing).toEqual([])
})
