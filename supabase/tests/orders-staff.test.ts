import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type * as z from 'zod'
import { staffOrderListSchema } from '#features/orders/orders.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { beginPayment, call, holdTickets, placeOrder, refundedSchema, refusal, report } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** The staff's list of orders: who may read it, and what it shows. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

const list = (client: SupabaseClient, filter: Record<string, unknown> = {}) =>
  call(client, 'list_staff_orders', filter, staffOrderListSchema)

/** One buyer's address, so that a search finds these orders and no others. */
const email = `rush-${randomUUID()}@example.com`
let testEvent: TestEvent
const codes: Record<'paid' | 'pending' | 'refund' | 'cancelled', string> = {
  paid: '',
  pending: '',
  refund: '',
  cancelled: '',
}

beforeAll(async () => {
  testEvent = await createEvent(sql, {
    maxPerPerson: 20,
    types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 30_000 }] }],
  })
  for (const kind of ['paid', 'pending', 'refund', 'cancelled'] as const) {
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 2 })
    const order = await placeOrder(service, owner, hold.holdId, { email, name: `Bea ${kind}` })
    codes[kind] = order.code
    const payment = await beginPayment(service, owner, order.orderId)
    if (kind !== 'pending') await report(service, payment, 'succeeded')
    const what = { p_order: order.orderId, p_reason: 'goodwill', p_key: randomUUID() }
    const ada = await users.actingAs('Ada')
    if (kind === 'refund')
      await call(ada, 'refund_order', { ...what, p_amount_cents: 60_000, p_void: false }, refundedSchema)
    if (kind === 'cancelled')
      await call(ada, 'refund_order', { ...what, p_amount_cents: 0, p_void: true }, refundedSchema)
  }
})

test.each(['Mo', 'Mia', 'Gus', 'Dex'] as const)('is not for %s', async (name) => {
  expect((await refusal(list(await users.actingAs(name)))).code).toBe('not_allowed')
})

test('shows who bought what, for how much, and which refund waits', async () => {
  const found = await list(await users.actingAs('Ada'), { p_search: email.toUpperCase() })
  expect(found.orders.map(({ code }) => code)).toEqual([
    codes.cancelled,
    codes.refund,
    codes.pending,
    codes.paid,
  ])
  const [title] = await sql<
    { title: string }[]
  >`select title from public.events where id = ${testEvent.eventId}`
  expect(found.orders[1]).toMatchObject({
    status: 'paid',
    name: 'Bea refund',
    email,
    tickets: 2,
    totalCents: 60_000,
    refundedCents: 0,
    event: { id: testEvent.eventId, title: title?.title },
    refunds: [{ amountCents: 60_000, status: 'requested' }],
  })
})

describe('is narrowed', () => {
  test.each([
    ['paid', ['refund', 'paid']],
    ['pending', ['pending']],
    ['cancelled', ['cancelled']],
    ['refunds', ['refund']],
  ] as const)('to %s', async (p_show, kinds) => {
    const found = await list(await users.actingAs('Ada'), { p_search: email, p_show })
    expect(found.orders.map(({ code }) => code)).toEqual(kinds.map((kind) => codes[kind]))
  })

  test('to one code, however it is typed; to nothing by half a code or a stranger’s address', async () => {
    const ada = await users.actingAs('Ada')
    const typed = ` ${codes.paid.slice(0, 4).toLowerCase()}-${codes.paid.slice(4)} `
    expect((await list(ada, { p_search: typed })).orders.map(({ code }) => code)).toEqual([codes.paid])
    for (const p_search of [codes.paid.slice(0, 7), `x${email}`, '%', "' or true --"])
      expect((await list(ada, { p_search })).orders).toEqual([])
  })
})

test('comes in pages, each order once', async () => {
  const ada = await users.actingAs('Ada')
  const seen: string[] = []
  for (let after: string | null = null, pages = 0; pages < 5; pages++) {
    const found: z.output<typeof staffOrderListSchema> = await list(ada, {
      p_search: email,
      p_limit: 3,
      p_after: after,
    })
    seen.push(...found.orders.map(({ code }) => code))
    after = found.next
    if (!after) break
  }
  expect(seen).toEqual([codes.cancelled, codes.refund, codes.pending, codes.paid])
})
