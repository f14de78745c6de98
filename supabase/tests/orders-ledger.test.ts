import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { makeCode, unlock } from './codes.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { withLockTimeout } from './lock-timeout.ts'
import {
  beginPayment,
  buy,
  call,
  checkOut,
  holdItems,
  linesOf,
  placeOrder,
  refundedSchema,
  refusal,
  report,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { lineOf, makeVariant } from './variants.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** The entries of an order by kind and part: the cents of each line, or null where they are of no line. */
async function ledgerOf(orderId: string) {
  const rows = await sql<{ entry: string; cents: number }[]>`
    select kind || ' ' || part as entry, sum(cents)::int as cents from public.ledger_entries
    where order_id = ${orderId} group by kind, part`
  return Object.fromEntries(rows.map(({ entry, cents }) => [entry, cents]))
}

/** An event of tickets at $20.00 with a fee of $1.00 + 5 % and a tax of 8 %. */
const priced = () => createEvent(sql, { feeFixedCents: 100, feeBps: 500, taxBps: 800 })

const refund = async (orderId: string, cents: number, more: Record<string, unknown> = {}) =>
  call(
    await users.actingAs('Ada'),
    'refund_order',
    {
      p_order: orderId,
      p_amount_cents: cents,
      p_reason: 'asked nicely',
      p_void: false,
      p_key: randomUUID(),
      ...more,
    },
    refundedSchema,
  )

describe('a sale', () => {
  test('is booked by line and part with its payment, once, whatever the provider repeats', async () => {
    const { eventId, types, pools } = await priced()
    const { order, payment } = await checkOut(
      service,
      await users.extra(),
      { eventId, types, pools },
      { Entry: 2 },
    )
    expect(await ledgerOf(order.orderId)).toEqual({})
    await report(service, payment, 'failed')
    expect(await ledgerOf(order.orderId)).toEqual({})
    await report(service, payment, 'succeeded')
    await report(service, payment, 'succeeded')
    expect(await ledgerOf(order.orderId)).toEqual({ 'sale face': 4000, 'fee fee': 400, 'tax tax': 352 })
    const [entry] = await sql`
      select e.event_id, e.item_kind, e.payment_id, e.source_id, e.currency, e.is_test, e.booked_at = o.paid_at as on_time
      from public.ledger_entries e join public.orders o on o.id = e.order_id where o.id = ${order.orderId} and e.kind = 'tax'`
    expect(entry).toEqual({
      event_id: eventId,
      item_kind: 'ticket',
      payment_id: payment.paymentId,
      source_id: order.orderId,
      currency: 'USD',
      is_test: false,
      on_time: true,
    })
  })

  test('books what a code took off; of a free order nothing but that', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const code = await makeCode(sql, testEvent, { percent: 100 })
    await unlock(service, owner, testEvent, code.code)
    const held = await holdItems(
      service,
      owner,
      testEvent.eventId,
      linesOf(testEvent, { Entry: 1 }),
      randomUUID(),
      code.id,
    )
    const order = await placeOrder(service, owner, held.holdId)
    expect(order.status).toBe('paid')
    expect(await ledgerOf(order.orderId)).toEqual({ 'sale face': 2000, 'discount face': -2000 })
  })

  test('of a test event is marked as a test', async () => {
    const { order } = await buy(service, await users.extra(), await createEvent(sql, { isTest: true }), {
      Entry: 1,
    })
    expect(
      await sql`select distinct is_test from public.ledger_entries where order_id = ${order.orderId}`,
    ).toEqual([{ is_test: true }])
  })

  test('of goods beside tickets is not of the event', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { variantId } = await makeVariant(sql)
    const held = await holdItems(service, owner, testEvent.eventId, [
      ...linesOf(testEvent, { Entry: 1 }),
      lineOf(variantId, 1),
    ])
    const order = await placeOrder(service, owner, held.holdId)
    await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    expect(
      await sql`select item_kind, event_id from public.ledger_entries where order_id = ${order.orderId} and kind = 'sale' order by item_kind`,
    ).toEqual([
      { item_kind: 'product', event_id: null },
      { item_kind: 'ticket', event_id: testEvent.eventId },
    ])
  })

  test('money that bought nothing was never revenue', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 1 } })
    const late = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${late.hold.holdId}`
    await sql`select public.sweep()`
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    expect((await report(service, late.payment, 'succeeded')).outcome).toBe('refunding')
    expect(await ledgerOf(late.order.orderId)).toEqual({})
  })
})

describe('a refund', () => {
  test('is booked when it is approved, in the proportions of what is left, to the cent', async () => {
    const { order } = await buy(service, await users.extra(), await priced(), { Entry: 2 })
    await refund(order.orderId, 1001)
    expect(await ledgerOf(order.orderId)).toMatchObject({
      'refund face': -842,
      'refund fee': -84,
      'refund tax': -75,
    })
    await refund(order.orderId, 3751)
    expect(await ledgerOf(order.orderId)).toMatchObject({
      'refund face': -4000,
      'refund fee': -400,
      'refund tax': -352,
    })
  })

  test('of one ticket is booked on its line', async () => {
    const testEvent = await createEvent(sql, {
      types: [{ name: 'Entry' }, { name: 'VIP', releases: [{ name: 'Final', faceCents: 5000 }] }],
    })
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1, VIP: 1 })
    const [ticket] = await sql<{ id: string; line: string }[]>`
      select id, order_line_id as line from public.tickets where order_id = ${order.orderId} and ticket_type_id = ${testEvent.types.VIP ?? ''}`
    await refund(order.orderId, 5000, { p_void: true, p_tickets: [ticket?.id] })
    // an amount of no ticket falls on what has something left
    await refund(order.orderId, 500)
    expect(
      await sql`select order_line_id = ${ticket?.line ?? ''} as of_ticket, cents::int from public.ledger_entries
        where order_id = ${order.orderId} and kind = 'refund' order by cents`,
    ).toEqual([
      { of_ticket: true, cents: -5000 },
      { of_ticket: false, cents: -500 },
    ])
  })

  test('that waits for a second admin is booked when it is approved, and not when it is rejected', async () => {
    const testEvent = await createEvent(sql, {
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 30000 }] }],
    })
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 3 })
    const decide = async (refundId: string | null, approve: boolean) =>
      call(
        await users.actingAs('Abe'),
        'decide_refund',
        { p_refund: refundId, p_approve: approve, p_reason: 'looked into it' },
        refundedSchema,
      )
    const first = await refund(order.orderId, 60000)
    expect(first.status).toBe('requested')
    expect(await ledgerOf(order.orderId)).toEqual({ 'sale face': 90000 })
    await decide(first.refundId, false)
    expect(await ledgerOf(order.orderId)).toEqual({ 'sale face': 90000 })
    await decide((await refund(order.orderId, 70000)).refundId, true)
    expect(await ledgerOf(order.orderId)).toEqual({ 'sale face': 90000, 'refund face': -70000 })
  })

  test('for a cancelled event takes all that is left of its lines, and leaves goods', async () => {
    const testEvent = await priced()
    const owner = await users.extra()
    const { variantId } = await makeVariant(sql)
    const held = await holdItems(service, owner, testEvent.eventId, [
      ...linesOf(testEvent, { Entry: 2 }),
      lineOf(variantId, 1),
    ])
    const order = await placeOrder(service, owner, held.holdId)
    await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    const { error } = await (await users.actingAs('Ada')).rpc('set_event_status', {
      p_id: testEvent.eventId,
      p_status: 'cancelled',
      p_note: 'storm',
    })
    expect(error).toBeNull()
    expect(
      await sql`select item_kind, sum(cents) > 0 as earned from public.ledger_entries
        where order_id = ${order.orderId} group by item_kind order by 1`,
    ).toEqual([
      { item_kind: 'product', earned: true },
      { item_kind: 'ticket', earned: false },
    ])
  })
})

describe('a dispute', () => {
  test('takes what is left, and its reversal gives back the same, each once', async () => {
    const { order } = await buy(service, await users.extra(), await priced(), { Entry: 1 })
    await refund(order.orderId, 1000)
    const before = await ledgerOf(order.orderId)
    const dispute = randomUUID()
    const post = (kind: string, cents: number) =>
      sql`select private.post_ledger(${kind}, ${order.orderId}, ${cents}, ${dispute}) as n`
    expect(await post('dispute', -1376)).toEqual([{ n: 3 }])
    expect(await post('dispute', -1376)).toEqual([{ n: 0 }])
    const [left] =
      await sql`select sum(cents)::int as cents from public.ledger_entries where order_id = ${order.orderId}`
    expect(left).toEqual({ cents: 0 })
    expect(await post('dispute_reversed', 1376)).toEqual([{ n: 3 }])
    expect(await post('dispute_reversed', 1376)).toEqual([{ n: 0 }])
    const after = await ledgerOf(order.orderId)
    for (const part of ['face', 'fee', 'tax'])
      expect(after[`dispute_reversed ${part}`]).toBe(-(after[`dispute ${part}`] ?? 0))
    expect(after).toMatchObject(before)
  })
})

test('what no line can carry is booked without one, and a rule tells', async () => {
  const { order } = await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
  const undo = new Error('undo')
  const work = sql.begin(async (tx) => {
    await tx`select private.post_ledger('dispute', ${order.orderId}, -2500, ${randomUUID()})`
    expect(
      await tx`select order_line_id is null as free, cents::int from public.ledger_entries
        where order_id = ${order.orderId} and kind = 'dispute' order by cents`,
    ).toEqual([
      { free: false, cents: -2000 },
      { free: true, cents: -500 },
    ])
    throw undo
  })
  await expect(work).rejects.toBe(undo)
})

describe('a correction', () => {
  const correct = async (
    name: 'Ada' | 'Mo' | 'Mia',
    orderId: string,
    cents: number,
    more: Record<string, unknown> = {},
  ) =>
    call(
      await users.actingAs(name),
      'correct_ledger',
      {
        p_order: orderId,
        p_cents: cents,
        p_part: 'fee',
        p_reason: 'the statement says less',
        p_key: randomUUID(),
        ...more,
      },
      z.uuid(),
    )

  test('is booked with its reason and its author, once per key, and counts in the figures of the event', async () => {
    const testEvent = await priced()
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const key = randomUUID()
    const first = await correct('Ada', order.orderId, -30, { p_key: key })
    expect(await correct('Ada', order.orderId, -30, { p_key: key })).toBe(first)
    expect(
      await sql`select part, cents::int, reason, actor_id, source_id, event_id from public.ledger_entries
        where order_id = ${order.orderId} and kind = 'correction'`,
    ).toEqual([
      {
        part: 'fee',
        cents: -30,
        reason: 'the statement says less',
        actor_id: await users.id('Ada'),
        source_id: first,
        event_id: testEvent.eventId,
      },
    ])
    const [row] = await sql<{ cents: number }[]>`
      select sum(cents)::int as cents from public.ledger_entries where event_id = ${testEvent.eventId}`
    expect(row?.cents).toBe(order.totalCents - 30)
    // a later refund is assigned as if there were no correction
    await refund(order.orderId, order.totalCents)
    expect(await ledgerOf(order.orderId)).toMatchObject({ 'refund face': -2000, 'refund fee': -200 })
  })

  test('is for admins, of paid orders, within bounds, and never below what the order earned', async () => {
    const testEvent = await priced()
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const open = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    for (const name of ['Mo', 'Mia'] as const)
      expect((await refusal(correct(name, order.orderId, -30))).code).toBe('not_allowed')
    for (const [orderId, cents, more, code] of [
      [order.orderId, 0, {}, 'invalid'],
      [order.orderId, 50_001, {}, 'invalid'],
      [order.orderId, 30, { p_part: 'discount' }, 'invalid'],
      [order.orderId, 30, { p_reason: ' ' }, 'reason_required'],
      [order.orderId, -order.totalCents - 1, {}, 'refund_too_large'],
      [open.order.orderId, 30, {}, 'invalid_state'],
      [randomUUID(), 30, {}, 'not_found'],
    ] as const)
      expect([code, (await refusal(correct('Ada', orderId, cents, more))).code]).toEqual([code, code])
  })
})

test('entries never change, whoever asks', async () => {
  await buy(service, await users.extra(), await createEvent(sql), { Entry: 1 })
  await expect(sql`update public.ledger_entries set cents = cents + 1`).rejects.toThrow('append-only')
  await expect(sql`delete from public.ledger_entries`).rejects.toThrow('append-only')
  await expect(withLockTimeout(sql, (tx) => tx`truncate public.ledger_entries cascade`)).rejects.toThrow(
    'append-only',
  )
  for (const client of [service, await users.actingAs('Ada')]) {
    const { error } = await client.from('ledger_entries').insert({ order_id: randomUUID(), cents: 1 })
    expect(error?.code).toBe('42501')
  }
})
