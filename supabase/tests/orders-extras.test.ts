import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { makeCode } from './codes.ts'
import { countersOf, createEvent, type TestEvent } from './event-fixture.ts'
import { bookingsOf, extraLine, makeAddOn, makePackage, makeTable } from './extras.ts'
import { brokenRules } from './invariants.ts'
import { scanAs } from './races.ts'
import {
  beginPayment,
  buy,
  type ChosenLine,
  call,
  holdItems,
  linesOf,
  placeOrder,
  refundedSchema,
  refusal,
  report,
  sweep,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Packages, add-ons and tables: how they are held, priced, paid and refunded, and what the door is told of them. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(4)
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const two = [
  { name: 'Entry', pools: ['Room'] },
  { name: 'VIP', pools: ['Room', 'Deck'] },
]
const rooms = { Room: 20, Deck: 6 }

async function pay(owner: string, testEvent: TestEvent, lines: ChosenLine[]) {
  const hold = await holdItems(service, owner, testEvent.eventId, lines)
  const order = await placeOrder(service, owner, hold.holdId)
  const payment = await beginPayment(service, owner, order.orderId)
  const { outcome } = await report(service, payment, 'succeeded')
  return { hold, order, payment, outcome }
}
const ticketsOf = (orderId: string) => sql<{ id: string; type: string; unit: number; status: string }[]>`
  select k.id, t.name as type, k.line_unit as unit, k.status from public.tickets k join public.ticket_types t on t.id = k.ticket_type_id
  where k.order_id = ${orderId} order by k.line_unit, t.name, k.id`
const poolsOf = async (testEvent: TestEvent) =>
  Object.fromEntries(
    (await countersOf(sql, testEvent.eventId)).pools.map(({ name, held, sold }) => [name, [held, sold]]),
  )
const refund = (client: SupabaseClient, orderId: string, cents: number, tickets?: string[]) =>
  call(
    client,
    'refund_order',
    {
      p_order: orderId,
      p_amount_cents: cents,
      p_reason: 'asked nicely',
      p_void: true,
      p_key: randomUUID(),
      ...(tickets ? { p_tickets: tickets } : {}),
    },
    refundedSchema,
  )
const expire = async (holdId: string) => {
  await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${holdId}`
  await sweep(sql)
}
const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code

describe('a package', () => {
  test('takes the places of its tickets, costs its own price with a fixed fee for each, and becomes its tickets', async () => {
    const testEvent = await createEvent(sql, { pools: rooms, types: two, feeFixedCents: 100, taxBps: 1000 })
    const item = await makePackage(sql, testEvent, { Entry: 3, VIP: 1 }, { priceCents: 9000 })
    const owner = await users.extra()
    const { hold, order, outcome } = await pay(owner, testEvent, [extraLine('package', item, 2)])
    // 90.00 + 4 × 1.00, and 10 % tax on it
    expect([outcome, hold.totalCents]).toEqual(['paid', 2 * (9000 + 400 + 940)])
    expect(
      await sql`select item_name, item_detail, ticket_count from public.order_lines where order_id = ${order.orderId}`,
    ).toEqual([{ item_name: 'Squad', item_detail: '3 × Entry, 1 × VIP', ticket_count: 8 }])
    const tickets = await ticketsOf(order.orderId)
    expect(tickets.map(({ type, unit }) => `${unit} ${type}`)).toEqual(
      [1, 2].flatMap((unit) => ['Entry', 'Entry', 'Entry', 'VIP'].map((type) => `${unit} ${type}`)),
    )
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 8], Deck: [0, 2] })
  })

  test('gives its places back when it expires, is released, or is replaced by single tickets', async () => {
    const testEvent = await createEvent(sql, { pools: rooms, types: two })
    const item = await makePackage(sql, testEvent, { VIP: 2 })
    const owner = await users.extra()
    const hold = await holdItems(service, owner, testEvent.eventId, [extraLine('package', item, 3)])
    expect(await poolsOf(testEvent)).toEqual({ Room: [6, 0], Deck: [6, 0] })
    await holdItems(service, owner, testEvent.eventId, linesOf(testEvent, { Entry: 1 }))
    expect(await poolsOf(testEvent)).toEqual({ Room: [1, 0], Deck: [0, 0] })
    await holdItems(service, owner, testEvent.eventId, [extraLine('package', item, 1)])
    await expire(hold.holdId)
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 0], Deck: [0, 0] })
  })

  test('is sold out when one of its pools is, with how many are left', async () => {
    const testEvent = await createEvent(sql, { pools: rooms, types: two })
    const item = await makePackage(sql, testEvent, { VIP: 2 })
    const deal = holdItems(service, await users.extra(), testEvent.eventId, [extraLine('package', item, 4)])
    expect(await refusal(deal)).toMatchObject({ code: 'sold_out', facts: { left: 6, type: 'Squad' } })
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 0], Deck: [0, 0] })
  })

  test('counts its tickets to the limit per person, in carts and when paid', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 6 })
    const item = await makePackage(sql, testEvent, { Entry: 4 })
    const owner = await users.extra()
    const hold = (lines: ChosenLine[]) => holdItems(service, owner, testEvent.eventId, lines)
    expect(await refusal(hold([extraLine('package', item, 2)]))).toMatchObject({
      code: 'person_limit',
      facts: { limit: 6, left: 6 },
    })
    expect(await codeOf(hold([extraLine('package', item), ...linesOf(testEvent, { Entry: 3 })]))).toBe(
      'person_limit',
    )
    await pay(owner, testEvent, [extraLine('package', item), ...linesOf(testEvent, { Entry: 1 })])
    expect(await refusal(hold(linesOf(testEvent, { Entry: 2 })))).toMatchObject({ facts: { left: 1 } })
  })

  test('is refunded as a whole: tickets of it alone are refused, all of one give their places back once', async () => {
    const testEvent = await createEvent(sql, { pools: rooms, types: two })
    const item = await makePackage(sql, testEvent, { Entry: 2, VIP: 1 })
    const { order } = await pay(await users.extra(), testEvent, [
      extraLine('package', item, 2),
      ...linesOf(testEvent, { Entry: 1 }),
    ])
    const tickets = await ticketsOf(order.orderId)
    const single = await sql<{ id: string }[]>`
      select k.id from public.tickets k join public.order_lines l on l.id = k.order_line_id where k.order_id = ${order.orderId} and l.kind = 'ticket'`
    const one = tickets.filter(({ id, unit }) => unit === 1 && id !== single[0]?.id).map(({ id }) => id)
    const ada = await users.actingAs('Ada')
    expect(one).toHaveLength(3)
    expect(await codeOf(refund(ada, order.orderId, 100, one.slice(0, 2)))).toBe('refund_whole')
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 7], Deck: [0, 2] })
    expect(await refund(ada, order.orderId, 7000, one)).toMatchObject({ voided: 3 })
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 4], Deck: [0, 1] })
    expect(
      await refund(
        ada,
        order.orderId,
        2000,
        single.map(({ id }) => id),
      ),
    ).toMatchObject({ voided: 1 })
    expect(await refund(ada, order.orderId, 7000)).toMatchObject({ voided: 3 })
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 0], Deck: [0, 0] })
    expect(await sql`select status from public.orders where id = ${order.orderId}`).toEqual([
      { status: 'cancelled' },
    ])
  })

  test('costs the same as each other one of its line, to the cent, however its tickets share it', async () => {
    const testEvent = await createEvent(sql, { pools: rooms, types: two })
    const item = await makePackage(sql, testEvent, { Entry: 2, VIP: 1 })
    const { order } = await pay(await users.extra(), testEvent, [extraLine('package', item, 3)])
    const units = await sql<{ cents: number; tickets: number[] }[]>`
      select sum(p.cents)::int as cents, array_agg(p.cents::int order by p.cents desc) as tickets
      from private.ticket_parts(${order.orderId}) p group by p.unit`
    expect(units).toEqual(Array.from({ length: 3 }, () => ({ cents: 7000, tickets: [2334, 2333, 2333] })))
  })

  test('takes its places again when its payment finishes late, and is refunded when they are gone', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 5 } })
    const item = await makePackage(sql, testEvent, { Entry: 2 })
    const late = async () => {
      const owner = await users.extra()
      const hold = await holdItems(service, owner, testEvent.eventId, [extraLine('package', item, 2)])
      const order = await placeOrder(service, owner, hold.holdId)
      const payment = await beginPayment(service, owner, order.orderId)
      await expire(hold.holdId)
      return payment
    }
    const [first, second] = [await late(), await late()]
    expect((await report(service, first, 'succeeded')).outcome).toBe('paid')
    expect((await report(service, second, 'succeeded')).outcome).toBe('refunding')
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 4] })
  })

  test.each([
    ['of another event', {}, 'not_found'],
    ['for staff', { visibility: 'staff' as const }, 'not_found'],
    ['for members', { visibility: 'members' as const }, 'not_found'],
    ['archived', { archived: true }, 'not_found'],
    ['paused', { paused: true }, 'sale_paused'],
    ['not yet on sale', { saleStartsIn: 1 }, 'sale_not_started'],
    ['no longer on sale', { saleStartsIn: -2, saleEndsIn: -1 }, 'sale_ended'],
    ['more than an order may have', { maxPerOrder: 1 }, 'order_limit'],
  ])('%s is refused', async (name, options, code) => {
    const testEvent = await createEvent(sql)
    const item = await makePackage(sql, testEvent, { Entry: 1 }, options)
    const other = name === 'of another event' ? await createEvent(sql) : testEvent
    const guest = await users.id('Gus')
    expect(await codeOf(holdItems(service, guest, other.eventId, [extraLine('package', item, 2)]))).toBe(code)
  })

  test('without tickets in it has nothing to sell', async () => {
    const testEvent = await createEvent(sql)
    const item = await makePackage(sql, testEvent, {})
    expect(
      await codeOf(holdItems(service, await users.extra(), testEvent.eventId, [extraLine('package', item)])),
    ).toBe('sold_out')
  })

  test('that was held keeps its tickets, and their types keep their pools', async () => {
    const testEvent = await createEvent(sql, { pools: rooms, types: two })
    const item = await makePackage(sql, testEvent, { VIP: 1 })
    await holdItems(service, await users.extra(), testEvent.eventId, [extraLine('package', item)])
    const refused = { code: 'PGRST' }
    await expect(
      sql`update public.package_components set units = 2 where package_id = ${item}`,
    ).rejects.toMatchObject(refused)
    await expect(
      sql`delete from public.ticket_type_pools where ticket_type_id = ${testEvent.types.VIP ?? ''}`,
    ).rejects.toMatchObject(refused)
  })
})

describe('an add-on', () => {
  test('has its own stock, goes with the tickets of its order, waits to be handed over, and carries tax without a fee', async () => {
    const testEvent = await createEvent(sql, { feeFixedCents: 100, taxBps: 1000 })
    const { addOnId } = await makeAddOn(sql, testEvent, { name: 'Coat check', priceCents: 500, stock: 5 })
    const owner = await users.extra()
    const { hold, order } = await pay(owner, testEvent, [
      ...linesOf(testEvent, { Entry: 2 }),
      extraLine('add_on', addOnId, 3),
    ])
    expect(hold.totalCents).toBe(2 * 2310 + 3 * 550)
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 2], 'Coat check': [0, 3] })
    expect(
      await sql`select quantity, status from public.fulfilments where order_id = ${order.orderId}`,
    ).toEqual([{ quantity: 3, status: 'unfulfilled' }])
    await refund(await users.actingAs('Ada'), order.orderId, hold.totalCents)
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 0], 'Coat check': [0, 0] })
    expect(await sql`select status from public.orders where id = ${order.orderId}`).toEqual([
      { status: 'cancelled' },
    ])
  })

  const previewSchema = z.looseObject({
    addOns: z.array(
      z.object({ name: z.string(), quantity: z.int(), backCents: z.int(), isHanded: z.boolean() }),
    ),
  })
  const stateOf = async (orderId: string) => {
    const [row] = await sql<{ status: string; refunded: number; addOns: string[] }[]>`
      select o.status, o.refunded_cents::int as refunded, array(
        select f.status from public.fulfilments f where f.order_id = o.id order by f.id) as "addOns"
      from public.orders o where o.id = ${orderId}`
    return row
  }

  test('ends with the last ticket that staff end, and gets the same share back; by itself it is refunded whole', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 20, taxBps: 1000 })
    const { addOnId } = await makeAddOn(sql, testEvent, { name: 'Coat check', priceCents: 400, stock: 20 })
    const buyTwo = async () => {
      const lines = [...linesOf(testEvent, { Entry: 2 }), extraLine('add_on', addOnId)]
      const { order } = await pay(await users.extra(), testEvent, lines)
      const tickets = (await ticketsOf(order.orderId)).map(({ id }) => id)
      return { id: order.orderId, tickets }
    }
    const ada = await users.actingAs('Ada')
    const preview = (id: string, tickets: string[], cents: number | null) =>
      call(ada, 'preview_refund', { p_order: id, p_tickets: tickets, p_amount_cents: cents }, previewSchema)
    const one = await buyTwo()
    expect((await preview(one.id, one.tickets.slice(1), null)).addOns).toEqual([])
    await refund(ada, one.id, 2200, one.tickets.slice(1))
    expect(await stateOf(one.id)).toEqual({ status: 'paid', refunded: 2200, addOns: ['unfulfilled'] })
    const whole = { name: 'Coat check', quantity: 1, backCents: 440, isHanded: false }
    expect((await preview(one.id, one.tickets.slice(0, 1), null)).addOns).toEqual([whole])
    expect((await preview(one.id, one.tickets.slice(0, 1), 1100)).addOns).toEqual([
      { ...whole, backCents: 220 },
    ])
    await refund(ada, one.id, 1100, one.tickets.slice(0, 1))
    expect(await stateOf(one.id)).toEqual({ status: 'cancelled', refunded: 3520, addOns: ['cancelled'] })

    // the two switches of several tickets at once
    const act = (tickets: string[], refundToo: boolean) => ({
      ...{
        p_action: 'void',
        p_tickets: tickets,
        p_orders: [],
        p_reason: 'asked nicely',
        p_key: randomUUID(),
      },
      p_values: { void: true, refund: refundToo },
    })
    const several = z.looseObject({ refundedCents: z.int() })
    const [kept, back] = [await buyTwo(), await buyTwo()]
    const asked = { p_action: 'void', p_tickets: [...kept.tickets, ...back.tickets] }
    expect(
      await call(ada, 'preview_ticket_action', asked, z.looseObject({ cents: z.int(), addOns: z.int() })),
    ).toMatchObject({ cents: 2 * 4840, addOns: 2 })
    expect(await call(ada, 'act_on_tickets', act(back.tickets, true), several)).toMatchObject({
      refundedCents: 4840,
    })
    expect(await stateOf(back.id)).toEqual({ status: 'cancelled', refunded: 4840, addOns: ['cancelled'] })
    expect(await call(ada, 'act_on_tickets', act(kept.tickets, false), several)).toMatchObject({
      refundedCents: 0,
    })
    expect(await stateOf(kept.id)).toEqual({ status: 'cancelled', refunded: 0, addOns: ['cancelled'] })

    const alone = await buyTwo()
    const [waiting] = await sql<
      { id: string }[]
    >`select id from public.fulfilments where order_id = ${alone.id}`
    const goods = (action: string) => ({
      ...{
        p_action: action,
        p_ids: [waiting?.id],
        p_reason: 'lost the hanger',
        p_values: {},
        p_key: randomUUID(),
      },
    })
    const goodsSchema = z.looseObject({ done: z.int() })
    // nobody ships a coat check
    expect(await codeOf(call(ada, 'act_on_goods', goods('pack'), goodsSchema))).toBe('invalid_state')
    expect(await call(ada, 'act_on_goods', goods('cancel'), goodsSchema)).toMatchObject({ done: 1 })
    expect(await stateOf(alone.id)).toEqual({ status: 'paid', refunded: 440, addOns: ['cancelled'] })
    expect((await preview(alone.id, alone.tickets, null)).addOns).toEqual([])
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 2], 'Coat check': [0, 0] })
  })

  test('waits with its tickets for a second admin, and counts to the limit above which one is asked', async () => {
    const testEvent = await createEvent(sql, {
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 49_800 }] }],
    })
    const { addOnId } = await makeAddOn(sql, testEvent, { priceCents: 400 })
    const lines = [...linesOf(testEvent, { Entry: 1 }), extraLine('add_on', addOnId)]
    const { order } = await pay(await users.extra(), testEvent, lines)
    const [ticket] = await ticketsOf(order.orderId)
    const asked = await refund(await users.actingAs('Ada'), order.orderId, 49_800, [ticket?.id ?? ''])
    expect(asked.status).toBe('requested')
    expect(await stateOf(order.orderId)).toEqual({ status: 'paid', refunded: 0, addOns: ['unfulfilled'] })
    const decision = { p_refund: asked.refundId, p_approve: true, p_reason: 'looked into it' }
    await call(await users.actingAs('Abe'), 'decide_refund', decision, refundedSchema)
    expect(await stateOf(order.orderId)).toEqual({
      status: 'cancelled',
      refunded: 50_200,
      addOns: ['cancelled'],
    })
  })

  test('is refused without a ticket, beyond what the tickets allow, and beyond its stock', async () => {
    const testEvent = await createEvent(sql)
    const { addOnId } = await makeAddOn(sql, testEvent, { stock: 5, maxPerTicket: 2 })
    const squad = await makePackage(sql, testEvent, { Entry: 4 })
    const owner = await users.extra()
    const hold = (lines: ChosenLine[]) => holdItems(service, owner, testEvent.eventId, lines)
    expect(await codeOf(hold([extraLine('add_on', addOnId)]))).toBe('add_on_needs_ticket')
    expect(
      await refusal(hold([...linesOf(testEvent, { Entry: 1 }), extraLine('add_on', addOnId, 3)])),
    ).toMatchObject({
      code: 'add_on_limit',
      facts: { limit: 2, type: 'Drink token' },
    })
    expect(await refusal(hold([extraLine('package', squad), extraLine('add_on', addOnId, 6)]))).toMatchObject(
      {
        code: 'sold_out',
        facts: { left: 5, type: 'Drink token' },
      },
    )
    await hold([extraLine('package', squad), extraLine('add_on', addOnId, 5)])
    // the lines of an event are replaced together
    await hold(linesOf(testEvent, { Entry: 1 }))
    expect(await poolsOf(testEvent)).toEqual({ Room: [1, 0], 'Drink token': [0, 0] })
  })

  test('ends with its event, with the money for it', async () => {
    const testEvent = await createEvent(sql)
    const { addOnId } = await makeAddOn(sql, testEvent)
    const { order } = await pay(await users.extra(), testEvent, [
      ...linesOf(testEvent, { Entry: 1 }),
      extraLine('add_on', addOnId, 2),
    ])
    const ended = { p_id: testEvent.eventId, p_status: 'cancelled', p_note: 'storm' }
    await call(await users.actingAs('Ada'), 'set_event_status', ended, z.unknown())
    expect(
      await sql`select status, refunded_cents = total_cents as whole from public.orders where id = ${order.orderId}`,
    ).toEqual([{ status: 'cancelled', whole: true }])
  })
})

describe('a table', () => {
  test('is held, waits for its deposit, is confirmed, and gives its host a ticket for each guest', async () => {
    const testEvent = await createEvent(sql, { feeFixedCents: 100, taxBps: 1000, maxPerPerson: 2 })
    const table = await makeTable(sql, testEvent, { depositBps: 2550, maxGuests: 6 })
    const owner = await users.extra()
    const hold = await holdItems(service, owner, testEvent.eventId, [extraLine('table', table)])
    // 25.5 % of 400.00, without fee and tax; its guests do not count to the limit per person
    expect(hold.totalCents).toBe(10_200)
    expect(await bookingsOf(sql, table)).toEqual(['held'])
    expect(await poolsOf(testEvent)).toEqual({ Room: [6, 0] })
    const order = await placeOrder(service, owner, hold.holdId)
    expect(await bookingsOf(sql, table)).toEqual(['deposit_pending'])
    await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    expect(await bookingsOf(sql, table)).toEqual(['confirmed'])
    expect(await ticketsOf(order.orderId)).toHaveLength(6)
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 6] })
    expect(
      await sql`
        select array_agg(to_state order by id) as states from private.state_log where entity = 'table_booking'
          and entity_id in (select id from public.table_bookings where table_id = ${table})`,
    ).toEqual([{ states: ['held', 'deposit_pending', 'confirmed'] }])
    // and may still buy what a person may have
    await holdItems(service, owner, testEvent.eventId, linesOf(testEvent, { Entry: 2 }))
  })

  test('of somebody else is taken; an ended or released cart frees it, and so does another choice', async () => {
    const testEvent = await createEvent(sql)
    const table = await makeTable(sql, testEvent)
    const [quick, slow] = [await users.extra(), await users.extra()]
    const book = (owner: string) => holdItems(service, owner, testEvent.eventId, [extraLine('table', table)])
    const first = await book(quick)
    expect(await refusal(book(slow))).toMatchObject({ code: 'table_taken', facts: { type: 'Table 1' } })
    await book(quick)
    await holdItems(service, quick, testEvent.eventId, linesOf(testEvent, { Entry: 1 }))
    expect(await bookingsOf(sql, table)).toEqual(['cancelled', 'cancelled'])
    const second = await book(slow)
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${second.holdId}`
    await book(quick) // without a sweep
    await call(service, 'release_hold', { p_owner: quick, p_hold: first.holdId }, z.unknown())
    expect((await bookingsOf(sql, table)).sort()).toEqual(['cancelled', 'cancelled', 'cancelled', 'expired'])
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 0] })
  })

  test('is one in a cart', async () => {
    const testEvent = await createEvent(sql)
    const tables = [await makeTable(sql, testEvent), await makeTable(sql, testEvent, { name: 'Table 2' })]
    const owner = await users.extra()
    const hold = (lines: ChosenLine[]) => holdItems(service, owner, testEvent.eventId, lines)
    expect(await codeOf(hold(tables.map((table) => extraLine('table', table))))).toBe('one_table')
    expect(await codeOf(hold([extraLine('table', tables[0] ?? '', 2)]))).toBe('one_table')
  })

  test('is booked again when its deposit arrives late, and the deposit goes back when it is taken', async () => {
    const testEvent = await createEvent(sql)
    const table = await makeTable(sql, testEvent)
    const late = async () => {
      const owner = await users.extra()
      const hold = await holdItems(service, owner, testEvent.eventId, [extraLine('table', table)])
      const order = await placeOrder(service, owner, hold.holdId)
      const payment = await beginPayment(service, owner, order.orderId)
      await expire(hold.holdId)
      return payment
    }
    const [first, second] = [await late(), await late()]
    expect((await report(service, first, 'succeeded')).outcome).toBe('paid')
    expect((await report(service, second, 'succeeded')).outcome).toBe('refunding')
    expect((await bookingsOf(sql, table)).sort()).toEqual(['confirmed', 'expired', 'expired'])
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 4] })
  })

  test('is refunded as a whole and free again', async () => {
    const testEvent = await createEvent(sql)
    const table = await makeTable(sql, testEvent)
    const { order } = await pay(await users.extra(), testEvent, [
      extraLine('table', table),
      ...linesOf(testEvent, { Entry: 1 }),
    ])
    const guests = await sql<{ id: string }[]>`
      select k.id from public.tickets k join public.order_lines l on l.id = k.order_line_id and l.kind = 'table' where k.order_id = ${order.orderId}`
    const ada = await users.actingAs('Ada')
    const ids = guests.map(({ id }) => id)
    expect(await codeOf(refund(ada, order.orderId, 100, ids.slice(1)))).toBe('refund_whole')
    expect(await refund(ada, order.orderId, 10_000, ids)).toMatchObject({ voided: 4 })
    expect(await bookingsOf(sql, table)).toEqual(['cancelled'])
    expect(await poolsOf(testEvent)).toEqual({ Room: [0, 1] })
    await holdItems(service, await users.extra(), testEvent.eventId, [extraLine('table', table)])
  })

  test('keeps the terms it was booked on', async () => {
    const testEvent = await createEvent(sql)
    const table = await makeTable(sql, testEvent)
    const { hold } = await pay(await users.extra(), testEvent, [extraLine('table', table)])
    await sql`update public.bookable_tables set minimum_spend_cents = 90000, gratuity_bps = 0 where id = ${table}`
    expect(
      await sql`select (private.terms_of_kind('table', ${hold.holdId}, ${table}) -> 'table') - 'lastArrivalAt' as terms`,
    ).toEqual([
      {
        terms: {
          guests: 4,
          minimumSpendCents: 40_000,
          depositCents: 10_000,
          remainderCents: 30_000,
          gratuityBps: 2000,
          gratuityCents: 8000,
        },
      },
    ])
    await expect(
      sql`update public.bookable_tables set max_guests = 8 where id = ${table}`,
    ).rejects.toMatchObject({ code: 'PGRST' })
  })
})

describe('at the door', () => {
  const responseSchema = z.looseObject({
    result: z.string(),
    typeName: z.string().nullable(),
    partOf: z.string().nullable(),
    addOns: z.array(z.object({ name: z.string(), quantity: z.int() })),
    table: z.object({ name: z.string(), section: z.string(), guests: z.int(), arrived: z.int() }).nullable(),
  })
  const scan = async (testEvent: TestEvent, ticketId: string) => {
    const staffId = await users.id('Ada')
    const [row] = await pool.begin((tx) => scanAs(tx, staffId, testEvent.eventId, ticketId))
    return responseSchema.parse(row?.a)
  }

  test('a ticket of a package says its type and its package, and what is to be handed over', async () => {
    const testEvent = await createEvent(sql, { pools: rooms, types: two })
    const squad = await makePackage(sql, testEvent, { VIP: 1 })
    const { addOnId } = await makeAddOn(sql, testEvent)
    const { order } = await pay(await users.extra(), testEvent, [
      extraLine('package', squad),
      extraLine('add_on', addOnId, 2),
    ])
    const [ticket] = await ticketsOf(order.orderId)
    expect(await scan(testEvent, ticket?.id ?? '')).toMatchObject({
      result: 'ok',
      typeName: 'VIP',
      partOf: 'Squad',
      addOns: [{ name: 'Drink token', quantity: 2 }],
      table: null,
    })
  })

  test('the first guest of a table opens it, and each counts; undoing the only admission closes it again', async () => {
    const testEvent = await createEvent(sql)
    const table = await makeTable(sql, testEvent)
    const { order } = await pay(await users.extra(), testEvent, [extraLine('table', table)])
    const tickets = await ticketsOf(order.orderId)
    const seen = []
    for (const { id } of tickets.slice(0, 2)) seen.push((await scan(testEvent, id)).table)
    expect(seen).toEqual(
      [1, 2].map((arrived) => ({ name: 'Table 1', section: 'Balcony', guests: 4, arrived })),
    )
    expect(await bookingsOf(sql, table)).toEqual(['arrived'])
    const ada = await users.actingAs('Ada')
    for (const { id } of tickets.slice(0, 2))
      await call(
        ada,
        'undo_check_in',
        { p_event: testEvent.eventId, p_ticket: id, p_scan_uid: randomUUID(), p_reason: 'wrong person' },
        z.unknown(),
      )
    expect(await bookingsOf(sql, table)).toEqual(['confirmed'])
  })

  test('door managers release a table of which nobody came, 30 minutes after its cutoff; its deposit stays', async () => {
    const testEvent = await createEvent(sql, { doorsIn: -2 })
    const { addOnId } = await makeAddOn(sql, testEvent, { name: 'Cooler' })
    const [early, gone, here] = [
      await makeTable(sql, testEvent, { name: 'Early', lastArrivalIn: -0.4 }),
      await makeTable(sql, testEvent, { name: 'Gone', lastArrivalIn: -0.6 }),
      await makeTable(sql, testEvent, { name: 'Here', lastArrivalIn: -0.6 }),
    ]
    const booking = async (table: string) => {
      const { order } = await pay(await users.extra(), testEvent, [
        extraLine('table', table),
        extraLine('add_on', addOnId),
      ])
      const [row] = await sql<
        { id: string }[]
      >`select id from public.table_bookings where order_id = ${order.orderId}`
      return { id: row?.id ?? '', orderId: order.orderId }
    }
    const booked = { early: await booking(early), gone: await booking(gone), here: await booking(here) }
    const [guest] = await ticketsOf(booked.here.orderId)
    await scan(testEvent, guest?.id ?? '')
    const release = async (who: 'Ada' | 'Sid' | 'Mia', id: string, reason: string | null = 'nobody came') =>
      call(
        await users.actingAs(who),
        'release_table',
        { p_event: testEvent.eventId, p_booking: id, p_reason: reason },
        z.object({ status: z.string(), voided: z.int() }),
      )
    expect(await codeOf(release('Mia', booked.gone.id))).toBe('not_allowed')
    expect(await codeOf(release('Sid', booked.gone.id))).toBe('not_allowed')
    expect(await codeOf(release('Ada', booked.gone.id, ''))).toBe('reason_required')
    expect(await codeOf(release('Ada', randomUUID()))).toBe('not_found')
    expect(await codeOf(release('Ada', booked.early.id))).toBe('table_kept')
    expect(await codeOf(release('Ada', booked.here.id))).toBe('invalid_state')
    expect(await release('Ada', booked.gone.id)).toEqual({ status: 'no_show', voided: 4 })
    expect(await codeOf(release('Ada', booked.gone.id))).toBe('invalid_state')
    expect(
      await sql`select status, refunded_cents::int as refunded from public.orders where id = ${booked.gone.orderId}`,
    ).toEqual([{ status: 'cancelled', refunded: 0 }])
    expect((await poolsOf(testEvent)).Cooler).toEqual([0, 2]) // the add-ons bought with it ended, too
    await holdItems(service, await users.extra(), testEvent.eventId, [extraLine('table', gone)])
    const door = z
      .object({ tables: z.array(z.object({ name: z.string(), status: z.string(), arrived: z.int() })) })
      .parse(
        await call(await users.actingAs('Ada'), 'read_door', { p_event: testEvent.eventId }, z.unknown()),
      )
    expect(door.tables).toEqual([
      { name: 'Early', status: 'confirmed', arrived: 0 },
      { name: 'Gone', status: 'no_show', arrived: 0 },
      { name: 'Here', status: 'arrived', arrived: 1 },
    ])
  })
})

describe('the page of an event', () => {
  const extrasSchema = z.object({
    extras: z.array(
      z.looseObject({
        kind: z.string(),
        name: z.string(),
        detail: z.string().nullable(),
        state: z.string(),
        priceCents: z.int(),
        taxCents: z.int(),
        left: z.int().nullable(),
        maxPerOrder: z.int(),
        table: z.looseObject({ remainderCents: z.int(), gratuityCents: z.int() }).nullable(),
      }),
    ),
  })
  const offerOf = async (testEvent: TestEvent) =>
    extrasSchema.parse(
      await call(
        await users.actingAs('visitor'),
        'read_event_page',
        { p_id: testEvent.eventId },
        z.unknown(),
      ),
    ).extras

  test('says what is offered, at which price, and how much of it is left', async () => {
    const testEvent = await createEvent(sql, { pools: rooms, types: two, feeFixedCents: 100, taxBps: 1000 })
    await makePackage(sql, testEvent, { VIP: 2 })
    await makePackage(sql, testEvent, { VIP: 1 }, { visibility: 'members', name: 'Secret' })
    await makeAddOn(sql, testEvent, { stock: 300 })
    const table = await makeTable(sql, testEvent)
    expect(await offerOf(testEvent)).toMatchObject([
      {
        kind: 'package',
        detail: '2 × VIP',
        state: 'low',
        priceCents: 7200,
        taxCents: 720,
        left: 3,
        maxPerOrder: 3,
        table: null,
      },
      {
        kind: 'add_on',
        detail: null,
        state: 'on_sale',
        priceCents: 1000,
        taxCents: 100,
        left: null,
        table: null,
      },
      {
        kind: 'table',
        detail: 'Balcony, up to 4 guests',
        state: 'on_sale',
        priceCents: 10_000,
        taxCents: 0,
        maxPerOrder: 1,
        table: { remainderCents: 30_000, gratuityCents: 8000 },
      },
    ])
    const hold = await holdItems(service, await users.extra(), testEvent.eventId, [extraLine('table', table)])
    expect((await offerOf(testEvent))[2]?.state).toBe('sold_out')
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${hold.holdId}`
    expect((await offerOf(testEvent))[2]?.state).toBe('on_sale')
    await buy(service, await users.extra(), testEvent, { VIP: 5 })
    expect((await offerOf(testEvent))[0]?.state).toBe('sold_out')
  })

  test('offers places that a code kept until now', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 4 } })
    await makePackage(sql, testEvent, { Entry: 2 })
    const code = await makeCode(sql, testEvent, {
      effect: 'access',
      block: { pool: 'Room', places: 4, hours: 1 },
    })
    expect((await offerOf(testEvent))[0]?.state).toBe('sold_out')
    await sql`update public.promo_codes set block_ends_at = now() where id = ${code.id}`
    expect((await offerOf(testEvent))[0]).toMatchObject({ state: 'low', left: 2 })
  })
})
