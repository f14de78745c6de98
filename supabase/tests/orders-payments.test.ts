import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { countersOf, createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import {
  appliedSchema,
  beginPayment,
  buy,
  call,
  checkOut,
  holdTickets,
  placeOrder,
  provider,
  refusal,
  report,
  sweep,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const orderOf = async (id: string) => {
  const [row] = await sql`
    select o.status, o.late_rescue, o.refunded_cents::int,
      (select count(*)::int from public.tickets k where k.order_id = o.id) as tickets,
      (select array_agg(m.kind order by m.kind) from private.mail_outbox m where m.subject_id = o.id) as mails
    from public.orders o where o.id = ${id}`
  return row
}
const endHold = (holdId: string) =>
  sql`update public.holds set expires_at = now() - interval '1 second' where id = ${holdId}`

describe('a payment that succeeds', () => {
  test('issues the tickets, turns held into sold and queues one mail', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { order, payment } = await checkOut(service, owner, testEvent, { Entry: 3 })
    expect(await report(service, payment, 'succeeded')).toEqual({
      outcome: 'paid',
      orderId: order.orderId,
      reason: null,
      duplicate: false,
    })
    expect(await orderOf(order.orderId)).toEqual({
      status: 'paid',
      late_rescue: false,
      refunded_cents: 0,
      tickets: 3,
      mails: ['order_paid'],
    })
    expect(await countersOf(sql, testEvent.eventId)).toEqual({
      pools: [{ name: 'Room', held: 0, sold: 3 }],
      releases: [{ name: 'Final', held: 0, sold: 3 }],
    })
    const tickets = await sql<{ code: string; generation: number; check: string }[]>`
      select code, generation, private.check_character(left(code, 8)) as check from public.tickets where order_id = ${order.orderId}`
    for (const ticket of tickets) {
      expect(ticket.generation).toBe(1)
      expect(ticket.code.at(-1)).toBe(ticket.check)
    }
  })

  test('reported twice, in two ways, is one', async () => {
    const testEvent = await createEvent(sql)
    const { order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    const id = randomUUID()
    await report(service, payment, 'succeeded', id)
    expect(await report(service, payment, 'succeeded', id)).toMatchObject({
      outcome: 'paid',
      duplicate: true,
    })
    expect(await report(service, payment, 'succeeded')).toMatchObject({
      outcome: 'already_paid',
      duplicate: false,
    })
    expect(await orderOf(order.orderId)).toMatchObject({ tickets: 1, mails: ['order_paid'] })
  })

  test('pins the hold once while it is processed', async () => {
    const testEvent = await createEvent(sql)
    const { hold, order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    await sql`update public.holds set expires_at = now() + interval '1 minute' where id = ${hold.holdId}`
    expect(await report(service, payment, 'processing')).toMatchObject({ outcome: 'processing' })
    const pinned = async () => {
      const [row] = await sql<
        { status: string; left: number }[]
      >`select status, extract(epoch from expires_at - now())::int as left from public.holds where id = ${hold.holdId}`
      return row
    }
    expect((await pinned())?.status).toBe('pinned')
    expect((await pinned())?.left).toBeGreaterThan(5 * 60)
    expect(await report(service, payment, 'processing')).toMatchObject({ outcome: 'ignored' })
    await report(service, payment, 'failed')
    const retry = await beginPayment(
      service,
      (await sql<{ owner_id: string }[]>`select owner_id from public.orders where id = ${order.orderId}`)[0]
        ?.owner_id ?? '',
      order.orderId,
    )
    await sql`update public.holds set expires_at = now() + interval '1 minute' where id = ${hold.holdId}`
    await report(service, retry, 'processing')
    expect((await pinned())?.left).toBeLessThan(61)
    expect(await report(service, retry, 'succeeded')).toMatchObject({ outcome: 'paid' })
  })

  test('events out of order do not change a settled order', async () => {
    const testEvent = await createEvent(sql)
    const { order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    await report(service, payment, 'succeeded')
    expect(await report(service, payment, 'processing')).toMatchObject({ outcome: 'ignored' })
    expect(await report(service, payment, 'failed')).toMatchObject({ outcome: 'ignored' })
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'paid', tickets: 1 })
  })

  test('success after failure of the same payment counts', async () => {
    const testEvent = await createEvent(sql)
    const { order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    await report(service, payment, 'failed')
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'payment_failed', tickets: 0 })
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
  })
})

describe('a payment that does not match its order', () => {
  test.each([
    ['a cent less', { amountCents: 3999 }, 'amount_mismatch'],
    ['a cent more', { amountCents: 4001 }, 'amount_mismatch'],
    ['another currency', { currency: 'JMD' }, 'currency_mismatch'],
    ['an unknown payment', { paymentId: randomUUID() }, 'unknown_payment'],
  ])('%s is parked and gives no tickets', async (_, change, reason) => {
    const testEvent = await createEvent(sql)
    const { order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 2 })
    expect(await report(service, { ...payment, ...change }, 'succeeded')).toMatchObject({
      outcome: 'parked',
      reason,
    })
    expect(await orderOf(order.orderId)).toMatchObject({
      status: 'awaiting_payment',
      tickets: 0,
      mails: null,
    })
    // the right money afterwards still counts
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
  })

  test('a second payment for a paid order is refunded', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { order, payment } = await checkOut(service, owner, testEvent, { Entry: 1 })
    await report(service, payment, 'failed')
    const second = await beginPayment(service, owner, order.orderId)
    await report(service, second, 'succeeded')
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
    expect(
      await sql`select kind, status, amount_cents::int, payment_id from public.refunds where order_id = ${order.orderId}`,
    ).toEqual([
      { kind: 'double_payment', status: 'approved', amount_cents: 2000, payment_id: payment.paymentId },
    ])
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'paid', tickets: 1, refunded_cents: 0 })
  })
})

describe('a late payment', () => {
  test('keeps the buyer’s places before the sweep', async () => {
    const testEvent = await createEvent(sql)
    const { hold, order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 2 })
    await endHold(hold.holdId)
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'paid', late_rescue: false, tickets: 2 })
  })

  test('takes the places again after the sweep, at the old price', async () => {
    const testEvent = await createEvent(sql)
    const { hold, order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 2 })
    await endHold(hold.holdId)
    await sweep(sql)
    await sql`update public.price_releases set face_cents = 5000 where ticket_type_id = ${testEvent.types.Entry ?? ''}`
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'paid', late_rescue: true, tickets: 2 })
  })

  test('is refunded in full with an apology when others have the places', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 2 } })
    const { hold, order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 2 })
    await endHold(hold.holdId)
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
    expect(await orderOf(order.orderId)).toEqual({
      status: 'cancelled',
      late_rescue: false,
      refunded_cents: 4000,
      tickets: 0,
      mails: ['order_too_late'],
    })
    expect(
      await sql`select kind, status, amount_cents::int from public.refunds where order_id = ${order.orderId}`,
    ).toEqual([{ kind: 'late_payment', status: 'approved', amount_cents: 4000 }])
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 1 }])
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'already_paid' })
  })

  test('is refunded when its release is sold out', async () => {
    const releases = [
      { name: 'Early', faceCents: 1000, quantity: 1 },
      { name: 'Final', faceCents: 2000 },
    ]
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry', releases }] })
    const { hold, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    await endHold(hold.holdId)
    await buy(service, await users.extra(), testEvent, { Entry: 1 })
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
    expect(await countersOf(sql, testEvent.eventId)).toMatchObject({ pools: [{ held: 0, sold: 1 }] })
  })

  test('for a changed cart is settled within the person’s limit, else refunded', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 3 })
    const owner = await users.extra()
    const old = await checkOut(service, owner, testEvent, { Entry: 2 })
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const fresh = await placeOrder(service, owner, hold.holdId)
    const payment = await beginPayment(service, owner, fresh.orderId)
    expect(await report(service, old.payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
    expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })

    const greedy = await users.extra()
    const first = await checkOut(service, greedy, testEvent, { Entry: 2 })
    await holdTickets(service, greedy, testEvent, { Entry: 3 })
    expect(await report(service, first.payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
  })

  test('for a cancelled event is refunded, and its holds are released', async () => {
    const testEvent = await createEvent(sql)
    const one = await checkOut(service, await users.extra(), testEvent, { Entry: 2 })
    const two = await checkOut(service, await users.extra(), testEvent, { Entry: 3 })
    await report(service, two.payment, 'processing')
    const bought = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const ada = await users.actingAs('Ada')
    const { error } = await ada.rpc('set_event_status', {
      p_id: testEvent.eventId,
      p_status: 'cancelled',
      p_note: 'Storm warning',
    })
    expect(error).toBeNull()
    expect(await report(service, one.payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
    expect(await report(service, two.payment, 'succeeded')).toMatchObject({ outcome: 'refunding' })
    expect(await orderOf(bought.order.orderId)).toMatchObject({
      status: 'cancelled',
      refunded_cents: 2000,
      mails: ['event_cancelled', 'order_paid'],
    })
    expect(
      await sql`select void_reason from public.tickets where order_id = ${bought.order.orderId}`,
    ).toEqual([{ void_reason: 'event_cancelled' }])
    expect(await countersOf(sql, testEvent.eventId)).toMatchObject({
      pools: [{ held: 0, sold: 0 }],
      releases: [{ held: 0, sold: 0 }],
    })
  })
})

describe('the provider’s own reference', () => {
  /** Opens a payment without a provider's reference, as it is while the provider opens it. */
  async function unnamed() {
    const testEvent = await createEvent(sql)
    const { order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    await sql`update public.payments set provider_ref = null where id = ${payment.paymentId}`
    return { order, payment, ref: `pi_${randomUUID()}` }
  }
  const nameIt = (paymentId: string, ref: string) =>
    call(service, 'store_payment_ref', { p_payment: paymentId, p_provider_ref: ref }, z.unknown())

  test('is stored once', async () => {
    const { payment, ref } = await unnamed()
    await nameIt(payment.paymentId, ref)
    await nameIt(payment.paymentId, 'pi_other')
    expect(await report(service, { ...payment, paymentId: ref }, 'succeeded')).toMatchObject({
      outcome: 'paid',
    })
    expect((await refusal(nameIt(randomUUID(), ref))).code).toBe('not_found')
  })

  test('applies the events that arrived before it, in their order', async () => {
    const { order, payment, ref } = await unnamed()
    const [early, id] = [{ ...payment, paymentId: ref }, randomUUID()]
    expect(await report(service, early, 'processing')).toMatchObject({
      outcome: 'parked',
      reason: 'unknown_payment',
    })
    expect(await report(service, early, 'succeeded', id)).toMatchObject({ outcome: 'parked' })
    await nameIt(payment.paymentId, ref)
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'paid', tickets: 1, mails: ['order_paid'] })
    expect(await report(service, early, 'succeeded', id)).toEqual({
      outcome: 'paid',
      orderId: order.orderId,
      reason: null,
      duplicate: true,
    })
    expect(
      await sql`select kind, outcome, reason from private.payment_events where payment_ref = ${ref} order by kind`,
    ).toEqual([
      { kind: 'processing', outcome: 'processing', reason: null },
      { kind: 'succeeded', outcome: 'paid', reason: null },
    ])
  })

  test.each([
    ['the reference', 'an event'],
    ['an event', 'the reference'],
  ])('while %s is being stored, %s waits', async (firstIs) => {
    const { order, payment, ref } = await unnamed()
    const pool = users.connect(2)
    const name = (tx: TransactionSql) => tx`select public.store_payment_ref(${payment.paymentId}, ${ref})`
    const take = (tx: TransactionSql) =>
      tx`select public.apply_payment_event(${provider}, ${randomUUID()}, 'succeeded', ${ref}, ${payment.amountCents}, 'USD')`
    const [first, second] = firstIs === 'the reference' ? [name, take] : [take, name]
    let after: Promise<unknown> = Promise.resolve()
    await pool.begin(async (tx) => {
      await first(tx)
      let [ended, pid] = [false, 0]
      const run = async (other: TransactionSql) => {
        const [row] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`
        pid = row?.pid ?? 0
        await second(other)
      }
      after = pool.begin(run).finally(() => {
        ended = true
      })
      const waits = () =>
        sql`select 1 from pg_locks where pid = ${pid} and locktype = 'advisory' and not granted`
      await expect.poll(async () => ended || (await waits()).length > 0).toBe(true)
    })
    await after
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'paid', tickets: 1, mails: ['order_paid'] })
    await pool.end()
  })

  test('does not match another provider’s event with the same reference', async () => {
    const { order, payment, ref } = await unnamed()
    await nameIt(payment.paymentId, ref)
    const args = {
      p_provider: 'test_other',
      p_event_id: randomUUID(),
      p_kind: 'succeeded',
      p_payment_ref: ref,
      p_amount_cents: payment.amountCents,
      p_currency: 'USD',
    }
    expect(await call(service, 'apply_payment_event', args, appliedSchema)).toMatchObject({
      reason: 'unknown_payment',
    })
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'awaiting_payment' })
  })
})

test('a payment that expired at the provider ends and another can begin; money that still arrives counts', async () => {
  const testEvent = await createEvent(sql)
  const owner = await users.extra()
  const { order, payment } = await checkOut(service, owner, testEvent, { Entry: 1 })
  expect(await report(service, payment, 'expired')).toMatchObject({ outcome: 'cancelled' })
  expect(await report(service, payment, 'failed')).toMatchObject({ outcome: 'ignored' })
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'awaiting_payment' })
  const second = await beginPayment(service, owner, order.orderId)
  expect(second.attempt).toBe(2)
  await report(service, second, 'processing')
  await report(service, second, 'expired')
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'payment_failed' })
  expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
})
