import fc from 'fast-check'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { checkCharacter } from '#core/ticket-code.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { holdTickets } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const offerSchema = z.array(
  z.object({
    name: z.string(),
    state: z.string(),
    priceCents: z.int(),
    feeCents: z.int(),
    taxCents: z.int(),
    releaseName: z.string().nullable(),
    nextReleaseName: z.string().nullable(),
    nextPriceCents: z.int().nullable(),
    left: z.int().nullable(),
    minPerOrder: z.int(),
    maxPerOrder: z.int(),
  }),
)

/** Reads the offer as a person: sets the claims directly, because the function is internal. */
async function offerOf(eventId: string, name: Name | 'visitor' = 'visitor') {
  const claims =
    name === 'visitor' ? '' : JSON.stringify({ sub: await users.id(name), role: 'authenticated' })
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${claims}, true)`
    const [row] =
      await tx`select private.event_offer(e) as offer from public.events e where e.id = ${eventId}`
    return offerSchema.parse(row?.offer)
  })
}
const stateOf = async (eventId: string, name: Name | 'visitor' = 'visitor') =>
  (await offerOf(eventId, name)).map((type) => type.state).join()

describe('the offer of an event', () => {
  test('shows the all-in price of the running release, and the next', async () => {
    const releases = [
      { name: 'Early', faceCents: 2000, quantity: 2 },
      { name: 'Final', faceCents: 3000 },
    ]
    const testEvent = await createEvent(sql, {
      feeFixedCents: 100,
      feeBps: 1000,
      taxBps: 1000,
      types: [{ name: 'Entry', min: 2, releases }],
    })
    expect(await offerOf(testEvent.eventId)).toEqual([
      {
        name: 'Entry',
        state: 'on_sale',
        priceCents: 2300,
        feeCents: 300,
        taxCents: 230,
        releaseName: 'Early',
        nextReleaseName: 'Final',
        nextPriceCents: 3400,
        left: null,
        minPerOrder: 2,
        maxPerOrder: 10,
      },
    ])
    await holdTickets(service, await users.extra(), testEvent, { Entry: 2 })
    expect(await offerOf(testEvent.eventId)).toMatchObject([
      { releaseName: null, priceCents: 3400, nextReleaseName: null },
    ])
  })

  test('low at twenty or at a tenth, then sold out; an ended hold frees its places at once', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 22 } })
    expect(await offerOf(testEvent.eventId)).toMatchObject([{ state: 'on_sale', left: null }])
    const first = await holdTickets(service, await users.extra(), testEvent, { Entry: 2 })
    expect(await offerOf(testEvent.eventId)).toMatchObject([{ state: 'low', left: 20 }])
    await holdTickets(service, await users.extra(), testEvent, { Entry: 10 })
    await holdTickets(service, await users.extra(), testEvent, { Entry: 10 })
    expect(await offerOf(testEvent.eventId)).toMatchObject([{ state: 'sold_out', left: null }])
    await sql`update public.holds set expires_at = now() where id = ${first.holdId}`
    expect(await offerOf(testEvent.eventId)).toMatchObject([{ state: 'low', left: 2, maxPerOrder: 2 }])
    const big = await createEvent(sql, { pools: { Field: 1000 } })
    await sql`update public.price_releases set quantity = 100 where ticket_type_id = ${big.types.Entry ?? ''}`
    expect(await offerOf(big.eventId)).toMatchObject([{ state: 'low', left: 100 }])
  })

  test.each([
    ['on sale', {}, 'on_sale'],
    ['not yet', { types: [{ name: 'Entry', saleStartsIn: 1 }] }, 'not_yet'],
    ['ended', { types: [{ name: 'Entry', saleEndsIn: -1 }] }, 'ended'],
    ['over', { doorsIn: -9 }, 'ended'],
    ['postponed', { status: 'postponed' as const }, 'paused'],
    ['a members’ event', { visibility: 'members' as const }, 'members_only'],
    ['a members’ type', { types: [{ name: 'Entry', visibility: 'members' as const }] }, ''],
    ['a type that a code opens', { types: [{ name: 'Entry', visibility: 'code' as const }] }, ''],
    ['a staff type', { types: [{ name: 'Entry', visibility: 'staff' as const }] }, ''],
    ['a draft', { status: 'draft' as const }, ''],
    ['no pool', { types: [{ name: 'Entry', pools: [] }] }, 'sold_out'],
    [
      'only ended releases',
      { types: [{ name: 'Entry', releases: [{ name: 'Early', faceCents: 1, endsIn: -1 }] }] },
      'ended',
    ],
    [
      'an empty release',
      { types: [{ name: 'Entry', releases: [{ name: 'Early', faceCents: 1, quantity: 0 }] }] },
      'sold_out',
    ],
  ])('%s', async (_, options, state) => {
    expect(await stateOf((await createEvent(sql, options)).eventId)).toBe(state)
  })

  test('members and staff see their own ticket types', async () => {
    const members = await createEvent(sql, { visibility: 'members' })
    const club = await createEvent(sql, { types: [{ name: 'Club', visibility: 'members' }] })
    const crew = await createEvent(sql, { types: [{ name: 'Crew', visibility: 'staff' }] })
    const presale = await createEvent(sql, {
      types: [{ name: 'Entry', saleStartsIn: 2, membersSaleStartsIn: -1 }],
    })
    const sees = {
      visitor: ['members_only', '', '', 'not_yet'],
      Gus: ['members_only', '', '', 'not_yet'],
      Mia: ['on_sale', 'on_sale', '', 'on_sale'],
      Mo: ['on_sale', 'on_sale', 'on_sale', 'on_sale'],
      Ada: ['on_sale', 'on_sale', 'on_sale', 'on_sale'],
    } as const
    for (const [name, states] of Object.entries(sees)) {
      const who = z.enum(['visitor', 'Gus', 'Mia', 'Mo', 'Ada']).parse(name)
      const seen = []
      for (const { eventId } of [members, club, crew, presale]) seen.push(await stateOf(eventId, who))
      expect([name, ...seen]).toEqual([name, ...states])
    }
  })
})

/** Computes the price of one ticket a second time from the text of the rule, with big integers. */
function priceByTheRule(face: bigint, fixed: bigint, feeBps: bigint, taxBps: bigint, taxOnFees = true) {
  const percentHalfUp = (amount: bigint, bps: bigint) => {
    const tenThousandths = amount * bps
    const cents = tenThousandths / 10_000n
    return tenThousandths % 10_000n >= 5000n ? cents + 1n : cents
  }
  const fee = face === 0n ? 0n : fixed + percentHalfUp(face, feeBps)
  const tax = face === 0n ? 0n : percentHalfUp(taxOnFees ? face + fee : face, taxBps)
  return { face, fee, tax, total: face + fee + tax }
}

describe('prices, against a second implementation of the rule', () => {
  test('of one ticket, for 5,000 random prices and their edges', async () => {
    const cents = fc.oneof(fc.constantFrom(0, 1, 49, 50, 99, 10_000_000), fc.nat(20_000), fc.nat(10_000_000))
    const cases = fc.sample(
      fc.record({
        face: cents,
        fixed: fc.oneof(fc.constant(0), fc.nat(100_000)),
        feeBps: fc.nat(5000),
        taxBps: fc.nat(3000),
        taxOnFees: fc.boolean(),
      }),
      { numRuns: 5000, seed: 20261121 },
    )
    const rows = await sql<{ fee: string; tax: string; total: string }[]>`
      select u.fee_cents::text as fee, u.tax_cents::text as tax, u.total_cents::text as total
      from jsonb_array_elements(${sql.json(cases)}) with ordinality c (x, n)
      cross join lateral private.price_unit((x ->> 'face')::bigint, (x ->> 'fixed')::bigint, (x ->> 'feeBps')::int, (x ->> 'taxBps')::int, (x ->> 'taxOnFees')::boolean) u
      order by n`
    for (const [n, one] of cases.entries()) {
      const rule = priceByTheRule(
        BigInt(one.face),
        BigInt(one.fixed),
        BigInt(one.feeBps),
        BigInt(one.taxBps),
        one.taxOnFees,
      )
      const row = rows[n]
      expect([one, row?.fee, row?.tax, row?.total]).toEqual([
        one,
        `${rule.fee}`,
        `${rule.tax}`,
        `${rule.total}`,
      ])
    }
  })

  test('of whole carts over several types and releases: offered = held = the rule', async () => {
    const release = fc.record({
      faceCents: fc.oneof(fc.constant(0), fc.nat(30_000)),
      quantity: fc.option(fc.integer({ min: 1, max: 4 })),
    })
    const cart = fc.record({
      feeFixedCents: fc.nat(500),
      feeBps: fc.nat(2000),
      taxBps: fc.nat(1500),
      types: fc.array(
        fc.record({
          releases: fc.array(release, { minLength: 1, maxLength: 3 }),
          units: fc.integer({ min: 1, max: 4 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(cart, async ({ types, ...fees }) => {
        const last = { faceCents: 40_000, quantity: null }
        const all = types.map((type) => ({ ...type, releases: [...type.releases, last] }))
        const testEvent = await createEvent(sql, {
          ...fees,
          types: all.map((type, n) => ({
            name: `T${n}`,
            releases: type.releases.map((r, at) => ({ name: `R${at}`, ...r })),
          })),
        })
        let expected = 0n
        const rule = (face: number) =>
          priceByTheRule(BigInt(face), BigInt(fees.feeFixedCents), BigInt(fees.feeBps), BigInt(fees.taxBps))
        for (const type of all) {
          let need = type.units
          for (const r of type.releases) {
            const take = Math.min(need, r.quantity ?? need)
            expected += BigInt(take) * rule(r.faceCents).total
            need -= take
          }
        }
        const offer = await offerOf(testEvent.eventId)
        for (const [n, type] of all.entries()) {
          const first = rule(type.releases[0]?.faceCents ?? 0)
          expect(offer[n]).toMatchObject({
            priceCents: Number(first.face + first.fee),
            taxCents: Number(first.tax),
          })
        }
        const choice = Object.fromEntries(all.map((type, n) => [`T${n}`, type.units]))
        const hold = await holdTickets(service, await users.extra(), testEvent, choice)
        expect(hold.totalCents).toBe(Number(expected))
      }),
      { numRuns: 25, seed: 20261121 },
    )
  })
})

describe('ticket codes', () => {
  test('the database and the site compute the same check character', async () => {
    const rows = await sql<{ code: string; body: string; check: string }[]>`
      select c.code, left(c.code, 8) as body, private.check_character(left(c.code, 8)) as check
      from generate_series(1, 300) n cross join lateral (select private.new_ticket_code() as code, n) c`
    for (const row of rows) {
      expect(row.code).toBe(row.body + checkCharacter(row.body))
      expect(row.check).toBe(checkCharacter(row.body))
    }
    expect(new Set(rows.map((row) => row.code)).size).toBe(300)
  })

  test('use every character of the alphabet in every place', async () => {
    const rows = await sql<{ place: number; seen: number }[]>`
      select place, count(distinct substr(code, place, 1))::int as seen
      from (select private.random_code(8) as code from generate_series(1, 2000)) c, generate_series(1, 8) place group by place`
    expect(rows.map((row) => row.seen)).toEqual(Array.from({ length: 8 }, () => 32))
  })
})

test.each([
  ['Mia@Example.com', 'mia@example.com'],
  [' mia+news@example.com ', 'mia@example.com'],
  ['m.i.a+x@gmail.com', 'mia@gmail.com'],
  ['m.ia@googlemail.com', 'mia@gmail.com'],
  ['m.ia@example.com', 'm.ia@example.com'],
])('the mailbox behind %s is %s', async (email, key) => {
  expect(await sql`select private.email_key(${email}) as key`).toEqual([{ key }])
})
