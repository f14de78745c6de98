import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type LineKind, lineKind, lineKindNames } from '#core/line-kinds.ts'
import { makeCode, unlock } from './codes.ts'
import { countersOf, createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { withLockTimeout } from './lock-timeout.ts'
import { tally, together } from './races.ts'
import {
  beginPayment,
  call,
  holdItems,
  holdTickets,
  linesOf,
  placeOrder,
  refundedSchema,
  refusal,
  report,
  sweep,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, lineOf, makeVariant, stockOf } from './variants.ts'

/** One order for everything that is sold: tickets and products in one cart, orders without an event, kinds that are added. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(30)
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const linesHeld = (holdId: string) => sql`
  select kind, item_id as item, quantity, total_cents::int as total from public.hold_lines where hold_id = ${holdId} order by kind, item_id`
const pay = async (owner: string, holdId: string) => {
  const order = await placeOrder(service, owner, holdId)
  const payment = await beginPayment(service, owner, order.orderId)
  return { order, payment, ...(await report(service, payment, 'succeeded')) }
}

describe('a mixed order', () => {
  test('becomes tickets and fulfilments in one settlement', async () => {
    const testEvent = await createEvent(sql, { feeFixedCents: 100, taxBps: 1000 })
    const { variantId, name } = await makeVariant(sql, { priceCents: 2500, stock: 5 })
    const owner = await users.extra()
    const hold = await holdItems(service, owner, testEvent.eventId, [
      ...linesOf(testEvent, { Entry: 2 }),
      lineOf(variantId, 3),
    ])
    // tickets at 20.00 + 1.00 fee + 10 % tax, things at 25.00 without either
    expect(hold.totalCents).toBe(2 * 2310 + 3 * 2500)
    expect(await stockOf(sql, variantId)).toEqual({ stock: 5, held: 3, sold: 0 })
    const { order, outcome } = await pay(owner, hold.holdId)
    expect([outcome, order.totalCents]).toEqual(['paid', hold.totalCents])
    expect(await stockOf(sql, variantId)).toEqual({ stock: 5, held: 0, sold: 3 })
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 2 }])
    expect(
      await sql`
        select (select count(*)::int from public.tickets where order_id = ${order.orderId}) as tickets, f.quantity, f.status, l.item_name
        from public.fulfilments f join public.order_lines l on l.id = f.order_line_id where f.order_id = ${order.orderId}`,
    ).toEqual([{ tickets: 2, quantity: 3, status: 'unfulfilled', item_name: name }])
  })

  test('is refunded whole: tickets end, what waited is cancelled and up for sale again', async () => {
    const testEvent = await createEvent(sql)
    const { variantId } = await makeVariant(sql, { stock: 4 })
    const owner = await users.extra()
    const hold = await holdItems(service, owner, testEvent.eventId, [
      ...linesOf(testEvent, { Entry: 1 }),
      lineOf(variantId, 4),
    ])
    const { order } = await pay(owner, hold.holdId)
    const refund = {
      p_order: order.orderId,
      p_amount_cents: order.totalCents,
      p_reason: 'changed their mind',
      p_void: true,
      p_key: randomUUID(),
    }
    const ada = await users.actingAs('Ada')
    expect(await call(ada, 'refund_order', refund, refundedSchema)).toMatchObject({ voided: 1 })
    expect(await stockOf(sql, variantId)).toEqual({ stock: 4, held: 0, sold: 0 })
    expect(
      await sql`select o.status, f.status as fulfilment from public.orders o join public.fulfilments f on f.order_id = o.id where o.id = ${order.orderId}`,
    ).toEqual([{ status: 'cancelled', fulfilment: 'cancelled' }])
  })

  test('keeps the goods when its event is cancelled: the money for the tickets goes back, the order stays', async () => {
    const testEvent = await createEvent(sql)
    const { variantId } = await makeVariant(sql, { priceCents: 700 })
    const owner = await users.extra()
    const hold = await holdItems(service, owner, testEvent.eventId, [
      ...linesOf(testEvent, { Entry: 2 }),
      lineOf(variantId, 1),
    ])
    const { order } = await pay(owner, hold.holdId)
    const ada = await users.actingAs('Ada')
    const ended = { p_id: testEvent.eventId, p_status: 'cancelled', p_note: 'storm' }
    await call(ada, 'set_event_status', ended, z.unknown())
    expect(
      await sql`
        select o.status, o.refunded_cents::int as refunded, f.status as fulfilment,
          (select count(*)::int from public.tickets k where k.order_id = o.id and k.status = 'valid') as valid
        from public.orders o join public.fulfilments f on f.order_id = o.id where o.id = ${order.orderId}`,
    ).toEqual([{ status: 'paid', refunded: 4000, fulfilment: 'unfulfilled', valid: 0 }])
  })
})

describe('an order without an event', () => {
  test('is held, ordered, paid and becomes a fulfilment', async () => {
    const { variantId } = await makeVariant(sql, { priceCents: 1200 })
    const owner = await users.extra()
    const hold = await holdItems(service, owner, null, [lineOf(variantId, 2)])
    const { order, outcome } = await pay(owner, hold.holdId)
    expect([outcome, order.totalCents]).toEqual(['paid', 2400])
    expect(
      await sql`select h.event_id as hold_event, o.event_id as order_event from public.orders o join public.holds h on h.id = o.hold_id where o.id = ${order.orderId}`,
    ).toEqual([{ hold_event: null, order_event: null }])
  })

  test('takes its stock again when its payment finishes late, and is refunded when that is gone', async () => {
    const { variantId } = await makeVariant(sql, { stock: 3 })
    const late = async () => {
      const owner = await users.extra()
      const hold = await holdItems(service, owner, null, [lineOf(variantId, 2)])
      const order = await placeOrder(service, owner, hold.holdId)
      const payment = await beginPayment(service, owner, order.orderId)
      await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${hold.holdId}`
      await sweep(sql)
      return payment
    }
    const [first, second] = [await late(), await late()]
    expect((await report(service, first, 'succeeded')).outcome).toBe('paid')
    expect((await report(service, second, 'succeeded')).outcome).toBe('refunding')
    expect(await stockOf(sql, variantId)).toEqual({ stock: 3, held: 0, sold: 2 })
  })

  test('ends the ended carts of others first, for any event, without a sweep', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 2 } })
    const { variantId } = await makeVariant(sql, { stock: 1 })
    const slow = await holdItems(service, await users.extra(), testEvent.eventId, [
      ...linesOf(testEvent, { Entry: 2 }),
      lineOf(variantId, 1),
    ])
    const quick = await users.extra()
    expect(await refusal(holdItems(service, quick, null, [lineOf(variantId, 1)]))).toMatchObject({
      code: 'sold_out',
      facts: { left: 0 },
    })
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${slow.holdId}`
    await holdItems(service, quick, null, [lineOf(variantId, 1)])
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 0 }])
  })
})

describe('one cart per person', () => {
  test('things of no event are set one by one, and tickets leave them as they are', async () => {
    const testEvent = await createEvent(sql)
    const [shirt, cap] = [await makeVariant(sql), await makeVariant(sql)]
    const owner = await users.extra()
    const first = await holdItems(service, owner, null, [lineOf(shirt.variantId, 1)])
    const more = await holdItems(service, owner, null, [lineOf(cap.variantId, 2)])
    const all = await holdTickets(service, owner, testEvent, { Entry: 2 })
    expect([more.holdId, all.holdId]).toEqual([first.holdId, first.holdId])
    expect(all.expiresAt).toBe(first.expiresAt)
    await sql`update public.product_variants set price_cents = 9900 where id = ${shirt.variantId}`
    const changed = await holdItems(service, owner, null, [lineOf(cap.variantId, 0)])
    expect(changed.totalCents).toBe(4000 + 1500)
    expect(await stockOf(sql, cap.variantId)).toMatchObject({ held: 0 })
    expect(await stockOf(sql, shirt.variantId)).toMatchObject({ held: 1 })
  })

  test('tickets of another event replace the tickets, and the rest of the cart stays with its end', async () => {
    const [one, two] = [await createEvent(sql), await createEvent(sql)]
    const { variantId } = await makeVariant(sql)
    const owner = await users.extra()
    const lines = [...linesOf(one, { Entry: 2 }), lineOf(variantId, 1)]
    const first = await holdItems(service, owner, one.eventId, lines)
    const second = await holdTickets(service, owner, two, { Entry: 1 })
    expect(second.holdId).toBe(first.holdId)
    expect(second.expiresAt).toBe(first.expiresAt)
    expect(await linesHeld(first.holdId)).toMatchObject([
      { kind: 'product', item: variantId },
      { kind: 'ticket', item: two.types.Entry, quantity: 1 },
    ])
    expect((await countersOf(sql, one.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 0 }])
    expect((await countersOf(sql, two.eventId)).pools).toEqual([{ name: 'Room', held: 1, sold: 0 }])
  })

  test('a cart with tickets alone is released for another event’s, and a new one begins with a time of its own', async () => {
    const [one, two] = [await createEvent(sql), await createEvent(sql)]
    const owner = await users.extra()
    const first = await holdTickets(service, owner, one, { Entry: 2 })
    const order = await placeOrder(service, owner, first.holdId)
    const second = await holdTickets(service, owner, two, { Entry: 1 })
    expect(second.holdId).not.toBe(first.holdId)
    expect(Date.parse(second.expiresAt)).toBeGreaterThan(Date.parse(first.expiresAt))
    expect(
      await sql`select h.status as hold, o.status as order from public.holds h join public.orders o on o.hold_id = h.id where o.id = ${order.orderId}`,
    ).toEqual([{ hold: 'released', order: 'expired' }])
    expect((await countersOf(sql, one.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 0 }])
  })

  test('a refused change leaves the cart as it was', async () => {
    const [one, full] = [await createEvent(sql), await createEvent(sql, { pools: { Room: 1 } })]
    const { variantId } = await makeVariant(sql, { stock: 2 })
    const owner = await users.extra()
    const first = await holdItems(service, owner, one.eventId, [
      ...linesOf(one, { Entry: 2 }),
      lineOf(variantId, 2),
    ])
    const before = await linesHeld(first.holdId)
    for (const [event, lines] of [
      [full.eventId, linesOf(full, { Entry: 2 })],
      [null, [lineOf(variantId, 3)]],
    ] as const)
      expect((await refusal(holdItems(service, owner, event, [...lines]))).code).toBe('sold_out')
    expect(await linesHeld(first.holdId)).toEqual(before)
  })

  test('removing the last thing releases the cart', async () => {
    const { variantId } = await makeVariant(sql)
    const owner = await users.extra()
    const first = await holdItems(service, owner, null, [lineOf(variantId, 1)])
    expect(await holdItems(service, owner, null, [lineOf(variantId, 0)])).toMatchObject({
      lines: [],
      totalCents: 0,
    })
    expect(await sql`select status from public.holds where id = ${first.holdId}`).toEqual([
      { status: 'released' },
    ])
    expect((await refusal(holdItems(service, owner, null, [lineOf(variantId, 0)]))).code).toBe('hold_expired')
  })

  test('parallel choices of one person for two events end in one cart', async () => {
    const [one, two] = [await createEvent(sql), await createEvent(sql)]
    const owner = await users.extra()
    await Promise.all(
      [one, two, one, two].map((testEvent) => holdTickets(service, owner, testEvent, { Entry: 1 })),
    )
    expect(
      await sql`select count(*)::int as carts from public.holds where owner_id = ${owner} and status in ('active', 'pinned')`,
    ).toEqual([{ carts: 1 }])
  })
})

describe('is refused', () => {
  test.each([
    ['a draft', { status: 'draft' as const }, 'not_found'],
    ['an archived product', { status: 'archived' as const }, 'not_found'],
    ['an archived variant', { archived: true }, 'not_found'],
    ['more than there are', { stock: 1 }, 'sold_out'],
  ])('%s', async (_, options, code) => {
    const { variantId } = await makeVariant(sql, options)
    expect((await refusal(holdItems(service, await users.extra(), null, [lineOf(variantId, 2)]))).code).toBe(
      code,
    )
  })

  test('a kind that is not sold, tickets without their event, an event without tickets, a sum above the limit', async () => {
    const testEvent = await createEvent(sql)
    const { variantId } = await makeVariant(sql, { stock: 50 })
    const owner = await users.extra()
    const codeOf = async (event: string | null, lines: Parameters<typeof holdItems>[3]) =>
      (await refusal(holdItems(service, owner, event, lines))).code
    expect(await codeOf(null, [{ kind: 'unicorn', item: variantId, quantity: 1 }])).toBe('invalid')
    expect(await codeOf(null, [{ kind: 'product', item: testEvent.types.Entry ?? '', quantity: 1 }])).toBe(
      'not_found',
    )
    expect(await codeOf(null, linesOf(testEvent, { Entry: 1 }))).toBe('invalid')
    expect(await codeOf(testEvent.eventId, [lineOf(variantId, 1)])).toBe('invalid')
    expect(await codeOf(null, [lineOf(variantId, 6), lineOf(variantId, 5)])).toBe('order_limit')
  })

  test('an order with lines of two events, or of another event than its own, from every writer', async () => {
    const [one, two] = [await createEvent(sql), await createEvent(sql)]
    const owner = await users.extra()
    const mixed = [...linesOf(one, { Entry: 1 }), ...linesOf(two, { Entry: 1 })]
    expect((await refusal(holdItems(service, owner, one.eventId, mixed))).code).toBe('not_found')
    const { order } = await pay(owner, (await holdTickets(service, owner, one, { Entry: 1 })).holdId)
    const smuggle = sql.begin(async (tx) => {
      await tx`
        insert into public.order_lines (order_id, kind, item_id, release_id, item_name, quantity, unit_face_cents, fee_cents, tax_cents)
        select ${order.orderId}, 'ticket', r.ticket_type_id, r.id, 'Entry', 1, 0, 0, 0 from public.price_releases r
        where r.ticket_type_id = ${two.types.Entry ?? ''}`
    })
    await expect(smuggle).rejects.toMatchObject({ code: '23514' })
  })

  test('a line without the reference of its kind, or of no kind', async () => {
    const { variantId } = await makeVariant(sql)
    const hold = await holdItems(service, await users.extra(), null, [lineOf(variantId, 1)])
    const write = (kind: string, item: string) => sql`
      insert into public.hold_lines (hold_id, kind, item_id, item_name, quantity, unit_face_cents, fee_cents, tax_cents)
      values (${hold.holdId}, ${kind}, ${item}, 'Thing', 1, 0, 0, 0)`
    await expect(write('product', randomUUID())).rejects.toMatchObject({ code: '23503' })
    await expect(write('unicorn', variantId)).rejects.toMatchObject({ code: '23514' })
    await expect(write('ticket', variantId)).rejects.toMatchObject({ code: '23514' }) // it has no release
  })
})

describe('parallel buyers', () => {
  /** Everybody takes one ticket of each event and one of each thing, in an order of their own. */
  const rush = async (events: TestEvent[], variants: string[], buyers: number) => {
    const owners = await Promise.all(Array.from({ length: buyers }, () => users.extra()))
    return together(pool, buyers, (tx, n) => {
      const testEvent = events[n % events.length] ?? events[0]
      if (!testEvent) throw new Error('no event')
      const things = variants.map((variant) => lineOf(variant, 1))
      const lines = [...linesOf(testEvent, { Entry: 1, VIP: 1 }), ...things]
      const turned = n % 2 === 0 ? lines : lines.reverse()
      return tx`select public.hold_items(${owners[n] ?? ''}, ${testEvent.eventId}, ${tx.json(turned)}, ${randomUUID()})`
    })
  }

  test('of a pool and two variants in opposite order: nothing is oversold, nothing deadlocks', async () => {
    const types = [{ name: 'Entry' }, { name: 'VIP' }]
    const events = [await createEvent(sql, { types }), await createEvent(sql, { types })]
    const [scarce, plenty] = [await makeVariant(sql, { stock: 7 }), await makeVariant(sql, { stock: 100 })]
    const endings = await rush(events, [scarce.variantId, plenty.variantId], 30)
    expect(tally(endings)).toEqual({ ok: 7, sold_out: 23 })
    expect(await stockOf(sql, scarce.variantId)).toMatchObject({ held: 7, sold: 0 })
    expect(await stockOf(sql, plenty.variantId)).toMatchObject({ held: 7, sold: 0 })
  })

  test('beside ended carts, settlements, refunds of whole orders and the sweep: nothing deadlocks', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 40 } })
    const variants = [await makeVariant(sql, { stock: 40 }), await makeVariant(sql, { stock: 40 })]
    const cart = (turned: boolean) => {
      const lines = [
        ...linesOf(testEvent, { Entry: 1 }),
        ...variants.map(({ variantId }) => lineOf(variantId, 1)),
      ]
      return turned ? lines.reverse() : lines
    }
    const made = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const owner = await users.extra()
        const hold = await holdItems(service, owner, testEvent.eventId, cart(n % 2 === 0))
        if (n % 3 === 0) return { owner, hold, what: 'end' as const }
        const order = await placeOrder(service, owner, hold.holdId)
        const payment = await beginPayment(service, owner, order.orderId)
        if (n % 3 === 2) await report(service, payment, 'succeeded')
        return { owner, hold, order, payment, what: n % 3 === 1 ? ('settle' as const) : ('refund' as const) }
      }),
    )
    const ended = made.filter(({ what }) => what === 'end').map(({ hold }) => hold.holdId)
    await sql`update public.holds set expires_at = now() - interval '1 second' where id in ${sql(ended)}`
    const fresh = await Promise.all(Array.from({ length: 6 }, () => users.extra()))
    const ada = await users.id('Ada')
    const [session] = await sql<{ id: string }[]>`
      select id from auth.sessions where user_id = ${ada} order by created_at desc limit 1`
    const endings = await together(pool, 30, async (tx, n) => {
      const one = made[n]
      if (!one)
        return tx`select public.hold_items(${fresh[n - 24] ?? ''}, ${testEvent.eventId}, ${tx.json(cart(n % 2 === 0))}, ${randomUUID()})`
      if (one.what === 'end') return tx`select public.sweep()`
      if (one.what === 'settle')
        return tx`select public.apply_payment_event('test_paper', ${randomUUID()}, 'succeeded', ${one.payment.paymentId}, ${one.payment.amountCents}, 'USD', '{}')`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ada, role: 'authenticated', session_id: session?.id })}, true)`
      return tx`select public.refund_order(${one.order.orderId}, ${one.order.totalCents}, 'all of it', true, ${randomUUID()})`
    })
    expect(tally(endings)).toEqual({ ok: 30 })
    for (const { variantId } of variants)
      expect(await stockOf(sql, variantId)).toMatchObject({ held: 6, sold: 8 })
  })
})

describe('prices', () => {
  test('of a line: discount first, then fee and tax of each unit at what is left, each rounded by itself', async () => {
    const broken = await sql`
      with inputs as (
        select n, (random() * 20000)::bigint as face, 1 + (random() * 19)::int as quantity, (random() * 500)::bigint as fixed,
          (random() * 3000)::int as fee_bps, (random() * 3000)::int as tax_bps, random() < 0.5 as tax_on_fees, random() as part
        from generate_series(1, 4000) n
      ), priced as (
        select i.*, case when n % 5 = 0 then 0 when n % 7 = 0 then face else (part * face)::bigint end as off from inputs i
      )
      select p.*, l.*
      from priced p
      cross join lateral private.price_line(p.face, p.quantity, p.off, p.fixed, p.fee_bps, p.tax_bps, p.tax_on_fees) l
      cross join lateral (
        -- the same, one unit after the other
        select sum(u.fee_cents) as fee, sum(u.tax_cents) as tax, sum(u.total_cents) as total
        from generate_series(1, p.quantity) unit
        cross join lateral private.price_unit(p.face - p.off, p.fixed, p.fee_bps, p.tax_bps, p.tax_on_fees) u
      ) s
      cross join lateral private.price_unit(p.face, p.fixed, p.fee_bps, p.tax_bps, p.tax_on_fees) whole
      where (l.fee_cents, l.tax_cents, l.total_cents, l.discount_cents) is distinct from (s.fee, s.tax, s.total, p.quantity * p.off)
        or l.fee_cents < 0 or l.tax_cents < 0 or l.total_cents < 0
        or (p.off = p.face and l.total_cents <> 0)
        or l.total_cents > p.quantity * whole.total_cents`
    expect(broken).toEqual([])
  })

  test('of an order are the sums of its lines, discounts too: anything else is refused at commit', async () => {
    const testEvent = await createEvent(sql, { feeFixedCents: 100, taxBps: 1000 })
    const { variantId } = await makeVariant(sql, { priceCents: 900 })
    const owner = await users.extra()
    // 3.34 off each of three tickets, then fee, then tax
    const code = await makeCode(sql, testEvent, { effect: 'fixed', amountCents: 334 })
    await unlock(service, owner, testEvent, code.code)
    const lines = [...linesOf(testEvent, { Entry: 3 }), lineOf(variantId, 1)]
    const hold = await holdItems(service, owner, testEvent.eventId, lines, randomUUID(), code.id)
    const { order, outcome } = await pay(owner, hold.holdId)
    const tax = 3 * Math.round((2000 - 334 + 100) / 10)
    expect([outcome, order.totalCents]).toEqual(['paid', 6000 - 1002 + 300 + tax + 900])
    const [row] = await sql`
      select face_cents::int as face, discount_cents::int as discount, fee_cents::int as fee, tax_cents::int as tax from public.orders where id = ${order.orderId}`
    expect(row).toEqual({ face: 6900, discount: 1002, fee: 300, tax })
    const change = (what: string) =>
      sql.unsafe(
        `update public.order_lines set ${what} where order_id = '${order.orderId}' and kind = 'ticket'`,
      )
    await expect(change('discount_cents = discount_cents - 1')).rejects.toMatchObject({ code: '23514' })
    await expect(change('tax_cents = tax_cents + 1')).rejects.toMatchObject({ code: '23514' })
    await expect(change('discount_cents = 6001')).rejects.toMatchObject({ code: '23514' })
  })
})

describe('the registry of kinds', () => {
  test('names for each kind a column of its tables, a catalogue and four functions', async () => {
    const kinds = await sql<{ kind: string; missing: string[] }[]>`
      select k.kind, array(
        select f.name from unnest(array['check_', 'stock_of_', 'price_', 'fulfil_']) p (prefix)
        cross join lateral (select 'private.' || p.prefix || k.kind as name) f
        where (select count(*) from pg_proc x where x.pronamespace = 'private'::regnamespace and x.proname = p.prefix || k.kind) <> 1
        union all
        select t.name || '.' || k.reference from unnest(array['hold_lines', 'order_lines', 'promo_code_items']) t (name)
        where not exists (
          select 1 from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.contype = 'f' and c.conrelid = ('public.' || t.name)::regclass and a.attname = k.reference
            and c.confrelid = k.catalogue::regclass)
      ) as missing
      from public.line_kinds k order by k.kind`
    expect(kinds).toEqual(lineKindNames.toSorted().map((kind) => ({ kind, missing: [] })))
  })

  test('is the list of the code, with the same facts', async () => {
    const rows = await sql<{ kind: LineKind }[]>`
      select k.kind, k.is_chosen as "isChosen", k.admits, k.is_bundle as "isBundle", k.is_extra as "isExtra", k.is_unique as "isUnique",
        k.is_merchandise as "isMerchandise", k.is_delivery_charge as "isDeliveryCharge"
      from public.line_kinds k`
    expect(lineKindNames.toSorted()).toEqual(rows.map(({ kind }) => String(kind)).toSorted())
    const factsOf = (one: object) =>
      Object.entries(one)
        .filter(([, value]) => value === true)
        .map(([name]) => name)
        .sort()
    for (const { kind, ...facts } of rows)
      expect([kind, factsOf(lineKind(kind))]).toEqual([kind, factsOf(facts)])
  })

  test('has the functions that a kind needs by what it is', async () => {
    const wrong = await sql`
      select n.name from public.line_kinds k
      cross join lateral (values ('tickets_of_' || k.kind, k.admits), ('offers_of_' || k.kind, k.is_extra)) n (name, is_needed)
      where n.is_needed <> exists (
        select 1 from pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = n.name)`
    expect(wrong).toEqual([])
  })

  const name = `'(?:\\{[^}']*\\b)?(?:${lineKindNames.join('|')})\\b[^']*'`
  const comparison = new RegExp(
    [
      `kind\\)?(?:::text)?\\s*(?:=|<>|!=|(?:not\\s+)?in|is\\s+(?:not\\s+)?distinct\\s+from)\\s*(?:any|all)?[\\s(]*(?:array\\[)?(?:'\\w+'(?:::text)?,\\s*)*${name}`,
      `\\bwhen\\s+${name}`,
      `${name}(?:::text)?\\s*(?:=|<>|!=)\\s*[\\w(.]*kind\\b`,
    ].join('|'),
    'i',
  )
  /** Tells source that compares something called a kind with the name of a kind of line. Quotes are doubled in a query that it makes. */
  const compares = (source: string) => comparison.test(source.replaceAll("''", "'"))

  test.each([
    "l.kind = 'ticket'",
    "l.kind <> 'shipping'",
    "case l.kind when 'table' then 1 end",
    "kind not in ('cart', 'product')",
    "kind = any ('{product,table}')",
    "kind = any (array['cart'::text, 'add_on'::text])",
    "'package' is not null and 'package' = l.kind",
    "execute 'select 1 from lines l where l.kind = ''product'''",
  ])('a comparison with a name is found: %s', (source) => {
    expect(compares(source)).toBe(true)
  })

  const elsewhere = {
    'written from the table by private.add_line_kind': [
      ...['private.check_of_kind', 'private.check_choice_of_kind', 'private.stock_of', 'private.tickets_of'],
      ...[
        'private.price_of_kind',
        'private.fulfil_of_kind',
        'private.offers_of_kind',
        'private.sold_of_kind',
      ],
      'private.terms_of_kind',
      ...['hold_lines hold_lines_release', 'hold_lines hold_lines_delivery'],
      ...['order_lines order_lines_release', 'order_lines order_lines_delivery'],
    ],
    'kinds of holds': ['holds holds_kind_check', 'private.note_hold_sources'],
    'kinds of refunds': ['refunds refunds_kind_check', 'private.finish_refund'],
    'kinds of what the search finds': [
      ...[
        'private.search_entries search_entries_kind_check',
        'private.index_product',
        'list_products',
        'search_site',
      ],
    ],
    'subjects of the audit': ['private.audit_subjects'],
    'subjects of secret links': [
      'private.link_purposes link_purposes_subject_kind_check',
      'private.link_target',
    ],
  }

  test('is asked for what a kind is: no function, constraint, trigger, policy, index or view compares a kind with its name', async () => {
    const sources = await sql<{ name: string; source: string }[]>`
      select p.oid::regproc::text as name, p.prosrc as source from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      select c.conrelid::regclass || ' ' || c.conname, pg_get_constraintdef(c.oid) from pg_constraint c
      where c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      select t.tgrelid::regclass || ' ' || t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
      union all
      select p.tablename || ' ' || p.policyname, concat(p.qual, p.with_check) from pg_policies p
      union all
      select i.indexname::text, i.indexdef from pg_indexes i where i.schemaname in ('public', 'private')
      union all
      select v.viewname::text, v.definition from pg_views v where v.schemaname in ('public', 'private')`
    const found = sources.filter(({ source }) => compares(source)).map((row) => row.name)
    expect(found.toSorted()).toEqual(Object.values(elsewhere).flat().toSorted())
  })

  /** Adds a kind that sells lockers of an event, as a migration would: a catalogue, four functions, and one call that adds the kind. */
  const addLockers = async (tx: TransactionSql) => {
    await tx`create table private.lockers (id uuid primary key default gen_random_uuid(), event_id uuid not null references public.events (id),
      pool_id uuid not null references public.capacity_pools (id), price_cents bigint not null)`
    await tx`
      create function private.check_locker(p_event public.events, p_role text, p_code public.promo_codes, p_items uuid[], p_units int[]) returns timestamptz
      language sql stable set search_path = '' as $$ select p_event.ends_at $$`
    await tx`
      create function private.stock_of_locker(p_items uuid[], p_units int[])
      returns table (pool_id uuid, variant_id uuid, units int, name text)
      language sql stable set search_path = ''
      as $$ select l.pool_id, null::uuid, n.units, 'Locker' from unnest(p_items, p_units) n (item, units) join private.lockers l on l.id = n.item $$`
    await tx`
      create function private.price_locker(p_event public.events, p_items uuid[], p_units int[]) returns setof private.unit_price
      language sql stable set search_path = ''
      as $$
        select 'locker', l.id, null::uuid, 0, 'Locker', '', n.units, l.price_cents, 0::bigint, 0, 1000, true
        from unnest(p_items, p_units) n (item, units) join private.lockers l on l.id = n.item
      $$`
    await tx`
      create function private.fulfil_locker(p_order uuid) returns int language sql volatile set search_path = ''
      as $$ select private.add_fulfilments(p_order, 'locker') $$`
    await tx`insert into public.line_kinds (kind, reference, catalogue, needs_event) values ('locker', 'locker_id', 'private.lockers', true)`
    await tx`select private.add_line_kind('locker')`
  }

  /** Runs a test in a transaction that changes tables, and undoes it. */
  const undone = async (work: (tx: TransactionSql) => Promise<void>) => {
    class Undo extends Error {}
    await withLockTimeout(sql, async (tx) => {
      await tx`lock table public.hold_lines, public.order_lines, public.promo_code_items in access exclusive mode`
      await work(tx)
      throw new Undo()
    }).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  }

  test('takes a new kind by one entry: it is held, ordered, paid and fulfilled by the same functions', async () => {
    const testEvent = await createEvent(sql, {
      pools: { Room: 100, Lockers: 3 },
      types: [{ name: 'Entry', pools: ['Room'] }],
    })
    const owner = await users.extra()
    await undone(async (tx) => {
      await addLockers(tx)
      const [locker] = await tx<{ id: string }[]>`
        insert into private.lockers (event_id, pool_id, price_cents) values (${testEvent.eventId}, ${testEvent.pools.Lockers ?? ''}, 500) returning id`
      const lines = [
        ...linesOf(testEvent, { Entry: 1 }),
        { kind: 'locker', item: locker?.id ?? '', quantity: 2 },
      ]
      const [held] = await tx<{ hold: string; total: number }[]>`
        select x ->> 'holdId' as hold, (x ->> 'totalCents')::int as total
        from public.hold_items(${owner}, ${testEvent.eventId}, ${tx.json(lines)}, ${randomUUID()}) x`
      expect(held?.total).toBe(2000 + 2 * 550)
      const buyer = { email: `b-${owner}@example.com`, name: 'Bea', terms: true, terms_version: '2026-11-22' }
      const [placed] = await tx<{ id: string }[]>`
        select public.place_order(${owner}, ${held?.hold ?? ''}, ${tx.json(buyer)}, ${randomUUID()}) ->> 'orderId' as id`
      const orderId = placed?.id ?? ''
      await tx`set constraints all immediate`
      await tx`select public.begin_payment(${owner}, ${orderId}, 'test_paper', ${randomUUID()})`
      await tx`update public.payments set provider_ref = id::text where order_id = ${orderId}`
      const [applied] = await tx<{ outcome: string }[]>`
        select public.apply_payment_event('test_paper', ${randomUUID()}, 'succeeded', p.id::text, p.amount_cents, 'USD') ->> 'outcome' as outcome
        from public.payments p where p.order_id = ${orderId}`
      expect(applied?.outcome).toBe('paid')
      expect(
        await tx`
          select l.kind, l.locker_id is not null as is_locker, f.quantity, f.status
          from public.order_lines l left join public.fulfilments f on f.order_line_id = l.id where l.order_id = ${orderId} order by l.kind`,
      ).toEqual([
        { kind: 'locker', is_locker: true, quantity: 2, status: 'unfulfilled' },
        { kind: 'ticket', is_locker: false, quantity: null, status: null },
      ])
      expect(
        await tx`select held, sold from public.capacity_pools where id = ${testEvent.pools.Lockers ?? ''}`,
      ).toEqual([{ held: 0, sold: 2 }])
    })
    expect(await sql`select to_regclass('private.lockers') is null as undone`).toEqual([{ undone: true }])
  })
})
