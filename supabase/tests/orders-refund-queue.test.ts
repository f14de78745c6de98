import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { refundDetailSchema, refundListSchema } from '#features/orders/refunds/refund-queue.types.ts'
import { createEvent, type TestEventOptions } from './event-fixture.ts'
import { makePackage } from './extras.ts'
import { brokenRules } from './invariants.ts'
import { claimAndStart, claimRefund, isRefundDue, tryRefund } from './refund-jobs.ts'
import {
  appliedSchema,
  beginPayment,
  buy,
  call,
  holdItems,
  placeOrder,
  refundedSchema,
  refusal,
  report,
} from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** A provider of this file's own: no worker sends its refunds. */
const provider = 'test_queue'

const refund = async (
  orderId: string,
  cents: number,
  more: Record<string, unknown> = {},
  who: Name = 'Ada',
) =>
  call(
    await users.actingAs(who),
    'refund_order',
    {
      p_order: orderId,
      p_amount_cents: cents,
      p_reason: 'fell ill',
      p_void: true,
      p_key: randomUUID(),
      ...more,
    },
    refundedSchema,
  )

async function sold(quantity = 1, options: TestEventOptions = {}) {
  const testEvent = await createEvent(sql, options)
  const { order } = await buy(service, await users.extra(), testEvent, { Entry: quantity })
  await sql`update public.payments set provider = ${provider} where order_id = ${order.orderId}`
  const tickets = await sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id`
  return { testEvent, ...order, tickets: tickets.map(({ id }) => id) }
}

/** A refund that the provider refused so many times. */
async function failed(times: number, more: Record<string, unknown> = {}) {
  const { orderId, code } = await sold()
  const { refundId } = await refund(orderId, 2000, more)
  for (let n = 0; n < times; n++) await tryRefund(sql, refundId, { status: 'failed', ref: `re_${refundId}` })
  return { orderId, code, refundId: refundId ?? '' }
}
const read = async (refundId: string) =>
  call(await users.actingAs('Ada'), 'read_refund', { p_refund: refundId }, refundDetailSchema)
const act = (client: SupabaseClient, name: string, refundId: string, more: Record<string, unknown> = {}) =>
  call(client, name, { p_refund: refundId, ...more }, z.string())
const paid = { p_method: 'bank_transfer', p_reference: 'TX-1', p_reason: 'The card was closed' }
const mails = async (orderId: string, kind: string) =>
  (await sql`select 1 from private.mail_outbox where subject_id = ${orderId} and kind = ${kind}`).length

describe('a refund that fails', () => {
  test('is tried five times, each time later, and the team hears of the first failure and of the last', async () => {
    await sql`update public.settings set contact_email = 'team@example.com' where contact_email is null`
    const waits: number[] = []
    const { orderId } = await sold()
    const { refundId } = await refund(orderId, 2000)
    for (let n = 1; n <= 5; n++) {
      await tryRefund(sql, refundId, { status: 'failed' })
      const { nextTryAt, now } = await read(refundId ?? '')
      if (nextTryAt) waits.push(Math.round((Date.parse(nextTryAt) - Date.parse(now)) / 60_000))
      expect(await mails(orderId, 'refund_failed')).toBe(n < 5 ? 1 : 2)
    }
    expect(waits).toEqual([5, 10, 20, 40])
    expect(await read(refundId ?? '')).toMatchObject({
      status: 'failed',
      needs: 'payment',
      attempts: 5,
      nextTryAt: null,
    })
  })

  test('counts as failed when a worker ended during the last try', async () => {
    const { orderId } = await sold()
    const { refundId } = await refund(orderId, 2000)
    for (let n = 1; n <= 5; n++) expect(await claimAndStart(sql, refundId)).not.toBeNull()
    expect(await claimRefund(sql, refundId)).toBeUndefined()
    expect(await read(refundId ?? '')).toMatchObject({ status: 'failed', attempts: 5, needs: 'payment' })
    expect(await mails(orderId, 'refund_failed')).toBe(2)
  })

  test('is sent once more when an admin says so', async () => {
    const { refundId } = await failed(5)
    await act(await users.actingAs('Ada'), 'retry_refund', refundId)
    expect(await isRefundDue(sql, refundId)).toBe(true)
    expect(await read(refundId)).toMatchObject({ needs: 'retry', attempts: 4 })
    await tryRefund(sql, refundId, { status: 'failed' })
    expect(await read(refundId)).toMatchObject({ needs: 'payment', attempts: 5 })
    await act(await users.actingAs('Ada'), 'retry_refund', refundId)
    expect(await tryRefund(sql, refundId, { status: 'succeeded' })).toBe('succeeded')
    expect((await refusal(act(await users.actingAs('Ada'), 'retry_refund', refundId))).code).toBe(
      'invalid_state',
    )
  })
})

describe('a refund paid by hand', () => {
  test('ends when another admin confirms it, and tells the buyer how', async () => {
    const { orderId, refundId } = await failed(5)
    const [ada, abe] = [await users.actingAs('Ada'), await users.actingAs('Abe')]
    await act(ada, 'resolve_refund', refundId, paid)
    expect(await read(refundId)).toMatchObject({
      needs: 'check',
      manual: { method: 'bank_transfer', isOwn: true },
    })
    expect((await refusal(act(ada, 'confirm_refund', refundId, { p_ok: true }))).code).toBe(
      'second_person_required',
    )
    expect((await refusal(act(abe, 'resolve_refund', refundId, paid))).code).toBe('refund_paid_by_hand')
    expect((await refusal(act(abe, 'retry_refund', refundId))).code).toBe('refund_paid_by_hand')
    expect(await act(abe, 'confirm_refund', refundId, { p_ok: true })).toBe('succeeded')
    expect(await sql`select 1 from private.jobs where kind = 'refund' and key = ${refundId}`).toEqual([])
    expect(await mails(orderId, 'order_refunded')).toBe(1)
    // money that the provider sends all the same is looked into
    const late = {
      p_provider: provider,
      p_event_id: randomUUID(),
      p_kind: 'refund_succeeded',
      p_refund_ref: `re_${refundId}`,
    }
    expect(await call(service, 'apply_refund_event', late, appliedSchema)).toMatchObject({
      outcome: 'parked',
      reason: 'refund_paid_twice',
    })
  })

  test('that another admin does not find is to be paid again', async () => {
    const { refundId } = await failed(5)
    const [ada, abe] = [await users.actingAs('Ada'), await users.actingAs('Abe')]
    await act(ada, 'resolve_refund', refundId, paid)
    expect((await refusal(act(abe, 'confirm_refund', refundId, { p_ok: false }))).code).toBe(
      'reason_required',
    )
    await act(abe, 'confirm_refund', refundId, { p_ok: false, p_reason: 'No such transfer' })
    expect(await read(refundId)).toMatchObject({ needs: 'payment', manual: null, status: 'failed' })
  })

  test('needs all tries to have failed, a method, a reference and a reason', async () => {
    const ada = await users.actingAs('Ada')
    const early = await failed(1)
    expect((await refusal(act(ada, 'resolve_refund', early.refundId, paid))).code).toBe('refund_still_tried')
    const { refundId } = await failed(5)
    for (const [more, code] of [
      [{ p_method: 'barter' }, 'invalid'],
      [{ p_reference: ' ' }, 'invalid'],
      [{ p_reason: ' ' }, 'reason_required'],
    ] as const)
      expect((await refusal(act(ada, 'resolve_refund', refundId, { ...paid, ...more }))).code).toBe(code)
    expect((await refusal(act(ada, 'confirm_refund', refundId, { p_ok: true }))).code).toBe('invalid_state')
  })
})

test('a refund made at the provider waits until an admin says what becomes of the tickets', async () => {
  const { orderId } = await sold()
  const [payment] = await sql<{ ref: string }[]>`
    select provider_ref as ref from public.payments where order_id = ${orderId}`
  const made = {
    p_provider: provider,
    p_event_id: randomUUID(),
    p_kind: 'refund_succeeded',
    p_refund_ref: `re_${randomUUID()}`,
    p_payload: { payment_ref: payment?.ref, amount_cents: 500, currency: 'USD' },
  }
  expect(await call(service, 'apply_refund_event', made, appliedSchema)).toMatchObject({
    outcome: 'refunded',
  })
  const [{ id = '' } = {}] = await sql<
    { id: string }[]
  >`select id from public.refunds where order_id = ${orderId}`
  const ada = await users.actingAs('Ada')
  expect(await read(id)).toMatchObject({ status: 'external', needs: 'tickets' })
  expect((await refusal(act(ada, 'close_external_refund', id, { p_decision: ' ' }))).code).toBe(
    'reason_required',
  )
  await act(ada, 'close_external_refund', id, { p_decision: 'They keep the ticket' })
  expect(await read(id)).toMatchObject({ needs: null, decision: 'They keep the ticket' })
  expect((await refusal(act(ada, 'close_external_refund', id, { p_decision: 'again' }))).code).toBe(
    'invalid_state',
  )
})

describe('the queue', () => {
  test('lists what waits, oldest first, with what each waits for, and pages through all of it', async () => {
    const dear = await sold(1, {
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 60_000 }] }],
    })
    const requested = await refund(dear.orderId, 60_000)
    const { refundId } = await failed(1)
    const ada = await users.actingAs('Ada')
    const list = (args: Record<string, unknown>) => call(ada, 'list_refunds', args, refundListSchema)
    const needsOf = async (p_show: string, id: string | null) => {
      for (let p_after: string | null = null; ; ) {
        const page: z.output<typeof refundListSchema> = await list({ p_show, p_after, p_limit: 50 })
        const found = page.refunds.find((one) => one.id === id)
        if (found || page.next === null) return found?.needs
        p_after = page.next
      }
    }
    expect(await needsOf('requested', requested.refundId)).toBe('decision')
    expect(await needsOf('failing', refundId)).toBe('retry')
    expect(await needsOf('open', refundId)).toBe('retry')
    expect(await needsOf('check', refundId)).toBeUndefined()
    const all: string[] = []
    for (let p_after: string | null = null; ; ) {
      const page: z.output<typeof refundListSchema> = await list({ p_show: 'all', p_after, p_limit: 1 })
      all.push(...page.refunds.map(({ id }) => id))
      if (page.next === null || all.length === 5) break
      p_after = page.next
    }
    expect(new Set(all).size).toBe(all.length)
  })

  test.each(['Mo', 'Mia', 'Dex', 'Gus'] as const)('is not for %s', async (who) => {
    const client = await users.actingAs(who)
    const { refundId } = await failed(1)
    for (const [name, args] of [
      ['list_refunds', {}],
      ['read_refund', { p_refund: refundId }],
      ['retry_refund', { p_refund: refundId }],
      ['resolve_refund', { p_refund: refundId, ...paid }],
      ['confirm_refund', { p_refund: refundId, p_ok: true }],
      ['close_external_refund', { p_refund: refundId, p_decision: 'ends' }],
    ] as const)
      expect([name, (await refusal(call(client, name, args, z.unknown()))).code]).toEqual([
        name,
        'not_allowed',
      ])
  })
})

describe('the switches of staff', () => {
  const capacity = async (eventId: string) => {
    const [row] = await sql<{ capacity: number; sold: number; quantity: number | null }[]>`
      select p.capacity, p.sold, r.quantity from public.capacity_pools p
      join public.ticket_types t on t.event_id = p.event_id join public.price_releases r on r.ticket_type_id = t.id
      where p.event_id = ${eventId}`
    return row
  }
  const limited = { types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 2000, quantity: 50 }] }] }

  test('the places go back on sale, or leave the room', async () => {
    const { testEvent, orderId, tickets } = await sold(3, limited)
    await refund(orderId, 2000, { p_tickets: [tickets[0]] })
    expect(await capacity(testEvent.eventId)).toEqual({ capacity: 100, sold: 2, quantity: 50 })
    await refund(orderId, 2000, { p_tickets: [tickets[1]], p_restock: false })
    expect(await capacity(testEvent.eventId)).toEqual({ capacity: 99, sold: 1, quantity: 49 })
  })

  test('the switch is kept until a second admin approves', async () => {
    const { testEvent, orderId } = await sold(1, {
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 60_000, quantity: 50 }] }],
    })
    const { refundId } = await refund(orderId, 60_000, { p_restock: false })
    const args = { p_refund: refundId, p_approve: true, p_reason: null }
    await call(await users.actingAs('Abe'), 'decide_refund', args, refundedSchema)
    expect(await capacity(testEvent.eventId)).toEqual({ capacity: 99, sold: 0, quantity: 49 })
  })

  test('the buyer gets a mail, or none', async () => {
    for (const p_notify of [true, false]) {
      const { orderId } = await sold()
      const { refundId } = await refund(orderId, 2000, { p_notify })
      expect(await tryRefund(sql, refundId, { status: 'succeeded' })).toBe('succeeded')
      expect(await mails(orderId, 'order_refunded')).toBe(p_notify ? 1 : 0)
    }
  })

  test('money without the tickets, and tickets without the money', async () => {
    const { orderId, tickets } = await sold(2)
    expect(await refund(orderId, 2000, { p_void: false, p_tickets: [tickets[0]] })).toMatchObject({
      voided: 0,
    })
    expect(await refund(orderId, 0, { p_tickets: [tickets[1]] })).toMatchObject({ refundId: null, voided: 1 })
    expect(
      await sql`select status, void_reason from public.tickets where order_id = ${orderId} order by id`,
    ).toEqual([
      { status: 'valid', void_reason: null },
      { status: 'void', void_reason: 'cancelled' },
    ])
  })

  test('a package is split only when they say so, at its share', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const packageId = await makePackage(sql, testEvent, { Entry: 4 }, { priceCents: 7001 })
    const hold = await holdItems(service, owner, testEvent.eventId, [
      { kind: 'package', item: packageId, quantity: 1 },
    ])
    const order = await placeOrder(service, owner, hold.holdId)
    await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    const [ticket] = await sql<{ id: string; cents: number }[]>`
      select ticket_id as id, cents::int from private.ticket_parts(${order.orderId}) order by ticket_id`
    const one = { p_tickets: [ticket?.id] }
    expect((await refusal(refund(order.orderId, 1751, one))).code).toBe('refund_whole')
    expect(await refund(order.orderId, ticket?.cents ?? 0, { ...one, p_split: true })).toMatchObject({
      voided: 1,
    })
    expect(ticket?.cents).toBe(1751)
  })
})
