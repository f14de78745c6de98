import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  staffOrderListSchema,
  ticketMailPreviewSchema,
  ticketMailResultSchema,
} from '#features/orders/orders.types.ts'
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

describe('is filtered', () => {
  test.each([
    ['paid', ['refund', 'paid']],
    ['pending', ['pending']],
    ['cancelled', ['cancelled']],
    ['refunds', ['refund']],
    ['refunded', []],
  ] as const)('to %s', async (p_show, kinds) => {
    const found = await list(await users.actingAs('Ada'), { p_search: email, p_show })
    expect(found.orders.map(({ code }) => code)).toEqual(kinds.map((kind) => codes[kind]))
  })

  test('by words of the name, the beginning of an address, the last digits of a phone, a ticket’s code', async () => {
    const ada = await users.actingAs('Ada')
    const tag = randomUUID().slice(0, 8)
    const owner = await users.extra()
    const party = await createEvent(sql)
    const hold = await holdTickets(service, owner, party, { Entry: 1 })
    const who = {
      email: `Zoe.${tag}@example.com`,
      name: `Zoë d’Arc-${tag} Núñez`,
      phone: '+1 (718) 555-0199',
    }
    const order = await placeOrder(service, owner, hold.holdId, who)
    await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    const [ticket] = await sql<
      { code: string }[]
    >`select code from public.tickets where order_id = ${order.orderId}`
    const found = async (p_search: string) =>
      (await list(ada, { p_search, p_event: party.eventId })).orders.map(({ code }) => code)
    for (const typed of [
      `zoe ${tag}`,
      `NUNEZ darc`,
      `${tag}`,
      `zoe.${tag}@exam`,
      `zoe.${tag}@example.com`,
      '0199',
      '718 555 0199',
      '+1 718-555-0199',
      `${ticket?.code.slice(0, 3)} ${ticket?.code.slice(3)}`,
    ])
      expect([typed, await found(typed)]).toEqual([typed, [order.code]])
    for (const typed of [
      `oe ${tag}`,
      `zoe nobody`,
      `oe.${tag}@example.com`,
      '199',
      '0198',
      '5550199x',
      "'",
      '%%%',
      '@',
    ])
      expect([typed, await found(typed)]).toEqual([typed, []])
  })

  test('to what was placed on some days of the brand’s time zone', async () => {
    const ada = await users.actingAs('Ada')
    const owner = await users.extra()
    const party = await createEvent(sql)
    const hold = await holdTickets(service, owner, party, { Entry: 1 })
    const order = await placeOrder(service, owner, hold.holdId)
    const [{ zone } = { zone: '' }] = await sql<
      { zone: string }[]
    >`select time_zone as zone from public.settings`
    // Five minutes before midnight there.
    await sql`update public.orders set created_at = timestamp '2026-03-14 23:55' at time zone ${zone} where id = ${order.orderId}`
    const between = async (p_from: string | null, p_to: string | null) =>
      (await list(ada, { p_from, p_to, p_event: party.eventId })).orders.length
    expect(await between('2026-03-14', '2026-03-14')).toBe(1)
    expect(await between('2026-03-15', null)).toBe(0)
    expect(await between(null, '2026-03-13')).toBe(0)
    expect(await between(null, '2026-03-14')).toBe(1)
  })

  test('to one code, however it is typed; to nothing by half a code or a stranger’s address', async () => {
    const ada = await users.actingAs('Ada')
    const typed = ` ${codes.paid.slice(0, 4).toLowerCase()}-${codes.paid.slice(4)} `
    expect((await list(ada, { p_search: typed })).orders.map(({ code }) => code)).toEqual([codes.paid])
    for (const p_search of [codes.paid.slice(0, 7), `x${email}`, '%', "' or true --"])
      expect((await list(ada, { p_search })).orders).toEqual([])
  })
})

type List = z.output<typeof staffOrderListSchema>

/** Reads every page of a list. @param limit orders on a page */
async function pagesOf(filter: Record<string, unknown>, limit: number): Promise<List['orders'][]> {
  const ada = await users.actingAs('Ada')
  const pages: List['orders'][] = []
  let after: string | null = null
  do {
    const found: List = await list(ada, { ...filter, p_limit: limit, p_after: after })
    pages.push(found.orders)
    after = found.next
  } while (after && pages.length < 20)
  return pages
}

test('comes in pages, each order once', async () => {
  const pages = await pagesOf({ p_search: email }, 3)
  const seen = pages.map((page) => page.map(({ code }) => code))
  expect(seen).toEqual([[codes.cancelled, codes.refund, codes.pending], [codes.paid]])
  // A page that ends with the last order has no next one.
  expect(await pagesOf({ p_search: email }, 4)).toHaveLength(1)
})

describe('in order', () => {
  /** Orders of one event: two of one total, two of one name, two of one time. */
  let ordered: TestEvent
  const facts: Record<string, { id: string; name: string; total: number; placed: string }> = {}
  beforeAll(async () => {
    ordered = await createEvent(sql, {
      maxPerPerson: 20,
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 1_000 }] }],
    })
    for (const [name, quantity] of [
      ['Cleo', 2],
      ['abel', 3],
      ['Abel', 2],
      ['Zed', 1],
      ['béa', 4],
    ] as const) {
      const owner = await users.extra()
      const hold = await holdTickets(service, owner, ordered, { Entry: quantity })
      const order = await placeOrder(service, owner, hold.holdId, { email: `${owner}@example.com`, name })
      if (name === 'Zed' || name === 'Cleo')
        await sql`update public.orders set created_at = '2026-01-01T00:00:00Z' where id = ${order.orderId}`
      const [row] = await sql<{ total: string; placed: string; key: string }[]>`
        select total_cents as total, created_at::text as placed, lower(name) as key from public.orders where id = ${order.orderId}`
      if (!row) throw new Error('the order is not there')
      facts[order.code] = { id: order.orderId, name: row.key, total: Number(row.total), placed: row.placed }
    }
  })

  test.each([
    'placed',
    'total',
    'buyer',
  ])('of %s both ways, across pages and ties, of one event', async (key) => {
    for (const p_sort of [key, `-${key}`])
      for (const limit of [1, 2, 5, 100]) {
        const codesSeen = (await pagesOf({ p_event: ordered.eventId, p_sort }, limit))
          .flat()
          .map(({ code }) => code)
        const keyOf = (code: string) => {
          const { name, total, placed } = facts[code] ?? { name: '', total: 0, placed: '' }
          return { placed, total, buyer: name }[key] ?? ''
        }
        const up = Object.keys(facts).toSorted((a, b) => {
          const [x, y] = [keyOf(a), keyOf(b)]
          if (x !== y) return x < y ? -1 : 1
          return (facts[a]?.id ?? '') < (facts[b]?.id ?? '') ? -1 : 1
        })
        expect([p_sort, limit, codesSeen]).toEqual([p_sort, limit, p_sort === key ? up : up.toReversed()])
      }
  })

  test('of an event names it, and holds no order of another one', async () => {
    const found = await list(await users.actingAs('Ada'), { p_event: ordered.eventId })
    expect(found.event?.id).toBe(ordered.eventId)
    expect(found.orders.map(({ code }) => code).toSorted()).toEqual(Object.keys(facts).toSorted())
    const none = await list(await users.actingAs('Ada'), { p_event: randomUUID() })
    expect([none.event, none.orders]).toEqual([null, []])
    expect((await list(await users.actingAs('Ada'))).event).toBeNull()
  })

  test('that is none, and a cursor that is none, give the newest orders', async () => {
    const read = async (filter: Record<string, unknown>) =>
      (await list(await users.actingAs('Ada'), { p_event: ordered.eventId, ...filter })).orders.map(
        ({ code }) => code,
      )
    const plain = await read({})
    for (const filter of [
      { p_sort: 'name; --' },
      { p_sort: '' },
      { p_after: 'ZZZZZZZZ' },
      { p_after: "' --" },
    ])
      expect([filter, await read(filter)]).toEqual([filter, plain])
  })
})

describe('tickets mailed again', () => {
  let chosen: TestEvent
  let over: TestEvent
  type Order = { id: string; code: string; email: string }
  let first: Order
  let second: Order
  let other: Order
  let unpaid: Order
  let past: Order
  let voided: Order
  let late: Order

  const preview = async (p_codes: string[]) =>
    call(await users.actingAs('Ada'), 'preview_ticket_mails', { p_codes }, ticketMailPreviewSchema)
  const resend = async (codes: string[], key: string) =>
    call(
      await users.actingAs('Ada'),
      'resend_ticket_mails',
      { p_codes: codes, p_key: key },
      ticketMailResultSchema,
    )
  const mailsOf = (order: Order) => sql<{ recipient: string; orders: number }[]>`
    select recipient, jsonb_array_length(payload -> 'orderIds')::int as orders from private.mail_outbox
    where kind = 'ticket_links' and payload -> 'orderIds' ? ${order.id}`
  const logOf = (order: Order) => sql<{ actor_id: string; actor_role: string; facts: unknown }[]>`
    select actor_id, actor_role, facts from private.audit_log
    where action = 'order.tickets_mailed' and subject_kind = 'order' and subject_id = ${order.id} order by id`

  async function sold(event: TestEvent, mailbox: string, pays = true): Promise<Order> {
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, event, { Entry: 1 })
    const order = await placeOrder(service, owner, hold.holdId, { email: mailbox, name: 'Bea' })
    if (pays) await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
    // The mail that a purchase sends has left.
    await sql`update private.mail_outbox set status = 'sent', sent_at = now() where subject_id = ${order.orderId}`
    return { id: order.orderId, code: order.code, email: mailbox }
  }

  beforeAll(async () => {
    chosen = await createEvent(sql, { maxPerPerson: 20 })
    over = await createEvent(sql)
    const mailbox = `again-${randomUUID()}@example.com`
    first = await sold(chosen, mailbox)
    second = await sold(chosen, mailbox.toUpperCase())
    other = await sold(chosen, `again-${randomUUID()}@example.com`)
    unpaid = await sold(chosen, mailbox, false)
    past = await sold(over, mailbox)
    late = await sold(chosen, `late-${randomUUID()}@example.com`)
    voided = await sold(chosen, mailbox)
    await sql`update public.events set doors_at = now() - interval '3 days', starts_at = now() - interval '3 days',
      ends_at = now() - interval '2 days' where id = ${over.eventId}`
    await call(
      await users.actingAs('Ada'),
      'refund_order',
      { p_order: voided.id, p_reason: 'goodwill', p_key: randomUUID(), p_amount_cents: 0, p_void: true },
      refundedSchema,
    )
  })

  test.each([
    'Mo',
    'Mia',
    'Gus',
    'Dex',
  ] as const)('are not for %s, who mails and logs nothing', async (name) => {
    const client = await users.actingAs(name)
    const wanted = { p_codes: [first.code] }
    expect((await refusal(call(client, 'preview_ticket_mails', wanted, z.unknown()))).code).toBe(
      'not_allowed',
    )
    const sent = call(client, 'resend_ticket_mails', { ...wanted, p_key: randomUUID() }, z.unknown())
    expect((await refusal(sent)).code).toBe('not_allowed')
    expect([await mailsOf(first), await logOf(first)]).toEqual([[], []])
  })

  test('are previewed: who gets one mail, which orders are skipped, and why', async () => {
    const codes = [first, second, other, unpaid, past, voided].map(({ code }) => code)
    const { mails, orders } = await preview([...codes, 'ZZZZZZZZ', first.code])
    expect(mails).toBe(2)
    expect(Object.fromEntries(orders.map(({ code, reason }) => [code, reason]))).toEqual({
      [first.code]: null,
      [second.code]: null,
      [other.code]: null,
      [unpaid.code]: 'unpaid',
      [past.code]: 'event_over',
      [voided.code]: 'cancelled',
      ZZZZZZZZ: 'unknown',
    })
    expect(orders).toHaveLength(7)
    await sql`update private.mail_outbox set status = 'queued' where subject_id = ${other.id} and kind = 'order_paid'`
    expect((await preview([other.code])).orders[0]?.reason).toBe('on_its_way')
    await sql`update private.mail_outbox set status = 'sent' where subject_id = ${other.id} and kind = 'order_paid'`
    expect(await mailsOf(first)).toEqual([])
  })

  test('are skipped where no ticket is valid, and where the buyer was erased', async () => {
    const undo = new Error('undo')
    const done = sql.begin(async (tx) => {
      await tx`update public.tickets set status = 'void', void_reason = 'refunded', voided_at = now() where order_id = ${other.id}`
      expect(await tx`select reason from private.ticket_mail_targets(array[${other.code}])`).toEqual([
        { reason: 'no_tickets' },
      ])
      await tx`update public.orders set email = private.erased_email(email) where id = ${other.id}`
      expect(await tx`select reason from private.ticket_mail_targets(array[${other.code}])`).toEqual([
        { reason: 'erased' },
      ])
      throw undo
    })
    await expect(done).rejects.toBe(undo)
  })

  test('go out once: one mail for an address, one line of the log for an order, however often it is asked', async () => {
    const key = randomUUID()
    const codes = [first, second, other, unpaid, past].map(({ code }) => code)
    // The same request several times at once, and two admins' requests for the same orders.
    const same = await Promise.all([resend(codes, key), resend(codes.toReversed(), key), resend(codes, key)])
    expect(same[0]?.mails).toBe(2)
    expect(Object.fromEntries((same[0]?.orders ?? []).map(({ code, reason }) => [code, reason]))).toEqual({
      [first.code]: null,
      [second.code]: null,
      [other.code]: null,
      [unpaid.code]: 'unpaid',
      [past.code]: 'event_over',
    })
    expect([same[1], same[2]]).toEqual([same[0], same[0]])
    expect(await mailsOf(first)).toEqual([{ recipient: expect.stringMatching(/^again-/i), orders: 2 }])
    expect(await mailsOf(second)).toHaveLength(1)
    expect(await mailsOf(other)).toEqual([{ recipient: other.email, orders: 1 }])
    expect(await mailsOf(unpaid)).toEqual([])
    expect(await logOf(first)).toEqual([
      { actor_id: await users.id('Ada'), actor_role: 'admin', facts: { code: first.code } },
    ])
    expect(await logOf(unpaid)).toEqual([])
    const again = await resend(codes, randomUUID())
    expect(again.mails).toBe(0)
    expect(again.orders.find(({ code }) => code === first.code)?.reason).toBe('just_sent')
    expect(await mailsOf(first)).toHaveLength(1)
    // A mail of 11 minutes ago is no reason; of two admins at once one mails.
    await sql`insert into private.audit_log (at, action, subject_kind, subject_id)
      values (now() - interval '11 minutes', 'order.tickets_mailed', 'order', ${late.id})`
    const later = await Promise.all([resend([late.code], randomUUID()), resend([late.code], randomUUID())])
    expect(later.map(({ mails }) => mails).toSorted()).toEqual([0, 1])
    expect(await mailsOf(late)).toHaveLength(1)
  })

  test('go out again within 10 minutes when an admin says why, which the log keeps', async () => {
    const mailbox = `hurry-${randomUUID()}@example.com`
    const hurried = await sold(chosen, mailbox)
    const ada = await users.actingAs('Ada')
    const send = (p_hurry_reason: string | null) =>
      call(
        ada,
        'resend_ticket_mails',
        { p_codes: [hurried.code], p_key: randomUUID(), p_hurry_reason },
        ticketMailResultSchema,
      )
    expect((await send(null)).mails).toBe(1)
    expect((await send(null)).orders).toEqual([{ code: hurried.code, reason: 'just_sent' }])
    expect((await refusal(send('x'))).code).toBe('reason_required')
    expect(await send('Stands at the door')).toEqual({
      mails: 1,
      orders: [{ code: hurried.code, reason: null }],
    })
    expect(await mailsOf(hurried)).toHaveLength(2)
    expect((await logOf(hurried)).map(({ facts }) => facts)).toEqual([
      { code: hurried.code },
      { code: hurried.code, reason: 'Stands at the door' },
    ])
  })

  test('refuse a key that was used for other orders, no key, no orders and too many', async () => {
    const ada = await users.actingAs('Ada')
    const key = randomUUID()
    await resend([unpaid.code], key)
    const codeOf = async (args: Record<string, unknown>) =>
      (await refusal(call(ada, 'resend_ticket_mails', args, z.unknown()))).code
    expect(await codeOf({ p_codes: [past.code], p_key: key })).toBe('key_reused')
    expect(await codeOf({ p_codes: [past.code], p_key: null })).toBe('invalid')
    expect(await codeOf({ p_codes: [], p_key: randomUUID() })).toBe('invalid')
    const many = Array.from({ length: 201 }, (_, n) => `X${1_000_000 + n}`)
    expect(await codeOf({ p_codes: many, p_key: randomUUID() })).toBe('invalid')
  })
})
