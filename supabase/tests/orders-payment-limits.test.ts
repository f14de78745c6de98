import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { buyerBlocksSchema, buyerFactsSchema } from '#features/orders/disputes/disputes.types.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { tally, together } from './races.ts'
import {
  appliedSchema,
  beginPayment,
  begunSchema,
  call,
  checkOut,
  holdTickets,
  placeOrder,
  provider,
  refusal,
  report,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Limits against stolen cards: attempts to pay, tickets by card, and the list of who may not buy. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(10)
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** A payment that somebody with this role opened from a network. */
async function payFrom(network: string, testEvent: Awaited<ReturnType<typeof createEvent>>, role = 'guest') {
  const owner = await users.extra()
  await sql`update private.user_roles set role = ${role} where user_id = ${owner}`
  const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
  const order = await placeOrder(service, owner, hold.holdId)
  const client = { network, address: '203.0.113.7', user_agent: 'Test browser' }
  const args = {
    p_owner: owner,
    p_order: order.orderId,
    p_provider: provider,
    p_key: randomUUID(),
    p_client: client,
  }
  const payment = await call(service, 'begin_payment', args, begunSchema)
  const named = { p_payment: payment.paymentId, p_provider_ref: payment.paymentId }
  await call(service, 'store_payment_ref', named, z.unknown())
  return payment
}

/** A report that money arrived from a card. */
async function paidWith(payment: { paymentId: string; amountCents: number; currency: string }, card: string) {
  const args = {
    p_provider: provider,
    p_event_id: randomUUID(),
    p_kind: 'succeeded',
    p_payment_ref: payment.paymentId,
    p_amount_cents: payment.amountCents,
    p_currency: payment.currency,
    p_payload: { card_fingerprint: card },
  }
  return (await call(service, 'apply_payment_event', args, appliedSchema)).outcome
}

const block = async (kind: string, key: string | null, label: string, days: number | null = null) =>
  call(
    await users.actingAs('Ada'),
    'add_buyer_block',
    { p_kind: kind, p_key: key, p_label: label, p_reason: 'stolen cards', p_days: days },
    z.uuid(),
  )
const lift = async (id: string) =>
  call(await users.actingAs('Ada'), 'lift_buyer_block', { p_block: id }, z.unknown())

describe('attempts to pay', () => {
  test('of one person over several orders are 5 in ten minutes; those that succeeded do not count', async () => {
    const owner = await users.extra()
    const testEvent = await createEvent(sql, { maxPerPerson: 20 })
    for (let n = 0; n < 2; n++) {
      const { payment } = await checkOut(service, owner, testEvent, { Entry: 1 })
      expect((await report(service, payment, 'succeeded')).outcome).toBe('paid')
    }
    const { order } = await checkOut(service, owner, testEvent, { Entry: 1 })
    for (let n = 0; n < 4; n++) {
      const payment = await beginPayment(service, owner, order.orderId)
      await report(service, payment, 'failed')
    }
    await call(
      service,
      'release_hold',
      {
        p_owner: owner,
        p_hold: (await sql`select hold_id from public.orders where id = ${order.orderId}`)[0]?.hold_id,
      },
      z.unknown(),
    )
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const next = await placeOrder(service, owner, hold.holdId)
    await beginPayment(service, owner, next.orderId)
    await sql`update public.payments set status = 'cancelled' where order_id = ${next.orderId}`
    expect((await refusal(beginPayment(service, owner, next.orderId))).code).toBe('rate_limited')
  })

  test('of the guests of one network end after hundred that failed; members and those who pay go on', async () => {
    const testEvent = await createEvent(sql)
    const network = randomUUID()
    for (let n = 0; n < 6; n++) await report(service, await payFrom(network, testEvent), 'failed')
    const { paymentId } = await payFrom(network, testEvent)
    // The same as many cards that were tried, each by another guest.
    await sql`
      with more as (
        insert into public.payments (order_id, provider, attempt, amount_cents, currency, status)
        select p.order_id, p.provider, 1 + n, p.amount_cents, p.currency, 'failed'
        from public.payments p, generate_series(1, 94) n where p.id = ${paymentId} returning id)
      insert into private.payment_clients (payment_id, network, address) select id, ${network}, '203.0.113.7' from more`
    expect((await refusal(payFrom(network, testEvent))).code).toBe('rate_limited')
    await payFrom(network, testEvent, 'member')
    await payFrom(randomUUID(), testEvent)
  })
})

describe('tickets by card', () => {
  test('count together whoever bought them; what is over goes back', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 2 })
    const card = randomUUID()
    const buyWith = async (quantity: number) => {
      const { order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: quantity })
      return { orderId: order.orderId, outcome: await paidWith(payment, card) }
    }
    expect((await buyWith(1)).outcome).toBe('paid')
    expect((await buyWith(1)).outcome).toBe('paid')
    const third = await buyWith(1)
    expect(third.outcome).toBe('refunding')
    expect(
      await sql`select o.status, r.kind, (select min(m.kind) from private.mail_outbox m where m.subject_id = o.id) as mail
        from public.orders o join public.refunds r on r.order_id = o.id where o.id = ${third.orderId}`,
    ).toEqual([{ status: 'cancelled', kind: 'over_limit', mail: 'order_over_limit' }])
  })

  test('of 8 payments at the same moment with one card as many succeed as one person may have tickets', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 3 })
    const card = randomUUID()
    const payments: Awaited<ReturnType<typeof checkOut>>['payment'][] = []
    for (let n = 0; n < 8; n++)
      payments.push((await checkOut(service, await users.extra(), testEvent, { Entry: 1 })).payment)
    const endings = await together(pool, 8, async (tx, n) => {
      const payment = payments[n]
      const [row] = await tx<{ applied: unknown }[]>`
        select public.apply_payment_event(${provider}, ${randomUUID()}, 'succeeded', ${payment?.paymentId ?? ''},
          ${payment?.amountCents ?? 0}, 'USD', ${sql.json({ card_fingerprint: card })}) as applied`
      return row?.applied
    })
    expect(tally(endings, (result) => appliedSchema.parse(result).outcome)).toEqual({ paid: 3, refunding: 5 })
  })
})

describe('a blocked', () => {
  test('mailbox can neither hold nor order, however it is written, until the block is lifted', async () => {
    const testEvent = await createEvent(sql)
    const name = `thief${randomUUID().slice(0, 8)}`
    const id = await block('email', null, `${name}@gmail.com`)
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const order = () => placeOrder(service, owner, hold.holdId, { email: `${name}+two@googlemail.com` })
    expect((await refusal(order())).code).toBe('purchase_refused')
    await lift(id)
    expect((await order()).status).toBe('awaiting_payment')
  })

  test('account cannot hold; a block that has run out does nothing', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const id = await block('account', null, owner, 1)
    const held = () => holdTickets(service, owner, testEvent, { Entry: 1 })
    expect((await refusal(held())).code).toBe('purchase_refused')
    await sql`update public.buyer_blocks set expires_at = now() - interval '1 second' where id = ${id}`
    expect((await held()).lines).toHaveLength(1)
    await block('account', null, owner, 1)
    expect((await refusal(held())).code).toBe('purchase_refused')
  })

  test('network cannot pay', async () => {
    const network = `network:${randomUUID()}`
    await block('network', network, '203.0.113.7')
    expect((await refusal(payFrom(network, await createEvent(sql)))).code).toBe('purchase_refused')
  })

  test('card gets its money back and no tickets', async () => {
    const card = randomUUID()
    await block('card', card, card)
    const { order, payment } = await checkOut(service, await users.extra(), await createEvent(sql), {
      Entry: 1,
    })
    expect(await paidWith(payment, card)).toBe('refunding')
    expect(
      await sql`select o.status, r.kind, (select min(m.kind) from private.mail_outbox m where m.subject_id = o.id) as mail
        from public.orders o join public.refunds r on r.order_id = o.id where o.id = ${order.orderId}`,
    ).toEqual([{ status: 'cancelled', kind: 'refused', mail: 'order_refused' }])
  })

  test('buyer of an order is blocked by what the order knows, and a person by what they are, for admins alone', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const card = randomUUID()
    const { order, payment } = await checkOut(service, owner, testEvent, { Entry: 1 })
    const named = { card_fingerprint: card, card_brand: 'Visa', card_last4: '4242' }
    const args = { p_provider: provider, p_event_id: randomUUID(), p_kind: 'succeeded', p_payload: named }
    const money = { p_amount_cents: payment.amountCents, p_currency: payment.currency }
    const paid = { ...args, ...money, p_payment_ref: payment.paymentId }
    await call(service, 'apply_payment_event', paid, appliedSchema)
    const what = { p_order: order.orderId, p_person: null, p_reason: 'Stolen card' }
    const kinds = ['email', 'card', 'account', 'network']
    const reads = [
      ['block_buyer', { ...what, p_kinds: kinds }],
      ['list_buyer_blocks', {}],
      ['read_buyer_facts', { p_order: order.code, p_person: null }],
    ] as const
    for (const name of ['Mo', 'Mia'] as const)
      for (const [verb, values] of reads)
        expect((await refusal(call(await users.actingAs(name), verb, values, z.unknown()))).code).toBe(
          'not_allowed',
        )
    const ada = await users.actingAs('Ada')
    const facts = async (of: { p_order: string | null; p_person: string | null }) =>
      (await call(ada, 'read_buyer_facts', of, buyerFactsSchema))?.facts
    const [{ email } = { email: '' }] = await sql<
      { email: string }[]
    >`select email from public.orders where id = ${order.orderId}`
    expect(await facts({ p_order: order.code, p_person: null })).toEqual([
      { kind: 'account', labels: [expect.any(String)], isBlocked: false },
      { kind: 'card', labels: ['Visa ending 4242'], isBlocked: false },
      { kind: 'email', labels: [email], isBlocked: false },
    ])
    const refused = async (more: object) =>
      (await refusal(call(ada, 'block_buyer', { ...what, ...more }, z.int()))).code
    expect(await refused({ p_kinds: ['card'], p_reason: 'x' })).toBe('reason_required')
    expect(await refused({ p_kinds: [] })).toBe('invalid')
    expect(await refused({ p_kinds: ['network'] })).toBe('not_found')
    expect(await call(ada, 'block_buyer', { ...what, p_kinds: ['card', 'account'] }, z.int())).toBe(2)
    const { blocks } = await call(ada, 'list_buyer_blocks', {}, buyerBlocksSchema)
    expect(blocks.filter(({ orderCode }) => orderCode === order.code)).toEqual([
      expect.objectContaining({ kind: 'account', personId: owner, reason: 'Stolen card' }),
      expect.objectContaining({ kind: 'card', label: 'Visa ending 4242', personId: null }),
    ])
    expect((await refusal(holdTickets(service, owner, testEvent, { Entry: 1 }))).code).toBe(
      'purchase_refused',
    )
    const other = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    expect(await paidWith(other.payment, card)).toBe('refunding')
    // The person has an address and an account of their own; the card is that of their order.
    expect(await facts({ p_order: null, p_person: owner })).toEqual([
      { kind: 'account', labels: [expect.any(String)], isBlocked: true },
      { kind: 'card', labels: ['Visa ending 4242'], isBlocked: true },
      { kind: 'email', labels: [expect.any(String)], isBlocked: false },
    ])
    const person = { ...what, p_order: null, p_person: owner, p_kinds: ['email'], p_days: 2 }
    expect(await call(ada, 'block_buyer', person, z.int())).toBe(1)
  })

  test('person is blocked and unblocked by admins alone, with a reason, and it is written down', async () => {
    const args = { p_kind: 'card', p_key: randomUUID(), p_label: 'x', p_reason: 'stolen' }
    const as = async (name: 'Mo' | 'Sid') =>
      call(await users.actingAs(name), 'add_buyer_block', args, z.uuid())
    expect((await refusal(as('Mo'))).code).toBe('not_allowed')
    expect((await refusal(as('Sid'))).code).toBe('not_allowed')
    const ada = await users.actingAs('Ada')
    const bare = { ...args, p_reason: ' ' }
    expect((await refusal(call(ada, 'add_buyer_block', bare, z.uuid()))).code).toBe('reason_required')
    const id = await call(ada, 'add_buyer_block', args, z.uuid())
    await lift(id)
    expect((await refusal(lift(id))).code).toBe('not_found')
    expect(
      await sql`select action from private.audit_log where subject_id = ${id} order by at, action`,
    ).toEqual([{ action: 'buyer.block' }, { action: 'buyer.unblock' }])
  })
})
