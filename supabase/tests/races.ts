import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import * as z from 'zod'
import { makeCode, unlock } from './codes.ts'
import { compRow, issueComp } from './comps.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { extraLine, makeAddOn, makePackage, makeTable } from './extras.ts'
import { addGuests, saveList } from './guest-lists.ts'
import {
  appliedSchema,
  beginPayment,
  buy,
  type ChosenLine,
  checkOut,
  linesOf,
  placeOrder,
  report,
} from './selling.ts'
import { type Name, sessionOf, type TestUsers } from './test-users.ts'

/** The races that the shop and the door must win, over parallel connections of their own to Postgres. */

/** The outcome of one of many simultaneous calls: a result, a refusal's code, or an unexpected error. */
export type Ending = { result?: unknown; refused?: string; broke?: string }

const refusalSchema = z.object({ code: z.literal('refused'), message: z.string() })

function endingOf(error: unknown): Ending {
  const { code, message } = z.object({ code: z.string(), message: z.string() }).parse(error)
  return code === 'PGRST'
    ? { refused: refusalSchema.parse(JSON.parse(message)).message }
    : { broke: `${code} ${message}` }
}

/** Runs all of them at once, each in a transaction of its own, and waits for the last. */
export async function together(
  pool: Sql,
  count: number,
  work: (tx: TransactionSql, n: number) => Promise<unknown>,
): Promise<Ending[]> {
  // connections first, so that the race is not decided by who connects
  await Promise.all(Array.from({ length: count }, () => pool`select pg_sleep(0.05)`))
  return Promise.all(
    Array.from({ length: count }, (_, n) =>
      pool.begin((tx) => work(tx, n)).then((result): Ending => ({ result }), endingOf),
    ),
  )
}

/** Counts how often each result came up. */
export function tally(
  endings: Ending[],
  nameOf: (result: unknown) => string = () => 'ok',
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { result, refused, broke } of endings) {
    const name = broke ?? refused ?? nameOf(result)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const crowds = new WeakMap<TestUsers, string[]>()

/** Creates this number of accounts; all races of one `users` share them. */
async function manyOwners(users: TestUsers, count: number): Promise<string[]> {
  const crowd = crowds.get(users) ?? []
  crowds.set(users, crowd)
  while (crowd.length < count)
    crowd.push(
      ...(await Promise.all(Array.from({ length: Math.min(10, count - crowd.length) }, () => users.extra()))),
    )
  const owners = crowd.slice(0, count)
  // Each race begins with nobody near the limit on new carts.
  await users.sql`delete from private.rate_limits where key = any (${owners.map((owner) => `hold:${owner}`)})`
  return owners
}

/** One ticket each for so many buyers at once. */
export async function raceForPlaces(
  users: TestUsers,
  pool: Sql,
  options: { buyers: number; places: number },
) {
  const testEvent = await createEvent(users.sql, { pools: { Room: options.places } })
  const owners = await manyOwners(users, options.buyers)
  const lines = linesOf(testEvent, { Entry: 1 })
  const endings = await together(
    pool,
    owners.length,
    (tx, n) =>
      tx`select public.hold_items(${owners[n] ?? ''}, ${testEvent.eventId}, ${tx.json(lines)}, ${randomUUID()})`,
  )
  const [stock] = await users.sql<
    { held: number; capacity: number }[]
  >`select held, capacity from public.capacity_pools where event_id = ${testEvent.eventId}`
  return { endings: tally(endings), stock: { held: stock?.held, capacity: stock?.capacity } }
}

/** Makes a transaction act as a signed-in person, as the API does. */
export async function actAs(users: TestUsers, tx: TransactionSql, name: Name): Promise<void> {
  const session_id = sessionOf(await users.accessToken(name))
  const claims = JSON.stringify({ sub: await users.id(name), role: 'authenticated', session_id })
  await tx`select set_config('request.jwt.claims', ${claims}, true)`
}

/** One ticket each for so many buyers at once, while an admin lowers the capacity of their room. */
export async function raceWithCapacity(
  users: TestUsers,
  pool: Sql,
  options: { buyers: number; from: number; to: number },
) {
  const testEvent = await createEvent(users.sql, { pools: { Room: options.from } })
  const owners = await manyOwners(users, options.buyers)
  const lines = linesOf(testEvent, { Entry: 1 })
  const wanted = { kind: 'set_capacity', pool: testEvent.pools.Room ?? '', capacity: options.to }
  const middle = Math.floor(owners.length / 2)
  const all = await together(pool, owners.length + 1, async (tx, n) => {
    if (n === middle) {
      await actAs(users, tx, 'Ada')
      return tx`select public.change_sale(${testEvent.eventId}, ${tx.json(wanted)}, private.sale_version(${testEvent.eventId}), ${randomUUID()})`
    }
    const owner = owners[n < middle ? n : n - 1] ?? ''
    return tx`select public.hold_items(${owner}, ${testEvent.eventId}, ${tx.json(lines)}, ${randomUUID()})`
  })
  const [stock] = await users.sql<
    { held: number; capacity: number }[]
  >`select held, capacity from public.capacity_pools where event_id = ${testEvent.eventId}`
  return {
    endings: tally(all),
    lowered: all[middle]?.result !== undefined,
    stock: { held: stock?.held ?? 0, capacity: stock?.capacity ?? 0 },
  }
}

/** A choice each for so many buyers at once; `testEvent` is null where no line belongs to one. */
export async function raceToHold(
  users: TestUsers,
  pool: Sql,
  testEvent: TestEvent | null,
  buyers: number,
  linesOfBuyer: (n: number) => ChosenLine[],
) {
  const owners = await manyOwners(users, buyers)
  // Takes their carts from them: changing a cart locks its pools first, and would hide what a race is about.
  await users.sql`
    update public.holds set owner_id = null where owner_id = any (${owners}) and kind = 'cart' and status in ('active', 'pinned')`
  return together(
    pool,
    buyers,
    (tx, n) =>
      tx`select public.hold_items(${owners[n] ?? ''}, ${testEvent?.eventId ?? null}, ${tx.json(linesOfBuyer(n))}, ${randomUUID()})`,
  )
}

/** One table for so many buyers at once. */
export async function raceForTable(users: TestUsers, pool: Sql, options: { buyers: number }) {
  const testEvent = await createEvent(users.sql, { pools: { Room: 1000 } })
  const table = await makeTable(users.sql, testEvent)
  const endings = await raceToHold(users, pool, testEvent, options.buyers, () => [extraLine('table', table)])
  const [row] = await users.sql<{ booked: number }[]>`
    select count(*)::int as booked from public.table_bookings where table_id = ${table} and status = 'held'`
  return { endings: tally(endings), booked: row?.booked }
}

/**
 * One use of a code for so many buyers at once. Each wants a ticket from a room of its own: in one room they would wait for one another
 * before they come to the code.
 */
export async function raceForCode(users: TestUsers, pool: Sql, options: { buyers: number }) {
  const rooms = Array.from({ length: options.buyers }, (_, n) => `Room ${n}`)
  const testEvent = await createEvent(users.sql, {
    pools: Object.fromEntries(rooms.map((room) => [room, 10])),
    types: rooms.map((room) => ({ name: room, pools: [room] })),
  })
  const code = await makeCode(users.sql, testEvent, { maxOrders: 1 })
  const owners = await manyOwners(users, options.buyers)
  await users.sql`
    update public.holds set owner_id = null where owner_id = any (${owners}) and kind = 'cart' and status in ('active', 'pinned')`
  for (const owner of owners) await unlock(users.service, owner, testEvent, code.code)
  const endings = await together(
    pool,
    owners.length,
    (tx, n) =>
      tx`select public.hold_items(${owners[n] ?? ''}, ${testEvent.eventId}, ${tx.json(linesOf(testEvent, { [rooms[n] ?? '']: 1 }))}, ${randomUUID()}, null, ${code.id})`,
  )
  const [row] = await users.sql<{ discounted: number; counted: number }[]>`
    select count(*) filter (where h.status = 'active')::int as discounted, max(c.orders_held) as counted
    from public.promo_codes c left join public.holds h on h.code_id = c.id where c.id = ${code.id}`
  return { endings: tally(endings), discounted: row?.discounted, counted: row?.counted }
}

/** The last of an add-on for so many buyers at once, one each, beside a ticket. */
export async function raceForAddOns(users: TestUsers, pool: Sql, options: { buyers: number; stock: number }) {
  const testEvent = await createEvent(users.sql)
  const { addOnId, poolId } = await makeAddOn(users.sql, testEvent, { stock: options.stock })
  const endings = await raceToHold(users, pool, testEvent, options.buyers, () => [
    ...linesOf(testEvent, { Entry: 1 }),
    extraLine('add_on', addOnId),
  ])
  const [row] = await users.sql<
    { held: number }[]
  >`select held from public.capacity_pools where id = ${poolId}`
  return { endings: tally(endings), held: row?.held }
}

/** The last places for so many buyers at once: every third wants a package of four, the others a ticket. */
export async function raceOfPackages(
  users: TestUsers,
  pool: Sql,
  options: { buyers: number; places: number },
) {
  const testEvent = await createEvent(users.sql, { pools: { Room: options.places } })
  const squad = await makePackage(users.sql, testEvent, { Entry: 4 })
  const endings = await raceToHold(users, pool, testEvent, options.buyers, (n) =>
    n % 3 === 0 ? [extraLine('package', squad)] : linesOf(testEvent, { Entry: 1 }),
  )
  const [row] = await users.sql<{ held: number; places: number }[]>`
    select p.held, coalesce(sum(l.ticket_count), 0)::int as places from public.capacity_pools p
    left join public.holds h on h.event_id = p.event_id left join public.hold_lines l on l.hold_id = h.id
    where p.event_id = ${testEvent.eventId} group by p.held`
  return { endings: tally(endings), held: row?.held, places: row?.places }
}

const resultOf = (result: unknown) => {
  const [row] = z
    .array(z.object({ a: z.looseObject({ result: z.string().optional(), outcome: z.string().optional() }) }))
    .parse(result)
  return row?.a.result ?? row?.a.outcome ?? 'nothing'
}

/** A scan as the person would send it through the API. */
export function scanAs(
  tx: TransactionSql,
  staffId: string,
  eventId: string,
  ticketId: string,
  device: string = randomUUID(),
) {
  const claims = JSON.stringify({ sub: staffId, role: 'authenticated' })
  return tx`select set_config('request.jwt.claims', ${claims}, true)`
    .then(() => tx`set local role authenticated`)
    .then(
      () => tx`
        select public.check_in(${eventId}, ${ticketId}, 1, null, ${randomUUID()}, 'Main', 'camera', null, ${device}) as a`,
    )
}

/** The same ticket at so many scanners at once. */
export async function raceAtDoor(users: TestUsers, pool: Sql, options: { scanners: number; staff: Name }) {
  const testEvent = await createEvent(users.sql)
  const { order } = await buy(users.service, await users.extra(), testEvent, { Entry: 1 })
  const [ticket] = await users.sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  const staffId = await users.id(options.staff)
  const endings = await together(pool, options.scanners, (tx) =>
    scanAs(tx, staffId, testEvent.eventId, ticket?.id ?? ''),
  )
  const [row] = await users.sql<
    { open: number }[]
  >`select count(*)::int as open from public.entries where event_id = ${testEvent.eventId} and closed_at is null`
  return { endings: tally(endings, resultOf), open: row?.open }
}

/** One report of a payment, delivered so many times at once: with one id, or each with its own. */
export async function raceOfReports(
  users: TestUsers,
  pool: Sql,
  options: { copies: number; sameId: boolean },
) {
  const testEvent = await createEvent(users.sql)
  const { order, payment } = await checkOut(users.service, await users.extra(), testEvent, { Entry: 2 })
  const id = randomUUID()
  const endings = await together(
    pool,
    options.copies,
    (tx) => tx`
      select public.apply_payment_event('test_paper', ${options.sameId ? id : randomUUID()}, 'succeeded', ${payment.paymentId},
        ${payment.amountCents}, 'USD', '{}') as a`,
  )
  const [row] = await users.sql<{ tickets: number; mails: number }[]>`
    select (select count(*)::int from public.tickets where order_id = ${order.orderId}) as tickets,
      (select count(*)::int from private.mail_outbox where subject_id = ${order.orderId}) as mails`
  const fresh = endings.flatMap(
    ({ result }) =>
      z
        .array(z.object({ a: appliedSchema }))
        .safeParse(result)
        .data?.filter((one) => !one.a.duplicate) ?? [],
  )
  return { endings: tally(endings, resultOf), fresh: fresh.length, tickets: row?.tickets, mails: row?.mails }
}

/** Runs many buyers who do everything at once, at random; the invariants are checked afterwards. */
export async function randomEvent(
  users: TestUsers,
  pool: Sql,
  testEvent: TestEvent,
  random: () => number,
  steps: number,
): Promise<Ending[]> {
  const owners = await manyOwners(users, 12)
  const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)]
  const types = Object.keys(testEvent.types)
  const plans = Array.from({ length: steps }, () => ({
    owner: pick(owners) ?? '',
    type: pick(types) ?? '',
    what: random(),
    n: 1 + Math.floor(random() * 3),
  }))
  const holdOf = (tx: TransactionSql, owner: string) => tx<{ id: string }[]>`
    select id from public.holds where owner_id = ${owner} and event_id = ${testEvent.eventId} and status in ('active', 'pinned')`
  const openPayment = (tx: TransactionSql, owner: string) => tx<{ id: string; amount_cents: number }[]>`
    select p.id, p.amount_cents::int from public.payments p join public.orders o on o.id = p.order_id
    where o.owner_id = ${owner} and o.event_id = ${testEvent.eventId} and p.status <> 'succeeded' order by random() limit 1`
  return together(pool, steps, async (tx, n) => {
    const { owner, type, what, n: units } = plans[n] ?? { owner: '', type: '', what: 0, n: 1 }
    const key = randomUUID()
    if (what < 0.4) {
      const lines = tx.json(linesOf(testEvent, { [type]: units }))
      return tx`select public.hold_items(${owner}, ${testEvent.eventId}, ${lines}, ${key})`
    }
    const [hold] = await holdOf(tx, owner)
    if (what < 0.6 && hold) {
      const buyer = tx.json({
        email: `b-${owner}@example.com`,
        name: 'Bea',
        terms: true,
        terms_version: '2026-11-22',
      })
      const [placed] =
        await tx`select public.place_order(${owner}, ${hold.id}, ${buyer}, ${key}) ->> 'orderId' as id`
      await tx`select public.begin_payment(${owner}, ${placed?.id}, 'test_paper', ${randomUUID()})`
      return tx`update public.payments set provider_ref = id::text where order_id = ${placed?.id} and provider_ref is null`
    }
    if (what < 0.66 && hold) return tx`select public.release_hold(${owner}, ${hold.id})`
    if (what < 0.72)
      return tx`update public.holds set expires_at = now() - interval '1 second' where id = ${hold?.id ?? null}`
    if (what < 0.76) return tx`select public.sweep()`
    const [payment] = await openPayment(tx, owner)
    if (!payment) return null
    const kind = what < 0.8 ? 'processing' : what < 0.84 ? 'failed' : 'succeeded'
    return tx`select public.apply_payment_event('test_paper', ${key}, ${kind}, ${payment.id}, ${payment.amount_cents}, 'USD', '{}')`
  })
}

/**
 * So many requests of a buyer for the refund of one ticket of four at once, with keys of their own; with `others` while an admin
 * refunds the same ticket, a scanner admits it and another admin cancels the event.
 */
export async function raceForRefund(
  users: TestUsers,
  pool: Sql,
  options: { askers: number; others: boolean },
) {
  const testEvent = await createEvent(users.sql, { doorsIn: 1.5, refunds: { hours: 1 } })
  const [owner = ''] = await manyOwners(users, 1)
  const { order } = await buy(users.service, owner, testEvent, { Entry: 4 })
  const tickets = await users.sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id`
  const ticket = tickets[0]?.id ?? ''
  const abe = await users.id('Abe')
  const others = [
    async (tx: TransactionSql) => {
      await actAs(users, tx, 'Ada')
      return tx`select public.refund_order(${order.orderId}, 2000, 'at the desk', true, ${randomUUID()}, ${[ticket]}::uuid[])`
    },
    (tx: TransactionSql) => scanAs(tx, abe, testEvent.eventId, ticket),
    async (tx: TransactionSql) => {
      await actAs(users, tx, 'Abe')
      return tx`select public.set_event_status(${testEvent.eventId}, 'cancelled', 'storm')`
    },
  ]
  const works = [
    ...Array.from(
      { length: options.askers },
      () => (tx: TransactionSql) =>
        tx`select private.ask_refund(${order.orderId}, ${owner}, ${[ticket]}::uuid[], 2000, null, ${randomUUID()})`,
    ),
    ...(options.others ? others : []),
  ]
  const endings = await together(pool, works.length, async (tx, n) => works[n]?.(tx))
  const [end] = await users.sql<{ refunds: number; admitted: boolean; valid: boolean; back: number }[]>`
    select (select count(*)::int from public.refund_items i join public.refunds r on r.id = i.refund_id
        where i.ticket_id = k.id and r.status not in ('rejected', 'withdrawn')) as refunds,
      k.admission = 'inside' as admitted, k.status = 'valid' as valid, o.refunded_cents::int as back
    from public.tickets k join public.orders o on o.id = k.order_id where k.id = ${ticket}`
  return { endings: tally(endings), asked: tally(endings.slice(0, options.askers)), ...end }
}

/** Refunds of so many orders of one ticket, each while its ticket is scanned: how the tickets end, and what the scanners were told. */
export async function raceOfRefundsAndScans(users: TestUsers, pool: Sql, options: { orders: number }) {
  const testEvent = await createEvent(users.sql)
  const owners = await manyOwners(users, options.orders)
  const orders = await Promise.all(
    owners.map(async (owner) => (await buy(users.service, owner, testEvent, { Entry: 1 })).order.orderId),
  )
  const tickets = await users.sql<{ id: string; order_id: string }[]>`
    select id, order_id from public.tickets where event_id = ${testEvent.eventId} order by id`
  const abe = await users.id('Abe')
  const endings = await together(pool, 2 * orders.length, async (tx, n) => {
    const ticket = tickets[n >> 1]
    if (n % 2 === 0) return scanAs(tx, abe, testEvent.eventId, ticket?.id ?? '')
    await actAs(users, tx, 'Ada')
    return tx`select public.refund_order(${ticket?.order_id ?? ''}, 2000, 'at the door', true, ${randomUUID()}) as a`
  })
  const ends = await users.sql<{ id: string; state: string }[]>`
    select id, status || ' ' || admission as state from public.tickets where event_id = ${testEvent.eventId} order by id`
  return {
    broke: endings.filter(({ broke }) => broke).length,
    /** By ticket: its state, what the scan returned, whether the refund was refused. */
    tickets: ends.map(({ state }, n) => {
      const scanned = endings[2 * n]?.result === undefined ? 'nothing' : resultOf(endings[2 * n]?.result)
      return `${state}, scan ${scanned}, refund ${endings[2 * n + 1]?.refused ?? 'ok'}`
    }),
  }
}

/** How a ticket may end that was refunded while it was scanned: one of the two won, and the other one was told. */
export const refundOrScan = [
  'valid inside, scan ok, refund already_in',
  'void outside, scan void_refunded, refund ok',
]

/** An event is cancelled while payments of so many orders finish and so many people hold tickets: what is left of it afterwards. */
export async function raceOfCancellation(
  users: TestUsers,
  pool: Sql,
  options: { orders: number; carts: number },
) {
  const testEvent = await createEvent(users.sql)
  const owners = await manyOwners(users, options.orders + options.carts)
  await users.sql`
    update public.holds set owner_id = null where owner_id = any (${owners}) and kind = 'cart' and status in ('active', 'pinned')`
  const paying = await Promise.all(
    owners.slice(0, options.orders).map(async (owner) => {
      const { payment } = await checkOut(users.service, owner, testEvent, { Entry: 1 })
      // its provider is at work: cancelling leaves such an order to its settlement
      await report(users.service, payment, 'processing')
      return payment
    }),
  )
  const lines = linesOf(testEvent, { Entry: 1 })
  const endings = await together(pool, owners.length + 1, async (tx, n) => {
    const payment = paying[n]
    if (payment)
      return tx`select public.apply_payment_event('test_paper', ${randomUUID()}, 'succeeded', ${payment.paymentId}, ${payment.amountCents}, 'USD', '{}')`
    if (n < owners.length)
      return tx`select public.hold_items(${owners[n] ?? ''}, ${testEvent.eventId}, ${tx.json(lines)}, ${randomUUID()})`
    await actAs(users, tx, 'Ada')
    return tx`select public.set_event_status(${testEvent.eventId}, 'cancelled', 'storm')`
  })
  for (let done = 1; done > 0; ) {
    const [row] = await users.sql<{ done: number }[]>`select public.run_event_changes(100) as done`
    done = row?.done ?? 0
  }
  const [left] = await users.sql<{ valid: number; holds: number; places: number; kept: number }[]>`
    select (select count(*)::int from public.tickets where event_id = ${testEvent.eventId} and status = 'valid') as valid,
      (select count(*)::int from public.holds where event_id = ${testEvent.eventId} and status in ('active', 'pinned')) as holds,
      (select sum(held + sold)::int from public.capacity_pools where event_id = ${testEvent.eventId}) as places,
      (select coalesce(sum(p.amount_cents - p.refunded_cents), 0)::int from public.payments p join public.orders o on o.id = p.order_id
        where o.event_id = ${testEvent.eventId} and p.status = 'succeeded') as kept`
  return { broke: endings.filter(({ broke }) => broke).length, ...left }
}

/** A lost dispute about the ticket of somebody who is inside, reported so many times at once, each time as an event of its own. */
export async function raceOfDisputes(users: TestUsers, pool: Sql, options: { reports: number }) {
  const testEvent = await createEvent(users.sql)
  const [owner = ''] = await manyOwners(users, 1)
  const { order, payment } = await buy(users.service, owner, testEvent, { Entry: 2 })
  const [ticket] = await users.sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId} limit 1`
  const abe = await users.id('Abe')
  await users.sql.begin((tx) => scanAs(tx, abe, testEvent.eventId, ticket?.id ?? ''))
  const dispute = randomUUID()
  const payload = { created: Math.floor(Date.now() / 1000), reason: 'fraudulent' }
  const endings = await together(
    pool,
    options.reports,
    (tx) => tx`
      select public.apply_dispute_event('test_paper', ${randomUUID()}, 'dispute_lost', ${dispute}, ${payment.paymentId}, ${payment.amountCents},
        'USD', ${tx.json(payload)}) as a`,
  )
  const [end] = await users.sql<
    { disputes: number; booked: number; void: number; inside: number; entries: number }[]
  >`
    select (select count(*)::int from public.disputes where order_id = o.id) as disputes,
      (select coalesce(-sum(cents), 0)::int from public.ledger_entries where order_id = o.id and kind = 'dispute') as booked,
      (select count(*)::int from public.tickets where order_id = o.id and status = 'void' and void_reason = 'chargeback') as void,
      (select count(*)::int from public.tickets where order_id = o.id and admission = 'inside') as inside,
      (select count(*)::int from public.entries where ticket_id = ${ticket?.id ?? ''} and closed_at is null) as entries
    from public.orders o where o.id = ${order.orderId}`
  return { endings: tally(endings, resultOf), ...end }
}

/**
 * So many admins at once change the type of one ticket, each with a key of its own; with `others` while more of them give it a new
 * code, another name and the mark, end it with its order, and a scanner admits it. The first is admitted to the cheaper type alone.
 */
export async function raceOfDesk(
  users: TestUsers,
  pool: Sql,
  options: { changers: number; others: boolean },
) {
  const testEvent = await createEvent(users.sql, {
    pools: { Floor: 50, Balcony: 50 },
    types: [
      { name: 'Floor', pools: ['Floor'] },
      { name: 'Balcony', pools: ['Balcony'], releases: [{ name: 'Final', faceCents: 5000 }] },
    ],
  })
  const [owner = ''] = await manyOwners(users, 1)
  const { order } = await buy(users.service, owner, testEvent, { Balcony: 3 })
  const [ticket = { id: '' }] = await users.sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id`
  const abe = await users.id('Abe')
  const act =
    (name: Name, action: string, values: Record<string, string | number | boolean>, whole = false) =>
    async (tx: TransactionSql) => {
      await actAs(users, tx, name)
      return tx`
        select public.act_on_tickets(${action}, ${whole ? [] : [ticket.id]}::uuid[], ${whole ? [order.code] : []}::text[],
          'at the desk', ${tx.json(values)}, ${randomUUID()}) as a`
    }
  const cheaper = { type: testEvent.types.Floor ?? '', differenceCents: -3000, refund: true }
  const works = [
    ...Array.from({ length: options.changers }, (_, n) => act(n % 2 ? 'Ada' : 'Abe', 'change_type', cheaper)),
    ...(options.others
      ? [
          act('Ada', 'reissue', {}),
          act('Abe', 'reissue', {}, true),
          act('Ada', 'rename', { name: 'Nora New' }),
          act('Abe', 'vip', {}, true),
          act('Ada', 'void', { void: true, refund: true }, true),
          act('Abe', 'void', { void: true, refund: true }),
          (tx: TransactionSql) => scanAs(tx, abe, testEvent.eventId, ticket.id),
        ]
      : []),
  ]
  const endings = await together(pool, works.length, async (tx, n) => works[n]?.(tx))
  const [end] = await users.sql<
    { drift: number; changes: number; state: string; back: number; codes: boolean; admitted: number }[]
  >`
    select (
        select coalesce(sum(abs(p.sold - (
          select count(*) from public.ticket_type_pools tp join public.tickets x on x.ticket_type_id = tp.ticket_type_id and x.status = 'valid'
          where tp.pool_id = p.id))), 0)::int
        from public.capacity_pools p where p.event_id = k.event_id) as drift,
      (select count(*)::int from private.state_log g where g.entity_id = k.id and g.facts ->> 'change' = 'type') as changes,
      k.status || ' ' || k.admission as state, o.refunded_cents::int as back,
      k.generation = 1 + (select count(*) from private.retired_ticket_codes c where c.ticket_id = k.id) as codes,
      (select count(*)::int from public.entries n where n.ticket_id = k.id and n.closed_at is null) as admitted
    from public.tickets k join public.orders o on o.id = k.order_id where k.id = ${ticket.id}`
  return {
    endings: tally(endings),
    scan: options.others ? Object.keys(tally(endings.slice(-1), resultOf)).join() : undefined,
    total: order.totalCents,
    ...end,
  }
}

/** Scans of tickets that earn by arrival, each while the whole price of its order goes back and its ticket stays valid. */
export async function raceOfCommission(users: TestUsers, pool: Sql, rounds: number) {
  const { sql, service } = users
  const testEvent = await createEvent(sql, { doorsIn: -1 })
  const [promoter] = await sql<{ id: string }[]>`
    insert into public.promoters (name) values ('Racer') returning id`
  const made = { promoter_id: promoter?.id ?? '', event_id: testEvent.eventId }
  const code = `R${randomUUID().slice(0, 8).toUpperCase()}`
  await sql`insert into private.promoter_codes ${sql({ promoter_id: made.promoter_id, code })}`
  await sql`
    insert into public.event_promoters ${sql({ ...made, link_code: code, commission_basis: 'arrived', commission_cents: 300 })}`
  let left = 0
  const all: Ending[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    await sql`
      insert into private.order_attributions (order_id, event_promoter_id, source, commission_basis, commission_cents)
      select ${order.orderId}, id, 'link', 'arrived', 300 from public.event_promoters where event_id = ${testEvent.eventId}`
    const [ticket] = await sql<{ id: string }[]>`
      select id from public.tickets where order_id = ${order.orderId}`
    all.push(
      ...(await together(pool, 2, async (tx, n) => {
        await actAs(users, tx, 'Ada')
        return n === 0
          ? tx`select public.check_in(${testEvent.eventId}, ${ticket?.id ?? ''}, 1, null, ${randomUUID()}, 'Main', 'camera')`
          : tx`select public.refund_order(${order.orderId}, ${order.totalCents}, 'asked nicely', false, ${randomUUID()})`
      })),
    )
    const [row] = await sql<{ cents: number }[]>`
      select coalesce(sum(expected_cents), 0)::int as cents from public.commission_entries where order_id = ${order.orderId}`
    left += row?.cents ?? 0
  }
  return { left, endings: tally(all) }
}

/** Puts somebody on the waitlist of a full event and returns its type; the queue has one entry for one ticket. */
async function queueFor(users: TestUsers, testEvent: TestEvent, owner: string): Promise<string> {
  const [row] = await users.sql<{ id: string }[]>`
    select public.join_waitlist(${testEvent.eventId}, ${owner}, null, 1, null, false) as state,
      (select id from public.ticket_types where event_id = ${testEvent.eventId}) as id`
  return row?.id ?? ''
}

/** The last place has come free, one person waits for it, and so many others want it before it is offered: who has it in the end. */
export async function raceWithQueue(users: TestUsers, pool: Sql, options: { buyers: number }) {
  const testEvent = await createEvent(users.sql, { doorsIn: 72, pools: { Room: 1 } })
  const owners = await manyOwners(users, options.buyers)
  const { hold } = await checkOut(users.service, await users.extra(), testEvent, { Entry: 1 })
  await queueFor(users, testEvent, await users.extra())
  await users.sql`select private.give_back_hold(${hold.holdId}, 'by its owner')`
  const lines = linesOf(testEvent, { Entry: 1 })
  const endings = await together(pool, options.buyers + 1, (tx, n) =>
    n === options.buyers
      ? tx`select private.offer_free_places(${testEvent.eventId})`
      : tx`select public.hold_items(${owners[n] ?? ''}, ${testEvent.eventId}, ${tx.json(lines)}, ${randomUUID()})`,
  )
  const [row] = await users.sql<{ offered: number; held: number }[]>`
    select (select count(*)::int from public.holds where event_id = ${testEvent.eventId} and kind = 'waitlist_offer' and status = 'active')
      as offered, held from public.capacity_pools where event_id = ${testEvent.eventId}`
  return { endings: tally(endings.slice(0, -1)), offered: row?.offered, held: row?.held }
}

/** An offer runs out while its payment succeeds and the next in line is served: how often its place is sold or held afterwards. */
export async function raceOfLateOffers(users: TestUsers, pool: Sql) {
  const testEvent = await createEvent(users.sql, { doorsIn: 72, pools: { Room: 1 } })
  const [owner, next] = [await users.extra(), await users.extra()]
  const { hold } = await checkOut(users.service, await users.extra(), testEvent, { Entry: 1 })
  await queueFor(users, testEvent, owner)
  await queueFor(users, testEvent, next)
  await users.sql`select private.give_back_hold(${hold.holdId}, 'by its owner')`
  await users.sql`select private.offer_free_places(${testEvent.eventId})`
  const [offer] = await users.sql<{ id: string }[]>`
    select id from public.holds where event_id = ${testEvent.eventId} and kind = 'waitlist_offer'`
  const order = await placeOrder(users.service, owner, offer?.id ?? '')
  const payment = await beginPayment(users.service, owner, order.orderId)
  await users.sql`update public.holds set expires_at = now() - interval '1 second' where id = ${offer?.id ?? null}`
  const endings = await together(pool, 6, (tx, n) =>
    n % 2 === 0
      ? tx`select private.offer_free_places(${testEvent.eventId})`
      : tx`
          select public.apply_payment_event('test_paper', ${randomUUID()}, 'succeeded', ${payment.paymentId}, ${payment.amountCents}, 'USD',
            '{}') as a`,
  )
  const [row] = await users.sql<{ sold: number; offers: number }[]>`
    select (select count(*)::int from public.tickets where event_id = ${testEvent.eventId} and status = 'valid') as sold,
      (select count(*)::int from public.holds where event_id = ${testEvent.eventId} and kind = 'waitlist_offer'
        and status in ('active', 'pinned')) as offers`
  return {
    sold: row?.sold ?? 0,
    offers: row?.offers ?? 0,
    broke: endings.filter(({ broke }) => broke).length,
  }
}

/** So many requests at once, a free ticket each: of one issuer against the quota, or of two against the cap of the event. */
export async function raceOfComps(
  users: TestUsers,
  pool: Sql,
  options: { requests: number; quota: number; capacity: number; issuers: Name[] },
) {
  const testEvent = await createEvent(users.sql, { doorsIn: 100, pools: { Room: options.capacity } })
  for (const name of options.issuers)
    await users.sql`
      insert into private.comp_quotas (issuer_id, places) values (${await users.id(name)}, ${options.quota})
      on conflict (issuer_id) do update set places = excluded.places`
  const endings = await together(pool, options.requests, async (tx, n) => {
    await actAs(users, tx, options.issuers[n % options.issuers.length] ?? 'Ada')
    const rows = tx.json([compRow(testEvent)])
    return tx`select public.issue_comps(${testEvent.eventId}, ${rows}, null, true, ${randomUUID()}) as issued`
  })
  const [found] = await users.sql<{ sent: number; waiting: number; held: number }[]>`
    select count(*) filter (where private.comp_counts_to_quota(i.status))::int as sent,
      count(*) filter (where private.comp_awaits_approval(i.status))::int as waiting, min(p.held)::int as held
    from private.comp_invitations i join public.capacity_pools p on p.event_id = i.event_id
    where i.event_id = ${testEvent.eventId}`
  return { endings: tally(endings), ...found }
}

/** Claims of so many free tickets, each at the moment when its deadline passes and its place is taken back. */
export async function raceOfCompDeadline(users: TestUsers, pool: Sql, options: { comps: number }) {
  const testEvent = await createEvent(users.sql, { doorsIn: 100, pools: { Room: 500 } })
  const links: string[] = []
  const holds: string[] = []
  for (let n = 0; n < options.comps; n++) {
    const { id, link } = await issueComp(users, testEvent)
    links.push(link)
    const [place] = await users.sql<{ hold_id: string }[]>`
      select hold_id from private.comp_places where invitation_id = ${id}`
    holds.push(place?.hold_id ?? '')
  }
  const buyer = { name: 'Kim', email: 'kim@example.com', terms: true, terms_version: '2026-11-22' }
  const endings = await together(pool, links.length * 2, async (tx, n) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
    if (n % 2 === 0) return tx`select public.claim_comp(${links[n / 2] ?? ''}, null, ${tx.json(buyer)})`
    const hold = holds[(n - 1) / 2] ?? ''
    await tx`update public.holds set expires_at = now() - interval '1 second' where id = ${hold} and status = 'active'`
    return tx`select private.end_holds(array[${hold}::uuid], '{}')`
  })
  await users.service.rpc('run_comp_jobs')
  // late = claimed although the deadline had taken the place back
  const [found] = await users.sql<
    { claimed: number; expired: number; late: number; sold: number; held: number }[]
  >`
    select count(*) filter (where i.ended_at is null)::int as claimed, count(*) filter (where i.ended_at is not null)::int as expired,
      count(*) filter (where l.order_id is not null and h.status = 'expired')::int as late,
      min(p.sold)::int as sold, min(p.held)::int as held
    from private.comp_invitations i join public.capacity_pools p on p.event_id = i.event_id
    join private.comp_places l on l.invitation_id = i.id join public.holds h on h.id = l.hold_id
    where i.event_id = ${testEvent.eventId}`
  return { endings: tally(endings.filter((_, n) => n % 2 === 0)), ...found }
}

/** Mia's ticket on offer: taken by whoever has the link, taken back, declined and run out at the same moment. */
export async function raceOfTransfer(users: TestUsers, pool: Sql) {
  const testEvent = await createEvent(users.sql, { doorsIn: 100 })
  const owner = await users.extra()
  const { order } = await buy(users.service, owner, testEvent, { Entry: 1 })
  const [ticket] = await users.sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  const [offered] = await users.sql<{ id: string }[]>`
    select (public.offer_transfer(${owner}, null, ${ticket?.id ?? ''}, null) ->> 'transferId')::uuid as id`
  const id = offered?.id ?? ''
  const hash = randomUUID().replaceAll('-', '').padEnd(43, 'x')
  await users.sql`select public.add_link('ticket_transfer', ${id}, ${hash})`
  const takers = 3
  const all = await together(pool, takers + 2, (tx, n) => {
    if (n < takers)
      return tx`select public.accept_transfer(null, ${hash}, null, ${`Taker ${n}`}, ${`taker-${n}-${id}@example.com`}, false)`
    return n === takers
      ? tx`select public.cancel_transfer(${owner}, null, ${ticket?.id ?? ''})`
      : tx`select public.decline_transfer(null, ${hash}, null)`
  })
  const [row] = await users.sql<
    { transfers: number }[]
  >`select transfers from public.tickets where id = ${ticket?.id ?? ''}`
  return {
    endings: tally(all),
    wins: all.filter(({ result }) => result !== undefined).length,
    transfers: row?.transfers ?? 0,
  }
}

/** So many hand-outs of the places of one allocation at once: how many got one, and how many different ones they got. */
export async function raceForAllocation(
  pool: Sql,
  options: { allocation: string; member: string; hands: number },
) {
  const endings = await together(pool, options.hands, async (tx, n) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
    return tx`select public.hand_on_place(${options.member}, ${options.allocation}, ${`Guest ${n}`}) as place`
  })
  const places = endings.flatMap(({ result }) => {
    const [row] = z.array(z.object({ place: z.uuid() })).safeParse(result).data ?? []
    return row ? [row.place] : []
  })
  const [row] = await pool<{ held: number }[]>`
    select p.held from public.capacity_pools p join private.allocations a on a.event_id = p.event_id where a.id = ${options.allocation}`
  return { endings: tally(endings), places: new Set(places).size, held: row?.held }
}

/** So many admins at once add a name with a plus-one to one guest list. */
export async function raceForQuota(users: TestUsers, pool: Sql, options: { adders: number; quota: number }) {
  const testEvent = await createEvent(users.sql)
  const list = await saveList(await users.actingAs('Ada'), testEvent, { quota: options.quota })
  const names = users.sql.json([{ name: 'Keisha Joseph', plusOnes: 1 }])
  const endings = await together(
    pool,
    options.adders,
    (tx) => tx`select private.add_list_entries(${list}, ${names}, null)`,
  )
  const [row] = await users.sql<{ heads: number; listed: number }[]>`
    select l.heads, sum(1 + e.plus_ones)::int as listed from public.guest_lists l
    left join public.guest_list_entries e on e.list_id = l.id where l.id = ${list} group by l.id`
  return { endings: tally(endings), heads: row?.heads, listed: row?.listed }
}

/** So many scanners at once admit one guest each of the same name of a list. */
export async function raceAtTwoDoors(
  users: TestUsers,
  pool: Sql,
  options: { scanners: number; plusOnes: number; staff: Name },
) {
  const testEvent = await createEvent(users.sql)
  const ada = await users.actingAs('Ada')
  const list = await saveList(ada, testEvent)
  await addGuests(ada, list, [{ name: 'Keisha Joseph', plusOnes: options.plusOnes }])
  const [entry] = await users.sql<
    { id: string }[]
  >`select id from public.guest_list_entries where list_id = ${list}`
  const claims = JSON.stringify({ sub: await users.id(options.staff), role: 'authenticated' })
  const endings = await together(pool, options.scanners, async (tx, n) => {
    await tx`select set_config('request.jwt.claims', ${claims}, true)`
    await tx`set local role authenticated`
    return tx`
      select public.admit_guests(${testEvent.eventId}, ${entry?.id ?? ''}, 1, ${randomUUID()}, ${n % 2 ? 'North' : 'South'}) as a`
  })
  const [row] = await users.sql<{ arrived: number; heads: number; inNow: number }[]>`
    select e.arrived, (select coalesce(sum(a.heads), 0)::int from public.guest_list_arrivals a where a.entry_id = e.id) as heads,
      (select coalesce(sum(c.in_now), 0)::int from private.door_counts c where c.event_id = e.event_id) as "inNow"
    from public.guest_list_entries e where e.id = ${entry?.id ?? ''}`
  return { endings: tally(endings, resultOf), ...row }
}

/**
 * A listed ticket of a sold-out event: the provider reports the payment of its place twice, its holder takes it back twice, the door scans
 * it, and the job that ends listings runs, all at the same moment.
 * @returns `valid`: tickets that admit somebody, listed ones too; 1 unless something is broken, because there is one place
 */
export async function raceOfReturn(users: TestUsers, pool: Sql) {
  const { sql, service } = users
  const testEvent = await createEvent(sql, { doorsIn: 100, pools: { Room: 1 } })
  const owner = await users.extra()
  const { order } = await buy(service, owner, testEvent, { Entry: 1 })
  const [ticket] = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  const id = ticket?.id ?? ''
  await sql`select public.return_ticket(${owner}, null, ${id})`
  // The doors are near, so that the ticket could be scanned by whoever has it back.
  await sql`
    update public.events set doors_at = now() + interval '1 hour', starts_at = now() + interval '2 hours', ends_at = now() + interval '9 hours'
    where id = ${testEvent.eventId}`
  const { payment, hold } = await checkOut(service, await users.extra(), testEvent, { Entry: 1 })
  // Its hold is over and nobody swept it: until one of them is done, it can be paid, and the ticket taken back.
  await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${hold.holdId}`
  const all = await together(pool, 6, (tx, n) => {
    if (n < 2)
      return tx`
        select public.apply_payment_event('test_paper', ${`${payment.paymentId}-${n}`}, 'succeeded', ${payment.paymentId},
          ${payment.amountCents}, ${payment.currency})`
    if (n < 4) return tx`select public.unlist_ticket(${owner}, null, ${id})`
    if (n === 4)
      return tx`
        with locked as materialized (select * from public.tickets where id = ${id} for no key update)
        update public.tickets k set admission = 'inside' from locked l, public.events e
        where k.id = l.id and e.id = k.event_id and private.entry_result(k, e, null) = 'ok'`
    return tx`select private.end_listings_of(e) from public.events e where e.id = ${testEvent.eventId}`
  })
  const [row] = await sql<{ valid: number; inside: number; resold: number; refunds: number; sold: number }[]>`
    select count(*) filter (where private.ticket_is_valid(k.status))::int as valid,
      count(*) filter (where k.admission = 'inside')::int as inside,
      count(*) filter (where k.void_reason = 'resold')::int as resold,
      (select count(*)::int from public.refunds r where r.order_id = ${order.orderId} and r.kind = 'resale') as refunds,
      (select p.sold from public.capacity_pools p where p.event_id = ${testEvent.eventId}) as sold
    from public.tickets k where k.event_id = ${testEvent.eventId}`
  // Whoever went in would have a place that an entry shows; here the mark alone was set.
  await sql`update public.tickets set admission = 'outside' where event_id = ${testEvent.eventId}`
  return {
    endings: tally(all),
    broke: all.flatMap(({ broke }) => broke ?? []),
    valid: row?.valid ?? 0,
    inside: row?.inside ?? 0,
    resold: row?.resold ?? 0,
    refunds: row?.refunds ?? 0,
    sold: row?.sold ?? 0,
  }
}
