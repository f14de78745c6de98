import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { countersOf, createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { claimAndStart, claimRefund, finishJob, isRefundDue, startRefund, tryRefund } from './refund-jobs.ts'
import { appliedSchema, buy, call, holdTickets, placeOrder, refundedSchema, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const refund = (client: SupabaseClient, orderId: string, cents: number, more: Record<string, unknown> = {}) =>
  call(
    client,
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
const decide = (
  client: SupabaseClient,
  refundId: string | null,
  approve: boolean,
  reason: string | null = 'agreed',
) =>
  call(client, 'decide_refund', { p_refund: refundId, p_approve: approve, p_reason: reason }, refundedSchema)
/** A provider of this file's own: no worker sends its refunds. */
const provider = 'test_refunds'
const record = (refundId: string | null, status: string, ref: string | null = null) =>
  call(service, 'record_refund', { p_refund: refundId, p_status: status, p_provider_ref: ref }, z.string())

async function sold(quantity: number, faceCents = 2000) {
  const testEvent = await createEvent(sql, {
    types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents }] }],
  })
  const { order } = await buy(service, await users.extra(), testEvent, { Entry: quantity })
  await sql`update public.payments set provider = ${provider} where order_id = ${order.orderId}`
  const tickets = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId} order by id`
  return { testEvent, orderId: order.orderId, tickets: tickets.map((ticket) => ticket.id) }
}

describe('refunding an order', () => {
  test('sends part of it back and keeps the tickets', async () => {
    const { testEvent, orderId } = await sold(2)
    const ada = await users.actingAs('Ada')
    expect(await refund(ada, orderId, 1500)).toMatchObject({ status: 'approved', voided: 0 })
    expect(await sql`select status, refunded_cents::int from public.orders where id = ${orderId}`).toEqual([
      { status: 'paid', refunded_cents: 1500 },
    ])
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 2 }])
  })

  test('with all tickets void releases the places once and ends the order', async () => {
    const { testEvent, orderId } = await sold(2)
    const ada = await users.actingAs('Ada')
    expect(await refund(ada, orderId, 4000, { p_void: true })).toMatchObject({ voided: 2 })
    expect(await sql`select status from public.orders where id = ${orderId}`).toEqual([
      { status: 'cancelled' },
    ])
    expect(
      await sql`select distinct status, void_reason from public.tickets where order_id = ${orderId}`,
    ).toEqual([{ status: 'void', void_reason: 'refunded' }])
    expect(await countersOf(sql, testEvent.eventId)).toEqual({
      pools: [{ name: 'Room', held: 0, sold: 0 }],
      releases: [{ name: 'Final', held: 0, sold: 0 }],
    })
    expect((await refusal(refund(ada, orderId, 1))).code).toBe('refund_too_large')
  })

  test('for one ticket voids that one', async () => {
    const { orderId, tickets } = await sold(3)
    const ada = await users.actingAs('Ada')
    expect(await refund(ada, orderId, 2000, { p_void: true, p_tickets: [tickets[0]] })).toMatchObject({
      voided: 1,
    })
    expect(
      await sql`select count(*)::int as n from public.tickets where order_id = ${orderId} and status = 'valid'`,
    ).toEqual([{ n: 2 }])
    const other = await sold(1)
    expect((await refusal(refund(ada, orderId, 100, { p_void: true, p_tickets: other.tickets }))).code).toBe(
      'not_found',
    )
  })

  test('of nothing only cancels tickets, also those that were free', async () => {
    const { orderId } = await sold(1)
    const ada = await users.actingAs('Ada')
    expect(await refund(ada, orderId, 0, { p_void: true })).toMatchObject({ refundId: null, voided: 1 })
    expect(await sql`select void_reason from public.tickets where order_id = ${orderId}`).toEqual([
      { void_reason: 'cancelled' },
    ])
    const testEvent = await createEvent(sql, {
      types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }],
    })
    const mia = await users.id('Mia')
    const hold = await holdTickets(service, mia, testEvent, { Entry: 1 })
    const order = await placeOrder(service, mia, hold.holdId)
    expect(await refusal(refund(ada, order.orderId, 1))).toMatchObject({
      code: 'refund_too_large',
      facts: { left_cents: 0 },
    })
    expect(await refund(ada, order.orderId, 0, { p_void: true })).toMatchObject({ voided: 1 })
  })

  test('never refunds more than was paid, in any number of parts', async () => {
    const { orderId } = await sold(2)
    const ada = await users.actingAs('Ada')
    await refund(ada, orderId, 3000)
    expect(await refusal(refund(ada, orderId, 1001))).toEqual({
      code: 'refund_too_large',
      facts: { left_cents: 1000 },
    })
    const results = await Promise.all(
      Array.from({ length: 8 }, () => refusal(refund(ada, orderId, 1000)).then((result) => result.code)),
    )
    expect(results.filter((code) => code !== 'refund_too_large')).toHaveLength(1)
  })

  test('the same key is one refund', async () => {
    const { orderId } = await sold(2)
    const ada = await users.actingAs('Ada')
    const key = randomUUID()
    const results = await Promise.all(
      Array.from({ length: 6 }, () => refund(ada, orderId, 500, { p_key: key })),
    )
    expect(new Set(results.map((result) => result.refundId)).size).toBe(1)
    expect((await refusal(refund(ada, orderId, 600, { p_key: key }))).code).toBe('key_reused')
  })

  test('refuses invalid amounts', async () => {
    const { orderId } = await sold(1)
    const ada = await users.actingAs('Ada')
    expect((await refusal(refund(ada, orderId, 100, { p_reason: ' ' }))).code).toBe('reason_required')
    expect((await refusal(refund(ada, orderId, -1))).code).toBe('invalid')
    expect((await refusal(refund(ada, orderId, 0))).code).toBe('invalid')
    expect((await refusal(refund(ada, randomUUID(), 1))).code).toBe('not_found')
  })

  test.each(['Mo', 'Mia', 'Gus'] as const)('is not for %s', async (name) => {
    const { orderId } = await sold(1)
    expect((await refusal(refund(await users.actingAs(name), orderId, 100))).code).toBe('not_allowed')
    expect((await refusal(decide(await users.actingAs(name), randomUUID(), true))).code).toBe('not_allowed')
  })

  test('a ticket whose holder is inside is voided by an override only', async () => {
    const { testEvent, orderId, tickets } = await sold(1)
    const ada = await users.actingAs('Ada')
    await ada.rpc('check_in', {
      p_event: testEvent.eventId,
      p_ticket: tickets[0],
      p_generation: 1,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: 'Main',
      p_method: 'camera',
    })
    expect(await refusal(refund(ada, orderId, 2000, { p_void: true }))).toEqual({
      code: 'already_in',
      facts: { count: 1 },
    })
    expect(await refund(ada, orderId, 2000, { p_void: true, p_override: true })).toMatchObject({ voided: 1 })
  })
})

describe('above the threshold', () => {
  test('nothing happens before a second admin approves', async () => {
    const { orderId } = await sold(2, 26_000)
    const [ada, abe] = [await users.actingAs('Ada'), await users.actingAs('Abe')]
    const requested = await refund(ada, orderId, 52_000, { p_void: true })
    expect(requested).toMatchObject({ status: 'requested', voided: 0 })
    expect(await sql`select status, refunded_cents::int from public.orders where id = ${orderId}`).toEqual([
      { status: 'paid', refunded_cents: 0 },
    ])
    expect((await refusal(decide(ada, requested.refundId, true))).code).toBe('second_person_required')
    // an amount can't be requested twice
    expect((await refusal(refund(abe, orderId, 1))).code).toBe('refund_too_large')
    expect(await decide(abe, requested.refundId, true)).toMatchObject({ status: 'approved', voided: 2 })
    expect((await refusal(decide(abe, requested.refundId, true))).code).toBe('invalid_state')
    // an approval is not taken back, by nobody
    for (const admin of [ada, abe])
      expect((await refusal(decide(admin, requested.refundId, false))).code).toBe('invalid_state')
    expect(await sql`select status, refunded_cents::int from public.orders where id = ${orderId}`).toEqual([
      { status: 'cancelled', refunded_cents: 52_000 },
    ])
  })

  test('two halves need the second admin as the whole does', async () => {
    const { orderId } = await sold(2, 30_000)
    const ada = await users.actingAs('Ada')
    expect(await refund(ada, orderId, 30_000)).toMatchObject({ status: 'approved' })
    expect(await refund(ada, orderId, 30_000)).toMatchObject({ status: 'requested' })
  })

  test('the money of a rejected or withdrawn refund can be requested again', async () => {
    const { orderId } = await sold(2, 30_000)
    const [ada, abe] = [await users.actingAs('Ada'), await users.actingAs('Abe')]
    const first = await refund(ada, orderId, 60_000)
    expect((await refusal(decide(abe, first.refundId, false, ''))).code).toBe('reason_required')
    expect(await decide(abe, first.refundId, false, 'not our fault')).toMatchObject({ status: 'rejected' })
    const second = await refund(ada, orderId, 60_000)
    expect(await decide(ada, second.refundId, false, 'changed my mind')).toMatchObject({
      status: 'withdrawn',
    })
    expect(await refund(ada, orderId, 60_000)).toMatchObject({ status: 'requested' })
  })
})

describe('a refund that waits for approval', () => {
  const cancelEvent = async (client: SupabaseClient, eventId: string) => {
    const { error } = await client.rpc('set_event_status', {
      p_id: eventId,
      p_status: 'cancelled',
      p_note: 'Storm',
    })
    expect(error).toBeNull()
  }
  const moneyOf = async (orderId: string) => {
    const [row] = await sql`
      select o.status, o.refunded_cents::int as refunded, p.amount_cents::int - p.refunded_cents::int as kept,
        (select coalesce(sum(r.amount_cents), 0)::int from public.refunds r
          where r.order_id = o.id and r.status = 'approved') as on_its_way
      from public.orders o join public.payments p on p.order_id = o.id and p.settled_at is not null
      where o.id = ${orderId}`
    return row
  }

  test.each([
    true,
    false,
  ])('the event is cancelled meanwhile: everything goes back (void: %s)', async (p_void) => {
    const { testEvent, orderId } = await sold(3, 28_500)
    const [ada, abe] = [await users.actingAs('Ada'), await users.actingAs('Abe')]
    const requested = await refund(ada, orderId, 60_000, { p_void })
    await cancelEvent(abe, testEvent.eventId)
    expect(await moneyOf(orderId)).toEqual({
      status: 'cancelled',
      refunded: 85_500,
      kept: 0,
      on_its_way: 85_500,
    })
    expect(await refusal(decide(abe, requested.refundId, true))).toEqual({
      code: 'invalid_state',
      facts: { state: 'withdrawn' },
    })
  })

  test.each([
    true,
    false,
  ])('all tickets are voided meanwhile: it can still be decided (%s)', async (approve) => {
    const { testEvent, orderId } = await sold(3, 28_500)
    const [ada, abe] = [await users.actingAs('Ada'), await users.actingAs('Abe')]
    const requested = await refund(ada, orderId, 60_000, { p_void: true })
    expect(await refund(abe, orderId, 0, { p_void: true })).toMatchObject({ voided: 3 })
    await decide(abe, requested.refundId, approve)
    expect(await moneyOf(orderId)).toMatchObject({ status: 'cancelled', refunded: approve ? 60_000 : 0 })
    // the rest can be requested, small or large; there is no ticket left to void
    expect((await refusal(refund(ada, orderId, 100, { p_void: true }))).code).toBe('invalid_state')
    const rest = await refund(ada, orderId, 25_500)
    if (approve) expect(await decide(abe, rest.refundId, true)).toMatchObject({ status: 'approved' })
    expect(await moneyOf(orderId)).toMatchObject({ refunded: approve ? 85_500 : 25_500 })
    const last = approve ? null : await refund(ada, orderId, 50_000)
    if (last) expect(last).toMatchObject({ status: 'requested' })
    await cancelEvent(ada, testEvent.eventId)
    expect(await moneyOf(orderId)).toEqual({
      status: 'cancelled',
      refunded: 85_500,
      kept: 0,
      on_its_way: 85_500,
    })
  })

  test('a ticket has one refund at a time; the next one comes when the first is decided', async () => {
    const { orderId, tickets } = await sold(4, 28_500)
    const [ada, abe] = [await users.actingAs('Ada'), await users.actingAs('Abe')]
    const whole = await refund(ada, orderId, 55_000, { p_void: true })
    expect((await refusal(refund(ada, orderId, 52_000, { p_void: true }))).code).toBe('refund_open')
    expect((await refusal(refund(ada, orderId, 100, { p_tickets: [tickets[0]] }))).code).toBe('refund_open')
    await decide(abe, whole.refundId, false, 'only one of them')
    expect(await refund(ada, orderId, 28_500, { p_void: true, p_tickets: [tickets[0]] })).toMatchObject({
      status: 'approved',
      voided: 1,
    })
    // an amount that names no ticket is not of one
    expect(await refund(ada, orderId, 100)).toMatchObject({ status: 'approved' })
  })

  test('a ticket gets back what it cost at most', async () => {
    const { orderId, tickets } = await sold(2)
    const ada = await users.actingAs('Ada')
    expect(await refusal(refund(ada, orderId, 2001, { p_tickets: [tickets[0]] }))).toEqual({
      code: 'refund_too_large',
      facts: { left_cents: 2000 },
    })
    await refund(ada, orderId, 2000, { p_tickets: [tickets[0]] })
    expect(
      await sql`
        select i.ticket_id, i.amount_cents::int as cents from public.refund_items i join public.refunds r on r.id = i.refund_id
        where r.order_id = ${orderId}`,
    ).toEqual([{ ticket_id: tickets[0], cents: 2000 }])
  })
})

describe('sending refunds to the provider', () => {
  const stateOf = async (refundId: string | null) => {
    const [row] = await sql<{ status: string }[]>`select status from public.refunds where id = ${refundId}`
    return row?.status
  }

  test('a job is queued when it is approved, retried after a failure, done once, and confirmed by mail', async () => {
    const { orderId } = await sold(1)
    const { refundId } = await refund(await users.actingAs('Ada'), orderId, 2000, { p_void: true })
    expect(await isRefundDue(sql, refundId)).toBe(true)
    const begun = await claimAndStart(sql, refundId)
    expect(begun?.start).toMatchObject({ provider, amountCents: 2000, refundRef: null })
    expect(await isRefundDue(sql, refundId)).toBe(false)
    expect(await record(refundId, 'failed')).toBe('failed')
    if (begun) await finishJob(sql, begun.job, 'card closed')
    expect(await isRefundDue(sql, refundId)).toBe(false)
    expect(await tryRefund(sql, refundId, { status: 'succeeded' })).toBe('succeeded')
    expect(await record(refundId, 'failed')).toBe('succeeded')
    expect(await sql`select 1 from private.jobs where kind = 'refund' and key = ${refundId}`).toEqual([])
    expect(
      await sql`select kind from private.mail_outbox where subject_id = ${orderId} and kind = 'order_refunded'`,
    ).toHaveLength(1)
    // a failed try never made the ticket valid again
    expect(await sql`select status from public.tickets where order_id = ${orderId}`).toEqual([
      { status: 'void' },
    ])
  })

  test('another worker takes it after the lease, five times; then it has failed', async () => {
    const { orderId } = await sold(1)
    const { refundId } = await refund(await users.actingAs('Ada'), orderId, 100)
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await claimAndStart(sql, refundId)).not.toBeNull()
      expect(await stateOf(refundId)).toBe('submitted')
    }
    expect(await claimRefund(sql, refundId)).toBeUndefined()
    expect(await stateOf(refundId)).toBe('failed')
  })

  test('that waits for a second admin has no job; one that fails before it was sent has failed when its job is given up', async () => {
    const { orderId } = await sold(1, 60_000)
    const { refundId, status } = await refund(await users.actingAs('Ada'), orderId, 60_000)
    expect([status, await isRefundDue(sql, refundId)]).toEqual(['requested', false])
    await decide(await users.actingAs('Abe'), refundId, true)
    for (let attempt = 1; attempt <= 5; attempt++) {
      const job = await claimRefund(sql, refundId)
      if (job) await finishJob(sql, job, 'the database is away')
    }
    expect(await sql`select status, last_error as error from public.refunds where id = ${refundId}`).toEqual([
      { status: 'failed', error: 'the database is away' },
    ])
  })

  test('through a provider that this process does not have waits, and uses up no attempt', async () => {
    const { orderId } = await sold(1)
    const { refundId } = await refund(await users.actingAs('Ada'), orderId, 100)
    expect(await sql`select public.start_refund(${refundId}, array['test_other']) as start`).toEqual([
      { start: { againSeconds: 60 } },
    ])
    expect(await stateOf(refundId)).toBe('approved')
    expect(await startRefund(sql, refundId)).toMatchObject({ refundId })
  })
})

describe('a refund that the provider ends later', () => {
  const event = (kind: string, ref: string, refundId: string | null = null, provider_ = provider) =>
    call(
      service,
      'apply_refund_event',
      {
        p_provider: provider_,
        p_event_id: randomUUID(),
        p_kind: kind,
        p_refund_ref: ref,
        p_refund: refundId,
      },
      appliedSchema,
    )
  const stateOf = async (refundId: string | null) => {
    const [row] = await sql<{ status: string; provider_ref: string | null; attempts: number | null }[]>`
      select r.status, r.provider_ref, j.attempts
      from public.refunds r left join private.jobs j on j.kind = 'refund' and j.key = r.id::text where r.id = ${refundId}`
    return row
  }
  /** Makes a refund that was sent to the provider, which has not reported its result. */
  async function sent() {
    const { orderId } = await sold(1)
    const { refundId } = await refund(await users.actingAs('Ada'), orderId, 100)
    const job = await claimRefund(sql, refundId)
    expect(await startRefund(sql, refundId)).toMatchObject({ refundId })
    /** Reports the run to the queue. */
    const finish = async (error: string | null, again?: number) => {
      if (job) await finishJob(sql, job, error, again)
    }
    return { orderId, refundId, ref: `re_${refundId}`, finish }
  }

  test('stays submitted, uses up no attempt, and is ended by the event', async () => {
    const { orderId, refundId, ref, finish } = await sent()
    expect(await record(refundId, 'pending', ref)).toBe('submitted')
    await finish(null, 3600)
    expect(await stateOf(refundId)).toEqual({ status: 'submitted', provider_ref: ref, attempts: 0 })
    expect(await event('refund_succeeded', ref)).toEqual({
      outcome: 'refunded',
      orderId,
      reason: null,
      duplicate: false,
    })
    expect(await event('refund_succeeded', ref)).toMatchObject({ outcome: 'ignored' })
    expect(await event('refund_pending', ref)).toMatchObject({ outcome: 'ignored' })
    expect((await stateOf(refundId))?.status).toBe('succeeded')
    expect(
      await sql`select 1 from private.mail_outbox where subject_id = ${orderId} and kind = 'order_refunded'`,
    ).toHaveLength(1)
  })

  test('that fails after it was paid out is owed again: its credit note is reversed, staff are told, none is sent by itself', async () => {
    const { orderId, refundId, ref, finish } = await sent()
    await record(refundId, 'succeeded', ref)
    await finish(null)
    expect(await event('refund_failed', ref)).toMatchObject({ outcome: 'refund_failed', orderId })
    expect(await event('refund_failed', ref)).toMatchObject({ outcome: 'ignored' })
    expect(await stateOf(refundId)).toEqual({ status: 'failed', provider_ref: ref, attempts: 1 })
    const documents = async () =>
      (
        await sql<{ document: string }[]>`
          select left(number, 1) || ' ' || (content ->> 'amountCents') as document from private.receipts
          where refund_id = ${refundId} order by issued_at, number`
      ).map(({ document }) => document)
    expect(await documents()).toEqual(['C 100', 'V 100'])
    const [order] = await sql<{ code: string; refunded: number; earned: number }[]>`
      select code, refunded_cents::int as refunded, (select sum(cents)::int from public.ledger_entries where order_id = o.id) as earned
      from public.orders o where id = ${orderId}`
    // owed from the approval on, as any other: the ledger keeps the refund
    expect(order).toMatchObject({ refunded: 100, earned: 1900 })
    expect(
      await call(
        await users.actingAs('Ada'),
        'read_receipt',
        { p_code: order?.code },
        z.object({
          paidAfterRefundsCents: z.int(),
          creditNotes: z.array(z.object({ amountCents: z.int() })),
        }),
      ),
    ).toEqual({ paidAfterRefundsCents: 2000, creditNotes: [{ amountCents: 100 }, { amountCents: -100 }] })
    expect(await claimRefund(sql, refundId)).toBeUndefined()
    // an admin has it sent once more: paid out again, with a note of its own
    await call(await users.actingAs('Ada'), 'retry_refund', { p_refund: refundId }, z.string())
    expect(await tryRefund(sql, refundId, { status: 'succeeded', ref: `${ref}_2` })).toBe('succeeded')
    expect(await documents()).toEqual(['C 100', 'V 100', 'C 100'])
  })

  test('stays failed when the report of its success comes after that of its failure', async () => {
    const { refundId, ref } = await sent()
    const report = (p_kind: string, created: number) =>
      call(
        service,
        'apply_refund_event',
        {
          p_provider: provider,
          p_event_id: randomUUID(),
          p_kind,
          p_refund_ref: ref,
          p_refund: refundId,
          p_payload: { created, failure_code: 'lost_or_stolen_card' },
        },
        appliedSchema,
      )
    expect(await report('refund_failed', 200)).toMatchObject({ outcome: 'refund_failed' })
    expect(await report('refund_succeeded', 100)).toMatchObject({ outcome: 'ignored' })
    expect((await stateOf(refundId))?.status).toBe('failed')
  })

  test('is found by our id while its reference is not stored; a failure is retried', async () => {
    const { refundId, ref, finish } = await sent()
    expect(await event('refund_failed', ref, refundId)).toMatchObject({ outcome: 'refund_failed' })
    expect(await record(refundId, 'pending', ref)).toBe('failed')
    await finish('the provider failed after all')
    expect((await claimAndStart(sql, refundId))?.start).toMatchObject({ refundRef: ref })
    await record(refundId, 'failed', `${ref}_2`)
    expect(await event('refund_succeeded', ref, refundId)).toMatchObject({ outcome: 'ignored' })
    expect(await event('refund_succeeded', `${ref}_2`, refundId)).toMatchObject({ outcome: 'refunded' })
  })

  test('fails while nobody works on it: that counts as an attempt, and the queue sends it again later', async () => {
    const { refundId, ref, finish } = await sent()
    await record(refundId, 'pending', ref)
    await finish(null, 3600)
    expect(await event('refund_failed', ref)).toMatchObject({ outcome: 'refund_failed' })
    expect(await stateOf(refundId)).toMatchObject({ status: 'failed', attempts: 1 })
    expect(
      await sql`
        select round(extract(epoch from run_at - now()) / 60)::int as minutes, leased_until from private.jobs
        where kind = 'refund' and key = ${refundId}`,
    ).toEqual([{ minutes: 5, leased_until: null }])
  })

  test('is not found with another provider or reference', async () => {
    const { refundId } = await sent()
    const other = await event('refund_succeeded', `re_${randomUUID()}`)
    expect(other).toMatchObject({ outcome: 'parked', reason: 'unknown_refund', orderId: null })
    expect(await event('refund_succeeded', `re_${randomUUID()}`, refundId, 'test_other')).toMatchObject({
      reason: 'unknown_refund',
    })
    expect((await stateOf(refundId))?.status).toBe('submitted')
    await record(refundId, 'succeeded', null)
  })
})
