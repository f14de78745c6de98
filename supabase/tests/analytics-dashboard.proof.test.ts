import type { TransactionSql } from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import {
  doorDataSchema,
  eventsDataSchema,
  overviewDataSchema,
  paceDataSchema,
  retentionDataSchema,
  shopDataSchema,
} from '#features/analytics/dashboard/report.types.ts'
import { addDays } from '#features/analytics/dashboard/report-days.rules.ts'
import { addPastEvents, dayOf, rowsOf, seeded, undone } from './figures.ts'
import { openTestUsers } from './test-users.ts'

/** The figures of the dashboard: what each is made of, and that every way to a number gives the same one. */

const users = openTestUsers(inject('stack'))
afterAll(() => users.close())

/** Adds three events and goods, their orders over the last 130 days with refunds, corrections and arrivals, and people who looked. */
async function addPast(tx: TransactionSql): Promise<{ events: string[]; product: string; variant: string }> {
  const made = await addPastEvents(tx, { name: 'Figures', count: 3, everyDays: 30 })
  const [goods = { product: '', variant: '' }] = await tx<{ product: string; variant: string }[]>`
    with product as (
      insert into public.products (slug, name, price_cents, status) values ('figures-tee', 'Figures tee', 2500, 'active') returning id
    )
    insert into public.product_variants (product_id, sku, price_cents, stock, sold)
    select id, 'FIGURES-TEE', 2500, 5000, 700 from product returning product_id as product, id as variant`
  const events = made.map(({ id }) => id)
  // Every two hours and at six in the morning of each day, a second before and after: both changes of the clocks may be among them.
  await tx`
    create temporary table figure_orders on commit drop as
    select gen_random_uuid() as id, gen_random_uuid() as line, gen_random_uuid() as goods_line, n, at,
      case when n % 5 < 3 then (${events}::uuid[])[1 + n % 3] end as event_id, n % 40 = 0 as is_test, n % 7 = 0 as is_free
    from (
      select row_number() over (order by at)::int as n, at from (
        select now() - n * interval '127 minutes' as at from generate_series(1, 1400) n
        union all
        select private.day_start(current_date - d) + s * interval '1 second' from generate_series(1, 120, 7) d, generate_series(-1, 1) s
      ) m
    ) n`
  await tx`
    insert into public.orders (id, code, event_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
      terms_accepted_at, terms_version, created_at, paid_at, is_test)
    select o.id, 'Y' || translate(lpad(o.n::text, 7, '0'), '01', 'XY'), o.event_id, 'paid', 'figures' || o.n % 90 || '@example.com', 'Figures', 'USD',
      f.face, f.fee, f.tax, f.face + f.fee + f.tax, o.at, '2026-11-21', o.at, o.at, o.is_test
    from figure_orders o cross join lateral (
      select case when is_free then 0 when event_id is null then 2500 else 1000 * (1 + n % 3) end
          + case when event_id is not null and n % 11 = 0 and not is_free then 2500 else 0 end as face,
        case when is_free or event_id is null then 0 else 90 * (1 + n % 3) end as fee, case when is_free then 0 else 77 end as tax
    ) f`
  await tx`
    insert into public.order_lines (id, order_id, kind, item_id, release_id, item_name, quantity, ticket_count, unit_face_cents, fee_cents, tax_cents)
    select o.line, o.id, 'ticket', t.type, t.release, 'Entry', 1 + o.n % 3, 1 + o.n % 3, case when o.is_free then 0 else 1000 end,
      case when o.is_free then 0 else 90 * (1 + o.n % 3) end, case when o.is_free then 0 else 77 end
    from figure_orders o
    join (select * from unnest(${events}::uuid[], ${made.map(({ type }) => type)}::uuid[], ${made.map(({ release }) => release)}::uuid[])) t (event, type, release)
      on t.event = o.event_id
    union all
    select o.goods_line, o.id, 'product', ${goods.variant}, null, 'Figures tee', 1, 0, case when o.is_free then 0 else 2500 end, 0,
      case when o.is_free or o.event_id is not null then 0 else 77 end
    from figure_orders o where o.event_id is null or o.n % 11 = 0 and not o.is_free`
  await tx`select private.post_sales(array(select id from figure_orders))`
  // Booked when they would have been approved, won or found, because those functions book now.
  await tx`
    insert into public.ledger_entries (order_id, order_line_id, event_id, item_kind, kind, part, cents, currency, source_id, is_test, reason,
      actor_id, occurred_at, booked_at)
    select o.id, l.id, case when l.kind = 'ticket' then o.event_id end, l.kind, k.kind, 'face', k.cents, 'USD', gen_random_uuid(), o.is_test,
      case when k.kind = 'correction' then 'checked' end, case when k.kind = 'correction' then ${await users.id('Ada')}::uuid end, b.at, b.at
    from figure_orders o join public.order_lines l on l.order_id = o.id
    join (values ('refund', -300, 4), ('refund_reversed', 120, 12), ('dispute', -450, 9), ('dispute_reversed', 450, 27), ('correction', 65, 13)) k (kind, cents, every)
      on o.n % k.every = 0
    cross join lateral (select least(o.at + k.every * interval '5 hours', now()) as at) b
    where not o.is_free`
  await tx`
    insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, holder_name, code, issued_at, status, void_reason, voided_at)
    select o.id, o.line, o.event_id, l.item_id, 'Figures', translate(lpad((o.n * 4 + u)::text, 8, '0'), '01', 'XY') || 'W', o.at,
      case when o.n % 17 = 0 then 'void' else 'valid' end, case when o.n % 17 = 0 then 'refunded' end, case when o.n % 17 = 0 then now() end
    from figure_orders o join public.order_lines l on l.id = o.line cross join lateral generate_series(1, l.quantity) u where not o.is_test`
  await tx`
    insert into public.scans (id, scan_uid, event_id, ticket_id, gate, result, scanned_at)
    select t.id, t.id, t.event_id, t.id, case when random() < 0.6 then 'Main' else 'Side' end, 'ok', e.doors_at + random() * interval '4 hours'
    from public.tickets t join public.events e on e.id = t.event_id where t.event_id = any (${events}) and t.status = 'valid' and hashtext(t.code) % 4 <> 0`
  await tx`
    insert into public.entries (event_id, ticket_id, order_id, scan_id, gate, entered_at)
    select s.event_id, t.id, t.order_id, s.id, s.gate, s.scanned_at
    from public.scans s join public.tickets t on t.id = s.ticket_id where s.event_id = any (${events})`
  // Every 53 minutes of the last 130 days a visit of up to three pages; of staff, of programs, and over the end of a day too.
  await tx`
    create temporary table figure_visits on commit drop as
    select 'figures-' || n as session, n, now() - n * interval '53 minutes' as at, 1 + n % 3 as views from generate_series(1, 3500) n`
  await tx`
    insert into private.sources (id, name, medium) values (900001, 'figures-source', 'social')`
  await tx`
    insert into private.visits (session_id, started_at, last_at, views, events, device_type, browser, last_source_id, is_staff, automation, visitor, user_id)
    select session, at, at + (views - 1) * interval '9 minutes', views, n % 2, (array['mobile', 'desktop', 'tablet'])[1 + n % 3], 'Safari',
      case when n % 4 = 0 then 900001 else 1 end, n % 25 = 0, case when n % 31 = 0 then 'program' end, 'figures-' || n / 2,
      case when n % 9 < 3 then (array[${await users.id('Mia')}, ${await users.id('Sid')}])[1 + n % 2]::uuid end
    from figure_visits`
  await tx`
    insert into private.page_views (at, visit_id, path)
    select f.at + k * interval '9 minutes', v.id, '/figures/' || k
    from figure_visits f join private.visits v on v.session_id = f.session cross join lateral generate_series(0, f.views - 1) k`
  await tx`
    insert into private.item_views (at, visit_id, kind, item_id, is_first)
    select f.at + interval '1 minute', v.id, (array['event_view', 'ticket_click', 'product_view', 'product_click'])[1 + f.n % 4],
      case when f.n % 4 < 2 then (${events}::uuid[])[1 + f.n % 3] else ${goods.product}::uuid end, true
    from figure_visits f join private.visits v on v.session_id = f.session`
  return { events, ...goods }
}

const overview = async (
  tx: TransactionSql,
  from: string,
  to: string,
  { event = null, basis = 'cash', source = null, device = null }: Record<string, string | null>,
) => {
  const [row] = await tx<{ report: unknown }[]>`
    select public.read_overview_report(p_from => ${from}::text::date, p_to => ${to}::text::date, p_event => ${event}::text::uuid, p_basis => ${basis},
      p_source => ${source}::text::int, p_device => ${device}) as report`
  return overviewDataSchema.parse(row?.report)
}

const kindsOf: Record<string, readonly string[]> = {
  gross: ['sale', 'discount', 'fee', 'tax'],
  fee: ['fee'],
  tax: ['tax'],
  refunded: ['refund', 'refund_reversed'],
  disputed: ['dispute', 'dispute_reversed'],
  corrected: ['correction'],
}

test('for 50 random filters a figure is the sum of the rows it lists, and of what is computed here from the raw rows', async () => {
  // There before the state that the work sees.
  await Promise.all([users.id('Mia'), users.id('Sid')])
  await undone(users, async (tx) => {
    const { events, product } = await addPast(tx)
    // Everything there is, read once, and added up without the database below.
    const ledger = await tx<{ event_id: string | null; kind: string; cents: string; booked_at: Date }[]>`
      select event_id, kind, cents, booked_at from public.ledger_entries where not is_test`
    const orders = await tx<{ event_id: string | null; paid_at: Date; tickets: number }[]>`
      select o.event_id, o.paid_at, (select coalesce(sum(l.ticket_count), 0)::int from public.order_lines l where l.order_id = o.id) as tickets
      from public.orders o where o.paid_at is not null and not o.is_test`
    const nights = new Map(
      (await tx<{ id: string; doors_at: Date }[]>`select id, doors_at from public.events`).map((event) => [
        event.id,
        dayOf(event.doors_at),
      ]),
    )
    const random = seeded(7)
    const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value
    const today = dayOf(new Date())
    for (let round = 0; round < 50; round++) {
      const from = addDays(today, -Math.floor(random() * 130))
      const to = addDays(from, Math.floor(random() * 60))
      const event = random() < 0.5 ? pick(events) : null
      const basis = random() < 0.5 ? 'event' : 'cash'
      const figure = pick([
        'gross',
        'net',
        'fee',
        'tax',
        'refunded',
        'disputed',
        'corrected',
        'orders',
        'tickets',
      ] as const)
      const name = `${figure} ${from} ${to} ${event} ${basis}`
      const isIn = (row: { event_id: string | null }, at: Date) => {
        const night = row.event_id === null ? undefined : nights.get(row.event_id)
        const day = basis === 'event' && night ? night : dayOf(at)
        return day >= from && day <= to && (event === null || row.event_id === event)
      }
      const money = (kinds?: readonly string[]) =>
        ledger.reduce(
          (sum, row) =>
            isIn(row, row.booked_at) && (!kinds || kinds.includes(row.kind)) ? sum + Number(row.cents) : sum,
          0,
        )
      const ordered = orders.filter((row) => isIn(row, row.paid_at))
      const computed =
        figure === 'orders'
          ? ordered.length
          : figure === 'tickets'
            ? ordered.reduce((sum, { tickets }) => sum + tickets, 0)
            : figure === 'net'
              ? money()
              : money(kindsOf[figure]) * (figure === 'refunded' || figure === 'disputed' ? -1 : 1) || 0
      const report = await overview(tx, from, to, { event, basis })
      expect([name, report.sales?.figures[figure]]).toEqual([name, computed])
      expect([name, await rowsOf(tx, figure, { from, to, item: event, basis })]).toEqual([name, computed])
      if (round % 10 === 0) {
        // The days of the chart, and the rows of the events, add up to the same.
        const net = report.sales?.days.reduce((sum, day) => sum + (day.net ?? 0), 0)
        const [row] = await tx<{ report: unknown }[]>`
          select public.read_events_report(p_from => ${from}::text::date, p_to => ${to}::text::date, p_event => ${event}::text::uuid, p_basis => ${basis}) as report`
        const { events: listed, others, goods, figures } = eventsDataSchema.parse(row?.report)
        const byEvent = [...listed, others, ...(goods ? [goods] : [])]
        expect(byEvent.reduce((sum, one) => sum + (one.net ?? 0), 0)).toBe(net)
        expect(byEvent.reduce((sum, one) => sum + one.tickets, 0)).toBe(report.sales?.figures.tickets)
        expect(await rowsOf(tx, 'eventViews', { from, to, item: event })).toBe(figures.views)
        expect(await rowsOf(tx, 'ticketClicks', { from, to, item: event })).toBe(figures.clicks)
      }
    }
    // Traffic: by its own moment, or by when its visit began; staff and programs left out.
    const visits = await tx<
      {
        id: string
        started_at: Date
        device_type: string
        last_source_id: number
        visitor: string
        user_id: string | null
        traffic: string
        is_bounce: boolean
      }[]
    >`
      select id, started_at, device_type, last_source_id, coalesce(user_id::text, visitor, session_id) as visitor, user_id, traffic,
        views = 1 and events = 0 as is_bounce
      from private.visits where views > 0`
    const kinds = new Map(visits.map((visit) => [visit.id, visit]))
    const pages = await tx<{ at: Date; visit_id: string }[]>`select at, visit_id from private.page_views`
    for (let round = 0; round < 20; round++) {
      const from = addDays(today, -Math.floor(random() * 120))
      const to = addDays(from, Math.floor(random() * 40))
      const source = random() < 0.4 ? pick(['1', '900001']) : null
      const device = random() < 0.4 ? pick(['mobile', 'desktop']) : null
      const isIn = (at: Date) => dayOf(at) >= from && dayOf(at) <= to
      const isMeant = (visit: (typeof visits)[number] | undefined, traffic = 'people') =>
        visit !== undefined &&
        visit.traffic === traffic &&
        (source === null || visit.last_source_id === Number(source)) &&
        (device === null || visit.device_type === device)
      const begun = visits.filter((visit) => isIn(visit.started_at) && isMeant(visit))
      const viewsOf = (traffic: string) =>
        pages.filter(({ at, visit_id }) => isIn(at) && isMeant(kinds.get(visit_id), traffic)).length
      const computed = {
        views: viewsOf('people'),
        visits: begun.length,
        bounces: begun.filter((visit) => visit.is_bounce).length,
      }
      const known = begun.filter(({ user_id }) => user_id !== null)
      const unsplit = {
        visitors: new Set(begun.map((visit) => `${visit.visitor} ${dayOf(visit.started_at)}`)).size,
        knownPeople: new Set(known.map((visit) => `${visit.user_id} ${dayOf(visit.started_at)}`)).size,
        staffViews: viewsOf('staff'),
        botViews: viewsOf('bots'),
      }
      const isSplit = source !== null || device !== null
      const report = await overview(tx, from, to, { source, device })
      expect(report.views.figures).toEqual({ ...computed, ...(!isSplit && unsplit) })
      expect(report.sales === null).toBe(isSplit)
      for (const figure of ['views', 'visits', 'bounces'] as const)
        expect([figure, await rowsOf(tx, figure, { from, to, source, device })]).toEqual([
          figure,
          computed[figure],
        ])
      if (!isSplit)
        for (const figure of ['visitors', 'knownPeople', 'staffViews', 'botViews'] as const)
          expect([figure, await rowsOf(tx, figure, { from, to })]).toEqual([figure, unsplit[figure]])
      const event = pick(events)
      const looked = await overview(tx, from, to, { event })
      for (const figure of ['eventViews', 'ticketClicks'] as const)
        expect(await rowsOf(tx, figure, { from, to, item: event })).toBe(looked.views.figures[figure])
    }
    // Goods: rows of the ledger and of order lines against the report.
    const from = addDays(today, -100)
    const [shop] = await tx<{ report: unknown }[]>`
      select public.read_shop_report(p_from => ${from}::text::date, p_to => ${today}::text::date, p_product => ${product}::text::uuid) as report`
    const { figures, products } = shopDataSchema.parse(shop?.report)
    const [raw] = await tx<{ units: number; orders: number; gross: number }[]>`
      select sum(l.quantity)::int as units, count(distinct o.id)::int as orders,
        (select sum(e.cents)::int from public.ledger_entries e join public.order_lines x on x.id = e.order_line_id
         where x.item_id = (select id from public.product_variants where product_id = ${product}) and not e.is_test
           and e.kind in ('sale', 'discount', 'fee', 'tax') and e.booked_at >= private.day_start(${from}::text::date)) as gross
      from public.order_lines l join public.orders o on o.id = l.order_id
      where l.variant_id = (select id from public.product_variants where product_id = ${product}) and not o.is_test
        and o.paid_at >= private.day_start(${from}::text::date)`
    expect({ units: figures.units, orders: figures.orders, gross: figures.gross }).toEqual({ ...raw })
    expect(products).toMatchObject([{ units: raw?.units, gross: raw?.gross, stock: 5000, available: 4300 }])
    for (const [figure, value] of [
      ['units', figures.units],
      ['goodsOrders', figures.orders],
      ['goodsGross', figures.gross],
      ['goodsRefunded', figures.refunded],
      ['productViews', figures.productViews],
      ['productClicks', figures.productClicks],
      ['carts', figures.carts],
    ] as const)
      expect([figure, await rowsOf(tx, figure, { from, to: today, item: product })]).toEqual([figure, value])
    // The door: arrivals and those who stayed away.
    for (const event of [null, ...events]) {
      const [door] = await tx<{ report: unknown }[]>`
        select public.read_door_report(p_from => ${from}::text::date, p_to => ${today}::text::date, p_event => ${event}::text::uuid) as report`
      const read = doorDataSchema.parse(door?.report)
      const { expected, arrived, freeExpected, freeArrived } = read.figures
      for (const [figure, value] of [
        ['expected', expected],
        ['arrived', arrived],
        ['noShows', expected - arrived],
        ['freeExpected', freeExpected],
        ['freeArrived', freeArrived],
      ] as const)
        expect([figure, await rowsOf(tx, figure, { from, to: today, item: event })]).toEqual([figure, value])
      expect(read.arrivals.reduce((sum, step) => sum + step.arrivals, 0)).toBe(arrived)
      expect(read.gates.reduce((sum, gate) => sum + gate.arrivals, 0)).toBe(arrived)
      if (event) {
        const [counted] = await tx<{ expected: number; arrived: number }[]>`
          select count(*)::int as expected, count(*) filter (where exists (select 1 from public.entries n where n.ticket_id = t.id))::int as arrived
          from public.tickets t where t.event_id = ${event} and t.status = 'valid'`
        expect({ expected, arrived }).toEqual({ ...counted })
      }
    }
    // People by months.
    const [retention] = await tx<{ report: unknown }[]>`
      select public.read_retention_report(p_from => ${from}::text::date, p_to => ${today}::text::date) as report`
    const people = retentionDataSchema.parse(retention?.report)
    expect(people.figures.people).toBe(people.figures.newPeople + people.figures.returned)
    for (const figure of ['people', 'newPeople', 'returned'] as const)
      expect([figure, await rowsOf(tx, figure, { from, to: today })]).toEqual([
        figure,
        people.figures[figure],
      ])
    // Nobody finds a person among the rows by a hash of their account or address.
    for (const figure of ['people', 'visitors', 'knownPeople']) {
      const [found] = await tx<{ rows: number; found: number }[]>`
        select jsonb_array_length(l.page -> 'list') as rows, (
          select count(*)::int from jsonb_array_elements(l.page -> 'list') r
          where r ->> 'id' in (
            select md5(a.person) from private.attendances a
            union all
            select md5(coalesce(v.user_id::text, v.visitor, v.session_id) || private.figure_day(v.started_at)) from private.visits v)) as found
        from (select public.list_figure_rows(p_figure => ${figure}, p_from => ${from}::text::date, p_to => ${today}::text::date, p_limit => 500) as page) l`
      expect([figure, found?.found]).toEqual([figure, 0])
      expect(found?.rows).toBeGreaterThan(0)
    }
    const came = await tx<{ person: string; doors_at: Date }[]>`
      select coalesce(t.owner_id::text, o.email_key) as person, e.doors_at
      from public.entries n join public.tickets t on t.id = n.ticket_id join public.orders o on o.id = t.order_id join public.events e on e.id = n.event_id
      where not e.is_test and not o.is_test and n.entered_at < private.day_start(private.reports_open_day())`
    const firsts = new Map<string, string>()
    for (const { person, doors_at } of came) {
      const month = `${dayOf(doors_at).slice(0, 7)}-01`
      const first = firsts.get(person)
      if (!first || month < first) firsts.set(person, month)
    }
    for (const { first, month, people: counted } of people.cohorts) {
      const inMonth = new Set(
        came
          .filter(
            (row) => firsts.get(row.person) === first && `${dayOf(row.doors_at).slice(0, 7)}-01` === month,
          )
          .map((row) => row.person),
      )
      expect([first, month, counted]).toEqual([first, month, inMonth.size])
    }
    // Sales of an event by the day they were made.
    const [pace] = await tx<
      { report: unknown }[]
    >`select public.read_pace_report(${events[0] ?? null}::text::uuid) as report`
    const { event: paced } = paceDataSchema.parse(pace?.report)
    const sold = paced?.sold.reduce((sum, { units }) => sum + units, 0)
    expect(await rowsOf(tx, 'sold', { item: events[0] ?? null })).toBe(sold)
    expect(sold).toBeGreaterThan(100)
  })
})
