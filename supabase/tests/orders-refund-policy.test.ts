import * as fc from 'fast-check'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { createEvent, type TestEventOptions } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy } from './selling.ts'
import { openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Terms = {
  unit: string
  price_cents: number
  fee_cents: number
  tax_cents: number
  kept_cents: number
  back_cents: number
  reason: string | null
}
const termsOf = (orderId: string) => sql<Terms[]>`
  select unit, price_cents::int, fee_cents::int, tax_cents::int, kept_cents::int, back_cents::int, reason
  from private.refund_terms(${orderId}) order by ticket_id`

/** Sells tickets of an event with doors in three days, returnable until a day before unless options say otherwise. */
async function sold(quantity: number, options: TestEventOptions = {}) {
  const testEvent = await createEvent(sql, { doorsIn: 72, refunds: { hours: 24 }, ...options })
  const owner = await users.extra()
  const { order } = await buy(service, owner, testEvent, { Entry: quantity })
  return { testEvent, owner, orderId: order.orderId }
}

describe('what a buyer gets back', () => {
  test('is the price without the fee and the tax on it', async () => {
    const { orderId } = await sold(2, { feeFixedCents: 200, taxBps: 1000 })
    const one = {
      price_cents: 2000,
      fee_cents: 200,
      tax_cents: 220,
      kept_cents: 220,
      back_cents: 2200,
      reason: null,
    }
    expect(await termsOf(orderId)).toEqual([expect.objectContaining(one), expect.objectContaining(one)])
  })

  test('leaves a percentage of the price with the seller, and the fee only where the policy says so', async () => {
    const refunds = { hours: 24, keepsFee: false, keptPercent: 10 }
    const { orderId } = await sold(1, { feeFixedCents: 200, taxBps: 1000, refunds })
    expect(await termsOf(orderId)).toEqual([expect.objectContaining({ kept_cents: 220, back_cents: 2200 })])
  })

  test('adds up for every price and policy, and never comes to more than was paid', async () => {
    const cents = fc.bigInt({ min: 0n, max: 1_000_000n })
    const cases = fc.sample(
      fc.record({
        price: cents,
        fee: cents,
        tax: cents,
        keepsFee: fc.boolean(),
        taxed: fc.boolean(),
        percent: fc.integer({ min: 0, max: 90 }),
      }),
      1000,
    )
    const rows = await sql<{ place: number; kept: string; whole: string; none: string }[]>`
      with orders as (
        select x ->> 'place' as place, (x ->> 'price')::bigint as price, (x ->> 'fee')::bigint as fee, (x ->> 'tax')::bigint as tax,
          jsonb_populate_record(null::public.orders, x) as o
        from jsonb_array_elements(${sql.json(
          cases.map((one, place) => ({
            place,
            price: String(one.price),
            fee: String(one.fee),
            tax: String(one.tax),
            refund_keeps_fee: one.keepsFee,
            refund_kept_percent: one.percent,
            fee_is_taxed: one.taxed,
          })),
        )}) x
      )
      select place::int, private.policy_keeps(o, price, fee, tax)::text as kept, (price + fee + tax)::text as whole,
        private.policy_keeps(
          jsonb_populate_record(o, '{"refund_keeps_fee": false, "refund_kept_percent": 0}'), price, fee, tax)::text as none
      from orders order by 1`
    expect(rows).toHaveLength(cases.length)
    for (const [place, row] of rows.entries()) {
      const one = cases[place]
      if (!one) throw new Error('a row too many')
      const [kept, whole] = [BigInt(row.kept), BigInt(row.whole)]
      expect(kept >= 0n && kept <= whole).toBe(true)
      expect(row.none).toBe('0')
      if (one.keepsFee) expect(kept >= one.fee).toBe(true)
      // The percentage is of the price with its tax at most, rounded half up.
      const feePart = one.keepsFee ? one.fee + one.tax : 0n
      expect(kept <= feePart + ((one.price + one.tax) * BigInt(one.percent) + 50n) / 100n).toBe(true)
    }
  })

  test('is shared among the tickets of a line to the cent', async () => {
    for (const [quantity, faceCents, feeBps, taxBps] of [
      [3, 3333, 333, 875],
      [7, 101, 525, 1],
      [2, 0, 0, 0],
    ] as const) {
      const { orderId } = await sold(quantity, {
        feeBps,
        taxBps,
        types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: Math.max(faceCents, 1) }] }],
      })
      const terms = await termsOf(orderId)
      expect(terms).toHaveLength(quantity)
      const [{ total = 0 } = {}] = await sql<{ total: number }[]>`
        select total_cents::int as total from public.orders where id = ${orderId}`
      expect(terms.reduce((sum, one) => sum + one.kept_cents + one.back_cents, 0)).toBe(total)
    }
  })
})

describe('the policy of an order', () => {
  test('is that of the event when it was placed, and never changes', async () => {
    const { testEvent, orderId } = await sold(1, { feeFixedCents: 300 })
    await sql`update public.events set refund_hours = null, refund_keeps_fee = false where id = ${testEvent.eventId}`
    expect(await termsOf(orderId)).toEqual([expect.objectContaining({ reason: null, kept_cents: 300 })])
    await expect(
      sql`update public.orders set refund_keeps_fee = false where id = ${orderId}`,
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('without one, nothing can be returned', async () => {
    const { orderId } = await sold(1, { refunds: undefined })
    expect(await termsOf(orderId)).toEqual([expect.objectContaining({ reason: 'no_policy' })])
  })

  test('ends at its deadline, which moves to later with the doors and never to earlier', async () => {
    const { testEvent, orderId } = await sold(1, { doorsIn: 30 })
    const reason = async () => (await termsOf(orderId))[0]?.reason
    const shift = (hours: number) => sql`
      update public.events set doors_at = doors_at + make_interval(hours => ${hours}),
        starts_at = starts_at + make_interval(hours => ${hours}), ends_at = ends_at + make_interval(hours => ${hours})
      where id = ${testEvent.eventId}`
    expect(await reason()).toBeNull()
    await shift(-12)
    expect(await reason()).toBeNull()
    await shift(12)
    const late = await sold(1, { doorsIn: 12 })
    expect((await termsOf(late.orderId))[0]?.reason).toBe('too_late')
    await sql`update public.events set doors_at = doors_at + interval '24 hours', starts_at = starts_at + interval '24 hours',
      ends_at = ends_at + interval '24 hours' where id = ${late.testEvent.eventId}`
    expect((await termsOf(late.orderId))[0]?.reason).toBeNull()
    // never after doors
    await shift(-31)
    expect(await reason()).toBe('too_late')
  })

  test('new events begin with the one of the settings', async () => {
    const ada = await users.id('Ada')
    const made = {
      title: 'With a policy',
      city: 'Brooklyn',
      timeZone: 'UTC',
      startsAt: '2030-01-01T20:00:00Z',
    }
    const event = { ...made, doorsAt: made.startsAt, endsAt: '2030-01-01T23:00:00Z' }
    const undo = new Error('undone')
    const work = sql.begin(async (tx) => {
      await tx`update public.settings set refund_hours = 72, refund_keeps_fee = false, refund_kept_percent = 5`
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ada, role: 'authenticated' })}, true)`
      const [{ id } = { id: '' }] = await tx<
        { id: string }[]
      >`select public.save_event(${tx.json(event)}) as id`
      expect(
        await tx`select refund_hours, refund_keeps_fee, refund_kept_percent from public.events where id = ${id}`,
      ).toEqual([{ refund_hours: 72, refund_keeps_fee: false, refund_kept_percent: 5 }])
      throw undo
    })
    // the settings are everybody's: nothing of this stays
    await expect(work).rejects.toBe(undo)
  })
})
