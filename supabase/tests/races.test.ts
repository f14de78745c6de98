import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { countersOf, createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import {
  raceAtDoor,
  raceForAddOns,
  raceForPlaces,
  raceForRefund,
  raceForTable,
  raceOfPackages,
  raceOfReports,
  randomEvent,
  scanAs,
  tally,
  together,
} from './races.ts'
import { buy, checkOut } from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(40)
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

test('100 buyers for 20 places: 20 hold one, 80 are refused as sold out', async () => {
  expect(await raceForPlaces(users, pool, { buyers: 100, places: 20 })).toEqual({
    endings: { ok: 20, sold_out: 80 },
    stock: { held: 20, capacity: 20 },
  })
})

test('30 buyers for one table: one books it, 29 are told that it is taken', async () => {
  expect(await raceForTable(users, pool, { buyers: 30 })).toEqual({
    endings: { ok: 1, table_taken: 29 },
    booked: 1,
  })
})

test('30 buyers for the last 5 of an add-on: 5 hold one, and no more tickets than that are held', async () => {
  expect(await raceForAddOns(users, pool, { buyers: 30, stock: 5 })).toEqual({
    endings: { ok: 5, sold_out: 25 },
    held: 5,
  })
})

test('packages and single tickets for the last places: never more than there are, and none is left for a ticket', async () => {
  const { endings, held, places } = await raceOfPackages(users, pool, { buyers: 40, places: 20 })
  expect(Object.keys(endings).sort()).toEqual(['ok', 'sold_out'])
  expect([held, places]).toEqual([20, 20])
})

test('40 scans of one code: one is admitted', async () => {
  expect(await raceAtDoor(users, pool, { scanners: 40, staff: 'Ada' })).toEqual({
    endings: { ok: 1, already_in: 39 },
    open: 1,
  })
})

test('40 copies of one event: one settlement; 40 events of one payment: one settlement', async () => {
  expect(await raceOfReports(users, pool, { copies: 40, sameId: true })).toEqual({
    endings: { paid: 40 },
    fresh: 1,
    tickets: 2,
    mails: 1,
  })
  expect(await raceOfReports(users, pool, { copies: 40, sameId: false })).toEqual({
    endings: { paid: 1, already_paid: 39 },
    fresh: 40,
    tickets: 2,
    mails: 1,
  })
})

test('a refund and a scan of one ticket: one wins, the other is refused', async () => {
  const testEvent = await createEvent(sql)
  const [ada, abe] = [await users.id('Ada'), await users.id('Abe')]
  const session = sessionOf(await users.accessToken('Ada'))
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const [ticket] = await sql<
      { id: string }[]
    >`select id from public.tickets where order_id = ${order.orderId}`
    const endings = await together(pool, 2, async (tx, n) => {
      if (n === round % 2) return scanAs(tx, abe, testEvent.eventId, ticket?.id ?? '')
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ada, role: 'authenticated', session_id: session })}, true)`
      return tx`select public.refund_order(${order.orderId}, 2000, 'at the door', true, ${randomUUID()}) as a`
    })
    const [end] = await sql<
      { status: string; admission: string }[]
    >`select status, admission from public.tickets where id = ${ticket?.id ?? ''}`
    const codes = endings.map((ending) => ending.refused ?? JSON.stringify(ending.result)).join()
    if (end?.admission === 'inside') {
      expect(end.status).toBe('valid')
      expect(codes).toContain('already_in')
    } else {
      expect(end?.status).toBe('void')
      expect(codes).toContain('void_refunded')
    }
    outcomes.add(`${end?.status} ${end?.admission}`)
  }
  expect([...outcomes].every((outcome) => ['valid inside', 'void outside'].includes(outcome))).toBe(true)
})

test('12 requests for the refund of one ticket: one is approved', async () => {
  expect(await raceForRefund(users, pool, { askers: 12, others: false })).toMatchObject({
    endings: { ok: 1, not_refundable: 11 },
    refunds: 1,
    back: 2000,
  })
})

test('a buyer’s refund, an admin’s, a scan and the cancelling of the event at once: nothing goes back twice', async () => {
  const winners = new Set<string>()
  for (let round = 0; round < 8; round++) {
    const { endings, refunds, admitted, back } = await raceForRefund(users, pool, { askers: 3, others: true })
    const known = ['ok', 'not_refundable', 'already_in', 'refund_too_large', 'invalid_state', 'refund_open']
    expect(Object.keys(endings).filter((ending) => !known.includes(ending))).toEqual([])
    // the event was cancelled in any case: all of it goes back, once
    expect(back).toBe(8000)
    expect(refunds).toBeLessThanOrEqual(1)
    if (admitted) expect(refunds).toBe(0)
    winners.add(`${refunds} ${admitted}`)
  }
  expect(winners.size).toBeGreaterThan(0)
})

test('an event cancelled while its payments finish: every ticket is void and every payment refunded', async () => {
  const testEvent = await createEvent(sql)
  const orders = await Promise.all(
    Array.from({ length: 12 }, async () => checkOut(service, await users.extra(), testEvent, { Entry: 1 })),
  )
  const ada = await users.id('Ada')
  const session = sessionOf(await users.accessToken('Ada'))
  const endings = await together(pool, 13, async (tx, n) => {
    const payment = orders[n]?.payment
    if (payment)
      return tx`select public.apply_payment_event('test_paper', ${randomUUID()}, 'succeeded', ${payment.paymentId}, ${payment.amountCents}, 'USD', '{}')`
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ada, role: 'authenticated', session_id: session })}, true)`
    return tx`select public.set_event_status(${testEvent.eventId}, 'cancelled', 'storm')`
  })
  expect(tally(endings)).toEqual({ ok: 13 })
  expect(
    await sql`select status, refunded_cents = total_cents as refunded, count(*)::int as n from public.orders where event_id = ${testEvent.eventId} group by 1, 2`,
  ).toEqual([{ status: 'cancelled', refunded: true, n: 12 }])
  expect(await countersOf(sql, testEvent.eventId)).toMatchObject({ pools: [{ held: 0, sold: 0 }] })
})

test.each([
  1, 2, 3,
])('a random event, seed %i: nothing deadlocks, nothing breaks, every rule holds', async (seed) => {
  const testEvent = await createEvent(sql, {
    pools: { Legal: 30, Floor: 22, Balcony: 8 },
    maxPerPerson: 8,
    types: [
      {
        name: 'Entry',
        pools: ['Legal', 'Floor'],
        releases: [
          { name: 'Early', faceCents: 1000, quantity: 7 },
          { name: 'Final', faceCents: 1500 },
        ],
      },
      { name: 'VIP', pools: ['Balcony', 'Legal'], releases: [{ name: 'Final', faceCents: 5000 }] },
    ],
  })
  let state = seed * 2654435761
  const random = () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
  for (let wave = 0; wave < 3; wave++) {
    const counts = tally(await randomEvent(users, pool, testEvent, random, 60))
    const known = [
      'ok',
      'sold_out',
      'person_limit',
      'payment_in_progress',
      'hold_expired',
      'rate_limited',
      'already_paid',
      'not_found',
    ]
    expect(Object.keys(counts).filter((ending) => !known.includes(ending))).toEqual([])
  }
  expect(await brokenRules(sql)).toEqual([])
})
