import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { countersOf, createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, checkOut, heldSchema, holdTickets, linesOf, refusal, report } from './selling.ts'
import { openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const pastEnd = (holdId: string) =>
  sql`update public.holds set expires_at = now() - interval '1 second' where id = ${holdId}`
const release = (owner: string, hold: string) =>
  call(service, 'release_hold', { p_owner: owner, p_hold: hold }, z.object({ status: z.string() }))

describe('holding tickets', () => {
  test('sets places aside at the database’s price, for ten minutes', async () => {
    const testEvent = await createEvent(sql, { feeFixedCents: 150, feeBps: 350, taxBps: 888 })
    const buyer = await users.extra()
    const from = Date.now()
    const hold = await holdTickets(service, buyer, testEvent, { Entry: 3 })
    const held = Date.parse(hold.expiresAt) - 10 * 60_000
    expect(hold.lines).toMatchObject([
      { quantity: 3, unitFaceCents: 2000, discountCents: 0, feeCents: 3 * 220, taxCents: 3 * 197 },
    ])
    expect(hold.totalCents).toBe(3 * 2417)
    // Ten minutes from some moment of the call; the database's clock is this machine's, in microseconds.
    expect(held).toBeGreaterThanOrEqual(from - 1)
    expect(held).toBeLessThanOrEqual(Date.now() + 1)
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 3, sold: 0 }])
  })

  test('units beyond a release get the price of the next, and a held price stays', async () => {
    const releases = [
      { name: 'Early', faceCents: 1000, quantity: 3 },
      { name: 'Final', faceCents: 2500 },
    ]
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry', releases }] })
    const owner = await users.extra()
    const hold = await holdTickets(service, owner, testEvent, { Entry: 5 })
    expect(
      hold.lines.map((line) => [line.quantity, line.unitFaceCents]).sort(([a = 0], [b = 0]) => a - b),
    ).toEqual([
      [2, 2500],
      [3, 1000],
    ])
    await sql`update public.price_releases set face_cents = 9900 where ticket_type_id = ${testEvent.types.Entry ?? ''}`
    const [line] =
      await sql`select sum(quantity * unit_face_cents)::int as total from public.hold_lines where hold_id = ${hold.holdId}`
    expect(line).toEqual({ total: 8000 })
  })

  test('after a release ends the next one sells', async () => {
    const releases = [
      { name: 'Early', faceCents: 1000, endsIn: -1 },
      { name: 'Final', faceCents: 2500 },
    ]
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry', releases }] })
    const hold = await holdTickets(service, await users.extra(), testEvent, { Entry: 1 })
    expect(hold.lines).toMatchObject([{ unitFaceCents: 2500 }])
  })

  test('holding again replaces the lines and does not move the end', async () => {
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry' }, { name: 'VIP' }] })
    const owner = await users.extra()
    const first = await holdTickets(service, owner, testEvent, { Entry: 4 })
    const second = await holdTickets(service, owner, testEvent, { Entry: 1, VIP: 2 })
    expect(second.holdId).toBe(first.holdId)
    expect(second.expiresAt).toBe(first.expiresAt)
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 3, sold: 0 }])
  })

  test('a change that is refused leaves the cart as it was', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 4 } })
    const owner = await users.extra()
    const first = await holdTickets(service, owner, testEvent, { Entry: 3 })
    expect(await refusal(holdTickets(service, owner, testEvent, { Entry: 5 }))).toMatchObject({
      code: 'sold_out',
      facts: { left: 4 },
    })
    const [line] = await sql`select quantity from public.hold_lines where hold_id = ${first.holdId}`
    expect(line).toEqual({ quantity: 3 })
  })

  test('an ended hold frees its places for the next buyer without a sweep', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 2 } })
    const slow = await holdTickets(service, await users.extra(), testEvent, { Entry: 2 })
    expect(await refusal(holdTickets(service, await users.extra(), testEvent, { Entry: 1 }))).toMatchObject({
      code: 'sold_out',
      facts: { left: 0, type: 'Entry' },
    })
    await pastEnd(slow.holdId)
    const quick = await holdTickets(service, await users.extra(), testEvent, { Entry: 2 })
    expect(quick.totalCents).toBe(4000)
    expect(await sql`select status from public.holds where id = ${slow.holdId}`).toEqual([
      { status: 'expired' },
    ])
  })

  test('one’s own hold that ended is replaced by a new one with a new end', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 2 } })
    const owner = await users.extra()
    const first = await holdTickets(service, owner, testEvent, { Entry: 2 })
    await pastEnd(first.holdId)
    const second = await holdTickets(service, owner, testEvent, { Entry: 2 })
    expect(second.holdId).not.toBe(first.holdId)
  })

  test('ends with the sale at the latest', async () => {
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry', saleEndsIn: 0.05 }] })
    const hold = await holdTickets(service, await users.extra(), testEvent, { Entry: 1 })
    expect(Date.parse(hold.expiresAt) - Date.now()).toBeLessThan(0.051 * 3_600_000)
  })

  test('every pool of a type counts: the scarcest decides', async () => {
    const testEvent = await createEvent(sql, {
      pools: { Legal: 10, VIP: 2 },
      types: [
        { name: 'Entry', pools: ['Legal'] },
        { name: 'Balcony', pools: ['VIP', 'Legal'] },
      ],
    })
    expect(await refusal(holdTickets(service, await users.extra(), testEvent, { Balcony: 3 }))).toMatchObject(
      {
        code: 'sold_out',
        facts: { left: 2 },
      },
    )
    await holdTickets(service, await users.extra(), testEvent, { Balcony: 2, Entry: 7 })
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([
      { name: 'Legal', held: 9, sold: 0 },
      { name: 'VIP', held: 2, sold: 0 },
    ])
  })

  test('allows less than the minimum when it is all that is left', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 3 }, types: [{ name: 'Pair', min: 2 }] })
    const owner = await users.extra()
    expect(await refusal(holdTickets(service, owner, testEvent, { Pair: 1 }))).toMatchObject({
      code: 'order_minimum',
      facts: { minimum: 2, type: 'Pair' },
    })
    await holdTickets(service, owner, testEvent, { Pair: 2 })
    await holdTickets(service, await users.extra(), testEvent, { Pair: 1 })
  })
})

describe('refusing a hold', () => {
  const refusedFor = async (
    options: Parameters<typeof createEvent>[1],
    choice: Record<string, number> = { Entry: 1 },
    owner?: string,
  ) => {
    const testEvent = await createEvent(sql, options)
    return refusal(holdTickets(service, owner ?? (await users.extra()), testEvent, choice))
  }

  test.each([
    ['a draft', { status: 'draft' as const }, 'not_found'],
    ['an archived event', { status: 'archived' as const }, 'not_found'],
    ['a postponed event', { status: 'postponed' as const }, 'sale_paused'],
    ['an event that is over', { doorsIn: -10 }, 'sale_ended'],
    ['a type whose sale ended', { types: [{ name: 'Entry', saleEndsIn: -1 }] }, 'sale_ended'],
    ['a type not on sale yet', { types: [{ name: 'Entry', saleStartsIn: 1 }] }, 'sale_not_started'],
    ['a type for staff', { types: [{ name: 'Entry', visibility: 'staff' as const }] }, 'not_found'],
    ['a type without a pool', { types: [{ name: 'Entry', pools: [] }] }, 'sold_out'],
    ['a type above its own limit', { types: [{ name: 'Entry', max: 1 }] }, 'order_limit', { Entry: 2 }],
    [
      'more than one order may have',
      { types: [{ name: 'Entry' }, { name: 'VIP' }] },
      'order_limit',
      { Entry: 6, VIP: 5 },
    ],
    ['more than a person may have', { maxPerPerson: 2 }, 'person_limit', { Entry: 3 }],
  ])('%s', async (_, options, code, choice: Record<string, number> = { Entry: 1 }) => {
    expect((await refusedFor(options, choice)).code).toBe(code)
  })

  test('a paused sale, of the event or of the type', async () => {
    const testEvent = await createEvent(sql)
    await sql`update public.events set sales_paused_at = now() where id = ${testEvent.eventId}`
    expect((await refusal(holdTickets(service, await users.extra(), testEvent, { Entry: 1 }))).code).toBe(
      'sale_paused',
    )
    const other = await createEvent(sql)
    await sql`update public.ticket_types set paused_at = now() where event_id = ${other.eventId}`
    expect((await refusal(holdTickets(service, await users.extra(), other, { Entry: 1 }))).code).toBe(
      'sale_paused',
    )
  })

  test('members’ tickets are for members, staff’s for staff', async () => {
    const testEvent = await createEvent(sql, {
      types: [
        { name: 'Club', visibility: 'members' },
        { name: 'Crew', visibility: 'staff' },
      ],
    })
    const gus = await users.id('Gus')
    expect((await refusal(holdTickets(service, gus, testEvent, { Club: 1 }))).code).toBe('not_found')
    await holdTickets(service, await users.id('Mia'), testEvent, { Club: 1 })
    await holdTickets(service, await users.id('Mo'), testEvent, { Crew: 1 })
    const party = await createEvent(sql, { visibility: 'members' })
    expect((await refusal(holdTickets(service, gus, party, { Entry: 1 }))).code).toBe('members_only')
    const open = await createEvent(sql)
    await holdTickets(service, gus, open, { Entry: 1 })
  })

  test.each([
    ['no lines', []],
    ['not a list', { kind: 'ticket', item: randomUUID(), quantity: 1 }],
    ['nothing', null],
    ['zero', [{ kind: 'ticket', item: randomUUID(), quantity: 0 }]],
    ['minus one', [{ kind: 'ticket', item: randomUUID(), quantity: -1 }]],
    ['a half', [{ kind: 'ticket', item: randomUUID(), quantity: 1.5 }]],
    ['a word', [{ kind: 'ticket', item: randomUUID(), quantity: '2' }]],
    ['a billion', [{ kind: 'ticket', item: randomUUID(), quantity: 1e9 }]],
    ['no id', [{ kind: 'ticket', item: 'all', quantity: 1 }]],
    [
      'fifty-one lines',
      Array.from({ length: 51 }, () => ({ kind: 'ticket', item: randomUUID(), quantity: 1 })),
    ],
  ])('bad input: %s', async (_, lines) => {
    const testEvent = await createEvent(sql)
    const args = {
      p_owner: await users.id('Mia'),
      p_event: testEvent.eventId,
      p_lines: lines,
      p_key: randomUUID(),
    }
    expect((await refusal(call(service, 'hold_items', args, heldSchema))).code).toBe('invalid')
  })

  test('splitting a choice over lines does not evade the limit', async () => {
    const testEvent = await createEvent(sql, { types: [{ name: 'Entry', max: 2 }] })
    const lines = [...linesOf(testEvent, { Entry: 2 }), ...linesOf(testEvent, { Entry: 1 })]
    const args = {
      p_owner: await users.extra(),
      p_event: testEvent.eventId,
      p_lines: lines,
      p_key: randomUUID(),
    }
    expect((await refusal(call(service, 'hold_items', args, heldSchema))).code).toBe('order_limit')
  })

  test('another event’s type, an unknown event, an unknown or deactivated person', async () => {
    const testEvent = await createEvent(sql)
    const other = await createEvent(sql)
    const mia = await users.id('Mia')
    const mixed = { ...testEvent, types: other.types }
    expect((await refusal(holdTickets(service, mia, mixed, { Entry: 1 }))).code).toBe('not_found')
    const nowhere = { ...testEvent, eventId: randomUUID() }
    expect((await refusal(holdTickets(service, mia, nowhere, { Entry: 1 }))).code).toBe('not_found')
    expect((await refusal(holdTickets(service, randomUUID(), testEvent, { Entry: 1 }))).code).toBe(
      'sign_in_required',
    )
    const deleted = await users.extra()
    await sql`update public.profiles set deactivated_at = now() where id = ${deleted}`
    expect((await refusal(holdTickets(service, deleted, testEvent, { Entry: 1 }))).code).toBe(
      'sign_in_required',
    )
  })

  test('the limit per person counts what they own, by account and by the mailbox they have proven', async () => {
    const testEvent = await createEvent(sql, { maxPerPerson: 3 })
    const owner = await users.extra()
    await buy(service, owner, testEvent, { Entry: 2 })
    expect(await refusal(holdTickets(service, owner, testEvent, { Entry: 2 }))).toMatchObject({
      code: 'person_limit',
      facts: { limit: 3, left: 1 },
    })
    // a second account that gave the mailbox which the first order went to, written differently
    const [{ email } = { email: '' }] = await sql<
      { email: string }[]
    >`select email from public.orders where owner_id = ${owner}`
    const twin = await users.extra()
    await sql`insert into private.contacts (user_id, email) values (${twin}, ${email.toUpperCase().replace('@', '+TAG@')})`
    await holdTickets(service, twin, testEvent, { Entry: 2 }) // may be anybody who wrote that address
    await sql`update public.profiles set email_verified_at = now() where id = ${twin}`
    expect((await refusal(holdTickets(service, twin, testEvent, { Entry: 2 }))).code).toBe('person_limit')
    await holdTickets(service, twin, testEvent, { Entry: 1 })
  })

  test('the cart cannot change while a payment is processed', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { hold, payment } = await checkOut(service, owner, testEvent, { Entry: 2 })
    await report(service, payment, 'processing')
    expect((await refusal(holdTickets(service, owner, testEvent, { Entry: 1 }))).code).toBe(
      'payment_in_progress',
    )
    expect((await refusal(release(owner, hold.holdId))).code).toBe('payment_in_progress')
  })
})

describe('idempotency', () => {
  test('the same key returns the same response; another body with it is refused', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const key = randomUUID()
    const first = await holdTickets(service, owner, testEvent, { Entry: 2 }, key)
    expect(await holdTickets(service, owner, testEvent, { Entry: 2 }, key)).toEqual(first)
    expect((await refusal(holdTickets(service, owner, testEvent, { Entry: 3 }, key))).code).toBe('key_reused')
    // the same key of another person is another key
    await holdTickets(service, await users.extra(), testEvent, { Entry: 3 }, key)
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 5, sold: 0 }])
  })

  test('a refused try can be repeated with its key', async () => {
    const testEvent = await createEvent(sql, { pools: { Room: 1 } })
    const owner = await users.extra()
    const key = randomUUID()
    expect((await refusal(holdTickets(service, owner, testEvent, { Entry: 2 }, key))).code).toBe('sold_out')
    await sql`update public.capacity_pools set capacity = 2 where event_id = ${testEvent.eventId}`
    await holdTickets(service, owner, testEvent, { Entry: 2 }, key)
  })

  test('twenty copies at once are one hold', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const key = randomUUID()
    const results = await Promise.all(
      Array.from({ length: 20 }, () => holdTickets(service, owner, testEvent, { Entry: 2 }, key)),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 2, sold: 0 }])
  })
})

describe('releasing a hold', () => {
  test('returns its places and ends its order; doing it again is harmless', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { hold, order } = await checkOut(service, owner, testEvent, { Entry: 2 })
    expect(await release(owner, hold.holdId)).toEqual({ status: 'released' })
    expect(await release(owner, hold.holdId)).toEqual({ status: 'released' })
    expect(await countersOf(sql, testEvent.eventId)).toEqual({
      pools: [{ name: 'Room', held: 0, sold: 0 }],
      releases: [{ name: 'Final', held: 0, sold: 0 }],
    })
    expect(await sql`select status from public.orders where id = ${order.orderId}`).toEqual([
      { status: 'expired' },
    ])
  })

  test('is the owner’s alone', async () => {
    const testEvent = await createEvent(sql)
    const hold = await holdTickets(service, await users.id('Mia'), testEvent, { Entry: 1 })
    expect((await refusal(release(await users.id('Sid'), hold.holdId))).code).toBe('not_found')
  })

  test('the sweep ends holds and their orders once', async () => {
    const testEvent = await createEvent(sql)
    const owner = await users.extra()
    const { hold, order } = await checkOut(service, owner, testEvent, { Entry: 2 })
    await pastEnd(hold.holdId)
    await Promise.all(Array.from({ length: 5 }, () => service.rpc('sweep')))
    await service.rpc('sweep')
    expect((await countersOf(sql, testEvent.eventId)).pools).toEqual([{ name: 'Room', held: 0, sold: 0 }])
    expect(await sql`select status from public.orders where id = ${order.orderId}`).toEqual([
      { status: 'expired' },
    ])
  })
})
