import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { dashboardSchema } from '#features/analytics/analytics.types.ts'
import { createEvent } from './event-fixture.ts'
import { undone } from './figures.ts'
import { reportedView } from './reported-views.ts'
import { rolledBack } from './rolled-back.ts'
import { holdTickets } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/** Counting views: what counts, what does not, and who sees the figures. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let event: string
let draft: string
let product: string

beforeAll(async () => {
  // Stored for good first, so that readers find the days that are over while this work holds the lock of counting them.
  await sql`select private.roll_up_figures()`
  event = (await createEvent(sql)).eventId
  product = (await makeVariant(sql)).productId
  const [made] = await sql<{ id: string }[]>`
    insert into public.events (slug, title, city, time_zone, doors_at, starts_at, ends_at)
    values ('not-announced', 'Not announced', 'Miami', 'America/New_York', now(), now(), now() + interval '5 hours')
    returning id`
  draft = made?.id ?? ''
})
afterAll(async () => {
  await archiveProducts(sql)
  await sql`delete from public.events where id = ${draft}`
  await users.close()
})

const newSession = () => `test-${randomUUID()}`

async function record(
  ...views: ReturnType<typeof reportedView>[]
): Promise<{ found: boolean; chosen: boolean | null }[]> {
  const { data, error } = await service.rpc('record_views', { p_views: views })
  if (error) throw error
  return data
}

const view = (session: string, more: Record<string, unknown> = {}) =>
  record(reportedView({ session, ...more }))
const look = (kind: string, item: string, session: string) => record(reportedView({ kind, item, session }))

async function count(table: 'page_views' | 'item_views', session: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from ${sql(`private.${table}`)} t join private.visits v on v.id = t.visit_id where v.session_id = ${session}`
  return row?.n ?? 0
}

/**
 * Begins a visit on the last day that is over, which still goes on. For an hour each morning such a visit is older than 24 hours, so
 * that nothing is added to it: then the transaction moves to a place where it is the evening before.
 * @returns the day
 */
async function beginBeforeToday(tx: TransactionSql, session: string, views: number): Promise<string> {
  await tx`
    update public.settings set time_zone = 'Etc/GMT+12'
    where now() - private.day_start(private.first_open_day()) > interval '23 hours 30 minutes'`
  const [begun] = await tx<{ day: string }[]>`
    insert into private.visits (session_id, started_at, last_at, views, device_type, browser)
    values (${session}, private.day_start(private.first_open_day()) - interval '1 minute', now(), ${views}, 'mobile', 'Safari')
    returning private.figure_day(started_at)::text as day`
  return begun?.day ?? ''
}

/** Reads the visits of a session with their sources by name, the first one first. */
const visits = (session: string) => sql`
  select v.views, v.events, v.traffic, own.name as own, last.name as last, first.name as first
  from private.visits v
  join private.sources own on own.id = v.source_id
  join private.sources last on last.id = v.last_source_id
  join private.sources first on first.id = v.first_source_id
  where v.session_id = ${session} order by v.started_at`

/** Moves what a session did into the past, as if this much time had gone by since. */
async function age(session: string, by: string) {
  await sql`
    with moved as (
      update private.visits set started_at = started_at - ${by}::interval, last_at = last_at - ${by}::interval
      where session_id = ${session} returning id
    ), pages as (
      update private.page_views set at = at - ${by}::interval where visit_id in (select id from moved)
    )
    update private.item_views set at = at - ${by}::interval where visit_id in (select id from moved)`
}

async function figures(name: Name, days = 1) {
  const { data, error } = await (await users.actingAs(name)).rpc('read_analytics_dashboard', { p_days: days })
  if (error) throw error
  return dashboardSchema.parse(data)
}

describe('page views', () => {
  test("a session's 61st view within a minute is dropped without an error, in one batch and over several", async () => {
    const session = newSession()
    await record(...Array.from({ length: 40 }, () => reportedView({ session })))
    await record(...Array.from({ length: 30 }, () => reportedView({ session })))
    expect(await count('page_views', session)).toBe(60)
    expect(await visits(session)).toMatchObject([{ views: 60 }])
  })

  test('a view of a deleted person is still counted', async () => {
    const session = newSession()
    await view(session, { person: randomUUID() })
    expect(await count('page_views', session)).toBe(1)
  })

  test.each([
    ['a path that is none', { path: 'events' }],
    ['a path too long', { path: `/${'x'.repeat(512)}` }],
    ['a browser nobody knows', { browser: 'Netscape' }],
    ['a device nobody knows', { device: 'fridge' }],
    ['a session that is none', { session: 'x y' }],
  ])('%s never reaches the table', async (_, wrong) => {
    const { error } = await service.rpc('record_views', { p_views: [reportedView(wrong)] })
    expect(error?.code).toBe('23514')
  })

  test('forty batches at once begin one visit', async () => {
    const session = newSession()
    await Promise.all(Array.from({ length: 40 }, () => view(session)))
    expect(await visits(session)).toMatchObject([{ views: 40 }])
  })
})

describe('item views and clicks', () => {
  test('forty at once from one session count once; another session and another kind count again', async () => {
    const session = newSession()
    await Promise.all(Array.from({ length: 20 }, () => look('event_view', event, session)))
    await record(
      ...Array.from({ length: 20 }, () => reportedView({ kind: 'event_view', item: event, session })),
    )
    expect(await count('item_views', session)).toBe(1)
    await look('ticket_click', event, session)
    expect(await count('item_views', session)).toBe(2)
    const other = newSession()
    await look('event_view', event, other)
    expect(await count('item_views', other)).toBe(1)
  })

  test('after 30 minutes the same visit counts again, but not as its first', async () => {
    const session = newSession()
    const at = (by: string) =>
      sql`update private.item_views i set at = now() - ${by}::interval from private.visits v where v.id = i.visit_id and v.session_id = ${session}`
    await look('product_view', product, session)
    await at('29 minutes')
    await look('product_view', product, session)
    expect(await count('item_views', session)).toBe(1)
    await at('30 minutes')
    await look('product_view', product, session)
    expect(
      await sql`
        select i.is_first from private.item_views i join private.visits v on v.id = i.visit_id
        where v.session_id = ${session} order by i.at`,
    ).toEqual([{ is_first: true }, { is_first: false }])
  })

  test.each([
    ['nothing', () => look('event_view', randomUUID(), newSession())],
    ['a draft', () => look('event_view', draft, newSession())],
    ['an event as a product', () => look('product_view', event, newSession())],
    ['a product as an event', () => look('ticket_click', product, newSession())],
  ])('%s cannot be counted', async (_, attempt) => {
    expect(await attempt()).toEqual([{ found: false, chosen: null }])
  })
})

describe('a visit', () => {
  // Specification 3.8
  test('lasts until half an hour without activity', async () => {
    const session = newSession()
    await view(session)
    await age(session, '29 minutes')
    await view(session)
    await look('ticket_click', event, session)
    expect(await visits(session)).toMatchObject([{ views: 2, events: 1 }])
    await age(session, '31 minutes')
    await view(session)
    expect(await visits(session)).toMatchObject([{ views: 2 }, { views: 1, events: 0 }])
  })

  test('lasts a day at most, however often it goes on', async () => {
    const session = newSession()
    const beganAgo = (by: string) => sql`
      update private.visits set started_at = now() - ${by}::interval, last_at = now() - interval '10 minutes'
      where session_id = ${session}`
    await view(session)
    await beganAgo('23 hours 59 minutes')
    await view(session)
    expect(await visits(session)).toMatchObject([{ views: 2 }])
    await beganAgo('24 hours')
    await view(session)
    await view(session)
    expect(await visits(session)).toMatchObject([{ views: 2 }, { views: 2 }])
  })

  test('that opens an event and leaves is a bounce; a click makes it none', async () => {
    const session = newSession()
    await record(reportedView({ kind: 'event_view', item: event, session }), reportedView({ session }))
    expect(await visits(session)).toMatchObject([{ views: 1, events: 0 }])
    await look('ticket_click', event, session)
    expect(await visits(session)).toMatchObject([{ views: 1, events: 1 }])
  })

  test('of a program, or with a sign of one and nothing but one page, is one of bots', async () => {
    const [program, suspect, active, hurried] = [newSession(), newSession(), newSession(), newSession()]
    await view(program, { automation: 'program' })
    await view(program)
    await view(suspect, { automation: 'suspect' })
    await view(active, { automation: 'suspect' })
    await view(active)
    for (let n = 0; n < 10; n++) await view(hurried)
    const traffic = async (session: string) => (await visits(session))[0]?.traffic
    expect(await Promise.all([program, suspect, active, hurried].map(traffic))).toEqual([
      'bots',
      'bots',
      'people',
      'bots',
    ])
  })
})

describe('where visits come from', () => {
  const from = (name: string, medium = 'social') => ({ name, medium, campaign: '', host: '' })
  const consenting = async () => {
    const id = await users.extra()
    await sql`update public.profiles set analytics_allowed = true where id = ${id}`
    return id
  }

  test('is noted with the first page, also when an item was reported before it', async () => {
    const session = newSession()
    const name = `ig-${randomUUID()}`
    await look('event_view', event, session)
    await view(session, { source: from(name) })
    await view(session, { source: from('later') })
    expect(await visits(session)).toMatchObject([{ own: name, last: name, first: name }])
  })

  test('a direct visit has the last other source of the same person within 7 days, and that of their first visit', async () => {
    const person = await consenting()
    const [one, two] = [`one-${randomUUID()}`, `two-${randomUUID()}`]
    const sessions = [newSession(), newSession(), newSession(), newSession()] as const
    await view(sessions[0], { person, source: from(one) })
    await age(sessions[0], '9 days')
    await view(sessions[1], { person, source: from(two) })
    await age(sessions[1], '6 days 23 hours')
    await view(sessions[2], { person })
    expect(await visits(sessions[2])).toMatchObject([{ own: 'direct', last: two, first: one }])
    await age(sessions[1], '2 hours')
    await view(sessions[3], { person })
    expect(await visits(sessions[3])).toMatchObject([{ own: 'direct', last: 'direct', first: one }])
  })

  test('people who did not allow it are known by the hash of the day alone, objecting ones not at all', async () => {
    const person = await users.extra()
    const visitor = randomUUID()
    const name = `ig-${randomUUID()}`
    await view(newSession(), { person, visitor, source: from(name) })
    const [same, other, objecting] = [newSession(), newSession(), newSession()]
    await view(same, { person, visitor })
    await view(other, { person, visitor: randomUUID() })
    await view(objecting, { person, visitor, identify: false })
    expect(await visits(same)).toMatchObject([{ last: name }])
    expect(await visits(other)).toMatchObject([{ last: 'direct' }])
    expect(await visits(objecting)).toMatchObject([{ last: 'direct' }])
    expect(await sql`select 1 from private.visits where user_id = ${person}`).toHaveLength(0)
    const [stored] = await sql`select visitor from private.visits where session_id = ${objecting}`
    expect(stored).toEqual({ visitor: null })
  })

  test('signing in during a visit finds the source of earlier ones', async () => {
    const person = await consenting()
    const name = `mail-${randomUUID()}`
    await view(newSession(), { person, source: from(name) })
    const session = newSession()
    await view(session)
    expect(await visits(session)).toMatchObject([{ last: 'direct' }])
    await view(session, { person })
    expect(await visits(session)).toMatchObject([{ own: 'direct', last: name, first: name }])
  })

  test('a hold has the source of the visit it was made in, and the visit no trace of its person', async () => {
    const buyer = await users.extra()
    const testEvent = await createEvent(sql)
    const { eventId } = testEvent
    const session = newSession()
    const name = `ig-${randomUUID()}`
    await view(session, { source: from(name), device: 'tablet' })
    const { holdId: held } = await holdTickets(service, buyer, testEvent, { Entry: 1 })
    const click = reportedView({ kind: 'ticket_click', item: eventId, session, person: buyer })
    await record(click)
    await record(reportedView({ session, person: buyer, path: '/checkout' }))
    const [hold] = await sql`
      select s.name, h.device_type from private.hold_sources h join private.sources s on s.id = h.source_id
      where h.hold_id = ${held}`
    expect(hold).toEqual({ name, device_type: 'tablet' })
    const kinds = await sql`
      select i.kind, i.user_id, v.user_id as visitor_id from private.item_views i join private.visits v on v.id = i.visit_id
      where v.session_id = ${session} order by i.kind`
    expect(kinds).toEqual([
      { kind: 'hold', user_id: null, visitor_id: null },
      { kind: 'ticket_click', user_id: null, visitor_id: null },
    ])
  })

  test('an endless number of made-up campaigns is not stored', async () => {
    const undo = new Error('undo')
    await sql
      .begin(async (tx) => {
        await tx`insert into private.sources (name, medium) select 'made-up-' || n, 'x' from generate_series(1, 20000) n`
        await tx`select public.record_views(${tx.json([reportedView({ session: 'made-up-session', source: from('one-too-many') })])})`
        const [row] = await tx`select source_id from private.visits where session_id = 'made-up-session'`
        expect(row).toEqual({ source_id: 2 })
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  })
})

describe('the figures', () => {
  test('leave out sessions of staff, also before and after they were signed in, and say how many they left out', async () => {
    const before = await figures('Ada')
    for (const name of ['Ada', 'Mo', 'Dex'] as const) {
      const session = newSession()
      if (name === 'Dex') await users.grant('Dex', 'scan', event)
      await view(session)
      await view(session, { person: await users.id(name) })
      await view(session)
    }
    await view(newSession(), { automation: 'program' })
    const mias = newSession()
    await view(mias, { person: await users.id('Mia') })
    const after = await figures('Ada')
    // other files report views meanwhile
    expect(after.views - before.views).toBeGreaterThanOrEqual(1)
    expect(after.staffViews - before.staffViews).toBeGreaterThanOrEqual(9)
    expect(after.botViews - before.botViews).toBeGreaterThanOrEqual(1)
    const [mia] = await visits(mias)
    expect(mia).toMatchObject({ traffic: 'people' })
  })

  test('are counted again when staff sign in during a visit of a day that is over', async () => {
    await undone(
      users,
      async (tx) => {
        const session = newSession()
        const day = await beginBeforeToday(tx, session, 1)
        await tx`
          insert into private.page_views (visit_id, at, path)
          select id, started_at, '/' from private.visits where session_id = ${session}`
        const isKept = async () => {
          const [stored] = await tx<{ kept: boolean }[]>`
            select d.staff_views = c.staff_views and d.views = c.views as kept
            from private.view_days d, private.count_views(${day}, ${day}) c where d.day = ${day} and c.part = 'day'`
          return stored?.kept
        }
        for (let times = 0; times < 2; times++)
          await tx`select public.record_views(${tx.json([reportedView({ session, person: await users.id('Ada') })])})`
        expect(await isKept()).toBe(false)
        expect(await tx`select 1 from private.changed_days where day = ${day}`).toHaveLength(1)
        // Readers count it themselves from then on.
        const [next] = await tx<
          { counted: boolean }[]
        >`select private.next_figure_day() <= ${day}::text::date as counted`
        expect(next).toEqual({ counted: true })
        await tx`select private.roll_up_figures()`
        expect(await isKept()).toBe(true)
        expect(await tx`select 1 from private.changed_days where day = ${day}`).toHaveLength(0)
      },
      'read committed',
    )
  })

  test('a view is stored while somebody who reads the figures stores those of its day', async () => {
    const session = newSession()
    await rolledBack(
      users,
      'Ada',
      async (tx) => {
        const day = await beginBeforeToday(tx, session, 0)
        expect(await sql`select 1 from private.view_days where day = ${day}`).toHaveLength(1)
        await rolledBack(users, 'Ada', async (reader) => {
          // As storing it does. Skipped where another reader has it locked.
          await reader`select 1 from private.view_days where day = ${day} for update skip locked`
          await tx`set local lock_timeout = '60s'`
          await tx`select public.record_views(${tx.json([reportedView({ session })])})`
          expect(await tx`select views from private.visits where session_id = ${session}`).toEqual([
            { views: 1 },
          ])
        })
      },
      'read committed',
    )
  })

  test('a visitor in two tabs is one visitor; two people behind one address who allow it are two', async () => {
    const visitor = randomUUID()
    const people = await Promise.all([users.extra(), users.extra()])
    await sql`update public.profiles set analytics_allowed = true where id in ${sql(people)}`
    const sessions = [newSession(), newSession(), newSession(), newSession()] as const
    await view(sessions[0], { visitor })
    await view(sessions[1], { visitor })
    await view(sessions[2], { visitor, person: people[0] })
    await view(sessions[3], { visitor, person: people[1] })
    const [row] = await sql`
      select count(distinct coalesce(user_id::text, visitor, session_id))::int as uniques, count(distinct user_id)::int as people
      from private.visits where session_id in ${sql(sessions)}`
    expect(row).toEqual({ uniques: 3, people: 2 })
  })

  test('raw rows go after 13 months, figures of days stay', async () => {
    const session = newSession()
    await view(session)
    await look('event_view', event, session)
    const undo = new Error('undo')
    await sql
      .begin(async (tx) => {
        await tx`select private.roll_up_figures()`
        const [visit] = await tx<{ id: string; day: string }[]>`
          select id, private.figure_day(started_at)::text as day from private.visits where session_id = ${session}`
        const [id, day] = [visit?.id ?? '', visit?.day ?? '']
        // Counts its own visit on days that are over: other tests add views meanwhile.
        const counts = async () => {
          const [row] = await tx<Record<string, number>[]>`
            select (select count(*) from private.visits where id = ${id})::int as visits,
              (select count(*) from private.page_views where visit_id = ${id})::int as pages,
              (select count(*) from private.item_views where visit_id = ${id})::int as items,
              (select count(*) from private.view_days where day < ${day})::int as days,
              (select count(*) from private.visitor_keys where day = ${day})::int as keys`
          return row
        }
        const before = await counts()
        expect(before).toMatchObject({ visits: 1, pages: 1, items: 1, keys: 1 })
        await tx`select private.drop_old_views(now() + interval '13 months' - interval '1 day')`
        expect(await counts()).toMatchObject({ visits: 1, days: before?.days ?? -1, keys: 0 })
        await tx`select private.drop_old_views(now() + interval '13 months' + interval '1 day')`
        expect(await counts()).toEqual({ visits: 0, pages: 0, items: 0, days: before?.days ?? -1, keys: 0 })
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  })

  test('days that are over are stored once, and equal the raw rows', async () => {
    const { byDay: days, views } = await figures('Ada', 30)
    expect(days).toHaveLength(30)
    expect(days.reduce((sum, day) => sum + day.views, 0)).toBe(views)
    const [testEvent] = await sql<{ day: string; views: number; raw: number }[]>`
      select d.day::text, d.views, (select sum(c.views)::int from private.count_views(d.day, d.day) c where c.part = 'day') as raw
      from private.view_days d where d.views > 0 order by d.day desc limit 1`
    expect(testEvent?.views).toBe(testEvent?.raw)
    await Promise.all([figures('Ada', 60), figures('Mo', 60), figures('Ada', 7)])
    const [again] = await sql<{ n: number }[]>`
      select count(*)::int as n from private.view_days where day = ${testEvent?.day ?? ''}`
    expect(again?.n).toBe(1)
  })

  test('stored days equal their raw rows, also when clocks change', async () => {
    // Both sides of the comparison see one state of the database, whatever other tests buy meanwhile.
    await undone(users, async (tx) => {
      await tx`delete from private.view_days`
      await tx`delete from private.figure_spans`
      const [{ testEvent } = { testEvent: '' }] = await tx<{ testEvent: string }[]>`
        insert into public.events (slug, title, status, city, time_zone, doors_at, starts_at, ends_at)
        values ('rolled-up', 'Rolled up', 'published', 'Miami', 'America/New_York', now(), now(), now() + interval '5 hours')
        returning id as "testEvent"`
      const [{ type } = { type: '' }] = await tx<{ type: string }[]>`
        insert into public.ticket_types (event_id, name) values (${testEvent}, 'Entry') returning id as type`
      const [{ release } = { release: '' }] = await tx<{ release: string }[]>`
        insert into public.price_releases (ticket_type_id, name, face_cents) values (${type}, 'Only', 1000) returning id as release`
      // Every 97 minutes of 370 days, and each second around six in the morning of every night: both changes of the clocks are
      // among them.
      await tx`
        create temporary table moments on commit drop as
        select row_number() over () as n, at from (
          select now() - n * interval '97 minutes' as at from generate_series(1, 370 * 24 * 60 / 97) n
          union all
          select private.day_start(current_date - d) + s * interval '1 second' from generate_series(2, 369) d, generate_series(-1, 1) s
        ) m`
      await tx`
        insert into private.visits (session_id, started_at, last_at, views, events, device_type, browser, last_source_id, is_staff, automation)
        select 'rolled-' || n / 3, min(at), max(at), count(*), n / 3 % 2, (array['mobile', 'desktop'])[1 + n / 3 % 2], 'Safari',
          1 + n / 3 % 2, n / 3 % 30 = 0, case when n / 3 % 50 = 1 then 'program' end
        from moments group by n / 3`
      await tx`
        insert into private.page_views (at, visit_id, path)
        select m.at, v.id, '/p' || n % 40 from moments m join private.visits v on v.session_id = 'rolled-' || m.n / 3`
      await tx`
        insert into private.item_views (at, visit_id, kind, item_id, is_first)
        select m.at, v.id, case when n % 3 = 0 then 'ticket_click' else 'event_view' end, ${testEvent}, n % 3 < 2
        from moments m join private.visits v on v.session_id = 'rolled-' || m.n / 3`
      await tx`
        insert into public.orders (id, code, event_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
          terms_accepted_at, terms_version, created_at, paid_at, is_test)
        select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Z' || translate(lpad(n::text, 7, '0'), '01', 'XY'),
          ${testEvent}, 'paid', 'b@example.com', 'B', 'USD', 1000 * (1 + n % 3), 0, 0, 1000 * (1 + n % 3), at, '2026-11-21', at, at, n % 50 = 0
        from moments`
      await tx`
        insert into public.order_lines (order_id, kind, item_id, release_id, item_name, item_detail, quantity, unit_face_cents,
          fee_cents, tax_cents)
        select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'ticket', ${type}, ${release}, 'Entry', 'Only', 1 + n % 3, 1000, 0, 0
        from moments`
      await tx`
        insert into public.payments (id, order_id, provider, provider_ref, attempt, amount_cents, currency, status, settled_at)
        select id, id, 'test_paper', 'rolled-up-' || id, 1, total_cents, 'USD', 'succeeded', paid_at from public.orders where event_id = ${testEvent}`
      await tx`select private.post_sales(array(select id from public.orders where event_id = ${testEvent}))`
      // Refunds booked when they would have been approved: without rows in public.refunds, which would be booked now.
      await tx`
        insert into public.ledger_entries (order_id, order_line_id, event_id, item_kind, kind, part, cents, currency, payment_id,
          source_id, is_test, occurred_at, booked_at)
        select o.id, l.id, o.event_id, 'ticket', 'refund', 'face', -700, 'USD', o.id, gen_random_uuid(), o.is_test, at, at
        from public.orders o join public.order_lines l on l.order_id = o.id cross join lateral (select o.paid_at + interval '3 hours' as at) r
        where o.event_id = ${testEvent} and o.total_cents > 1000`
      for (const days of [1, 2, 30, 366]) {
        const [row] = await tx<{ figures: Record<string, unknown>; raw: Record<string, unknown> }[]>`
          with span as (select (now() at time zone s.time_zone - interval '6 hours')::date as today from public.settings s),
          views as (
            select v.at, i.traffic from private.page_views v join private.visits i on i.id = v.visit_id, span
            where v.at >= private.day_start(today - ${days - 1}::int) and v.at < private.day_start(today + 1)),
          visits as (
            select v.* from private.visits v, span
            where v.started_at >= private.day_start(today - ${days - 1}::int) and v.started_at < private.day_start(today + 1)
              and v.traffic = 'people' and v.views > 0),
          items as (
            select i.kind, i.item_id from private.item_views i, span
            where i.at >= private.day_start(today - ${days - 1}::int)
              and exists (select 1 from private.visits v where v.id = i.visit_id and v.traffic = 'people')),
          sales as (
            select o.* from public.orders o, span
            where o.paid_at >= private.day_start(today - ${days - 1}::int) and o.paid_at < private.day_start(today + 1)
              and not o.is_test),
          -- Money counts when it was taken: other tests move the time at which an order was paid, for their reminders.
          taken as (
            select o.total_cents from public.orders o, span
            where o.paid_at is not null and not o.is_test and exists (
              select 1 from public.payments p
              where p.order_id = o.id and p.settled_at >= private.day_start(today - ${days - 1}::int) and p.settled_at < private.day_start(today + 1)))
          select public.read_analytics_dashboard(${days}) as figures, jsonb_build_object(
            'views', (select count(*) from views where traffic = 'people'),
            'staffViews', (select count(*) from views where traffic = 'staff'),
            'botViews', (select count(*) from views where traffic = 'bots'),
            'sessions', (select count(*) from visits),
            'bounces', (select count(*) from visits where views = 1 and events = 0),
            'looks', (select count(*) from items where item_id = ${testEvent} and kind = 'event_view'),
            'clicks', (select count(*) from items where item_id = ${testEvent} and kind = 'ticket_click'),
            'orders', (select count(*) from sales), 'grossCents', (select coalesce(sum(total_cents), 0) from taken),
            'tickets', (select sum(l.ticket_count) from public.order_lines l join sales s on s.id = l.order_id),
            'refundedCents', (
              select coalesce(sum(x.cents), 0) from (
                select r.amount_cents as cents, r.decided_at as at from public.refunds r join public.orders o on o.id = r.order_id
                join public.payments p on p.id = r.payment_id and p.settled_at is not null
                where r.status not in ('requested', 'rejected', 'withdrawn') and r.kind <> 'dispute' and o.paid_at is not null and not o.is_test
                union all
                select 700, o.paid_at + interval '3 hours' from public.orders o
                where o.event_id = ${testEvent} and o.total_cents > 1000 and not o.is_test
              ) x, span
              where x.at >= private.day_start(today - ${days - 1}::int) and x.at < private.day_start(today + 1))) as raw
          from span`
        const figured = dashboardSchema.parse(row?.figures)
        const { views, staffViews, botViews, sessions, bounces, looks, clicks, ...sales } = row?.raw ?? {}
        expect(figured).toMatchObject({ views, staffViews, botViews, sessions, bounces })
        // A day or two hold few looks, at some hours none: then events of other tests may push it out of the list.
        if (days >= 30)
          expect(figured.topEvents.find(({ id }) => id === testEvent)).toMatchObject({ views: looks, clicks })
        expect(figured.sales).toMatchObject(sales)
      }
      const [pages] = await tx<{ rolled: number; raw: number }[]>`
        select (select sum(views)::int from private.view_day_parts where part = 'path' and name = '/p7') as rolled,
          (select count(*)::int from private.page_views v
            where v.path = '/p7' and v.at < private.day_start(private.first_open_day())
              and exists (select 1 from private.visits i where i.id = v.visit_id and i.traffic = 'people')) as raw`
      expect(pages?.rolled).toBe(pages?.raw)
      // Sources and devices of a day add up to the day, and so do the visits of the event.
      const splits = await tx<{ wrong: number; days: number }[]>`
        select count(*)::int as days,
          count(*) filter (where (d.views, d.sessions, d.bounces) is distinct from (s.views, s.visits, s.bounces))::int as wrong
        from private.view_days d
        left join (
          select day, attribution, sum(views) as views, sum(visits) as visits, sum(bounces) as bounces
          from private.visit_days group by 1, 2) s using (day)
        where d.sessions > 0`
      expect(splits[0]).toMatchObject({ wrong: 0 })
      expect(splits[0]?.days).toBeGreaterThan(700)
      const [funnel] = await tx<{ rolled: number[]; raw: number[] }[]>`
        select (select array[sum(viewed), sum(clicked)]::int[] from private.event_visit_days where event_id = ${testEvent} and attribution = 'first') as rolled,
          (select array[count(*), count(*) filter (where exists (
             select 1 from private.item_views x where x.visit_id = i.visit_id and x.item_id = i.item_id and x.kind = 'ticket_click'))]::int[]
           from private.item_views i join private.visits v on v.id = i.visit_id
           where i.item_id = ${testEvent} and i.kind = 'event_view' and i.is_first and v.traffic = 'people' and i.at < private.day_start(private.first_open_day())
             and i.at >= private.day_start((select min(day) from private.view_days))) as raw`
      expect(funnel?.rolled).toEqual(funnel?.raw)
    })
  })

  test('money comes from the ledger, and only admins see it', async () => {
    // Read first: other tests buy meanwhile, which only adds to the ledger.
    const { sales } = await figures('Ada', 366)
    const [ledger] = await sql<{ gross: number; tickets: number }[]>`
      select coalesce(sum(o.total_cents), 0)::int as gross,
        (select coalesce(sum(l.quantity), 0)::int from public.order_lines l join public.orders p on p.id = l.order_id
         where p.paid_at >= now() - interval '400 days' and not p.is_test) as tickets
      from public.orders o where o.paid_at >= now() - interval '400 days' and not o.is_test`
    expect(sales).not.toBeNull()
    expect(sales?.grossCents).toBeLessThanOrEqual(ledger?.gross ?? 0)
    expect((await figures('Mo', 366)).sales).toBeNull()
  })

  test.each(['Mia', 'Gus', 'Dex'] as const)('%s does not see them', async (name) => {
    const { error } = await (await users.actingAs(name)).rpc('read_analytics_dashboard', { p_days: 1 })
    expect(error).toMatchObject({ code: 'refused', message: 'not_allowed' })
  })

  test('record_views is for the server alone', async () => {
    for (const who of ['Ada', 'Mia', 'visitor'] as const) {
      const { error } = await (await users.actingAs(who)).rpc('record_views', { p_views: [] })
      expect(error?.code).toMatch(/^(42501|PGRST202)$/)
    }
  })
})
