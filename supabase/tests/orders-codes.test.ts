import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type CodeOptions, holdWith, makeCode, unlock, usesOf } from './codes.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { tally, together } from './races.ts'
import {
  beginPayment,
  call,
  holdItems,
  holdTickets,
  linesOf,
  placeOrder,
  refusal,
  report,
  sweep,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, lineOf, makeVariant } from './variants.ts'

/** Codes: what they take off, what they open, and how often they can be used. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const endHold = (hold: string) =>
  sql`update public.holds set expires_at = now() - interval '1 second' where id = ${hold}`
const pay = async (owner: string, holdId: string) => {
  const order = await placeOrder(service, owner, holdId)
  const payment = await beginPayment(service, owner, order.orderId)
  return { order, payment, ...(await report(service, payment, 'succeeded')) }
}

/** Reads why the money of a payment went back, and what the buyer was mailed about it. */
const refundOf = ({ paymentId }: { paymentId: string }) => sql`
  select r.kind as refund, m.kind as mail
  from public.refunds r join private.mail_outbox m on m.subject_id = r.order_id where r.payment_id = ${paymentId}`

describe('what a code takes off', () => {
  test.each<[string, CodeOptions, { discountCents: number; feeCents: number; taxCents: number }]>([
    // for two tickets at 20.00 with 1.00 fee and 10 % tax on both
    ['a percentage', { percent: 15 }, { discountCents: 600, feeCents: 200, taxCents: 360 }],
    ['all of it', { percent: 100 }, { discountCents: 4000, feeCents: 0, taxCents: 0 }],
    [
      'an amount each',
      { effect: 'fixed', amountCents: 333 },
      { discountCents: 666, feeCents: 200, taxCents: 354 },
    ],
    [
      'more than it costs',
      { effect: 'fixed', amountCents: 9900 },
      { discountCents: 4000, feeCents: 0, taxCents: 0 },
    ],
    [
      'down to a price',
      { effect: 'price', amountCents: 500 },
      { discountCents: 3000, feeCents: 200, taxCents: 120 },
    ],
    [
      'a price above its own',
      { effect: 'price', amountCents: 2500 },
      { discountCents: 0, feeCents: 200, taxCents: 420 },
    ],
    ['nothing', { effect: 'access' }, { discountCents: 0, feeCents: 200, taxCents: 420 }],
  ])('%s', async (_, options, amounts) => {
    const testEvent = await createEvent(sql, { feeFixedCents: 100, taxBps: 1000 })
    const code = await makeCode(sql, testEvent, options)
    const owner = await users.extra()
    const hold = await holdWith(service, owner, testEvent, code, { Entry: 2 })
    expect(hold.lines).toMatchObject([{ quantity: 2, ...amounts }])
    expect(hold.totalCents).toBe(4000 - amounts.discountCents + amounts.feeCents + amounts.taxCents)
    expect(await usesOf(sql, code.id)).toMatchObject({
      orders: [1, 0],
      units: [2, 0],
      cents: [amounts.discountCents, 0],
    })
    if (hold.totalCents === 0) return
    const { order, outcome } = await pay(owner, hold.holdId)
    expect([outcome, order.totalCents]).toEqual(['paid', hold.totalCents])
    expect(await usesOf(sql, code.id)).toMatchObject({
      orders: [0, 1],
      units: [0, 2],
      cents: [0, amounts.discountCents],
    })
  })

  test('of the types it names, and of no product; a type that is not in its scope is held without it', async () => {
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry' }, { name: 'VIP' }] })
    const code = await makeCode(sql, testEvent, { types: ['VIP'], percent: 50 })
    const { variantId } = await makeVariant(sql, { priceCents: 1000 })
    const owner = await users.extra()
    await unlock(service, owner, testEvent, code.code)
    const lines = [...linesOf(testEvent, { Entry: 1, VIP: 1 }), lineOf(variantId, 1)]
    const hold = await holdItems(service, owner, testEvent.eventId, lines, randomUUID(), code.id)
    expect(hold.totalCents).toBe(2000 + 1000 + 1000)
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [1, 0], units: [1, 0], cents: [1000, 0] })
    const plain = await holdWith(service, owner, testEvent, code, { Entry: 1 })
    expect(plain.totalCents).toBe(2000 + 1000)
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 0], units: [0, 0], cents: [0, 0] })
  })

  test.each<[string, CodeOptions, number, number]>([
    ['two units an order', { maxUnitsPerOrder: 2, percent: 50 }, 2, 2000],
    ['three units in all', { maxUnits: 3, percent: 50 }, 3, 3000],
    ['a budget that ends within an order', { budgetCents: 2500, percent: 50 }, 2, 2000],
  ])('%s: the rest of the order at the full price, as a line of its own', async (_, options, units, off) => {
    const testEvent = await createEvent(sql)
    const code = await makeCode(sql, testEvent, options)
    const hold = await holdWith(service, await users.extra(), testEvent, code, { Entry: 5 })
    expect(hold.lines.map((line) => [line.quantity, line.discountCents])).toEqual([
      [units, off],
      [5 - units, 0],
    ])
    expect(await usesOf(sql, code.id)).toMatchObject({ units: [units, 0], cents: [off, 0] })
  })
})

describe('a use of a code', () => {
  test('goes with the hold: edited, released, expired and swept, it comes back', async () => {
    const testEvent = await createEvent(sql)
    const code = await makeCode(sql, testEvent, { maxOrders: 1 })
    const [mia, lee] = [await users.extra(), await users.extra()]
    const hold = await holdWith(service, mia, testEvent, code, { Entry: 1 })
    expect((await refusal(holdWith(service, lee, testEvent, code, { Entry: 1 }))).code).toBe('code_used_up')
    await holdWith(service, mia, testEvent, code, { Entry: 4 })
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [1, 0], units: [4, 0] })
    await holdTickets(service, mia, testEvent, { Entry: 4 })
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 0], units: [0, 0], cents: [0, 0] })
    await holdWith(service, mia, testEvent, code, { Entry: 4 })
    await call(service, 'release_hold', { p_owner: mia, p_hold: hold.holdId }, z.unknown())
    const other = await holdWith(service, lee, testEvent, code, { Entry: 2 })
    await endHold(other.holdId)
    await holdWith(service, mia, testEvent, code, { Entry: 3 }) // without a sweep
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [1, 0], units: [3, 0] })
    await sql`update public.holds set expires_at = now() - interval '1 second' where owner_id = ${mia} and status = 'active'`
    await sweep(sql)
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 0], units: [0, 0], cents: [0, 0] })
  })

  test('of a code of all events comes back when a cart for another event ends', async () => {
    const [one, two] = [await createEvent(sql), await createEvent(sql)]
    const code = await makeCode(sql, one, { maxOrders: 1, everywhere: true })
    const first = await holdWith(service, await users.extra(), one, code, { Entry: 1 })
    const lee = await users.extra()
    expect((await refusal(holdWith(service, lee, two, code, { Entry: 1 }))).code).toBe('code_used_up')
    await endHold(first.holdId)
    expect((await holdWith(service, lee, two, code, { Entry: 1 })).totalCents).toBe(1800)
  })

  test('is taken again by a payment after the hold ended; when somebody else has it, the money goes back', async () => {
    const testEvent = await createEvent(sql)
    const late = async (code: { id: string; code: string }) => {
      const owner = await users.extra()
      const hold = await holdWith(service, owner, testEvent, code, { Entry: 1 })
      const order = await placeOrder(service, owner, hold.holdId)
      const payment = await beginPayment(service, owner, order.orderId)
      await endHold(hold.holdId)
      await sweep(sql)
      return payment
    }
    const code = await makeCode(sql, testEvent, { maxOrders: 1 })
    const [first, second] = [await late(code), await late(code)]
    expect((await report(service, first, 'succeeded')).outcome).toBe('paid')
    expect((await report(service, second, 'succeeded')).outcome).toBe('refunding')
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 1], units: [0, 1], cents: [0, 200] })
    expect(await refundOf(second)).toEqual([{ refund: 'over_limit', mail: 'order_code_used_up' }])
  })

  test('is limited per person, by account and by the mailbox that paid', async () => {
    const testEvent = await createEvent(sql)
    const code = await makeCode(sql, testEvent, { maxPerPerson: 1 })
    const mia = await users.extra()
    await pay(mia, (await holdWith(service, mia, testEvent, code, { Entry: 1 })).holdId)
    expect(await refusal(holdWith(service, mia, testEvent, code, { Entry: 1 }))).toMatchObject({
      code: 'code_person_limit',
      facts: { limit: 1 },
    })
    const other = await users.extra()
    const hold = await holdWith(service, other, testEvent, code, { Entry: 1 })
    const order = await placeOrder(service, other, hold.holdId, { email: `b-${mia}@example.com` })
    const payment = await beginPayment(service, other, order.orderId)
    expect((await report(service, payment, 'succeeded')).outcome).toBe('refunding')
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 1] })
    expect(await refundOf(payment)).toEqual([{ refund: 'over_limit', mail: 'order_code_used_up' }])
  })

  test('one use left and 50 holds at once: exactly one is discounted, the others are told why not', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 1000 } })
    const code = await makeCode(sql, testEvent, { maxOrders: 1 })
    const owners = await Promise.all(Array.from({ length: 50 }, () => users.extra()))
    for (const owner of owners) await unlock(service, owner, testEvent, code.code)
    const lines = linesOf(testEvent, { Entry: 1 })
    // Open for this race alone: other files need connections too.
    const pool = users.connect(50)
    const endings = await together(
      pool,
      50,
      (tx, n) =>
        tx`select public.hold_items(${owners[n] ?? ''}, ${testEvent.eventId}, ${tx.json(lines)}, ${randomUUID()}, null, ${code.id})`,
    )
    await pool.end()
    expect(tally(endings)).toEqual({ ok: 1, code_used_up: 49 })
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [1, 0], units: [1, 0], cents: [200, 0] })
  })
})

describe('typing a code in', () => {
  test('opens it in whatever capitals, to one account, for one event; a second takes its place', async () => {
    const [testEvent, other] = [await createEvent(sql), await createEvent(sql)]
    const [code, second] = [await makeCode(sql, testEvent), await makeCode(sql, testEvent, { percent: 20 })]
    const mia = await users.extra()
    expect(await unlock(service, mia, testEvent, ` ${code.code.toLowerCase()} `)).toEqual({
      codeId: code.id,
      code: code.code,
    })
    const lines = linesOf(testEvent, { Entry: 1 })
    const hold = (owner: string, id: string) =>
      holdItems(service, owner, testEvent.eventId, lines, randomUUID(), id)
    expect((await hold(mia, code.id)).totalCents).toBe(1800)
    expect((await refusal(hold(await users.extra(), code.id))).code).toBe('code_unknown')
    expect(
      (
        await refusal(
          holdItems(service, mia, other.eventId, linesOf(other, { Entry: 1 }), randomUUID(), code.id),
        )
      ).code,
    ).toBe('code_unknown')
    await unlock(service, mia, testEvent, second.code)
    expect((await refusal(hold(mia, code.id))).code).toBe('code_unknown')
    expect((await hold(mia, second.id)).totalCents).toBe(1600)
    expect(
      await call(service, 'forget_code', { p_owner: mia, p_event: testEvent.eventId }, z.boolean()),
    ).toBe(true)
    expect((await refusal(hold(mia, second.id))).code).toBe('code_unknown')
  })

  test('is refused alike for no code, another event’s, an archived one, and an event that nobody sees', async () => {
    const [testEvent, other, draft] = [
      await createEvent(sql),
      await createEvent(sql),
      await createEvent(sql, { status: 'draft' }),
    ]
    const [theirs, gone, hidden] = [
      await makeCode(sql, other),
      await makeCode(sql, testEvent),
      await makeCode(sql, draft),
    ]
    await sql`update public.promo_codes set archived_at = now() where id = ${gone.id}`
    const responses = []
    for (const [event, code] of [
      [testEvent, 'NOSUCHCODE'],
      [testEvent, theirs.code],
      [testEvent, gone.code],
      [draft, hidden.code],
    ] as const)
      responses.push(await refusal(unlock(service, null, event, code)))
    expect(responses).toEqual(Array.from({ length: 4 }, () => ({ code: 'code_unknown', facts: {} })))
  })

  test.each<[string, CodeOptions, string]>([
    ['not yet', { startsIn: 1 }, 'code_not_started'],
    ['ended', { startsIn: -2, endsIn: -1 }, 'code_ended'],
  ])('%s', async (_, options, code) => {
    const testEvent = await createEvent(sql)
    const made = await makeCode(sql, testEvent, options)
    expect((await refusal(unlock(service, await users.extra(), testEvent, made.code))).code).toBe(code)
  })
})

describe('what a code opens', () => {
  /** Gus is a guest, Mia and Sid are members. */
  type Viewer = 'visitor' | 'Gus' | 'Mia' | 'Sid'
  const offerOf = async (eventId: string, who: Viewer) => {
    const page = await call(await users.actingAs(who), 'read_event_page', { p_id: eventId }, pageSchema)
    return page.offer
  }
  const pageSchema = z.object({
    offer: z.array(
      z.looseObject({
        name: z.string(),
        state: z.string(),
        priceCents: z.int().nullable(),
        fullPriceCents: z.int().nullable(),
        left: z.int().nullable(),
        totals: z.array(z.array(z.int())),
      }),
    ),
  })

  test('a type that only codes open: to those who typed in the code that names it, in the offer, by the row policies and for sale', async () => {
    const testEvent = await createEvent(sql, {
      types: [{ name: 'Entry' }, { name: 'Friends', visibility: 'code' }],
    })
    const [code, discount] = [
      await makeCode(sql, testEvent, { effect: 'access', types: ['Friends'] }),
      await makeCode(sql, testEvent),
    ]
    const [gus, sid] = [await users.id('Gus'), await users.id('Sid')]
    await unlock(service, gus, testEvent, code.code)
    await unlock(service, sid, testEvent, discount.code)
    const seen = async (who: Viewer) => {
      const client = await users.actingAs(who)
      const { data } = await client.from('ticket_types').select('name').eq('event_id', testEvent.eventId)
      return [(await offerOf(testEvent.eventId, who)).map(({ name }) => name).join(), data?.length]
    }
    expect(await seen('visitor')).toEqual(['Entry', 1])
    expect(await seen('Sid')).toEqual(['Entry', 1])
    expect(await seen('Gus')).toEqual(['Entry,Friends', 2])
    const hold = (owner: string, id: string | null) =>
      holdItems(service, owner, testEvent.eventId, linesOf(testEvent, { Friends: 1 }), randomUUID(), id)
    expect((await refusal(hold(sid, discount.id))).code).toBe('not_found')
    expect((await refusal(hold(gus, null))).code).toBe('not_found')
    expect((await hold(gus, code.id)).lines).toHaveLength(1)
  })

  test('early access: before the sale begins for everybody, with its code', async () => {
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry', saleStartsIn: 5 }] })
    const [code, later] = [
      await makeCode(sql, testEvent, { effect: 'access', earlyAccessIn: -1 }),
      await makeCode(sql, testEvent, { effect: 'access', earlyAccessIn: 2 }),
    ]
    const [mia, lee] = [await users.id('Mia'), await users.id('Sid')]
    expect((await refusal(holdTickets(service, mia, testEvent, { Entry: 1 }))).code).toBe('sale_not_started')
    expect((await holdWith(service, mia, testEvent, code, { Entry: 1 })).lines).toHaveLength(1)
    expect((await refusal(holdWith(service, lee, testEvent, later, { Entry: 1 }))).code).toBe(
      'sale_not_started',
    )
    expect(await offerOf(testEvent.eventId, 'Mia')).toMatchObject([{ state: 'on_sale' }])
    expect(await offerOf(testEvent.eventId, 'Sid')).toMatchObject([{ state: 'not_yet' }])
  })

  test('its prices, shown to that account alone, for each quantity across a release', async () => {
    const testEvent = await createEvent(sql, {
      feeFixedCents: 100,
      types: [
        {
          name: 'Entry',
          max: 4,
          releases: [
            { name: 'Early', faceCents: 1000, quantity: 2 },
            { name: 'Final', faceCents: 2000 },
          ],
        },
      ],
    })
    const code = await makeCode(sql, testEvent, { percent: 50, maxUnitsPerOrder: 3 })
    const mia = await users.id('Mia')
    await unlock(service, mia, testEvent, code.code)
    expect(await offerOf(testEvent.eventId, 'Mia')).toMatchObject([
      {
        priceCents: 600,
        fullPriceCents: 1100,
        totals: [
          [600, 100, 0],
          [1200, 200, 0],
          [2300, 300, 0],
          [4400, 400, 0],
        ],
      },
    ])
    expect(await offerOf(testEvent.eventId, 'visitor')).toMatchObject([
      {
        priceCents: 1100,
        fullPriceCents: null,
        totals: [
          [1100, 100, 0],
          [2200, 200, 0],
          [4300, 300, 0],
          [6400, 400, 0],
        ],
      },
    ])
  })
})

describe('places that a code keeps back', () => {
  const poolOf = async (eventId: string) => {
    const [row] = await sql<{ held: number; sold: number; blocked: number }[]>`
      select held, sold, blocked from public.capacity_pools where event_id = ${eventId}`
    return row
  }

  test('are sold to its holders first, come back with their holds, and are for everybody afterwards, without a sweep', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 6 } })
    const code = await makeCode(sql, testEvent, {
      effect: 'access',
      block: { pool: 'Room', places: 4, hours: 1 },
    })
    const [mia, lee] = [await users.extra(), await users.extra()]
    expect(await refusal(holdTickets(service, lee, testEvent, { Entry: 3 }))).toMatchObject({
      code: 'sold_out',
      facts: { left: 2 },
    })
    const hold = await holdWith(service, mia, testEvent, code, { Entry: 5 })
    expect(await poolOf(testEvent.eventId)).toEqual({ held: 5, sold: 0, blocked: 0 })
    await holdWith(service, mia, testEvent, code, { Entry: 3 })
    expect(await poolOf(testEvent.eventId)).toEqual({ held: 3, sold: 0, blocked: 1 })
    await endHold(hold.holdId)
    expect((await refusal(holdTickets(service, lee, testEvent, { Entry: 3 }))).code).toBe('sold_out')
    const again = await holdWith(service, mia, testEvent, code, { Entry: 2 })
    expect(await poolOf(testEvent.eventId)).toEqual({ held: 2, sold: 0, blocked: 2 })
    await pay(mia, again.holdId)
    expect(await poolOf(testEvent.eventId)).toEqual({ held: 0, sold: 2, blocked: 2 })
    await sql`update public.promo_codes set block_ends_at = now() where id = ${code.id}`
    await holdTickets(service, lee, testEvent, { Entry: 4 })
    expect(await poolOf(testEvent.eventId)).toEqual({ held: 4, sold: 2, blocked: 0 })
    expect(await usesOf(sql, code.id)).toMatchObject({ blocked: 0 })
  })

  test('that were held when the time ended go to everybody, not back', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 4 } })
    const code = await makeCode(sql, testEvent, {
      effect: 'access',
      block: { pool: 'Room', places: 4, hours: 1 },
    })
    const mia = await users.extra()
    const hold = await holdWith(service, mia, testEvent, code, { Entry: 2 })
    await sql`update public.promo_codes set block_ends_at = now() where id = ${code.id}`
    await call(service, 'release_hold', { p_owner: mia, p_hold: hold.holdId }, z.unknown())
    await sweep(sql)
    expect(await poolOf(testEvent.eventId)).toEqual({ held: 0, sold: 0, blocked: 0 })
  })

  test('are taken by parallel holds of the code and of others without overselling or a deadlock', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 20 } })
    const codes = [
      await makeCode(sql, testEvent, { effect: 'access', block: { pool: 'Room', places: 8, hours: 1 } }),
      await makeCode(sql, testEvent, { block: { pool: 'Room', places: 4, hours: 1 } }),
    ]
    const owners = await Promise.all(Array.from({ length: 45 }, () => users.extra()))
    for (const [n, owner] of owners.entries()) {
      const code = codes[n % 3]
      if (code) await unlock(service, owner, testEvent, code.code)
    }
    const lines = linesOf(testEvent, { Entry: 1 })
    const pool = users.connect(20)
    const endings = await together(
      pool,
      45,
      (tx, n) =>
        tx`select public.hold_items(${owners[n] ?? ''}, ${testEvent.eventId}, ${tx.json(lines)}, ${randomUUID()}, null, ${codes[n % 3]?.id ?? null})`,
    )
    await pool.end()
    expect(tally(endings)).toEqual({ ok: 20, sold_out: 25 })
    expect(await poolOf(testEvent.eventId)).toEqual({ held: 20, sold: 0, blocked: 0 })
  })
})
