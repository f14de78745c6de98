import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { dashboardSchema } from '#features/analytics/analytics.types.ts'
import { createEvent } from './event-fixture.ts'
import { type Name, openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/** Counting views: what counts, what does not, and who sees the figures. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let event: string
let draft: string
let product: string

beforeAll(async () => {
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

async function view(session: string, more: { user?: string | null; path?: string; visitor?: string } = {}) {
  const { error } = await service.rpc('record_page_view', {
    p_user: more.user ?? null,
    p_session: session,
    p_path: more.path ?? '/events',
    p_device: 'mobile',
    p_browser: 'Safari',
    p_referrer: 'instagram.com',
    p_visitor: more.visitor ?? null,
  })
  expect(error).toBeNull()
}

async function look(kind: string, item: string, session: string) {
  return await service.rpc('record_item_view', {
    p_kind: kind,
    p_item: item,
    p_session: session,
    p_user: null,
  })
}

async function count(table: 'page_views' | 'item_views', session: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from ${sql(`private.${table}`)} where session_id = ${session}`
  return row?.n ?? 0
}

async function figures(name: Name, days = 1) {
  const { data, error } = await (await users.actingAs(name)).rpc('read_analytics_dashboard', { p_days: days })
  if (error) throw error
  return dashboardSchema.parse(data)
}

describe('page views', () => {
  test("a session's 61st view within a minute is dropped without an error", async () => {
    const session = newSession()
    for (let n = 0; n < 63; n++) await view(session)
    expect(await count('page_views', session)).toBe(60)
  })

  test('a view of a deleted person is still counted', async () => {
    const session = newSession()
    await view(session, { user: randomUUID() })
    expect(await count('page_views', session)).toBe(1)
  })

  test.each([
    ['a path that is none', { p_path: 'events' }],
    ['a path too long', { p_path: `/${'x'.repeat(512)}` }],
    ['a browser nobody knows', { p_browser: 'Netscape' }],
    ['a device nobody knows', { p_device: 'fridge' }],
    ['a session that is none', { p_session: 'x y' }],
  ])('%s never reaches the table', async (_, wrong) => {
    const args = {
      p_user: null,
      p_session: newSession(),
      p_path: '/',
      p_device: 'desktop',
      p_browser: 'Chrome',
      p_referrer: null,
      p_visitor: null,
    }
    const { error } = await service.rpc('record_page_view', { ...args, ...wrong })
    expect(error?.code).toBe('23514')
  })
})

describe('item views and clicks', () => {
  test('forty at once from one session count once; another session and another kind count again', async () => {
    const session = newSession()
    await Promise.all(Array.from({ length: 40 }, () => look('event_view', event, session)))
    expect(await count('item_views', session)).toBe(1)
    await look('ticket_click', event, session)
    expect(await count('item_views', session)).toBe(2)
    const other = newSession()
    await look('event_view', event, other)
    expect(await count('item_views', other)).toBe(1)
  })

  test('after 30 minutes the same session counts again', async () => {
    const session = newSession()
    await look('product_view', product, session)
    await sql`update private.item_views_seen set at = now() - interval '29 minutes' where session_id = ${session}`
    await look('product_view', product, session)
    expect(await count('item_views', session)).toBe(1)
    await sql`update private.item_views_seen set at = now() - interval '30 minutes' where session_id = ${session}`
    await look('product_view', product, session)
    expect(await count('item_views', session)).toBe(2)
  })

  test.each([
    ['nothing', () => look('event_view', randomUUID(), newSession())],
    ['a draft', () => look('event_view', draft, newSession())],
    ['an event as a product', () => look('product_view', event, newSession())],
    ['a product as an event', () => look('ticket_click', product, newSession())],
  ])('%s cannot be counted', async (_, attempt) => {
    const { error } = await attempt()
    expect(error).toMatchObject({ code: 'refused', message: 'not_found' })
  })
})

describe('the figures', () => {
  test('leave out sessions of staff, also before and after they were signed in', async () => {
    const before = await figures('Ada')
    for (const name of ['Ada', 'Mo', 'Dex'] as const) {
      const session = newSession()
      if (name === 'Dex') await users.grant('Dex', 'scan', event)
      await view(session)
      await view(session, { user: await users.id(name) })
      await view(session)
    }
    const mias = newSession()
    await view(mias, { user: await users.id('Mia') })
    const after = await figures('Ada')
    expect(after.views - before.views).toBe(1)
    expect(after.dailyUniques - before.dailyUniques).toBe(1)
  })

  test('a visitor in two tabs is one visitor; two people behind one address are two', async () => {
    const before = await figures('Ada')
    const visitor = `v-${randomUUID().slice(0, 8)}`
    await view(newSession(), { visitor })
    await view(newSession(), { visitor })
    await view(newSession(), { visitor, user: await users.extra() })
    await view(newSession(), { visitor, user: await users.extra() })
    const after = await figures('Ada')
    expect([after.views - before.views, after.dailyUniques - before.dailyUniques]).toEqual([4, 3])
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
    const undo = new Error('undo')
    // Both sides of the comparison see one state of the database, whatever other tests buy meanwhile.
    const work = sql.begin('isolation level repeatable read', async (tx) => {
      await tx`truncate private.view_days, private.figure_spans cascade`
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
        insert into private.page_views (at, path, session_id, device_type, browser)
        select at, '/p' || n % 40, md5((n / 3)::text), 'mobile', 'Safari' from moments`
      await tx`
        insert into private.item_views (at, kind, item_id, session_id)
        select at, case when n % 3 = 0 then 'ticket_click' else 'event_view' end, ${testEvent}, md5((n / 5)::text) from moments`
      await tx`insert into private.staff_sessions (session_id) select md5((n * 7)::text) from generate_series(1, 60) n`
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
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: await users.id('Ada') })}, true)`
      for (const days of [1, 2, 30, 366]) {
        const [row] = await tx<{ figures: Record<string, unknown>; raw: Record<string, unknown> }[]>`
          with span as (select (now() at time zone s.time_zone - interval '6 hours')::date as today from public.settings s),
          views as (
            select v.at, v.session_id, v.path from private.page_views v, span
            where v.at >= private.day_start(today - ${days - 1}::int) and v.at < private.day_start(today + 1)
              and not exists (select 1 from private.staff_sessions f where f.session_id = v.session_id)),
          items as (
            select i.kind, i.item_id from private.item_views i, span
            where i.at >= private.day_start(today - ${days - 1}::int)
              and not exists (select 1 from private.staff_sessions f where f.session_id = i.session_id)),
          sales as (
            select o.* from public.orders o, span
            where o.paid_at >= private.day_start(today - ${days - 1}::int) and o.paid_at < private.day_start(today + 1)
              and not o.is_test)
          select public.read_analytics_dashboard(${days}) as figures, jsonb_build_object(
            'views', (select count(*) from views),
            'looks', (select count(*) from items where item_id = ${testEvent} and kind = 'event_view'),
            'clicks', (select count(*) from items where item_id = ${testEvent} and kind = 'ticket_click'),
            'orders', (select count(*) from sales), 'grossCents', (select sum(total_cents) from sales),
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
        const { views, looks, clicks, ...sales } = row?.raw ?? {}
        expect(figured.views).toBe(views)
        // Events that nobody looked at may be pushed out of the list by those of other tests.
        if (looks !== 0 || clicks !== 0)
          expect(figured.topEvents.find(({ id }) => id === testEvent)).toMatchObject({ views: looks, clicks })
        expect(figured.sales).toMatchObject(sales)
      }
      const [pages] = await tx<{ rolled: number; raw: number }[]>`
        select (select sum(views)::int from private.view_day_parts where part = 'path' and name = '/p7') as rolled,
          (select count(*)::int from private.page_views v
            where v.path = '/p7' and v.at < private.day_start(private.first_open_day())
              and not exists (select 1 from private.staff_sessions f where f.session_id = v.session_id)) as raw`
      expect(pages?.rolled).toBe(pages?.raw)
      throw undo
    })
    await work.catch((error: unknown) => {
      if (error !== undo) throw error
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

  test.each(['record_page_view', 'record_item_view'])('%s is for the server alone', async (name) => {
    for (const who of ['Ada', 'Mia', 'visitor'] as const) {
      const { error } = await (await users.actingAs(who)).rpc(name, {})
      expect(error?.code).toMatch(/^(42501|PGRST202)$/)
    }
  })
})
