import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { doorEventListSchema } from '#features/door/door.types.ts'
import { checkoutPageSchema, placedOrderSchema } from '#features/orders/orders.types.ts'
import { ticketListSchema } from '#features/tickets/tickets.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import {
  beginPayment,
  buy,
  call,
  checkOut,
  holdTickets,
  placeOrder,
  provider,
  report,
  sweep,
} from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests what checkout, receipt and tickets show, and to whom. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let testEvent: TestEvent
beforeAll(async () => {
  testEvent = await createEvent(sql, { feeFixedCents: 100, feeBps: 500, taxBps: 1000 })
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const readCheckout = (client: SupabaseClient, hold: string | null = null) =>
  call(client, 'read_checkout', { p_hold: hold }, checkoutPageSchema)
const readOrder = (client: SupabaseClient, code: string) =>
  call(client, 'read_order', { p_code: code }, placedOrderSchema)
const readMine = (client: SupabaseClient) => call(client, 'read_my_tickets', {}, ticketListSchema)

/** Returns one person's tickets for one event. */
async function walletOf(client: SupabaseClient, eventId: string) {
  return (await readMine(client)).find(({ event }) => event.id === eventId)
}

describe('a hold', () => {
  test('is read by its owner, at its prices, with the time that is left', async () => {
    const mia = await users.actingAs('Mia')
    const held = await holdTickets(service, await users.id('Mia'), testEvent, { Entry: 2 })
    const read = await readCheckout(mia, held.holdId)
    // 20.00 a ticket, fee 1.00 + 5 %, tax 10 % on both
    expect(read).toMatchObject({
      holdStatus: 'active',
      totals: { faceCents: 4000, discountCents: 0, feeCents: 400, taxCents: 440, totalCents: 4840 },
      lines: [
        { kind: 'ticket', itemId: testEvent.types.Entry, name: 'Entry', quantity: 2, totalCents: 4840 },
      ],
      event: { id: testEvent.eventId },
      order: null,
    })
    expect(await readCheckout(mia)).toMatchObject({ holdId: held.holdId })
    const remaining = Date.parse(read?.expiresAt ?? '') - Date.parse(read?.serverNow ?? '')
    expect(remaining).toBeGreaterThan(60_000)
    expect(remaining).toBeLessThanOrEqual(10 * 60_000)
    for (const who of ['Sid', 'Gus', 'Ada'] satisfies Name[]) {
      expect(await readCheckout(await users.actingAs(who), held.holdId), who).toBeNull()
    }
    await call(service, 'release_hold', { p_owner: await users.id('Mia'), p_hold: held.holdId }, z.unknown())
  })

  test('has ended when its time is over, before the sweep too, and is no longer found', async () => {
    const gus = await users.actingAs('Gus')
    const held = await holdTickets(service, await users.id('Gus'), testEvent, { Entry: 1 })
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${held.holdId}`
    expect(await readCheckout(gus, held.holdId)).toMatchObject({ holdStatus: 'expired' })
    expect(await readCheckout(gus)).toBeNull()
  })

  test('names the order that was placed from it', async () => {
    const owner = await users.id('Mia')
    const held = await holdTickets(service, owner, testEvent, { Entry: 1 })
    const order = await placeOrder(service, owner, held.holdId, { name: 'Mia J' })
    expect((await readCheckout(await users.actingAs('Mia'), held.holdId))?.order).toMatchObject({
      code: order.code,
      status: 'awaiting_payment',
      name: 'Mia J',
    })
    await call(service, 'release_hold', { p_owner: owner, p_hold: held.holdId }, z.unknown())
  })
})

describe('an order', () => {
  test('is read by its owner only, not by others who know its code', async () => {
    const { order, payment } = await checkOut(service, await users.id('Mia'), testEvent, { Entry: 1 })
    const mia = await users.actingAs('Mia')
    expect(await readOrder(mia, order.code)).toMatchObject({ status: 'awaiting_payment', ticketCount: 0 })
    for (const who of ['Sid', 'Gus', 'Ada'] satisfies Name[]) {
      expect(await readOrder(await users.actingAs(who), order.code), who).toBeNull()
    }
    await expect(readOrder(await users.actingAs('visitor'), order.code)).rejects.toThrow(/42501|PGRST202/)
    await report(service, payment, 'failed')
    expect(await readOrder(mia, order.code)).toMatchObject({
      status: 'payment_failed',
      failureCode: 'card_declined',
    })
    await report(service, await beginPayment(service, await users.id('Mia'), order.orderId), 'succeeded')
    expect(await readOrder(mia, order.code)).toMatchObject({
      status: 'paid',
      ticketCount: 1,
      failureCode: null,
    })
  })
})

describe('open payments', () => {
  const openSchema = z.array(z.object({ ref: z.string(), orderId: z.uuid(), isOver: z.boolean() }))
  const list = (order: string | null, age: number) =>
    call(
      service,
      'claim_open_payments',
      { p_provider: provider, p_order: order, p_older_than_seconds: age, p_limit: 200 },
      openSchema,
    )

  test('are listed, one order’s or all that are old enough, until they end', async () => {
    const { order, payment } = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
    const mine = { ref: payment.paymentId, orderId: order.orderId, isOver: false }
    expect(await list(order.orderId, 0)).toEqual([mine])
    expect(await list(null, 3600)).not.toContainEqual(mine)
    await sql`update public.payments set created_at = now() - interval '2 hours' where id = ${payment.paymentId}`
    expect(await list(null, 3600)).not.toContainEqual(mine) // asked about a moment ago
    await sql`update public.payments set looked_up_at = now() - interval '13 minutes' where id = ${payment.paymentId}`
    expect(await list(null, 3600)).toContainEqual(mine)
    expect(await list(null, 3600)).not.toContainEqual(mine)
    // given up here, but the money may be on its way
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = (select hold_id from public.orders where id = ${order.orderId})`
    await sweep(sql)
    expect(await list(order.orderId, 0)).toEqual([{ ...mine, isOver: true }])
    await report(service, payment, 'succeeded')
    expect(await list(order.orderId, 0)).toEqual([])
  })
})

describe('tickets', () => {
  test('are read by their holder, also by the guest who has just bought them', async () => {
    const bought = await buy(service, await users.id('Mia'), testEvent, { Entry: 2 })
    const wallet = await walletOf(await users.actingAs('Mia'), testEvent.eventId)
    const [row] = await sql<{ codes: string[] }[]>`
      select array_agg(code) as codes from public.tickets where order_id = ${bought.order.orderId}`
    expect(wallet?.tickets.map(({ code }) => code)).toEqual(expect.arrayContaining(row?.codes ?? ['none']))
    expect(await walletOf(await users.actingAs('Sid'), testEvent.eventId)).toBeUndefined()

    await buy(service, await users.id('Gus'), testEvent, { Entry: 1 })
    expect((await walletOf(await users.actingAs('Gus'), testEvent.eventId))?.tickets).toHaveLength(1)
    await expect(readMine(await users.actingAs('visitor'))).rejects.toThrow(/42501|PGRST202/)
  })

  test('show their codes from a number of hours before doors until the event is over', async () => {
    const mia = await users.actingAs('Mia')
    const later = await createEvent(sql, { doorsIn: 30 })
    await buy(service, await users.id('Mia'), later, { Entry: 1 })
    const codes = async () => (await walletOf(mia, later.eventId))?.tickets.map(({ code }) => code !== null)
    expect(await codes()).toEqual([false])
    await sql`update public.events set doors_at = now() + interval '5 hours 59 minutes', starts_at = now() + interval '7 hours' where id = ${later.eventId}`
    expect(await codes()).toEqual([true])
    const wallet = await walletOf(mia, later.eventId)
    expect(Date.parse(wallet?.qrVisibleAt ?? '')).toBeLessThan(Date.now())
    await sql`
      update public.events set doors_at = now() - interval '30 hours', starts_at = now() - interval '29 hours',
        ends_at = now() - interval '13 hours' where id = ${later.eventId}`
    expect(await codes()).toEqual([false])
  })

  test('show no code when they are not valid', async () => {
    const place = await createEvent(sql)
    const { order } = await buy(service, await users.id('Mia'), place, { Entry: 3 })
    const [one, two] = await sql<
      { id: string }[]
    >`select id from public.tickets where order_id = ${order.orderId} order by id`
    await sql`update public.tickets set custody = 'offered' where id = ${one?.id ?? ''}`
    const ada = await users.actingAs('Ada')
    const refund = {
      p_order: order.orderId,
      p_amount_cents: 2000,
      p_reason: 'fell ill',
      p_void: true,
      p_key: randomUUID(),
    }
    await call(ada, 'refund_order', { ...refund, p_tickets: [two?.id] }, z.unknown())
    const wallet = await walletOf(await users.actingAs('Mia'), place.eventId)
    const shown = Object.fromEntries(wallet?.tickets.map((ticket) => [ticket.id, ticket.code !== null]) ?? [])
    expect(shown[one?.id ?? '']).toBe(false)
    expect(shown[two?.id ?? '']).toBe(false)
    expect(Object.values(shown).filter(Boolean)).toHaveLength(1)
    await sql`update public.tickets set custody = 'held' where id = ${one?.id ?? ''}`
  })
})

describe('a secret link', () => {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
  const add = async (order: string, purpose: 'order_tickets' | 'order_lookup') => {
    const token = randomBytes(32).toString('base64url')
    const ends = await call(
      service,
      'add_link',
      { p_purpose: purpose, p_subject: order, p_token_hash: hashOf(token) },
      z.string(),
    )
    return { token, ends: Date.parse(ends) }
  }
  const open = async (token: string) =>
    (await call(service, 'read_tickets_by_link', { p_token_hash: hashOf(token) }, ticketListSchema)).flatMap(
      ({ tickets }) => tickets,
    )

  test('opens one order until a day after the event; a lookup for a day; a new one ends the old one', async () => {
    const place = await createEvent(sql, { doorsIn: 1, hoursLong: 9 })
    const { order } = await buy(service, await users.id('Gus'), place, { Entry: 2 })
    const first = await add(order.orderId, 'order_tickets')
    const lookup = await add(order.orderId, 'order_lookup')
    const hours = (at: number) => Math.round((at - Date.now()) / 3_600_000)
    expect([hours(first.ends), hours(lookup.ends)]).toEqual([34, 24])
    expect(await open(first.token)).toHaveLength(2)
    expect(await open(lookup.token)).toHaveLength(2)
    const second = await add(order.orderId, 'order_tickets')
    expect(await open(first.token)).toEqual([])
    expect(await open(second.token)).toHaveLength(2)
    expect(await open(randomBytes(32).toString('base64url'))).toEqual([])
    await sql`update private.one_time_links set expires_at = now() where subject_id = ${order.orderId}`
    expect(await open(second.token)).toEqual([])
  })

  test('is stored as a hash only', async () => {
    const { order } = await buy(service, await users.id('Gus'), testEvent, { Entry: 1 })
    const { token } = await add(order.orderId, 'order_tickets')
    const rows = await sql`select * from private.one_time_links where subject_id = ${order.orderId}`
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is sent by mail: one mail for all current orders of the address', async () => {
    const email = `gwen.${randomUUID().slice(0, 8)}@gmail.com`
    const owner = await users.extra()
    const over = await createEvent(sql)
    for (const where of [testEvent, over]) {
      const held = await holdTickets(service, owner, where, { Entry: 1 })
      const order = await placeOrder(service, owner, held.holdId, { email })
      await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    }
    await sql`
      update public.events set doors_at = now() - interval '50 hours', starts_at = now() - interval '50 hours',
        ends_at = now() - interval '40 hours' where id = ${over.eventId}`
    const queueLinks = (address: string) => call(service, 'queue_ticket_links', { p_email: address }, z.int())
    expect(await queueLinks(`nobody.${email}`)).toBe(0)
    // the same mailbox in Google's eyes, but not the address that bought
    expect(await queueLinks(email.replace('@', '+fete@'))).toBe(0)
    expect(await queueLinks(email)).toBe(1)
    const mails = await sql<{ recipient: string; payload: { orderIds: string[] } }[]>`
      select recipient, payload from private.mail_outbox where kind = 'ticket_links' and recipient = ${email}`
    expect(mails.map((mail) => mail.payload.orderIds.length)).toEqual([1])
    expect(await queueLinks(email.toUpperCase())).toBe(0) // asked again within the minute
  })
})

describe('the events that somebody may scan at', () => {
  const doors = async (who: Name) => {
    const list = await call(await users.actingAs(who), 'list_door_events', {}, doorEventListSchema)
    return list.map(({ id }) => id)
  }

  test('are those of their grants, around now', async () => {
    const soon = await createEvent(sql)
    const far = await createEvent(sql, { doorsIn: 80 })
    const other = await createEvent(sql)
    await users.grant('Dex', 'scan', soon.eventId)
    await users.grant('Dex', 'scan', far.eventId)
    expect(await doors('Dex')).toEqual([soon.eventId])
    expect(await doors('Sid')).toEqual([])
    expect(await doors('Gus')).toEqual([])
    expect(await doors('Ada')).toEqual(expect.arrayContaining([soon.eventId, other.eventId]))
    expect(await doors('Mo')).toEqual(expect.arrayContaining([soon.eventId, other.eventId]))
  })
})
