import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { refundPreviewSchema, staffOrderDetailSchema } from '#features/orders/order-desk.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { buy, call, refundedSchema, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** The order desk: what admins read about one order, previews of refunds, and notes. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

let testEvent: TestEvent
let ada: SupabaseClient
beforeAll(async () => {
  ada = await users.actingAs('Ada')
  testEvent = await createEvent(sql, {
    maxPerPerson: 20,
    types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 1999 }] }],
  })
})

const bought = async (quantity = 3) =>
  (await buy(service, await users.extra(), testEvent, { Entry: quantity })).order
const read = (client: SupabaseClient, code: string) =>
  call(client, 'read_staff_order', { p_code: code }, staffOrderDetailSchema.nullable())
const preview = (order: string, tickets: string[], amountCents: number | null) =>
  call(
    ada,
    'preview_refund',
    { p_order: order, p_tickets: tickets, p_amount_cents: amountCents },
    refundPreviewSchema,
  )

test.each(['Mo', 'Mia', 'Gus', 'Dex'] as const)('is not for %s', async (name) => {
  const order = await bought(1)
  const client = await users.actingAs(name)
  expect((await refusal(read(client, order.code))).code).toBe('not_allowed')
  const note = { p_order: order.orderId, p_text: 'mine', p_key: randomUUID() }
  expect((await refusal(call(client, 'add_order_note', note, z.uuid()))).code).toBe('not_allowed')
})

test('an unknown code is no order; a code is found however it is typed', async () => {
  expect(await read(ada, 'NOBODYS1')).toBeNull()
  const { code } = await bought(1)
  expect((await read(ada, code.toLowerCase()))?.code).toBe(code)
})

test('what the tickets cost adds up to their line, to the cent, with a discount and fees on it', async () => {
  const order = await bought(3)
  await sql`update public.events set fee_bps = 333 where id = ${testEvent.eventId}`
  const withFees = await bought(7)
  for (const { code } of [order, withFees]) {
    const found = await read(ada, code)
    expect(found?.tickets.reduce((sum, { cents }) => sum + cents, 0)).toBe(found?.totalCents)
    const shares = found?.tickets.map(({ cents }) => cents) ?? []
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
  }
  await sql`update public.events set fee_bps = 0 where id = ${testEvent.eventId}`
})

describe('a refund', () => {
  test('is previewed as it will be: what goes back, what stays, who is inside, who decides', async () => {
    const order = await bought(3)
    const found = await read(ada, order.code)
    const [first, second] = found?.tickets ?? []
    const chosen = [first?.id ?? '', second?.id ?? '']
    expect(await preview(order.orderId, chosen, null)).toEqual({
      amountCents: (first?.cents ?? 0) + (second?.cents ?? 0),
      keptCents: (found?.totalCents ?? 0) - (first?.cents ?? 0) - (second?.cents ?? 0),
      tickets: 2,
      inside: 0,
      needsSecondPerson: false,
      isPart: false,
      policy: null,
      policyCents: null,
      supplementCents: 0,
    })
    await sql`update public.tickets set admission = 'inside' where id = ${chosen[0] ?? ''}`
    expect(await preview(order.orderId, chosen, 500)).toMatchObject({ amountCents: 500, inside: 1 })
    // Never more than what is left of the payment.
    expect(await preview(order.orderId, [], 99_999_999)).toMatchObject({
      amountCents: found?.totalCents,
      keptCents: 0,
    })
    await sql`update public.tickets set admission = 'outside' where id = ${chosen[0] ?? ''}`
  })

  test('above the threshold, counted over the order, waits for a second admin', async () => {
    const dear = await createEvent(sql, {
      maxPerPerson: 20,
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 30_000 }] }],
    })
    const { order } = await buy(service, await users.extra(), dear, { Entry: 2 })
    expect(await preview(order.orderId, [], 50_000)).toMatchObject({ needsSecondPerson: false })
    expect(await preview(order.orderId, [], 50_001)).toMatchObject({ needsSecondPerson: true })
    const half = { p_order: order.orderId, p_amount_cents: 30_000, p_reason: 'goodwill', p_void: false }
    await call(ada, 'refund_order', { ...half, p_key: randomUUID() }, refundedSchema)
    expect(await preview(order.orderId, [], 20_001)).toMatchObject({ needsSecondPerson: true })
  })

  test('of chosen tickets ends these and no others', async () => {
    const order = await bought(3)
    const before = await read(ada, order.code)
    const gone = before?.tickets[1]
    const args = { p_order: order.orderId, p_reason: 'fell ill', p_void: true, p_key: randomUUID() }
    const of = { p_amount_cents: gone?.cents, p_tickets: [gone?.id] }
    await call(ada, 'refund_order', { ...args, ...of }, refundedSchema)
    const after = await read(ada, order.code)
    expect(after?.tickets.filter(({ status }) => status === 'void').map(({ id }) => id)).toEqual([gone?.id])
    expect(after).toMatchObject({
      refundedCents: gone?.cents,
      refundableCents: (before?.totalCents ?? 0) - (gone?.cents ?? 0),
      refunds: [{ amountCents: gone?.cents, status: 'approved', reason: 'fell ill', isOwn: true }],
    })
  })
})

test('the timeline tells from the hold to the refund, newest first', async () => {
  const order = await bought(1)
  const [ticket] = (await read(ada, order.code))?.tickets ?? []
  await call(
    ada,
    'refund_order',
    {
      p_order: order.orderId,
      p_amount_cents: 100,
      p_reason: 'late doors',
      p_void: false,
      p_key: randomUUID(),
    },
    refundedSchema,
  )
  await call(
    ada,
    'add_order_note',
    { p_order: order.orderId, p_text: 'Called twice', p_key: randomUUID() },
    z.uuid(),
  )
  const found = await read(ada, order.code)
  const entries = found?.timeline ?? []
  const has = (kind: string, name: string) =>
    entries.some((entry) => entry.kind === kind && entry.name === name)
  for (const [kind, name] of [
    ['hold', 'converted'],
    ['order', 'awaiting_payment'],
    ['payment', 'created'],
    ['payment_event', 'succeeded'],
    ['order', 'paid'],
    ['mail', 'order_paid'],
    ['refund', 'approved'],
    ['audit', 'order.refund'],
    ['note', 'written'],
  ] as const)
    expect([kind, name, has(kind, name)]).toEqual([kind, name, true])
  expect(entries[0]).toMatchObject({ kind: 'note', detail: 'Called twice' })
  expect(entries.map(({ at }) => at)).toEqual(
    entries.map(({ at }) => at).toSorted((a, b) => Date.parse(b) - Date.parse(a)),
  )
  expect(ticket?.status).toBe('valid')
})

describe('notes', () => {
  test('are written once per key, and never changed or removed', async () => {
    const order = await bought(1)
    const args = { p_order: order.orderId, p_text: ' Meets us at the gate ', p_key: randomUUID() }
    const written = await Promise.all([1, 2, 3].map(() => call(ada, 'add_order_note', args, z.uuid())))
    expect(new Set(written).size).toBe(1)
    const { data } = await ada.from('order_notes').select('text').eq('order_id', order.orderId)
    expect(data).toEqual([{ text: 'Meets us at the gate' }])
    for (const change of [
      ada.from('order_notes').update({ text: 'changed' }).eq('order_id', order.orderId),
      ada.from('order_notes').delete().eq('order_id', order.orderId),
      ada.from('order_notes').insert({ order_id: order.orderId, text: 'direct' }),
    ])
      expect((await change).error?.code).toBe('42501')
  })

  test('have 1 to 2,000 characters', async () => {
    const order = await bought(1)
    for (const text of ['  ', 'x'.repeat(2001), 'turned \u202e round']) {
      const args = { p_order: order.orderId, p_text: text, p_key: randomUUID() }
      expect((await refusal(call(ada, 'add_order_note', args, z.uuid()))).code).toBe('invalid')
    }
    const nowhere = { p_order: randomUUID(), p_text: 'hello', p_key: randomUUID() }
    expect((await refusal(call(ada, 'add_order_note', nowhere, z.uuid()))).code).toBe('not_found')
  })
})
