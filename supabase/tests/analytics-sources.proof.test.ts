import type { TransactionSql } from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { funnelDataSchema, sourcesDataSchema } from '#features/analytics/dashboard/report.types.ts'
import { addDays } from '#features/analytics/dashboard/report-days.rules.ts'
import { addPastEvents, dayOf, rowsOf, seeded, storeEvents, undone } from './figures.ts'
import { openTestUsers } from './test-users.ts'

/** Where visits and orders come from, and the steps from an event's page to its door: figures, their rows, and the raw rows agree. */

const users = openTestUsers(inject('stack'))
afterAll(() => users.close())

/** Adds two events, visits that looked at them, and orders in every state, over 70 days. @returns the events */
async function addPast(tx: TransactionSql): Promise<string[]> {
  const made = await addPastEvents(tx, { name: 'Sources', count: 2, everyDays: 20 })
  const events = made.map(({ id }) => id)
  await tx`insert into private.sources (id, name, medium) select 800000 + n, 'source-' || n, 'social' from generate_series(1, 3) n`
  await tx`
    create temporary table source_visits on commit drop as
    select n, now() - n * interval '67 minutes' as at, abs(hashtext('s' || n)) as h from generate_series(1, 1500) n`
  await tx`
    insert into private.visits (session_id, started_at, last_at, views, events, device_type, browser, last_source_id, first_source_id,
      is_staff, automation)
    select 'sources-' || n, at, at + interval '20 minutes', 1 + h % 2, 0, (array['mobile', 'desktop', 'tablet'])[1 + h % 3], 'Safari',
      (array[1, 800001, 800002, 800003])[1 + h % 4], (array[1, 800001, 800002])[1 + h % 3], h % 23 = 0, case when h % 29 = 0 then 'program' end
    from source_visits`
  await tx`
    insert into private.page_views (at, visit_id, path)
    select s.at + k * interval '20 minutes', v.id, '/' from source_visits s join private.visits v on v.session_id = 'sources-' || s.n
    cross join lateral generate_series(0, s.h % 2) k`
  // A third of the clicks and holds come in the last minutes of the visit, so that some are in the next day.
  await tx`
    insert into private.item_views (at, visit_id, kind, item_id, is_first)
    select s.at + k.minutes * interval '1 minute', v.id, k.kind, (${events}::uuid[])[1 + s.n % 2], k.first
    from source_visits s join private.visits v on v.session_id = 'sources-' || s.n
    join (values ('event_view', true, 1, 2), ('event_view', false, 3, 19), ('ticket_click', true, 4, 18), ('hold', true, 9, 19)) k (kind, first, every, minutes)
      on s.h % k.every = 0`
  await tx`
    create temporary table source_orders on commit drop as
    select gen_random_uuid() as id, gen_random_uuid() as hold, gen_random_uuid() as line, n, h, at,
      case when h % 9 < 7 then (${events}::uuid[])[1 + h % 2] end as event_id, h % 41 = 0 as is_test, h % 13 = 0 as is_free,
      (array['paid', 'paid', 'paid', 'payment_failed', 'awaiting_payment', 'expired'])[1 + h % 6] as status
    from (select n, now() - n * interval '131 minutes' as at, abs(hashtext('o' || n)) as h from generate_series(1, 760) n) n`
  await tx`
    insert into public.holds (id, event_id, status, expires_at, created_at)
    select hold, event_id, 'converted', at, at from source_orders`
  await tx`
    insert into private.hold_sources (hold_id, source_id, first_source_id, device_type)
    select hold, (array[1, 800001, 800002])[1 + h % 3], (array[1, 800003])[1 + h % 2], (array['mobile', 'desktop'])[1 + h % 2]
    from source_orders where h % 5 > 0`
  await tx`
    insert into public.orders (id, code, event_id, hold_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
      terms_accepted_at, terms_version, created_at, paid_at, is_test)
    select id, 'W' || translate(lpad(n::text, 7, '0'), '01', 'XY'), event_id, hold, status, 'sources' || h % 60 || '@example.com', 'Sources', 'USD',
      f.face, 0, 0, f.face, at, '2026-11-21', at, case when status = 'paid' then least(at + interval '9 hours', now()) end, is_test
    from source_orders cross join lateral (select case when is_free then 0 else 1000 end as face) f`
  await tx`
    insert into public.order_lines (id, order_id, kind, item_id, release_id, item_name, quantity, ticket_count, unit_face_cents, fee_cents, tax_cents)
    select o.line, o.id, 'ticket', t.type, t.release, 'Entry', 1, 1, case when o.is_free then 0 else 1000 end, 0, 0
    from source_orders o
    join (select * from unnest(${events}::uuid[], ${made.map(({ type }) => type)}::uuid[], ${made.map(({ release }) => release)}::uuid[])) t (event, type, release)
      on t.event = coalesce(o.event_id, ${events[0] ?? ''}::uuid)`
  await tx`
    insert into public.payments (order_id, provider, provider_ref, attempt, amount_cents, currency, status, settled_at, closed_at)
    select id, 'test_paper', 'sources-' || id, 1, 1000, 'USD', case when status = 'paid' then 'succeeded' else 'failed' end,
      case when status = 'paid' then at end, at
    from source_orders where not is_free and (status in ('paid', 'payment_failed') or h % 4 = 0)`
  await tx`select private.post_sales(array(select id from source_orders where status = 'paid'))`
  await tx`
    insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, holder_name, code)
    select o.id, o.line, o.event_id, l.item_id, 'Sources', translate(lpad(o.n::text, 8, '0'), '01', 'XY') || 'V'
    from source_orders o join public.order_lines l on l.id = o.line where o.status = 'paid' and o.event_id is not null`
  await tx`
    insert into public.scans (id, scan_uid, event_id, ticket_id, result)
    select t.id, t.id, t.event_id, t.id, 'ok' from public.tickets t where t.event_id = any (${events}) and hashtext(t.code) % 3 <> 0`
  await tx`
    insert into public.entries (event_id, ticket_id, order_id, scan_id)
    select s.event_id, t.id, t.order_id, s.id from public.scans s join public.tickets t on t.id = s.ticket_id where s.event_id = any (${events})`
  return events
}

type Filters = { event: string | null; source: number | null; device: string | null; touch: 'last' | 'first' }

test('for 50 random filters each step and source is the count of the rows it lists, and of what is computed here from the raw rows', async () => {
  await undone(users, async (tx) => {
    const events = await addPast(tx)
    // Everything there is, read once, and counted without the database below.
    const visits = new Map(
      (
        await tx<
          {
            id: string
            started_at: Date
            views: number
            device_type: string
            last: number
            first: number
            traffic: string
          }[]
        >`select id, started_at, views, device_type, last_source_id as last, first_source_id as first, traffic from private.visits`
      ).map((visit) => [visit.id, visit]),
    )
    const looks = await tx<
      { visit_id: string; kind: string; item_id: string; is_first: boolean; at: Date }[]
    >`
      select visit_id, kind, item_id, is_first, at from private.item_views order by at`
    const did = new Set(looks.map(({ visit_id, item_id, kind }) => `${visit_id} ${item_id} ${kind}`))
    const orders = await tx<
      {
        id: string
        event_id: string | null
        buyer: string
        created_at: Date
        paid_at: Date | null
        last: number
        first: number
        device: string
        tries: boolean
        came: boolean
        face: number
      }[]
    >`
      select o.id, o.event_id, case when o.owner_id is null and o.email = 'erased@erased.invalid' then o.id::text else coalesce(o.owner_id::text, o.email_key) end as buyer,
        o.created_at, o.paid_at, coalesce(h.source_id, 3) as last, coalesce(h.first_source_id, 3) as first, coalesce(h.device_type, 'unknown') as device,
        o.total_cents = 0 or o.id in (select order_id from public.payments) as tries,
        o.id in (select t.order_id from public.tickets t join public.entries n on n.ticket_id = t.id) as came, 0 as face
      from public.orders o left join private.hold_sources h on h.hold_id = o.hold_id where not o.is_test order by o.created_at, o.id`
    const sourceOf = new Map(orders.map((order) => [order.id, order]))
    const ledger = await tx<{ order_id: string; cents: string; kind: string; booked_at: Date }[]>`
      select order_id, cents, kind, booked_at from public.ledger_entries where not is_test`

    const random = seeded(11)
    const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value
    const today = dayOf(new Date())
    let counted = 0
    for (let round = 0; round < 50; round++) {
      // Buyers and arrivals are counted from their rows before, and read as stored afterwards.
      if (round === 25) await storeEvents(tx)
      const from = addDays(today, -Math.floor(random() * 70))
      const to = addDays(from, Math.floor(random() * 40))
      const filters: Filters = {
        event: random() < 0.4 ? pick(events) : null,
        source: random() < 0.4 ? pick([1, 3, 800001, 800002]) : null,
        device: random() < 0.3 ? pick(['mobile', 'desktop']) : null,
        touch: random() < 0.5 ? 'first' : 'last',
      }
      const { event, source, device, touch } = filters
      const wanted = { from, to, item: event, source: source === null ? null : `${source}`, device, touch }
      const name = JSON.stringify([from, to, filters])
      const isIn = (at: Date) => dayOf(at) >= from && dayOf(at) <= to
      const isMeant = (origin: { last: number; first: number }, on: string) =>
        (source === null || origin[touch] === source) && (device === null || on === device)

      const viewed = looks.filter(({ kind, is_first, item_id, at, visit_id }) => {
        const visit = visits.get(visit_id)
        const isOf = kind === 'event_view' && is_first && (event === null || item_id === event)
        return isOf && isIn(at) && visit?.traffic === 'people' && isMeant(visit, visit.device_type)
      })
      const then = (...kinds: string[]) =>
        viewed.filter((look) => kinds.some((kind) => did.has(`${look.visit_id} ${look.item_id} ${kind}`)))
          .length
      const buyers = new Map<string, { order: (typeof orders)[number]; paid: boolean; came: boolean }>()
      for (const order of orders) {
        if (!order.tries || order.event_id === null) continue
        if (event !== null && order.event_id !== event) continue
        const key = `${order.buyer} ${order.event_id}`
        const buyer = buyers.get(key) ?? { order, paid: false, came: false }
        buyer.paid ||= order.paid_at !== null
        buyer.came ||= order.paid_at !== null && order.came
        buyers.set(key, buyer)
      }
      const started = [...buyers.values()].filter(
        ({ order }) => isIn(order.created_at) && isMeant(order, order.device),
      )
      const expected = {
        viewed: viewed.length,
        clicked: then('ticket_click', 'hold'),
        held: then('hold'),
        payStarted: started.length,
        paid: started.filter(({ paid }) => paid).length,
        arrived: started.filter(({ came }) => came).length,
      }
      counted += expected.held + expected.arrived
      const [funnel] = await tx<{ report: unknown }[]>`
        select public.read_funnel_report(p_from => ${from}::text::date, p_to => ${to}::text::date, p_event => ${event}::text::uuid,
          p_source => ${source}::int, p_device => ${device}, p_touch => ${touch}) as report`
      const { steps, devices } = funnelDataSchema.parse(funnel?.report)
      expect([name, steps]).toEqual([name, expected])
      for (const step of ['viewed', 'clicked', 'held', 'payStarted', 'paid', 'arrived'] as const) {
        expect(devices.reduce((sum, row) => sum + row[step], 0)).toBe(expected[step])
        const figure = step === 'paid' ? 'paidBuyers' : step === 'arrived' ? 'arrivedBuyers' : step
        expect([name, figure, await rowsOf(tx, figure, wanted)]).toEqual([name, figure, expected[step]])
      }

      // Sources: visits, orders and money; all sources together are the overview.
      const [read] = await tx<{ report: unknown }[]>`
        select public.read_sources_report(p_from => ${from}::text::date, p_to => ${to}::text::date, p_device => ${device}, p_touch => ${touch}) as report`
      const report = sourcesDataSchema.parse(read?.report)
      const chosen = source ?? pick(report.sources)?.id ?? 1
      const row = report.sources.find(({ id }) => id === chosen)
      const isFrom = (origin: { last: number; first: number }, on: string) =>
        origin[touch] === chosen && (device === null || on === device)
      const own = {
        visits: [...visits.values()].filter(
          (visit) =>
            visit.traffic === 'people' &&
            visit.views > 0 &&
            isIn(visit.started_at) &&
            isFrom(visit, visit.device_type),
        ).length,
        orders: orders.filter((order) => order.paid_at && isIn(order.paid_at) && isFrom(order, order.device))
          .length,
        gross: ledger.reduce((sum, { order_id, cents, kind, booked_at }) => {
          const order = sourceOf.get(order_id)
          const isSale = ['sale', 'discount', 'fee', 'tax'].includes(kind)
          return order && isSale && isIn(booked_at) && isFrom(order, order.device) ? sum + Number(cents) : sum
        }, 0),
      }
      const found = { visits: row?.visits ?? 0, orders: row?.orders ?? 0, gross: row?.gross ?? 0 }
      expect([name, chosen, found]).toEqual([name, chosen, own])
      const of = { ...wanted, item: null, source: `${chosen}` }
      expect(await rowsOf(tx, 'visits', of)).toBe(own.visits)
      expect(await rowsOf(tx, 'sourceOrders', of)).toBe(own.orders)
      expect(await rowsOf(tx, 'sourceGross', of)).toBe(own.gross)
      expect(await rowsOf(tx, 'sourceOrders', { ...of, source: null })).toBe(report.figures.known)
      expect(await rowsOf(tx, 'sourceGross', { ...of, source: null })).toBe(report.figures.gross)
      if (device === null) {
        const [whole] = await tx<{ visits: number; orders: number }[]>`
          select (r -> 'views' -> 'figures' ->> 'visits')::int as visits, (r -> 'sales' -> 'figures' ->> 'orders')::int as orders
          from public.read_overview_report(p_from => ${from}::text::date, p_to => ${to}::text::date) r`
        const all = [...report.sources, report.others]
        expect({
          visits: all.reduce((sum, { visits: n }) => sum + n, 0),
          orders: all.reduce((sum, { orders: n }) => sum + n, 0),
        }).toEqual(whole)
      }
    }
    expect(counted).toBeGreaterThan(500)
  })
})

test('whatever changes the buyers or arrivals of an event notes it, and it is counted from the raw rows until it is stored again', async () => {
  await undone(users, async (tx) => {
    const [event = ''] = await addPast(tx)
    const some = (what: string) => tx<
      { id: string }[]
    >`select id from public.orders where event_id = ${event} and not is_test
      and ${tx.unsafe(what)} order by code limit 1`
    const paid = "status = 'paid' and total_cents > 0"
    const alone =
      'email_key not in (select o.email_key from public.orders o where o.id <> orders.id and o.event_id = orders.event_id)'
    const untried = 'not exists (select 1 from public.payments p where p.order_id = orders.id)'
    const inside = 'exists (select 1 from public.entries n where n.order_id = orders.id)'
    const ticketed =
      "status = 'paid' and exists (select 1 from public.tickets k where k.order_id = orders.id and k.status = 'valid')"
    const ticketOf = async (what: string) => {
      const [order] = await some(`${ticketed} and ${what}`)
      const [ticket] = await tx<{ id: string; orderId: string }[]>`
        select id, order_id as "orderId" from public.tickets where order_id = ${order?.id ?? ''} and status = 'valid'`
      expect(ticket).toBeDefined()
      return ticket ?? { id: '', orderId: '' }
    }
    // One buyer has a mailbox of their own, so that their orders alone decide.
    const own = async (what: string) => {
      const [order] = await some(what)
      expect(order, what).toBeDefined()
      await tx`update public.orders set email = ${`own-${order?.id}@example.com`} where id = ${order?.id ?? ''}`
      await storeEvents(tx)
      return order?.id ?? ''
    }
    const changes: Record<string, () => Promise<unknown>> = {
      'an order that begins to be paid': async () => {
        const id = await own(`status <> 'paid' and total_cents > 0 and ${untried}`)
        return tx`insert into public.payments (order_id, provider, provider_ref, attempt, amount_cents, currency, status)
          values (${id}, 'test_paper', ${`begun-${id}`}, 1, 1000, 'USD', 'created')`
      },
      'an order that costs nothing': () => tx`
        insert into public.orders (code, event_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents, terms_accepted_at, terms_version)
        values ('WZZZZZZZ', ${event}, 'awaiting_payment', 'nothing@example.com', 'Nothing', 'USD', 0, 0, 0, 0, now(), '2026-11-21')`,
      'an order that is paid': async () => {
        const id = await own(`status <> 'paid' and total_cents > 0 and not (${untried})`)
        return tx`update public.orders set status = 'paid', paid_at = now() where id = ${id}`
      },
      'an order of an account': async () => {
        const [one, other] = [await own(paid), await own(`${paid} and email not like 'own-%'`)]
        const owner = await users.id('Ada')
        await tx`update public.orders set owner_id = ${owner} where id = ${one}`
        await storeEvents(tx)
        return tx`update public.orders set owner_id = ${owner} where id = ${other}`
      },
      'an order whose buyer is another mailbox': async () => {
        const [order] = await some(`${paid} and owner_id is null and not (${alone})`)
        return tx`update public.orders set email = 'somebody@erased.invalid' where id = ${order?.id ?? ''}`
      },
      'a hold whose source is told later': async () => {
        const id = await own(
          `${paid} and not exists (select 1 from private.hold_sources h where h.hold_id = orders.hold_id)`,
        )
        return tx`insert into private.hold_sources (hold_id, source_id, first_source_id, device_type)
          select hold_id, 800002, 800002, 'tablet' from public.orders where id = ${id}`
      },
      'a ticket that ends': async () => {
        const ticket = await ticketOf('true')
        return tx`update public.tickets set status = 'void', void_reason = 'refunded', voided_at = now() where id = ${ticket.id}`
      },
      'a ticket that is issued': async () => {
        const ticket = await ticketOf('true')
        return tx`insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, holder_name, code)
          select order_id, order_line_id, event_id, ticket_type_id, holder_name, 'ZZZZYYYYX' from public.tickets where id = ${ticket.id}`
      },
      'a ticket of another line': async () => {
        const ticket = await ticketOf('total_cents > 0')
        return tx`update public.tickets set order_line_id = (
            select l.id from public.order_lines l join public.orders o on o.id = l.order_id where o.event_id = ${event} and l.total_cents = 0 limit 1)
          where id = ${ticket.id}`
      },
      'an admission': async () => {
        const ticket = await ticketOf(`not (${inside})`)
        await tx`insert into public.scans (id, scan_uid, event_id, ticket_id, result) values (${ticket.id}, ${ticket.id}, ${event}, ${ticket.id}, 'ok')`
        return tx`insert into public.entries (event_id, ticket_id, order_id, scan_id) values (${event}, ${ticket.id}, ${ticket.orderId}, ${ticket.id})`
      },
      'other doors': () =>
        tx`update public.events set doors_at = doors_at - interval '5 hours' where id = ${event}`,
    }
    const read = async (isStored: boolean) => {
      const rows = await (isStored
        ? tx<{ figure: string }[]>`
            select to_jsonb(b)::text as figure from private.event_buyers b where event_id = ${event}
            union all select to_jsonb(n)::text from private.event_nights n where event_id = ${event}
            union all select to_jsonb(a)::text from private.event_arrivals a where event_id = ${event}`
        : tx<{ figure: string }[]>`
            select to_jsonb(b)::text as figure from private.current_buyers b where event_id = ${event}
            union all select to_jsonb(n)::text from private.current_nights n where event_id = ${event}
            union all select to_jsonb(a)::text from private.current_arrivals a where event_id = ${event}`)
      return rows.map(({ figure }) => figure).toSorted()
    }
    for (const [name, change] of Object.entries(changes)) {
      await storeEvents(tx)
      await change()
      const [stored, current] = [await read(true), await read(false)]
      expect(current, name).not.toEqual(stored)
      await storeEvents(tx)
      expect(await read(true), name).toEqual(current)
    }
  })
})
