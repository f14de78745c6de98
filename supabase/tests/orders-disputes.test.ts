import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { disputeListSchema } from '#features/orders/disputes/disputes.types.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { type Ending, scanAs, tally, together } from './races.ts'
import { startRefund, tryRefund } from './refund-jobs.ts'
import { rolledBack } from './rolled-back.ts'
import {
  appliedSchema,
  buy,
  call,
  checkOut,
  refundedSchema,
  refusal,
  report,
  reportDispute,
  reportRefund,
} from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'

/** Disputes, and refunds that were made at the provider: what they do to money and tickets, in any order and at the same time. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(20)
/** A provider of this file's own: its refunds are claimed by nobody else, and no others are in the way. */
const provider = 'test_disputes'
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

async function sold(quantity = 2) {
  const testEvent = await createEvent(sql)
  const { order, payment: paid } = await buy(service, await users.extra(), testEvent, { Entry: quantity })
  await sql`update public.payments set provider = ${provider} where order_id = ${order.orderId}`
  const payment = { ...paid, provider }
  const tickets = (
    await sql<{ id: string }[]>`select id from public.tickets where order_id = ${order.orderId} order by id`
  ).map(({ id }) => id)
  const ref = `dp_${randomUUID()}`
  const tell = (
    kind: string,
    more: { p_event_id?: string; amountCents?: number; isInquiry?: boolean } = {},
  ) => reportDispute(service, payment, { p_kind: kind, p_dispute_ref: ref, ...more })
  return { testEvent, orderId: order.orderId, payment, tickets, ref, tell }
}

/** State of an order: itself, its tickets, its money and its disputes. */
async function stateOf(orderId: string) {
  const [row] = await sql`
    select o.status, o.dispute_status as dispute, o.refunded_cents::int as refunded,
      (select count(*)::int from public.tickets t where t.order_id = o.id and t.status = 'valid') as valid,
      (select count(*)::int from public.tickets t where t.order_id = o.id and t.status = 'valid' and t.blocked_at is not null) as blocked,
      (select string_agg(distinct t.void_reason, ' ') from public.tickets t where t.order_id = o.id) as why,
      (select string_agg(r.kind || ' ' || r.status || ' ' || r.amount_cents, ', ' order by r.created_at, r.id)
        from public.refunds r where r.order_id = o.id) as refunds,
      (select string_agg(d.status, ' ') from public.disputes d where d.order_id = o.id) as disputes
    from public.orders o where o.id = ${orderId}`
  return row
}

/** Runs the worker's job until no event of a payment waits: others' events may come first, or their workers hold these. */
async function retryParked(paymentRef: string) {
  const waiting = async () => {
    await call(service, 'retry_parked_events', {}, z.int())
    return sql`
      select event_id from private.payment_events
      where provider = ${provider} and payload ->> 'payment_ref' = ${paymentRef} and reason in ('payment_open', 'refund_in_flight')`
  }
  await expect.poll(waiting).toEqual([])
}

const refundWhole = async (orderId: string, cents: number, as: 'Ada' | 'Abe' = 'Ada') =>
  call(
    await users.actingAs(as),
    'refund_order',
    { p_order: orderId, p_amount_cents: cents, p_reason: 'asked nicely', p_void: false, p_key: randomUUID() },
    refundedSchema,
  )
const scan = async (eventId: string, ticket: string) =>
  call(
    await users.actingAs('Ada'),
    'check_in',
    {
      p_event: eventId,
      p_ticket: ticket,
      p_generation: 1,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: 'Main',
      p_method: 'camera',
    },
    z.object({ result: z.string() }),
  )

describe('a dispute', () => {
  test('blocks the tickets at the door, and gives them back when it is won', async () => {
    const { testEvent, orderId, tickets, tell } = await sold()
    expect(await tell('dispute_open')).toMatchObject({ outcome: 'disputed', orderId, duplicate: false })
    expect(await stateOf(orderId)).toMatchObject({ status: 'paid', dispute: 'open', valid: 2, blocked: 2 })
    expect(await scan(testEvent.eventId, tickets[0] ?? '')).toEqual({ result: 'blocked' })
    expect(await tell('dispute_won')).toMatchObject({ outcome: 'disputed' })
    expect(await stateOf(orderId)).toMatchObject({ dispute: 'won', valid: 2, blocked: 0, refunded: 0 })
    expect(await scan(testEvent.eventId, tickets[0] ?? '')).toEqual({ result: 'ok' })
  })

  test('that is lost takes the money and the tickets for ever; who is inside stays so in history', async () => {
    const { testEvent, orderId, tickets, tell } = await sold()
    expect(await scan(testEvent.eventId, tickets[0] ?? '')).toEqual({ result: 'ok' })
    await tell('dispute_open')
    await tell('dispute_lost')
    expect(await stateOf(orderId)).toEqual({
      status: 'cancelled',
      dispute: 'lost',
      refunded: 4000,
      valid: 0,
      blocked: 0,
      why: 'chargeback',
      refunds: 'dispute external 4000',
      disputes: 'lost',
    })
    expect(
      await sql`select admission, (select count(*)::int from public.entries n where n.ticket_id = t.id and n.closed_at is null) as open
        from public.tickets t where t.id = ${tickets[0] ?? ''}`,
    ).toEqual([{ admission: 'inside', open: 1 }])
    expect(await scan(testEvent.eventId, tickets[1] ?? '')).toEqual({ result: 'blocked' })
    expect((await refusal(refundWhole(orderId, 1))).code).toBe('refund_too_large')
  })

  test.each([
    [['dispute_lost', 'dispute_open', 'dispute_review', 'dispute_won'], 'lost'],
    [['dispute_won', 'dispute_lost', 'dispute_open'], 'won'],
    [['dispute_open', 'dispute_review', 'dispute_open', 'dispute_won'], 'won'],
    [['dispute_review', 'dispute_open'], 'evidence_sent'],
  ])('reported as %j ends as %s', async (kinds, ends) => {
    const { orderId, tell } = await sold(1)
    for (const kind of kinds) await tell(kind)
    expect(await stateOf(orderId)).toMatchObject({ disputes: ends })
  })

  test('reported before its payment is known to have succeeded waits for it', async () => {
    const { order, payment } = await checkOut(service, await users.extra(), await createEvent(sql), {
      Entry: 1,
    })
    const dispute = { p_kind: 'dispute_open', p_dispute_ref: randomUUID() }
    expect(await reportDispute(service, payment, dispute)).toMatchObject({
      outcome: 'parked',
      reason: 'payment_open',
    })
    expect((await report(service, payment, 'succeeded')).outcome).toBe('paid')
    expect(await stateOf(order.orderId)).toMatchObject({ dispute: 'open', valid: 1, blocked: 1 })
  })

  test('of a payment whose reference is not stored yet waits for it', async () => {
    const { order, payment } = await checkOut(service, await users.extra(), await createEvent(sql), {
      Entry: 1,
    })
    await sql`update public.payments set provider_ref = null where id = ${payment.paymentId}`
    const unknown = { ...payment, paymentId: randomUUID() }
    const dispute = { p_kind: 'dispute_open', p_dispute_ref: randomUUID() }
    expect(await reportDispute(service, unknown, dispute)).toMatchObject({ reason: 'unknown_payment' })
    const named = { p_payment: payment.paymentId, p_provider_ref: unknown.paymentId }
    await call(service, 'store_payment_ref', named, z.unknown())
    await report(service, unknown, 'succeeded')
    expect(await stateOf(order.orderId)).toMatchObject({ dispute: 'open', blocked: 1 })
  })

  test('stops refunds of money that the bank holds, but not of an inquiry', async () => {
    const { orderId, tell } = await sold()
    await tell('dispute_open', { isInquiry: true })
    expect((await refundWhole(orderId, 500)).status).toBe('approved')
    await tell('dispute_open')
    expect((await refusal(refundWhole(orderId, 500))).code).toBe('dispute_open')
    const [row] = await sql<{ id: string }[]>`select id from public.refunds where order_id = ${orderId}`
    expect(await startRefund(sql, row?.id ?? '')).toBeNull()
    await tell('dispute_won')
    expect(await startRefund(sql, row?.id ?? '')).toMatchObject({ refundId: row?.id })
  })

  test('that is lost takes over a refund that was not sent', async () => {
    const { orderId, tell } = await sold()
    await refundWhole(orderId, 1000)
    await tell('dispute_lost')
    expect(await stateOf(orderId)).toMatchObject({
      refunded: 4000,
      refunds: 'staff withdrawn 1000, dispute external 4000',
    })
  })

  test('is seen by admins alone, and changed by no one directly', async () => {
    const { orderId, tell } = await sold(1)
    await tell('dispute_open')
    const seen = async (name: 'Ada' | 'Mo' | 'Sid' | 'visitor') =>
      (await (await users.actingAs(name)).from('disputes').select('status').eq('order_id', orderId)).data
        ?.length ?? 0
    expect([await seen('Ada'), await seen('Mo'), await seen('Sid'), await seen('visitor')]).toEqual([
      1, 0, 0, 0,
    ])
    const changed = await (await users.actingAs('Ada'))
      .from('disputes')
      .update({ status: 'won' })
      .eq('order_id', orderId)
    expect(changed.error).not.toBeNull()
  })

  test('is listed in pages, open ones first by the deadline for their evidence, each once', async () => {
    const deadlines = ['2031-01-03T12:00:00Z', '2031-01-01T12:00:00Z', '2031-01-02T12:00:00Z']
    const refs = deadlines.map(() => `dp_${randomUUID()}`)
    const { orderId, payment } = await sold(1)
    const listed = await rolledBack(users, 'Ada', async (tx) => {
      const [paid] = await tx<{ id: string }[]>`select id from public.payments where order_id = ${orderId}`
      for (const [index, ref] of refs.entries())
        await tx`insert into public.disputes ${tx({
          order_id: orderId,
          payment_id: paid?.id ?? '',
          provider: payment.provider,
          provider_ref: ref,
          amount_cents: 100,
          currency: 'USD',
          reason_code: 'fraudulent',
          evidence_due_at: deadlines[index] ?? null,
          opened_at: new Date(),
        })}`
      const ids: string[] = []
      const dues: (string | null)[] = []
      let next: string | null = null
      do {
        const [row]: { list: z.output<typeof disputeListSchema> }[] =
          await tx`select public.list_disputes(true, ${next}, 2) as list`
        const list = disputeListSchema.parse(row?.list)
        expect(list.disputes.length).toBeLessThanOrEqual(2)
        ids.push(...list.disputes.map(({ id }) => id))
        dues.push(...list.disputes.filter(({ status }) => status === 'open').map(({ dueAt }) => dueAt))
        next = list.next
      } while (next !== null)
      const [open] = await tx`select array_agg(id) as ids from public.disputes where closed_at is null`
      return { ids, dues, open: open?.ids as string[] }
    })
    expect([...listed.ids].sort()).toEqual([...listed.open].sort())
    const dated = listed.dues.filter((due) => due !== null)
    expect(dated.map((due) => Date.parse(due))).toEqual(
      dated.map((due) => Date.parse(due)).sort((a, b) => a - b),
    )
    expect(dated.length).toBeGreaterThanOrEqual(3)
  })
})

describe('a refund made at the provider', () => {
  test('is booked once however often it is reported, keeps the tickets, and leaves only the rest to refund', async () => {
    const { orderId, payment } = await sold()
    const ref = `re_${randomUUID()}`
    expect(await reportRefund(service, payment, { ref, amountCents: 1500 })).toMatchObject({
      outcome: 'refunded',
    })
    expect(await reportRefund(service, payment, { ref, amountCents: 1500 })).toMatchObject({
      outcome: 'ignored',
    })
    expect(await stateOf(orderId)).toMatchObject({
      status: 'paid',
      valid: 2,
      refunded: 1500,
      refunds: 'external external 1500',
    })
    const tooMuch = await refusal(refundWhole(orderId, 2501))
    expect([tooMuch.code, tooMuch.facts.left_cents]).toEqual(['refund_too_large', 2500])
  })

  test('that is pending or failed moves nothing', async () => {
    const { orderId, payment } = await sold()
    const ref = `re_${randomUUID()}`
    for (const kind of ['refund_pending', 'refund_failed'])
      expect(await reportRefund(service, payment, { ref, kind })).toMatchObject({ outcome: 'ignored' })
    expect(await stateOf(orderId)).toMatchObject({ refunded: 0, refunds: null })
  })

  test('withdraws a refund of ours that was not sent, where both would be more than was paid', async () => {
    const { orderId, payment } = await sold()
    await refundWhole(orderId, 3000)
    await reportRefund(service, payment, { ref: `re_${randomUUID()}`, amountCents: 2000 })
    expect(await stateOf(orderId)).toMatchObject({
      refunded: 2000,
      refunds: 'staff withdrawn 3000, external external 2000',
    })
  })

  test('that withdraws one of ours of a cancelled event leaves nothing behind: the rest goes back', async () => {
    const { testEvent, orderId, payment } = await sold()
    await refundWhole(orderId, 4000)
    const ada = await users.actingAs('Ada')
    const cancelled = { p_id: testEvent.eventId, p_status: 'cancelled', p_note: 'Storm.' }
    await call(ada, 'set_event_status', cancelled, z.unknown())
    await reportRefund(service, payment, { ref: `re_${randomUUID()}`, amountCents: 1500 })
    expect(await stateOf(orderId)).toMatchObject({ status: 'cancelled', refunded: 4000 })
    const rows = await sql`
      select kind, status, amount_cents::int as cents from public.refunds where order_id = ${orderId} order by amount_cents`
    expect(rows).toEqual([
      { kind: 'external', status: 'external', cents: 1500 },
      { kind: 'event_cancelled', status: 'approved', cents: 2500 },
      { kind: 'staff', status: 'withdrawn', cents: 4000 },
    ])
  })

  test('leaves a refund of ours alone where both are paid for', async () => {
    const { orderId, payment } = await sold()
    await refundWhole(orderId, 1000)
    await reportRefund(service, payment, { ref: `re_${randomUUID()}`, amountCents: 3000 })
    expect(await stateOf(orderId)).toMatchObject({ refunded: 4000 })
  })

  test('waits while one of ours is on its way, until it is known which of the two failed', async () => {
    const { orderId, payment } = await sold()
    const { refundId } = await refundWhole(orderId, 3000)
    expect(await startRefund(sql, refundId)).not.toBeNull()
    const ref = `re_${randomUUID()}`
    expect(await reportRefund(service, payment, { ref, amountCents: 2000 })).toMatchObject({
      outcome: 'parked',
      reason: 'refund_in_flight',
    })
    expect(await stateOf(orderId)).toMatchObject({ refunded: 3000 })
    const failed = { p_refund: refundId, p_status: 'failed', p_error: 'charge_already_refunded' }
    await call(service, 'record_refund', failed, z.string())
    await retryParked(payment.paymentId)
    expect(await stateOf(orderId)).toMatchObject({
      refunded: 2000,
      refunds: 'staff withdrawn 3000, external external 2000',
    })
  })

  test('of ours, reported by its id and again without it, is counted once', async () => {
    const { orderId, payment } = await sold()
    const { refundId } = await refundWhole(orderId, 1000)
    expect(await startRefund(sql, refundId)).not.toBeNull()
    const ref = `re_${randomUUID()}`
    await reportRefund(service, payment, { ref, refund: refundId, amountCents: 1000 })
    expect(await reportRefund(service, payment, { ref, amountCents: 1000 })).toMatchObject({
      outcome: 'ignored',
    })
    expect(await stateOf(orderId)).toMatchObject({ refunded: 1000, refunds: 'staff succeeded 1000' })
  })
})

describe('at the same time', () => {
  const disputeArgs = (payment: { paymentId: string; amountCents: number }, ref: string) => {
    const at = Math.floor(Date.now() / 1000)
    return sql.json({
      created: at,
      opened_at: at,
      reason: 'fraudulent',
      due_at: at + 86_400,
      ref,
      ...payment,
    })
  }
  const outcomeOf = (ending: Ending) => appliedSchema.parse(ending.result).outcome

  test('16 reports of one dispute, 8 events twice: one dispute', async () => {
    const { orderId, payment } = await sold(1)
    const ref = `dp_${randomUUID()}`
    const events = Array.from({ length: 8 }, () => randomUUID())
    const endings = await together(pool, 16, async (tx, n) => {
      const [row] = await tx<{ applied: unknown }[]>`
        select public.apply_dispute_event(${provider}, ${events[n % 8] ?? ''}, ${n % 2 ? 'dispute_open' : 'dispute_lost'}, ${ref}, ${payment.paymentId},
          ${payment.amountCents}, ${payment.currency}, ${disputeArgs(payment, ref)}) as applied`
      return row?.applied
    })
    expect(endings.filter(({ broke, refused }) => broke ?? refused)).toEqual([])
    expect(await stateOf(orderId)).toMatchObject({
      disputes: 'lost',
      refunded: 2000,
      refunds: 'dispute external 2000',
    })
  })

  test('16 reports of one refund at the provider under 16 events: booked once', async () => {
    const { orderId, payment } = await sold(1)
    const ref = `re_${randomUUID()}`
    const facts = { payment_ref: payment.paymentId, amount_cents: 500, currency: 'USD' }
    const endings = await together(pool, 16, async (tx) => {
      const [row] = await tx<{ applied: unknown }[]>`
        select public.apply_refund_event(${provider}, ${randomUUID()}, 'refund_succeeded', ${ref}, null, ${sql.json(facts)}) as applied`
      return row?.applied
    })
    expect(tally(endings, (result) => outcomeOf({ result }))).toEqual({ refunded: 1, ignored: 15 })
    expect(await stateOf(orderId)).toMatchObject({ refunded: 500 })
  })

  test('a refund of ours on its way and refunds made at the provider: never more than was paid, each booked once', async () => {
    for (let round = 0; round < 5; round++) {
      const { orderId, payment } = await sold(2)
      const ada = await users.actingAs('Ada')
      const ask = {
        p_order: orderId,
        p_amount_cents: 2500,
        p_reason: 'asked nicely',
        p_void: false,
        p_key: randomUUID(),
      }
      const atProvider = (amountCents: number) =>
        call(
          service,
          'apply_refund_event',
          {
            p_provider: provider,
            p_event_id: randomUUID(),
            p_kind: 'refund_succeeded',
            p_refund_ref: `re_${randomUUID()}`,
            p_payload: {
              created: 1,
              payment_ref: payment.paymentId,
              amount_cents: amountCents,
              currency: 'USD',
            },
          },
          appliedSchema,
        )
      const worker = async () => {
        const waiting = await sql<{ id: string }[]>`
          select id from public.refunds where order_id = ${orderId} and status = 'approved'`
        await Promise.all(
          waiting.map(({ id }) => tryRefund(sql, id, { status: 'succeeded', ref: `re_${id}` })),
        )
      }
      await Promise.all([
        call(ada, 'refund_order', ask, refundedSchema).catch((error: unknown) => error),
        atProvider(2000),
        worker(),
        atProvider(1000),
        worker(),
      ])
      await worker()
      await retryParked(payment.paymentId)
      const [row] = await sql<{ paid: number; back: number; rows: number; booked: number }[]>`
        select p.amount_cents::int as paid, p.refunded_cents::int as back,
          (select coalesce(sum(r.amount_cents), 0)::int from public.refunds r
            where r.payment_id = p.id and r.status not in ('rejected', 'withdrawn')) as rows,
          (select coalesce(-sum(e.cents), 0)::int from public.ledger_entries e
            where e.order_id = p.order_id and e.kind in ('refund', 'refund_reversed')) as booked
        from public.payments p where p.order_id = ${orderId} and p.settled_at is not null`
      expect(row?.back).toBeLessThanOrEqual(row?.paid ?? 0)
      expect([row?.rows, row?.booked]).toEqual([row?.back, row?.back])
      // money paid out at the provider is booked, whatever became of our refunds
      expect(row?.back).toBeGreaterThanOrEqual(2500)
    }
  })

  test('refunds by staff and a dispute of the same order: the money leaves once', async () => {
    const { orderId, payment } = await sold(2)
    const ref = `dp_${randomUUID()}`
    const adas = await users.id('Ada')
    const token = sessionOf(await users.accessToken('Ada'))
    const endings = await together(pool, 12, async (tx, n) => {
      if (n % 4 === 0) {
        const [row] = await tx<{ applied: unknown }[]>`
          select public.apply_dispute_event(${provider}, ${randomUUID()}, ${n === 0 ? 'dispute_open' : 'dispute_lost'}, ${ref}, ${payment.paymentId},
            ${payment.amountCents}, ${payment.currency}, ${disputeArgs(payment, ref)}) as applied`
        return row?.applied
      }
      const claims = { sub: adas, role: 'authenticated', session_id: token }
      await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', 'authenticated', true)`
      await tx`select public.refund_order(${orderId}, 1000, 'asked nicely', false, ${randomUUID()})`
      return { outcome: 'staff' }
    })
    expect(endings.filter(({ broke }) => broke)).toEqual([])
    const state = await stateOf(orderId)
    expect(state).toMatchObject({ dispute: 'lost', refunded: 4000, valid: 0 })
  })

  test('scans and a dispute that is lost: inside or refused, and no valid ticket is left', async () => {
    const { testEvent, orderId, payment, tickets } = await sold(4)
    const adas = await users.id('Ada')
    const ref = `dp_${randomUUID()}`
    const endings = await together(pool, 12, async (tx, n) => {
      if (n % 6 !== 0) return scanAs(tx, adas, testEvent.eventId, tickets[n % 4] ?? '')
      const [row] = await tx<{ applied: unknown }[]>`
        select public.apply_dispute_event(${provider}, ${randomUUID()}, ${n === 0 ? 'dispute_open' : 'dispute_lost'}, ${ref}, ${payment.paymentId},
          ${payment.amountCents}, ${payment.currency}, ${disputeArgs(payment, ref)}) as applied`
      return row?.applied
    })
    expect(endings.filter(({ broke, refused }) => broke ?? refused)).toEqual([])
    expect(await stateOf(orderId)).toMatchObject({
      status: 'cancelled',
      valid: 0,
      why: 'chargeback',
      refunded: 8000,
    })
  })
})
