import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { listedTicketSchema, returnsSchema } from '#features/sharing/returns/returns.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEventOptions } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { raceOfReturn } from './races.ts'
import {
  beginPayment,
  buy,
  call,
  checkOut,
  holdTickets,
  linesOf,
  placeOrder,
  refundedSchema,
  refusal,
  report,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Returns at face value: listing, taking back, selling, the end before doors, and what else can happen to a listed ticket. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(6)
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await pool.end()
  await users.close()
})

/** Sells all places of an event to strangers, each with tickets of their own. */
async function soldOut(options: TestEventOptions & { each?: number[]; type?: string } = {}): Promise<{
  event: Awaited<ReturnType<typeof createEvent>>
  sellers: { owner: string; orderId: string; code: string; totalCents: number; tickets: string[] }[]
}> {
  const { each = [1], type = 'Entry', ...rest } = options
  const places = each.reduce((sum, count) => sum + count, 0)
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: places }, ...rest })
  const sellers = []
  for (const count of each) {
    const owner = await users.extra()
    const { order } = await buy(service, owner, event, { [type]: count })
    const rows = await sql<{ id: string }[]>`
      select id from public.tickets where order_id = ${order.orderId} order by id`
    sellers.push({ owner, ...order, tickets: rows.map(({ id }) => id) })
  }
  return { event, sellers }
}

/** An event that sold out at $20.00, whose last release costs $35.00: fee 10 %, tax 8.875 %. */
const dearer = (each: number[]): TestEventOptions & { each: number[] } => ({
  each,
  feeBps: 1000,
  taxBps: 888,
  types: [
    {
      name: 'Entry',
      releases: [
        { name: 'Early', faceCents: 2000, quantity: each.reduce((sum, count) => sum + count, 0) },
        { name: 'Final', faceCents: 3500, quantity: 0 },
      ],
    },
  ],
})

const list = (p_user: string | null, p_ticket: string | undefined, p_token_hash: string | null = null) =>
  call(service, 'return_ticket', { p_user, p_token_hash, p_ticket }, listedTicketSchema)
const takeBack = (p_user: string | null, p_ticket: string | undefined, p_token_hash: string | null = null) =>
  call(service, 'unlist_ticket', { p_user, p_token_hash, p_ticket }, z.unknown())
const endListings = () => call(service, 'end_listings', {}, z.int())

const ticketOf = async (id: string | undefined) =>
  (
    await sql<
      { status: string; void_reason: string | null; custody: string; generation: number }[]
    >`select status, void_reason, custody, generation from public.tickets where id = ${id ?? ''}`
  )[0]
const listingOf = async (ticket: string | undefined) =>
  (
    await sql<
      {
        status: string
        paid_cents: number | null
        refunded_cents: number | null
        difference_cents: number | null
        refund_id: string | null
      }[]
    >`
      select status, paid_cents::int, refunded_cents::int, difference_cents::int, refund_id from private.ticket_listings
      where ticket_id = ${ticket ?? ''} order by created_at desc limit 1`
  )[0]
const poolOf = async ({ eventId }: { eventId: string }, name = 'Room') =>
  (
    await sql<{ capacity: number; held: number; sold: number; blocked: number }[]>`
      select capacity, held, sold, blocked from public.capacity_pools where event_id = ${eventId} and name = ${name}`
  )[0]
const releasesOf = (event: { eventId: string }) =>
  sql<{ name: string; quantity: number | null; sold: number }[]>`
    select r.name, r.quantity, r.sold from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id
    where t.event_id = ${event.eventId} order by t.position, r.position`
const mailsOf = async (order: string) =>
  (
    await sql<{ kind: string }[]>`
      select kind from private.mail_outbox where subject_id = ${order} and kind like 'return%' order by created_at, kind`
  ).map(({ kind }) => kind)
const ledgerOf = async (order: string) =>
  Number(
    (
      await sql<{ cents: string | null }[]>`
        select sum(cents) as cents from public.ledger_entries where order_id = ${order}`
    )[0]?.cents ?? 0,
  )

test('a listed ticket is sold: its holder gets back what they paid, the buyer pays the last price, the organizer has the difference', async () => {
  const { event, sellers } = await soldOut(dearer([1, 1]))
  const [seller] = sellers
  const id = seller?.tickets[0]
  const listed = await list(seller?.owner ?? '', id)
  expect(listed.backCents).toBe(seller?.totalCents)
  expect(await ticketOf(id)).toMatchObject({ status: 'valid', custody: 'listed' })
  expect(await poolOf(event)).toMatchObject({ capacity: 2, held: 0, sold: 1 })
  // its early price does not come back
  expect(await releasesOf(event)).toMatchObject([
    { name: 'Early', quantity: 1, sold: 1 },
    { name: 'Final', quantity: 1, sold: 0 },
  ])

  const buyer = await users.extra()
  const bought = await buy(service, buyer, event, { Entry: 1 })
  expect(bought.hold.lines[0]?.unitFaceCents).toBe(3500)
  expect(await ticketOf(id)).toMatchObject({ status: 'void', void_reason: 'resold' })
  expect(await poolOf(event)).toMatchObject({ held: 0, sold: 2 })
  const sale = await listingOf(id)
  expect(sale).toMatchObject({
    status: 'resold',
    paid_cents: bought.order.totalCents,
    refunded_cents: seller?.totalCents,
    difference_cents: bought.order.totalCents - (seller?.totalCents ?? 0),
  })
  // the same by the ledger
  expect(await ledgerOf(seller?.orderId ?? '')).toBe(0)
  expect((await ledgerOf(bought.order.orderId)) + (await ledgerOf(seller?.orderId ?? ''))).toBe(
    (sale?.difference_cents ?? 0) + (seller?.totalCents ?? 0),
  )
  const refunds = await sql`
    select kind, status, amount_cents::int as cents, ticket_ids from public.refunds where order_id = ${seller?.orderId ?? ''}`
  expect(refunds).toEqual([
    { kind: 'resale', status: 'approved', cents: seller?.totalCents, ticket_ids: [id] },
  ])
  expect(
    (await sql`select 1 from private.jobs where kind = 'refund' and key = ${sale?.refund_id ?? ''}`).length,
  ).toBe(1)
  expect(await sql`select status from public.orders where id = ${seller?.orderId ?? ''}`).toEqual([
    { status: 'cancelled' },
  ])
  expect(await mailsOf(seller?.orderId ?? '')).toEqual(['return_listed', 'return_sold'])
  expect((await refusal(takeBack(seller?.owner ?? '', id))).facts).toEqual({ state: 'resold' })
})

test('taken back, a ticket is valid with its code, and its place is off sale again', async () => {
  const { event, sellers } = await soldOut(dearer([1, 1]))
  const [seller] = sellers
  const id = seller?.tickets[0]
  const before = await ticketOf(id)
  await list(seller?.owner ?? '', id)
  expect((await refusal(list(seller?.owner ?? '', id))).facts).toEqual({ reason: 'listed' })
  const late = await holdTickets(service, await users.extra(), event, { Entry: 1 })
  // somebody has it in their cart
  expect((await refusal(takeBack(seller?.owner ?? '', id))).code).toBe('resale_selling')
  expect(await ticketOf(id)).toMatchObject({ custody: 'listed' })
  await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${late.holdId}`
  await takeBack(seller?.owner ?? '', id)
  expect(await ticketOf(id)).toEqual(before)
  expect(await listingOf(id)).toMatchObject({ status: 'returned', refund_id: null })
  expect(await poolOf(event)).toMatchObject({ held: 0, sold: 2 })
  expect(await releasesOf(event)).toMatchObject([
    { quantity: 2, sold: 2 },
    { quantity: 0, sold: 0 },
  ])
  expect((await refusal(holdTickets(service, await users.extra(), event, { Entry: 1 }))).code).toBe(
    'sold_out',
  )
  expect((await refusal(takeBack(seller?.owner ?? '', id))).facts).toEqual({ state: 'returned' })
  // and can be listed again
  await list(seller?.owner ?? '', id)
  expect(await ticketOf(id)).toMatchObject({ custody: 'listed' })
})

test('several tickets sell one by one, in the order in which they were listed; free places of the event go first', async () => {
  const { event, sellers } = await soldOut({ each: [2, 1] })
  const [pair, single] = sellers
  const [one, two] = pair?.tickets ?? []
  await list(pair?.owner ?? '', one)
  await list(single?.owner ?? '', single?.tickets[0])
  await list(pair?.owner ?? '', two)
  await sql`update public.capacity_pools set capacity = capacity + 1 where event_id = ${event.eventId}`
  const statuses = async () =>
    Promise.all([one, single?.tickets[0], two].map(async (id) => (await listingOf(id))?.status))
  await buy(service, await users.extra(), event, { Entry: 1 })
  expect(await statuses()).toEqual(['listed', 'listed', 'listed'])
  await buy(service, await users.extra(), event, { Entry: 1 })
  expect(await statuses()).toEqual(['resold', 'listed', 'listed'])
  expect(await ledgerOf(pair?.orderId ?? '')).toBe(2000)
  await buy(service, await users.extra(), event, { Entry: 2 })
  expect(await statuses()).toEqual(['resold', 'resold', 'resold'])
  expect(
    await sql`select amount_cents::int as cents, kind from public.refunds where order_id = ${pair?.orderId ?? ''}`,
  ).toEqual([
    { cents: 2000, kind: 'resale' },
    { cents: 2000, kind: 'resale' },
  ])
})

test('what somebody has in their cart is taken: tickets can be listed meanwhile, one after the other', async () => {
  const { event, sellers } = await soldOut({ each: [1, 1] })
  await sql`update public.capacity_pools set capacity = capacity + 1 where event_id = ${event.eventId}`
  const { payment } = await checkOut(service, await users.extra(), event, { Entry: 1 })
  for (const { owner, tickets } of sellers) await list(owner, tickets[0])
  expect(await poolOf(event)).toMatchObject({ capacity: 3, held: 1, sold: 0 })
  // it is the event's own place
  await report(service, payment, 'succeeded')
  for (const { tickets } of sellers) expect(await listingOf(tickets[0])).toMatchObject({ status: 'listed' })
  for (const { owner, tickets } of sellers) await takeBack(owner, tickets[0])
})

test('who waits is offered the place of a listed ticket before the public', async () => {
  const { event, sellers } = await soldOut()
  const waiter = await users.extra()
  const wish = {
    p_event: event.eventId,
    p_user: waiter,
    p_email: null,
    p_quantity: 1,
    p_type: null,
    p_partial: false,
  }
  await call(service, 'join_waitlist', wish, z.string())
  await list(sellers[0]?.owner ?? '', sellers[0]?.tickets[0])
  expect((await refusal(holdTickets(service, await users.extra(), event, { Entry: 1 }))).code).toBe(
    'waitlist_first',
  )
  expect(await call(service, 'run_waitlist', { p_event: event.eventId }, z.int())).toBe(1)
  const [entry] = await sql<{ hold_id: string }[]>`
    select hold_id from private.waitlist_entries where event_id = ${event.eventId}`
  const order = await placeOrder(service, waiter, entry?.hold_id ?? '')
  const payment = await beginPayment(service, waiter, order.orderId)
  expect(await report(service, payment, 'succeeded')).toMatchObject({ outcome: 'paid' })
  expect(await listingOf(sellers[0]?.tickets[0])).toMatchObject({ status: 'resold', difference_cents: 0 })
})

test("3 hours before doors what did not sell is its holder's again, by mail; what a buyer is paying for is not", async () => {
  const { event, sellers } = await soldOut({ each: [1, 1] })
  const [first, second] = sellers
  await list(first?.owner ?? '', first?.tickets[0])
  await list(second?.owner ?? '', second?.tickets[0])
  const paying = await checkOut(service, await users.extra(), event, { Entry: 1 })
  await endListings()
  expect(await listingOf(first?.tickets[0])).toMatchObject({ status: 'listed' })
  await sql`update public.events set doors_at = now() + interval '179 minutes', starts_at = now() + interval '4 hours' where id = ${event.eventId}`
  expect((await refusal(list(first?.owner ?? '', first?.tickets[0]))).facts).toEqual({ reason: 'listed' })
  await endListings()
  const stands = async () =>
    [await listingOf(first?.tickets[0]), await listingOf(second?.tickets[0])].map((row) => row?.status)
  expect(await stands()).toEqual(['returned', 'listed'])
  expect(await ticketOf(first?.tickets[0])).toMatchObject({ custody: 'held', status: 'valid' })
  expect(await mailsOf(first?.orderId ?? '')).toEqual(['return_listed', 'return_unsold'])
  await report(service, paying.payment, 'succeeded')
  expect(await stands()).toEqual(['returned', 'resold'])
  expect((await refusal(list(first?.owner ?? '', first?.tickets[0]))).facts).toEqual({ reason: 'closing' })
})

test('only what can be returned can be listed, and only by its holder', async () => {
  const { event, sellers } = await soldOut({ each: [1, 1] })
  const [seller, other] = sellers
  const id = seller?.tickets[0] ?? ''
  expect((await refusal(list(await users.id('Sid'), id))).code).toBe('not_found')
  expect((await refusal(list(null, id))).code).toBe('not_found')
  expect((await refusal(list(null, id, hashToken(makeToken())))).code).toBe('not_found')
  const event_id = event.eventId
  const states: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      'off',
      () => sql`update public.events set ticket_sharing = 'off' where id = ${event_id}`,
      () => sql`update public.events set ticket_sharing = 'returns' where id = ${event_id}`,
    ],
    [
      'not_sold_out',
      () => sql`update public.capacity_pools set capacity = capacity + 1 where event_id = ${event_id}`,
      () => sql`update public.capacity_pools set capacity = capacity - 1 where event_id = ${event_id}`,
    ],
    [
      'not_on_sale',
      () => sql`update public.events set sales_paused_at = now() where id = ${event_id}`,
      () => sql`update public.events set sales_paused_at = null where id = ${event_id}`,
    ],
    [
      'used',
      () => sql`update public.tickets set admission = 'inside' where id = ${id}`,
      () => sql`update public.tickets set admission = 'outside' where id = ${id}`,
    ],
    [
      'transferred',
      () => sql`update public.tickets set holder_email = 'dre@example.com' where id = ${id}`,
      () => sql`update public.tickets set holder_email = null where id = ${id}`,
    ],
    [
      'in_transfer',
      () => sql`update public.tickets set custody = 'offered' where id = ${id}`,
      () => sql`update public.tickets set custody = 'held' where id = ${id}`,
    ],
    [
      'personal',
      () => sql`update public.tickets set is_personal = true where id = ${id}`,
      () => sql`update public.tickets set is_personal = false where id = ${id}`,
    ],
    [
      'blocked',
      () => sql`update public.tickets set blocked_at = now(), block_reason = 'chargeback' where id = ${id}`,
      () => sql`update public.tickets set blocked_at = null, block_reason = null where id = ${id}`,
    ],
  ]
  for (const [reason, make, undo] of states) {
    await make()
    expect((await refusal(list(seller?.owner ?? '', id))).facts).toEqual({ reason })
    await undo()
  }
  // returns only: no transfer
  expect(
    (
      await refusal(
        call(
          service,
          'offer_transfer',
          { p_user: seller?.owner, p_token_hash: null, p_ticket: id, p_to: null },
          z.unknown(),
        ),
      )
    ).facts,
  ).toEqual({ reason: 'off' })
  // whoever has the link of the order may
  const hash = hashToken(makeToken())
  await call(
    service,
    'add_link',
    { p_purpose: 'order_tickets', p_subject: seller?.orderId, p_token_hash: hash, p_payload: {} },
    z.string(),
  )
  await list(null, id, hash)
  expect(await call(service, 'read_returns_by_link', { p_token_hash: hash }, returnsSchema)).toMatchObject([
    { ticketId: id, isListed: true, stop: 'not_held', backCents: 2000 },
  ])
  expect((await refusal(takeBack(other?.owner ?? '', id))).code).toBe('not_found')
  await takeBack(null, id, hash)
})

test('a free ticket, and one that was paid back, is not listed', async () => {
  const { sellers } = await soldOut({
    types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }],
    each: [],
  })
  expect(sellers).toEqual([])
  const event = await createEvent(sql, {
    doorsIn: 72,
    pools: { Room: 1 },
    types: [{ name: 'Entry', releases: [{ name: 'Free', faceCents: 0 }] }],
  })
  const owner = await users.extra()
  const hold = await holdTickets(service, owner, event, { Entry: 1 })
  const order = await placeOrder(service, owner, hold.holdId)
  const [ticket] = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  expect((await refusal(list(owner, ticket?.id))).facts).toEqual({ reason: 'free' })
})

test('a listed ticket admits nobody, is not transferred and not refunded by its buyer', async () => {
  const { event, sellers } = await soldOut({ refunds: { hours: 1 } })
  const [seller] = sellers
  const id = seller?.tickets[0] ?? ''
  await list(seller?.owner ?? '', id)
  expect(
    (
      await refusal(
        call(
          service,
          'offer_transfer',
          { p_user: seller?.owner, p_token_hash: null, p_ticket: id, p_to: null },
          z.unknown(),
        ),
      )
    ).facts,
  ).toEqual({ reason: 'listed' })
  const [terms] = await sql<
    { reason: string }[]
  >`select reason from private.refund_terms(${seller?.orderId ?? ''})`
  expect(terms).toEqual({ reason: 'not_held' })
  const [result] = await sql<{ result: string }[]>`
    select private.entry_result(k, e, null) as result from public.tickets k join public.events e on e.id = k.event_id where k.id = ${id}`
  expect(result).toEqual({ result: 'listed' })
  expect(event.eventId).not.toBe('')
})

test.each([
  true,
  false,
])('refunded by staff while it is listed, its place is free once (on sale again: %s)', async (restock) => {
  const { event, sellers } = await soldOut({ ...dearer([1, 1]) })
  const [seller] = sellers
  const id = seller?.tickets[0] ?? ''
  await list(seller?.owner ?? '', id)
  const ada = await users.actingAs('Ada')
  const args = {
    p_order: seller?.orderId,
    p_amount_cents: seller?.totalCents,
    p_reason: 'Asked by phone',
    p_void: true,
    p_key: crypto.randomUUID(),
    p_restock: restock,
  }
  expect(await call(ada, 'refund_order', args, refundedSchema)).toMatchObject({
    status: 'approved',
    voided: 1,
  })
  expect(await ticketOf(id)).toMatchObject({ status: 'void', void_reason: 'refunded' })
  expect(await listingOf(id)).toMatchObject({ status: 'ended', refund_id: null })
  // listed, it is on sale already
  expect(await poolOf(event)).toMatchObject({ capacity: 2, sold: 1, held: 0 })
  await buy(service, await users.extra(), event, { Entry: 1 })
  expect(await poolOf(event)).toMatchObject({ capacity: 2, sold: 2 })
})

test('an event that is canceled gives the money of a listed ticket back once', async () => {
  const { event, sellers } = await soldOut({ each: [1, 1] })
  const [seller] = sellers
  await list(seller?.owner ?? '', seller?.tickets[0])
  await sql`select private.refund_event_order(${seller?.orderId ?? ''}, 'event_cancelled', 'The event was canceled.')`
  expect(await listingOf(seller?.tickets[0])).toMatchObject({ status: 'ended' })
  expect(await poolOf(event)).toMatchObject({ sold: 1 })
  expect(await ledgerOf(seller?.orderId ?? '')).toBe(0)
})

test('a postponed event gives listed tickets back', async () => {
  const { event, sellers } = await soldOut()
  await list(sellers[0]?.owner ?? '', sellers[0]?.tickets[0])
  await sql`update public.events set status = 'postponed' where id = ${event.eventId}`
  await endListings()
  expect(await listingOf(sellers[0]?.tickets[0])).toMatchObject({ status: 'returned' })
  expect((await refusal(list(sellers[0]?.owner ?? '', sellers[0]?.tickets[0]))).facts).toEqual({
    reason: 'not_on_sale',
  })
})

test('nothing but a buyer of its type takes the place of a listed ticket', async () => {
  const { event, sellers } = await soldOut({
    pools: { Room: 2, Vip: 1 },
    types: [
      { name: 'Entry', pools: ['Room'] },
      { name: 'Vip', pools: ['Room', 'Vip'], releases: [{ name: 'Final', faceCents: 9000 }] },
    ],
    each: [1],
    type: 'Vip',
  })
  await buy(service, await users.extra(), event, { Entry: 1 })
  await list(sellers[0]?.owner ?? '', sellers[0]?.tickets[0])
  const cheap = holdTickets(service, await users.extra(), event, { Entry: 1 })
  expect((await refusal(cheap)).code).toBe('sold_out')
  for (const change of [sql`capacity = 1`, sql`blocked = 1`])
    await expect(
      sql`update public.capacity_pools set ${change} where event_id = ${event.eventId} and name = 'Room'`,
    ).rejects.toThrow('places_listed')
  const lines = linesOf(event, { Vip: 1 })
  expect(lines).toHaveLength(1)
  await buy(service, await users.extra(), event, { Vip: 1 })
  expect(await listingOf(sellers[0]?.tickets[0])).toMatchObject({ status: 'resold', difference_cents: 0 })
})

test('the timeline of the order says what happened', async () => {
  const { event, sellers } = await soldOut()
  const [seller] = sellers
  await list(seller?.owner ?? '', seller?.tickets[0])
  await takeBack(seller?.owner ?? '', seller?.tickets[0])
  await list(seller?.owner ?? '', seller?.tickets[0])
  await buy(service, await users.extra(), event, { Entry: 1 })
  const rows = await sql<{ name: string }[]>`
    select name from private.order_timeline(${seller?.orderId ?? ''}) where kind = 'audit' and name like 'ticket.return%' order by at`
  expect(rows.map(({ name }) => name)).toEqual([
    'ticket.return_listed',
    'ticket.return_returned',
    'ticket.return_listed',
    'ticket.return_resold',
  ])
})

test('listed, taken back, scanned and paid for at once: it is sold or used, never both', async () => {
  const ways = new Set<string>()
  for (let round = 0; round < 8; round++) {
    const end = await raceOfReturn(users, pool)
    expect(end).toMatchObject({ broke: [], valid: 1, sold: 1 })
    // sold: refunded once, and nobody came in with it
    expect(end.refunds).toBe(end.resold)
    expect(end.resold + end.inside).toBeLessThanOrEqual(1)
    ways.add(end.resold > 0 ? 'sold' : 'taken back')
  }
  expect([...ways].sort()).not.toEqual([])
})
