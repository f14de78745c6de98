import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { failureListSchema } from '#features/operations/failures/failures.types.ts'
import { staffOrderDetailSchema } from '#features/orders/order-desk.types.ts'
import { ownRefundPageSchema } from '#features/orders/refunds/own-refund.types.ts'
import { supplementSchema } from '#features/orders/supplements/supplements.types.ts'
import { ticketActionPreviewSchema, ticketActionResultSchema } from '#features/orders/ticket-actions.types.ts'
import { attendeesSchema } from '#features/tickets/staff/attendees.types.ts'
import { hashToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { beginPayment, buy, call, refundedSchema, refusal, report, reportDispute, sweep } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Supplements: a buyer pays what a dearer type of a ticket costs more, and what meets that meanwhile. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let ada: SupabaseClient
beforeAll(async () => {
  ada = await users.actingAs('Ada')
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** An event with a floor, two places on a balcony, and a table of the room that floor and balcony share with both. */
const party = (more: Partial<Parameters<typeof createEvent>[1]> = {}) =>
  createEvent(sql, {
    maxPerPerson: 20,
    feeFixedCents: 100,
    feeBps: 500,
    taxBps: 1000,
    pools: { Room: 3, Floor: 10, Balcony: 2 },
    types: [
      { name: 'Floor', pools: ['Room', 'Floor'], releases: [{ name: 'Final', faceCents: 3000 }] },
      { name: 'Balcony', pools: ['Room', 'Balcony'], releases: [{ name: 'Final', faceCents: 5000 }] },
    ],
    ...more,
  })

const act = (
  p_action: string,
  ticket: string,
  p_values: Record<string, unknown> = {},
  p_key: string = randomUUID(),
) =>
  call(
    ada,
    'act_on_tickets',
    { p_action, p_tickets: [ticket], p_orders: [], p_reason: 'asked at the desk', p_values, p_key },
    ticketActionResultSchema,
  )

/** Pools as [held, sold] by name. */
const poolsOf = async (where: TestEvent) =>
  Object.fromEntries(
    (
      await sql<{ name: string; held: number; sold: number }[]>`
        select name, held, sold from public.capacity_pools where event_id = ${where.eventId}`
    ).map(({ name, held, sold }) => [name, [held, sold]]),
  )
const typeOf = async (ticket: string) =>
  (
    await sql<{ name: string }[]>`
      select y.name from public.tickets k join public.ticket_types y on y.id = k.ticket_type_id where k.id = ${ticket}`
  )[0]?.name
const orderRow = async (id: string) =>
  (
    await sql<{ status: string; refunded: number; left: number }[]>`
      select o.status, o.refunded_cents::int as refunded,
        coalesce((select sum(p.amount_cents - p.refunded_cents) from public.payments p where p.order_id = o.id and p.status = 'succeeded'), 0)::int as left
      from public.orders o where o.id = ${id}`
  )[0]

/** Reads the mails about changed tickets to the buyer of an order, oldest first. */
const mailsOf = async (orderId: string) =>
  (
    await sql<{ change: string }[]>`
      select payload ->> 'change' as change from private.mail_outbox
      where subject_id = ${orderId} and kind = 'ticket_changed' order by created_at, id`
  ).map(({ change }) => change)

type Bought = {
  owner: string
  orderId: string
  code: string
  totalCents: number
  ticket: string
  ids: string[]
}
async function bought(where: TestEvent, quantity = 1): Promise<Bought> {
  const owner = await users.extra()
  const { order } = await buy(service, owner, where, { Floor: quantity })
  const ids = (
    await sql<{ id: string }[]>`select id from public.tickets where order_id = ${order.orderId} order by id`
  ).map(({ id }) => id)
  return { owner, ...order, ticket: ids[0] ?? '', ids }
}
/** 30.00 is 30 + 2.50 fee + 3.25 tax, 50.00 is 50 + 3.50 fee + 5.35 tax. */
const difference = 5885 - 3575

async function asked(where: TestEvent, from?: Bought, askHours = 24) {
  const first = from ?? (await bought(where))
  const wanted = { type: where.types.Balcony, differenceCents: difference, askHours }
  expect(await act('change_type', first.ticket, wanted)).toMatchObject({ tickets: 1, asked: 1 })
  const [row] = await sql<{ id: string; code: string; hold: string }[]>`
    select o.id, o.code, o.hold_id as hold from public.orders o join public.ticket_supplements s on s.order_id = o.id
    where s.ticket_id = ${first.ticket} order by o.created_at desc limit 1`
  if (!row) throw new Error('no supplement')
  return { ...first, supplement: row.id, supplementCode: row.code, hold: row.hold }
}
type Asked = Awaited<ReturnType<typeof asked>>
const begin = (one: Asked) => beginPayment(service, one.owner, one.supplement)
async function paid(where: TestEvent, from?: Bought) {
  const one = await asked(where, from)
  const payment = await begin(one)
  expect((await report(service, payment, 'succeeded')).outcome).toBe('paid')
  return { ...one, payment }
}
const look = (args: { owner?: string; code?: string; token?: string }) =>
  call(
    service,
    'read_supplement',
    {
      p_owner: args.owner ?? null,
      p_code: args.code ?? null,
      p_token_hash: args.token ? hashToken(args.token) : null,
    },
    supplementSchema,
  )
const scan = (ticket: string, where: TestEvent) =>
  call(
    ada,
    'check_in',
    {
      p_event: where.eventId,
      p_ticket: ticket,
      p_generation: 1,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: 'Main',
      p_method: 'camera',
    },
    scanResponseSchema,
  )

test('a type costs the price of the release that is on sale, and of the last one when none is', async () => {
  const where = await createEvent(sql, {
    types: [
      {
        name: 'Balcony',
        releases: [
          { name: 'Early', faceCents: 2000, quantity: 1 },
          { name: 'Second', faceCents: 3500, quantity: 5 },
          { name: 'Final', faceCents: 5000 },
        ],
      },
    ],
  })
  const type = where.types.Balcony ?? ''
  const priceOf = async () => {
    const [row] = await sql<{ cents: number }[]>`
      select (private.type_unit(e, ${type})).face_cents::int as cents from public.events e where e.id = ${where.eventId}`
    return row?.cents
  }
  expect(await priceOf()).toBe(2000)
  await buy(service, await users.extra(), where, { Balcony: 1 })
  expect(await priceOf()).toBe(3500)
  await sql`update public.price_releases set ends_at = now() where ticket_type_id = ${type}`
  expect(await priceOf()).toBe(5000)
})

describe('a supplement', () => {
  test('holds a place, is paid as any order, and changes the ticket in the settlement', async () => {
    const where = await party()
    const one = await asked(where)
    // the room that both types share has the ticket already
    expect(await poolsOf(where)).toEqual({ Room: [0, 1], Floor: [0, 1], Balcony: [1, 0] })
    expect(await typeOf(one.ticket)).toBe('Floor')
    expect(await look({ owner: one.owner, code: one.supplementCode })).toMatchObject({
      state: 'open',
      fromName: 'Floor',
      toName: 'Balcony',
      faceCents: 2000,
      feeCents: 100,
      taxCents: 210,
      totalCents: difference,
    })
    const payment = await begin(one)
    expect(payment.amountCents).toBe(difference)
    expect(await report(service, payment, 'succeeded')).toMatchObject({
      outcome: 'paid',
      orderId: one.supplement,
    })
    expect(await typeOf(one.ticket)).toBe('Balcony')
    expect(await poolsOf(where)).toEqual({ Room: [0, 1], Floor: [0, 0], Balcony: [0, 1] })
    const [row] = await sql`
      select (select sum(cents)::int from public.ledger_entries where order_id = ${one.supplement}) as earned,
        (select count(*)::int from private.receipts where order_id = ${one.supplement} and kind = 'receipt') as receipts,
        (select array_agg(kind order by created_at, kind) from private.mail_outbox where subject_id = ${one.supplement}) as mails`
    expect(row).toEqual({ earned: difference, receipts: 1, mails: ['ticket_supplement', 'order_paid'] })
    expect((await look({ owner: one.owner, code: one.supplementCode }))?.state).toBe('paid')
  })

  test('is opened by its link, by that of the ticket’s order with its code, and by nobody else', async () => {
    const where = await party()
    const one = await asked(where)
    const tokens = { own: randomUUID(), order: randomUUID(), strange: randomUUID() }
    const other = await bought(where)
    await sql`select public.add_link('supplement', ${one.supplement}, ${hashToken(tokens.own)})`
    await sql`select public.add_link('order_lookup', ${one.orderId}, ${hashToken(tokens.order)})`
    await sql`select public.add_link('order_lookup', ${other.orderId}, ${hashToken(tokens.strange)})`
    expect((await look({ token: tokens.own }))?.orderCode).toBe(one.supplementCode)
    expect((await look({ token: tokens.order, code: one.supplementCode }))?.orderCode).toBe(
      one.supplementCode,
    )
    expect(await look({ token: tokens.order })).toBeNull()
    expect(await look({ token: tokens.strange, code: one.supplementCode })).toBeNull()
    expect(await look({ owner: other.owner, code: one.supplementCode })).toBeNull()
    expect(await look({ owner: one.owner, code: one.code })).toBeNull()
  })

  test('is one at a time, never for a cart, and needs a place and the price that was shown', async () => {
    const where = await party()
    const one = await asked(where)
    const wanted = { type: where.types.Balcony, differenceCents: difference, askHours: 24 }
    expect(await act('change_type', one.ticket, wanted)).toMatchObject({
      skipped: [{ reason: 'supplement_open' }],
    })
    const [line] = await sql<
      { id: string }[]
    >`select id from public.ticket_supplements where order_id = ${one.supplement}`
    const cart = call(
      service,
      'hold_items',
      {
        p_owner: one.owner,
        p_event: where.eventId,
        p_lines: [{ kind: 'supplement', item: line?.id, quantity: 1 }],
        p_key: randomUUID(),
      },
      z.unknown(),
    )
    expect((await refusal(cart)).code).toBe('not_found')
    const two = await bought(where)
    expect((await refusal(act('change_type', two.ticket, { ...wanted, differenceCents: 1 }))).code).toBe(
      'type_price_changed',
    )
    expect((await refusal(act('change_type', two.ticket, { ...wanted, askHours: 0 }))).code).toBe('invalid')
    await asked(where, two)
    const three = await bought(where)
    expect((await refusal(act('change_type', three.ticket, wanted))).code).toBe('sold_out')
  })

  test('that staff call off frees its place, and money that arrives later goes back', async () => {
    const where = await party()
    const one = await asked(where)
    const payment = await begin(one)
    expect(await act('call_off', one.ticket)).toMatchObject({ tickets: 1 })
    expect(await poolsOf(where)).toEqual({ Room: [0, 1], Floor: [0, 1], Balcony: [0, 0] })
    expect(await act('call_off', one.ticket)).toMatchObject({
      tickets: 0,
      skipped: [{ reason: 'no_supplement' }],
    })
    expect((await look({ owner: one.owner, code: one.supplementCode }))?.state).toBe('over')
    expect((await report(service, payment, 'succeeded')).outcome).toBe('refunding')
    expect(await orderRow(one.supplement)).toMatchObject({ status: 'cancelled', left: 0 })
    expect(await typeOf(one.ticket)).toBe('Floor')
  })

  test('whose time is over frees its place; late money takes a place again, or goes back where none is', async () => {
    const where = await party()
    const [late, none] = [await asked(where), await asked(where)]
    const payments = [await begin(late), await begin(none)]
    await sql`update public.holds set expires_at = now() - interval '1 second' where id in (${late.hold}, ${none.hold})`
    expect((await look({ owner: late.owner, code: late.supplementCode }))?.state).toBe('over')
    expect((await refusal(beginPayment(service, late.owner, late.supplement))).code).toBe('hold_expired')
    // nobody has swept yet: staff may ask again at once
    const again = await asked(where, late)
    expect(await poolsOf(where)).toMatchObject({ Balcony: [1, 0] })
    await act('call_off', again.ticket)
    const third = await bought(where)
    await act('change_type', third.ticket, {
      type: where.types.Balcony,
      differenceCents: difference,
      waive: true,
    })
    expect((await report(service, payments[0] ?? fail(), 'succeeded')).outcome).toBe('paid')
    expect(await typeOf(late.ticket)).toBe('Balcony')
    expect((await report(service, payments[1] ?? fail(), 'succeeded')).outcome).toBe('refunding')
    expect(await typeOf(none.ticket)).toBe('Floor')
    expect(await orderRow(none.supplement)).toMatchObject({ status: 'cancelled', left: 0 })
    expect(await poolsOf(where)).toMatchObject({ Floor: [0, 1], Balcony: [0, 2] })
  })

  test('whose payment fails can be paid again until its time is over', async () => {
    const where = await party()
    const one = await asked(where)
    await report(service, await begin(one), 'failed')
    expect(await look({ owner: one.owner, code: one.supplementCode })).toMatchObject({
      state: 'open',
      hasFailed: true,
    })
    expect((await report(service, await begin(one), 'succeeded')).outcome).toBe('paid')
  })

  test('can follow another one: the next difference is what the ticket still costs more', async () => {
    const where = await createEvent(sql, {
      maxPerPerson: 20,
      pools: { Room: 9 },
      types: [
        { name: 'Floor', pools: ['Room'], releases: [{ name: 'Final', faceCents: 1000 }] },
        { name: 'Balcony', pools: ['Room'], releases: [{ name: 'Final', faceCents: 3000 }] },
        { name: 'Box', pools: ['Room'], releases: [{ name: 'Final', faceCents: 7000 }] },
      ],
    })
    const first = await bought(where)
    for (const [type, cents] of [
      ['Balcony', 2000],
      ['Box', 4000],
    ] as const) {
      await act('change_type', first.ticket, { type: where.types[type], differenceCents: cents, askHours: 1 })
      const [open] = await sql<{ id: string }[]>`
        select order_id as id from public.ticket_supplements where ticket_id = ${first.ticket} and closed_at is null`
      await report(service, await beginPayment(service, first.owner, open?.id ?? ''), 'succeeded')
    }
    expect(await typeOf(first.ticket)).toBe('Box')
    // and back to the cheapest: the last that was paid goes back first
    const down = { type: where.types.Floor, differenceCents: -6000, refund: true }
    expect(await act('change_type', first.ticket, down)).toMatchObject({ refundedCents: 6000 })
    const rows = await sql`
      select total_cents::int as total, refunded_cents::int as back from public.orders
      where id = ${first.orderId} or supplement_of = ${first.orderId} order by total_cents`
    expect(rows).toEqual([
      { total: 1000, back: 0 },
      { total: 2000, back: 2000 },
      { total: 4000, back: 4000 },
    ])
  })
})

function fail(): never {
  throw new Error('no payment')
}

describe('a refund of a ticket with a supplement', () => {
  test('by staff gives back both, and each order ends', async () => {
    const where = await party()
    const one = await paid(where)
    const shown = await call(
      ada,
      'preview_ticket_action',
      { p_action: 'void', p_tickets: [one.ticket] },
      ticketActionPreviewSchema,
    )
    expect(shown.cents).toBe(3575 + difference)
    expect(await act('void', one.ticket, { void: true, refund: true })).toMatchObject({
      refundedCents: 3575 + difference,
    })
    for (const id of [one.orderId, one.supplement])
      expect(await orderRow(id)).toMatchObject({ status: 'cancelled', left: 0 })
    expect(await poolsOf(where)).toEqual({ Room: [0, 0], Floor: [0, 0], Balcony: [0, 0] })
  })

  test('beside another ticket of its order gives back both, and no more', async () => {
    const where = await party()
    const one = await paid(where, await bought(where, 2))
    expect(await act('void', one.ticket, { void: true, refund: true })).toMatchObject({
      refundedCents: 3575 + difference,
    })
    expect(await orderRow(one.orderId)).toMatchObject({ status: 'paid', left: 3575 })
    expect(await orderRow(one.supplement)).toMatchObject({ status: 'cancelled', left: 0 })
  })

  test('of a part gives back the same share of both', async () => {
    const where = await party()
    const one = await paid(where, await bought(where, 2))
    const args = {
      p_order: one.orderId,
      p_reason: 'half of it',
      p_void: true,
      p_tickets: [one.ticket],
      p_key: randomUUID(),
    }
    await call(ada, 'refund_order', { ...args, p_amount_cents: 1430 }, refundedSchema) // 40 % of 35.75
    expect(await orderRow(one.orderId)).toMatchObject({ status: 'paid', refunded: 1430 })
    expect(await orderRow(one.supplement)).toMatchObject({ status: 'cancelled', refunded: 924 })
  })

  test('that voids alone keeps the money of both', async () => {
    const where = await party()
    const one = await paid(where)
    await act('void', one.ticket, { void: true })
    expect(await orderRow(one.supplement)).toEqual({ status: 'cancelled', refunded: 0, left: difference })
  })

  test('by its buyer is shown with both, and asks for both', async () => {
    const where = await party({ doorsIn: 5 })
    await sql`update public.events set refund_hours = 1, refund_keeps_fee = false, refund_kept_percent = 0 where id = ${where.eventId}`
    const one = await paid(where)
    const token = randomUUID()
    await sql`select public.add_link('order_lookup', ${one.orderId}, ${hashToken(token)})`
    const page = await call(
      service,
      'read_refund_by_link',
      { p_token_hash: hashToken(token), p_tickets: [one.ticket] },
      ownRefundPageSchema.extend({
        choice: z.object({ paidCents: z.int(), keptCents: z.int(), backCents: z.int() }),
      }),
    )
    expect(
      page.units.map(({ name, paidCents, supplementCents }) => [name, paidCents, supplementCents]),
    ).toEqual([['Balcony', 3575, difference]])
    expect(page.choice).toEqual({ paidCents: 3575 + difference, keptCents: 0, backCents: 3575 + difference })
    const ask = {
      p_token_hash: hashToken(token),
      p_tickets: [one.ticket],
      p_key: randomUUID(),
      p_reason: 'ill',
    }
    expect(
      (await refusal(call(service, 'ask_refund_by_link', { ...ask, p_amount_cents: 3575 }, z.unknown())))
        .code,
    ).toBe('refund_changed')
    await call(service, 'ask_refund_by_link', { ...ask, p_amount_cents: page.choice.backCents }, z.unknown())
    for (const id of [one.orderId, one.supplement])
      expect(await orderRow(id)).toMatchObject({ status: 'cancelled', left: 0 })
    const after = await call(
      service,
      'read_refund_by_link',
      { p_token_hash: hashToken(token), p_tickets: [] },
      ownRefundPageSchema,
    )
    expect(after.refunds.map(({ amountCents }) => amountCents).sort()).toEqual([difference, 3575])
  })

  test('above 500.00 with both together waits for a second admin', async () => {
    const where = await party({
      types: [
        { name: 'Floor', pools: ['Floor'], releases: [{ name: 'Final', faceCents: 30000 }] },
        { name: 'Balcony', pools: ['Balcony'], releases: [{ name: 'Final', faceCents: 55000 }] },
      ],
      feeFixedCents: 0,
      feeBps: 0,
      taxBps: 0,
    })
    const first = await bought(where)
    await act('change_type', first.ticket, { type: where.types.Balcony, differenceCents: 25000, askHours: 1 })
    const [open] = await sql<
      { id: string }[]
    >`select order_id as id from public.ticket_supplements where ticket_id = ${first.ticket}`
    await report(service, await beginPayment(service, first.owner, open?.id ?? ''), 'succeeded')
    expect(await act('void', first.ticket, { void: true, refund: true })).toMatchObject({ waiting: 1 })
    const [waiting] = await sql<
      { id: string }[]
    >`select id from public.refunds where order_id = ${first.orderId} and status = 'requested'`
    expect(await orderRow(open?.id ?? '')).toMatchObject({ status: 'paid', refunded: 0 })
    await call(
      await users.actingAs('Abe'),
      'decide_refund',
      { p_refund: waiting?.id, p_approve: true },
      refundedSchema,
    )
    expect(await orderRow(open?.id ?? '')).toMatchObject({ status: 'cancelled', refunded: 25000, left: 0 })
  })

  test('of a cancelled event gives back each once', async () => {
    const where = await party()
    const [one, open] = [await paid(where), await asked(where)]
    const payment = await begin(open)
    await call(
      ada,
      'set_event_status',
      { p_id: where.eventId, p_status: 'cancelled', p_note: 'Storm.' },
      z.unknown(),
    )
    for (const id of [one.orderId, one.supplement, open.orderId])
      expect(await orderRow(id)).toMatchObject({ status: 'cancelled', left: 0 })
    expect((await report(service, payment, 'succeeded')).outcome).toBe('refunding')
    expect(await orderRow(open.supplement)).toMatchObject({ status: 'cancelled', left: 0 })
  })
})

describe('a dispute', () => {
  const blockOf = async (ticket: string) =>
    (
      await sql<{ status: string; blocked: boolean; type: string }[]>`
        select k.status, k.blocked_at is not null as blocked, y.name as type
        from public.tickets k join public.ticket_types y on y.id = k.ticket_type_id where k.id = ${ticket}`
    )[0]
  const earned = async (order: string) =>
    (
      await sql<{ cents: number }[]>`
        select coalesce(sum(cents), 0)::int as cents from public.ledger_entries where order_id = ${order}`
    )[0]?.cents
  const tell = (payment: Parameters<typeof reportDispute>[1], p_kind: string, p_dispute_ref: string) =>
    reportDispute(service, payment, { p_kind, p_dispute_ref })

  test('about what was paid for the type blocks the ticket, and won gives it back', async () => {
    const where = await party()
    const one = await paid(where)
    const ref = randomUUID()
    await tell(one.payment, 'dispute_open', ref)
    expect(await blockOf(one.ticket)).toEqual({ status: 'valid', blocked: true, type: 'Balcony' })
    expect((await scan(one.ticket, where)).result).toBe('blocked')
    // a dispute about the ticket itself that is won meanwhile does not unblock it
    const [own] = await sql<{ id: string; cents: number }[]>`
      select id, amount_cents::int as cents from public.payments where order_id = ${one.orderId}`
    const ticketPayment = { ...one.payment, paymentId: own?.id ?? '', amountCents: own?.cents ?? 0 }
    const second = randomUUID()
    await tell(ticketPayment, 'dispute_open', second)
    await tell(ticketPayment, 'dispute_won', second)
    expect(await blockOf(one.ticket)).toMatchObject({ blocked: true })
    await tell(one.payment, 'dispute_won', ref)
    expect(await blockOf(one.ticket)).toEqual({ status: 'valid', blocked: false, type: 'Balcony' })
    expect((await scan(one.ticket, where)).result).toBe('ok')
  })

  test('about what was paid for the type that is lost takes the type back, with its place', async () => {
    const where = await party()
    const one = await paid(where)
    const ref = randomUUID()
    await tell(one.payment, 'dispute_open', ref)
    await Promise.all([1, 2, 3].map(() => tell(one.payment, 'dispute_lost', ref)))
    expect(await blockOf(one.ticket)).toEqual({ status: 'valid', blocked: false, type: 'Floor' })
    expect(await poolsOf(where)).toEqual({ Room: [0, 1], Floor: [0, 1], Balcony: [0, 0] })
    expect(await orderRow(one.supplement)).toMatchObject({
      status: 'cancelled',
      refunded: difference,
      left: 0,
    })
    expect(await orderRow(one.orderId)).toMatchObject({ status: 'paid', refunded: 0 })
    expect([await earned(one.orderId), await earned(one.supplement)]).toEqual([3575, 0])
    expect(await mailsOf(one.orderId)).toEqual(['retyped'])
    // and it can be sold to its holder again
    await paid(where, one)
    expect(await blockOf(one.ticket)).toEqual({ status: 'valid', blocked: false, type: 'Balcony' })
  })

  /** A ticket whose dearer type was lost while the earlier one was sold out, and the ticket that took its place. */
  async function lost() {
    const where = await party({ pools: { Room: 9, Floor: 1, Balcony: 2 } })
    const one = await paid(where)
    const other = await bought(where)
    await tell(one.payment, 'dispute_lost', randomUUID())
    expect(await blockOf(one.ticket)).toEqual({ status: 'valid', blocked: true, type: 'Balcony' })
    expect(await poolsOf(where)).toMatchObject({ Floor: [0, 1], Balcony: [0, 1] })
    return { where, one, other }
  }
  /** Reads it as staff see it: on the order, in the list of failures, in the list of attendees. */
  const seen = async ({ where, one }: Awaited<ReturnType<typeof lost>>) => {
    const order = await call(ada, 'read_staff_order', { p_code: one.code }, staffOrderDetailSchema.nullable())
    const { failures } = await call(ada, 'list_failures', { p_kind: 'type' }, failureListSchema)
    const blocked = { p_event: where.eventId, p_show: 'blocked' }
    const { attendees } = await call(ada, 'read_attendees', blocked, attendeesSchema)
    return {
      from: order?.tickets.find(({ id }) => id === one.ticket)?.unpaidFrom,
      failures: failures.filter(({ orderCode }) => orderCode === one.code).map(({ what }) => what),
      attendees: attendees.map(({ id }) => id),
    }
  }
  const nothing = { from: null, failures: [], attendees: [] }
  const auditOf = async (action: string, order: string) =>
    (
      await sql<{ facts: unknown }[]>`
        select facts from private.audit_log where action = ${action} and subject_id = ${order}`
    ).map(({ facts }) => facts)

  test('that is lost when the earlier type is sold out waits for staff, who let it keep its type', async () => {
    const case1 = await lost()
    const { one, where } = case1
    expect(await seen(case1)).toEqual({ from: 'Floor', failures: ['Floor'], attendees: [one.ticket] })
    expect((await scan(one.ticket, where)).result).toBe('blocked')
    const preview = { p_action: 'keep_type', p_tickets: [one.ticket, case1.other.ticket] }
    expect(
      (await call(ada, 'preview_ticket_action', preview, ticketActionPreviewSchema)).tickets.map(
        ({ reason }) => reason,
      ),
    ).toEqual(expect.arrayContaining([null, 'type_settled']))
    expect(await act('keep_type', one.ticket)).toMatchObject({ tickets: 1 })
    expect(await blockOf(one.ticket)).toEqual({ status: 'valid', blocked: false, type: 'Balcony' })
    expect(await poolsOf(where)).toMatchObject({ Floor: [0, 1], Balcony: [0, 1] })
    expect(await seen(case1)).toEqual(nothing)
    expect(await auditOf('ticket.keep_type', one.orderId)).toEqual([
      { reason: 'asked at the desk', ticket_ids: [one.ticket] },
    ])
    expect(await mailsOf(one.orderId)).toEqual([])
    expect((await scan(one.ticket, where)).result).toBe('ok')
    // lost again, by a second dispute about the same payment: it was decided
    await tell(one.payment, 'dispute_lost', randomUUID())
    expect(await blockOf(one.ticket)).toEqual({ status: 'valid', blocked: false, type: 'Balcony' })
    expect(await act('keep_type', one.ticket)).toMatchObject({
      tickets: 0,
      skipped: [{ reason: 'type_settled' }],
    })
  })

  test('that is lost so gets the earlier type from staff once that has a place, once', async () => {
    const case1 = await lost()
    const { one, other, where } = case1
    expect((await refusal(act('take_back', one.ticket))).code).toBe('sold_out')
    expect(await seen(case1)).toMatchObject({ from: 'Floor' })
    await act('void', other.ticket, { void: true, refund: true })
    const done = await Promise.all([act('take_back', one.ticket), act('take_back', one.ticket)])
    expect(done.map(({ tickets }) => tickets).sort()).toEqual([0, 1])
    expect(await blockOf(one.ticket)).toEqual({ status: 'valid', blocked: false, type: 'Floor' })
    expect(await poolsOf(where)).toMatchObject({ Floor: [0, 1], Balcony: [0, 0] })
    expect(await seen(case1)).toEqual(nothing)
    expect(await auditOf('ticket.take_back', one.orderId)).toHaveLength(1)
    expect(await mailsOf(one.orderId)).toEqual(['retyped'])
  })

  test('that is lost so ends with its ticket, and another dispute about the ticket comes first', async () => {
    const case1 = await lost()
    const { one, other } = case1
    const [own] = await sql<{ id: string; cents: number }[]>`
      select id, amount_cents::int as cents from public.payments where order_id = ${one.orderId}`
    const ticketPayment = { ...one.payment, paymentId: own?.id ?? '', amountCents: own?.cents ?? 0 }
    const ref = randomUUID()
    await tell(ticketPayment, 'dispute_open', ref)
    expect(await seen(case1)).toEqual({ ...nothing, attendees: [one.ticket] })
    expect(await act('keep_type', one.ticket)).toMatchObject({ tickets: 0 })
    await tell(ticketPayment, 'dispute_won', ref)
    expect(await seen(case1)).toMatchObject({ from: 'Floor' })
    expect(await act('void', one.ticket, { void: true, refund: true })).toMatchObject({ refundedCents: 3575 })
    for (const id of [one.orderId, one.supplement])
      expect(await orderRow(id)).toMatchObject({ status: 'cancelled', left: 0 })
    expect(await blockOf(other.ticket)).toMatchObject({ status: 'valid', blocked: false })
  })

  test('about the ticket that is lost sends back what was paid for its type, once', async () => {
    const where = await party()
    const one = await paid(where, await bought(where, 2))
    const [own] = await sql<{ id: string; cents: number }[]>`
      select id, amount_cents::int as cents from public.payments where order_id = ${one.orderId}`
    const ticketPayment = { ...one.payment, paymentId: own?.id ?? '', amountCents: own?.cents ?? 0 }
    const ref = randomUUID()
    await Promise.all([1, 2, 3].map(() => tell(ticketPayment, 'dispute_lost', ref)))
    expect(await blockOf(one.ticket)).toMatchObject({ status: 'void' })
    for (const id of [one.orderId, one.supplement]) {
      expect(await orderRow(id)).toMatchObject({ status: 'cancelled', left: 0 })
      expect(await earned(id)).toBe(0)
    }
    const refunds =
      await sql`select kind, status, amount_cents::int as cents from public.refunds where order_id = ${one.supplement}`
    expect(refunds).toEqual([{ kind: 'supplement', status: 'approved', cents: difference }])
    expect(await poolsOf(where)).toEqual({ Room: [0, 0], Floor: [0, 0], Balcony: [0, 0] })
  })

  test('is opened while the ticket is refunded: money and ticket agree, whoever is first', async () => {
    for (let round = 0; round < 6; round++) {
      const where = await party()
      const one = await paid(where)
      await Promise.all([
        tell(one.payment, 'dispute_lost', randomUUID()),
        act('void', one.ticket, { void: true, refund: true }),
      ])
      expect(await blockOf(one.ticket)).toMatchObject({ status: 'void' })
      for (const id of [one.orderId, one.supplement])
        expect(await orderRow(id)).toMatchObject({ status: 'cancelled', left: 0 })
      expect(await earned(one.supplement)).toBe(0)
      expect(await poolsOf(where)).toEqual({ Room: [0, 0], Floor: [0, 0], Balcony: [0, 0] })
    }
  })
})

test('a refund that nobody has decided on stops a change of type; decided, the price counts what it gave back', async () => {
  const where = await party({
    feeFixedCents: 0,
    feeBps: 0,
    taxBps: 0,
    types: [
      { name: 'Floor', pools: ['Floor'], releases: [{ name: 'Final', faceCents: 60000 }] },
      { name: 'Balcony', pools: ['Balcony'], releases: [{ name: 'Final', faceCents: 90000 }] },
    ],
  })
  const one = await bought(where)
  const { refundId } = await call(
    ada,
    'refund_order',
    {
      p_order: one.orderId,
      p_amount_cents: 50100,
      p_reason: 'bad view',
      p_void: false,
      p_tickets: [one.ticket],
      p_key: randomUUID(),
    },
    refundedSchema,
  )
  const wanted = { type: where.types.Balcony, askHours: 24 }
  for (const differenceCents of [30000, 80100])
    expect(await act('change_type', one.ticket, { ...wanted, differenceCents })).toMatchObject({
      tickets: 0,
      skipped: [{ reason: 'refund_open' }],
    })
  await call(
    ada,
    'decide_refund',
    { p_refund: refundId, p_approve: false, p_reason: 'on reflection' },
    refundedSchema,
  )
  expect(await act('change_type', one.ticket, { ...wanted, differenceCents: 30000 })).toMatchObject({
    asked: 1,
  })
})

describe('its buyer gets a mail', () => {
  test('when staff call it off, and when its time is over, once', async () => {
    const where = await party()
    const one = await asked(where)
    await act('call_off', one.ticket)
    expect(await mailsOf(one.orderId)).toEqual(['supplement_over'])
    const late = await asked(where)
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${late.hold}`
    // another file may sweep at this moment, then this one finds it busy
    await expect
      .poll(async () => {
        await sweep(sql)
        return mailsOf(late.orderId)
      })
      .toEqual(['supplement_over'])
    await sweep(sql)
    expect(await mailsOf(late.orderId)).toEqual(['supplement_over'])
  })

  test('but not where the ticket ends with it', async () => {
    const ended = await asked(await party())
    await act('void', ended.ticket, { void: true })
    await sweep(sql)
    expect(await mailsOf(ended.orderId)).toEqual(['ended'])
  })
})

describe('while a supplement is open', () => {
  /** Pays and does something else at once, over connections of their own; returns how the payment ended. */
  async function race(one: Asked, other: () => Promise<unknown>) {
    const payment = await begin(one)
    const [settled] = await Promise.all([
      report(service, payment, 'succeeded'),
      other().catch((error: unknown) => error),
    ])
    return settled.outcome
  }
  const kept = async (one: Asked, where: TestEvent) => {
    const row = await orderRow(one.supplement)
    const type = await typeOf(one.ticket)
    // the money stays exactly where the type changed and the ticket lives
    const [ticket] = await sql<
      { status: string }[]
    >`select status from public.tickets where id = ${one.ticket}`
    if (type === 'Floor' || ticket?.status === 'void')
      expect(row).toMatchObject({ status: 'cancelled', left: 0 })
    else expect(row).toMatchObject({ status: 'paid', left: difference })
    expect(await poolsOf(where)).toMatchObject({
      Floor: [0, ticket?.status === 'valid' && type === 'Floor' ? 1 : 0],
      Balcony: [0, ticket?.status === 'valid' && type === 'Balcony' ? 1 : 0],
    })
  }

  test('its ticket is refunded: both go back, whoever is first', async () => {
    for (let round = 0; round < 6; round++) {
      const where = await party()
      const one = await asked(where)
      expect(['paid', 'refunding']).toContain(
        await race(one, () => act('void', one.ticket, { void: true, refund: true })),
      )
      await kept(one, where)
      expect(await orderRow(one.orderId)).toMatchObject({ status: 'cancelled', left: 0 })
    }
  })

  test('its ticket is scanned: who is inside has the type that was paid for by then', async () => {
    for (let round = 0; round < 6; round++) {
      const where = await party()
      const one = await asked(where)
      const outcome = await race(one, async () => expect((await scan(one.ticket, where)).result).toBe('ok'))
      expect(await typeOf(one.ticket)).toBe(outcome === 'paid' ? 'Balcony' : 'Floor')
      await kept(one, where)
    }
  })

  test('staff call it off, or ask for it again and again: one is open at most', async () => {
    for (let round = 0; round < 6; round++) {
      const where = await party()
      const one = await asked(where)
      await race(one, () => act('call_off', one.ticket))
      await kept(one, where)
      const two = await bought(where)
      const wanted = { type: where.types.Balcony, differenceCents: difference, askHours: 1 }
      const results = await Promise.all(
        [1, 2, 3].map(() =>
          act('change_type', two.ticket, wanted).then(
            ({ asked: count }) => count,
            () => 0,
          ),
        ),
      )
      expect(results.reduce((sum, count) => sum + count, 0)).toBe(1)
    }
  })

  test('its ticket goes to somebody else: the money goes back', async () => {
    const where = await party()
    const one = await asked(where)
    const payment = await begin(one)
    await sql`update public.tickets set custody = 'offered' where id = ${one.ticket}`
    expect((await look({ owner: one.owner, code: one.supplementCode }))?.state).toBe('over')
    expect((await report(service, payment, 'succeeded')).outcome).toBe('refunding')
    expect(await typeOf(one.ticket)).toBe('Floor')
    await sql`update public.tickets set custody = 'held' where id = ${one.ticket}`
  })

  test('its ticket ends: the place is free at once, for anybody', async () => {
    const where = await party()
    const [one, two] = [await asked(where), await asked(where)]
    await act('void', one.ticket, { void: true })
    await asked(where)
    await act('call_off', two.ticket)
  })
})
