import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import * as z from 'zod'
import { makeCode, unlock } from './codes.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { extraLine, makeAddOn, makePackage, makeTable } from './extras.ts'
import { appliedSchema, buy, type ChosenLine, checkOut, linesOf, report } from './selling.ts'
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
