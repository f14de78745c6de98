import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { checkoutPageSchema, placedOrderSchema } from '#features/orders/orders.types.ts'
import { ticketListSchema } from '#features/tickets/tickets.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent } from './event-fixture.ts'
import { buy, call, checkOut, holdTickets, placeOrder, report } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests what buyers and door staff read of their own, and that no one else can. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

const readCheckout = (client: SupabaseClient, hold: string | null = null) =>
  call(client, 'read_checkout', { p_hold: hold }, checkoutPageSchema)

describe('read_checkout', () => {
  test('returns the own live hold, or the one that is named', async () => {
    const testEvent = await createEvent(sql)
    const mia = await users.actingAs('Mia')
    const hold = await holdTickets(service, await users.id('Mia'), testEvent, { Entry: 2 })
    const order = await placeOrder(service, await users.id('Mia'), hold.holdId)
    expect(await readCheckout(mia)).toMatchObject({
      holdId: hold.holdId,
      holdStatus: 'active',
      totals: { faceCents: 4000 },
      event: { id: testEvent.eventId },
      order: { code: order.code },
    })
    await sql`update public.holds set expires_at = now() where id = ${hold.holdId}`
    expect(await readCheckout(mia)).toBeNull()
    expect(await readCheckout(mia, hold.holdId)).toMatchObject({ holdStatus: 'expired' })
  })

  test('returns no hold of others, not even to an admin', async () => {
    const testEvent = await createEvent(sql)
    const hold = await holdTickets(service, await users.id('Mia'), testEvent, { Entry: 1 })
    for (const name of ['Sid', 'Gus', 'Mo', 'Ada'] as const)
      expect([name, await readCheckout(await users.actingAs(name), hold.holdId)]).toEqual([name, null])
  })
})

const readOrder = (client: SupabaseClient, code: string) =>
  call(client, 'read_order', { p_code: code }, placedOrderSchema)

describe('read_order', () => {
  test('returns the buyer’s own order, a guest’s too', async () => {
    const testEvent = await createEvent(sql)
    for (const name of ['Mia', 'Gus'] as const) {
      const { order } = await buy(service, await users.id(name), testEvent, { Entry: 1 })
      expect(await readOrder(await users.actingAs(name), order.code)).toMatchObject({
        status: 'paid',
        ticketCount: 1,
      })
      expect(await readOrder(await users.actingAs('Sid'), order.code)).toBeNull()
      expect(await readOrder(await users.actingAs('Mo'), order.code)).toBeNull()
    }
  })
})

const myTickets = async (client: SupabaseClient, eventId: string) =>
  (await call(client, 'read_my_tickets', {}, ticketListSchema)).find((entry) => entry.event.id === eventId)
    ?.tickets

describe('tickets', () => {
  test('show their code within six hours of doors, while they are valid', async () => {
    const mia = await users.actingAs('Mia')
    const soon = await createEvent(sql, { doorsIn: 5.9 })
    const later = await createEvent(sql, { doorsIn: 6.1 })
    const { order } = await buy(service, await users.id('Mia'), soon, { Entry: 2 })
    await buy(service, await users.id('Mia'), later, { Entry: 1 })
    expect(await myTickets(mia, soon.eventId)).toMatchObject([
      { code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{9}$/) },
      { code: expect.any(String) },
    ])
    expect(await myTickets(mia, later.eventId)).toMatchObject([{ code: null }])
    await sql`update public.tickets set custody = 'offered' where order_id = ${order.orderId}`
    expect(await myTickets(mia, soon.eventId)).toMatchObject([{ code: null }, { code: null }])
    await sql`update public.tickets set custody = 'held' where order_id = ${order.orderId}`
  })

  test('are shown to their holder, and by their link until a new one replaces it', async () => {
    const testEvent = await createEvent(sql)
    const { order } = await buy(service, await users.id('Gus'), testEvent, { Entry: 1 })
    expect(await myTickets(await users.actingAs('Gus'), testEvent.eventId)).toHaveLength(1)
    for (const name of ['Mia', 'Sid', 'Ada'] as const)
      expect(await myTickets(await users.actingAs(name), testEvent.eventId)).toBeUndefined()

    const link = (hash: string) =>
      call(
        service,
        'add_link',
        { p_purpose: 'order_tickets', p_subject: order.orderId, p_token_hash: hash },
        z.string(),
      )
    const open = (hash: string) =>
      call(service, 'read_tickets_by_link', { p_token_hash: hash }, ticketListSchema)
    const [first, second] = [hashToken(makeToken()), hashToken(makeToken())]
    const [event] = await sql<
      { ends_at: Date }[]
    >`select ends_at from public.events where id = ${testEvent.eventId}`
    expect(Date.parse(await link(first)) - (event?.ends_at.getTime() ?? 0)).toBe(86_400_000)
    expect(await open(first)).toMatchObject([
      { event: { id: testEvent.eventId }, tickets: [{ status: 'valid' }] },
    ])
    await link(second)
    expect(await open(first)).toEqual([])
    expect(await open(second)).toHaveLength(1)
    await sql`update private.one_time_links set expires_at = now() where token_hash = ${second}`
    expect(await open(second)).toEqual([])
  })
})

describe('a lost mail', () => {
  test('links are queued for the address that bought, once a minute, and for no other', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    await buy(service, owner, testEvent, { Entry: 1 })
    const queueLinks = (email: string) => call(service, 'queue_ticket_links', { p_email: email }, z.int())
    const email = `b-${owner}@example.com`
    expect(await queueLinks(` ${email.toUpperCase()} `)).toBe(1)
    expect(await queueLinks(`nobody-${randomUUID()}@example.com`)).toBe(0)
    // the same mailbox written differently is not the address that bought
    expect(await queueLinks(email.replace('@', '+x@'))).toBe(0)
    const mails =
      await sql`select recipient from private.mail_outbox where kind = 'ticket_links' and recipient = ${email}`
    expect(mails).toHaveLength(1)
  })
})

test('open payments are listed, also when their cart was changed since', async () => {
  const testEvent = await createEvent(sql)
  const owner = await users.extra()
  const { order, payment } = await checkOut(service, owner, testEvent, { Entry: 1 })
  const open = () =>
    call(
      service,
      'claim_open_payments',
      { p_provider: 'test_paper', p_order: order.orderId, p_older_than_seconds: 0, p_limit: 10 },
      z.array(z.object({ ref: z.string(), orderId: z.string(), isOver: z.boolean() })),
    )
  const expected = [{ ref: payment.paymentId, orderId: order.orderId, isOver: false }]
  expect(await open()).toEqual(expected)
  await report(service, payment, 'processing')
  expect(await open()).toEqual(expected)
  await report(service, payment, 'succeeded')
  expect(await open()).toEqual([])
  const changed = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
  await sql`update public.payments set status = 'cancelled', updated_at = now() where id = ${changed.payment.paymentId}`
  const rows = await call(
    service,
    'claim_open_payments',
    { p_provider: 'test_paper', p_order: changed.order.orderId, p_older_than_seconds: 0, p_limit: 10 },
    z.array(z.object({ ref: z.string(), isOver: z.boolean() })),
  )
  expect(rows).toEqual([{ ref: changed.payment.paymentId, isOver: true }])
  await sql`update public.payments set status = 'created' where id = ${changed.payment.paymentId}`
})

test('the events one may scan at: around now, by grant or role', async () => {
  const [mine, other, past, far] = [
    await createEvent(sql),
    await createEvent(sql),
    await createEvent(sql, { doorsIn: -30 }),
    await createEvent(sql, { doorsIn: 49 }),
  ]
  for (const testEvent of [mine, past, far]) await users.grant('Dex', 'scan', testEvent.eventId)
  const doors = async (name: 'Dex' | 'Mia' | 'Mo') => {
    const rows = await call(
      await users.actingAs(name),
      'list_door_events',
      {},
      z.array(z.looseObject({ id: z.string() })),
    )
    return [mine, other, past, far].map((testEvent) => rows.some((row) => row.id === testEvent.eventId))
  }
  expect(await doors('Dex')).toEqual([true, false, false, false])
  expect(await doors('Mia')).toEqual([false, false, false, false])
  expect(await doors('Mo')).toEqual([true, true, false, false])
})
