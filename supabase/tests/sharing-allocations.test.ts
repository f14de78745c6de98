import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { wallTimeOf } from '#core/event-time.ts'
import { mailKinds } from '#features/mail/mail-kinds.server.ts'
import {
  allocatedPlaceSchema,
  allocationListSchema,
  myAllocationsSchema,
  placeSplitSchema,
} from '#features/sharing/allocations/allocations.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { raceForAllocation } from './races.ts'
import { beginPayment, call, holdTickets, placeOrder, refusal, report } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Places that an admin gives to a member, who hands each to a named person at the house's price. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(20)
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const anything = z.unknown()

/** Gives places of an event to Mia until so many hours from now. */
async function give(event: TestEvent, places: number, more: Record<string, unknown> = {}, hours = 24) {
  const endsAt = wallTimeOf(new Date(Date.now() + hours * 3_600_000), 'America/New_York')
  const args = {
    p_event: event.eventId,
    p_type: event.types.Entry,
    p_member: await users.email('Mia'),
    p_places: places,
    p_ends_at: endsAt,
    p_key: randomUUID(),
    ...more,
  }
  return call(await users.actingAs('Ada'), 'give_allocation', args, z.uuid())
}

const hand = async (allocation: string, name: string, member?: string) =>
  call(
    service,
    'hand_on_place',
    { p_member: member ?? (await users.id('Mia')), p_allocation: allocation, p_name: name },
    z.uuid(),
  )

/** Makes the link of a place, and returns the hash of its token. */
async function linkTo(place: string): Promise<string> {
  const hash = hashToken(makeToken())
  await call(
    service,
    'add_link',
    { p_purpose: 'allocation_place', p_subject: place, p_token_hash: hash },
    z.string().nullable(),
  )
  return hash
}

const take = (owner: string, hash: string) =>
  call(service, 'take_allocated_place', { p_owner: owner, p_token_hash: hash }, z.uuid())

const mine = async (allocation: string) => {
  const { allocations } = await call(
    await users.actingAs('Mia'),
    'read_my_allocations',
    {},
    myAllocationsSchema,
  )
  return allocations.find(({ id }) => id === allocation)
}

test('places are out of the sale, and each is bought at the house’s price by the person it was handed to', async () => {
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 4 }, feeFixedCents: 150 })
  const allocation = await give(event, 3)
  expect((await refusal(holdTickets(service, await users.extra(), event, { Entry: 2 }))).code).toBe(
    'sold_out',
  )
  const place = await hand(allocation, '  Kemar   Johnson ')
  const link = await linkTo(place)
  const shown = await call(service, 'read_allocated_place', { p_token_hash: link }, allocatedPlaceSchema)
  expect(shown).toMatchObject({ guestName: 'Kemar Johnson', state: 'handed', totalCents: 2150 })
  const guest = await users.extra()
  const hold = await take(guest, link)
  expect((await mine(allocation))?.rows.map(({ state }) => state)).toEqual(['opened', 'free', 'free'])
  const order = await placeOrder(service, guest, hold)
  expect(order.totalCents).toBe(2150)
  await report(service, await beginPayment(service, guest, order.orderId), 'succeeded')
  expect((await mine(allocation))?.rows.map(({ state }) => state)).toEqual(['bought', 'free', 'free'])
  expect((await refusal(take(await users.extra(), link))).code).toBe('place_over')
})

test('a link works for who has it, and no longer once the place was taken back', async () => {
  const event = await createEvent(sql, { doorsIn: 72 })
  const allocation = await give(event, 1)
  const place = await hand(allocation, 'Shelly')
  expect((await refusal(hand(allocation, 'Andre'))).code).toBe('allocation_used_up')
  const link = await linkTo(place)
  const guest = await users.extra()
  const hold = await take(guest, link)
  const order = await placeOrder(service, guest, hold)
  const back = async (member: string) =>
    call(service, 'take_back_place', { p_member: member, p_place: place }, anything)
  expect((await refusal(back(await users.id('Sid')))).code).toBe('not_found')
  await back(await users.id('Mia'))
  expect(await sql`select status from public.orders where id = ${order.orderId}`).toEqual([
    { status: 'expired' },
  ])
  expect((await refusal(take(guest, link))).code).toBe('not_found')
  expect((await refusal(placeOrder(service, guest, hold))).code).toBe('not_found')
  expect(await hand(allocation, 'Andre')).toBe(place)
  expect((await refusal(hand(allocation, 'Andre', await users.id('Sid')))).code).toBe('not_found')
  expect((await refusal(hand(allocation, ' '))).code).toBe('name_invalid')
})

test('the member is told by mail, and once more a day before places return; who has handed all on is not', async () => {
  const event = await createEvent(sql, { doorsIn: 100, pools: { Room: 6 } })
  const [first, second] = [await give(event, 2, {}, 72), await give(event, 1, {}, 72)]
  const mails = async (allocation: string) =>
    (
      await sql<{ kind: string; recipient: string }[]>`
        select kind, recipient from private.mail_outbox where subject_id = ${allocation} order by created_at, kind`
    ).map(({ kind, recipient }) => `${kind} ${recipient}`)
  const mia = await users.email('Mia')
  expect(await mails(first)).toEqual([`allocation_given ${mia}`])
  const remind = () => call(service, 'remind_of_allocations', {}, z.int())
  await remind()
  expect(await mails(first)).toHaveLength(1)
  const place = await hand(second, 'Ricky')
  await take(await users.extra(), await linkTo(place))
  await sql`update private.allocations set created_at = now() - interval '3 days', ends_at = now() + interval '23 hours' where id in (${first}, ${second})`
  await Promise.all([remind(), remind()])
  await remind()
  expect([await mails(first), await mails(second)]).toEqual([
    [`allocation_given ${mia}`, `allocation_ending ${mia}`],
    [`allocation_given ${mia}`],
  ])
  const [mail] = await sql<{ id: string }[]>`
    select id from private.mail_outbox where subject_id = ${first} and kind = 'allocation_ending'`
  const facts = () =>
    call(service, 'read_mail_facts', { p_mail: mail?.id }, mailKinds.allocation_ending.schema)
  expect((await facts()).allocation).toMatchObject({ places: 2, left: 2, isOver: false })
  await call(
    await users.actingAs('Ada'),
    'revoke_allocation',
    { p_allocation: first, p_reason: 'Not needed' },
    z.int(),
  )
  expect((await facts()).allocation).toMatchObject({ left: 0, isOver: true })
})

test('what nobody bought by the time returns by itself, and an admin takes back what is left before', async () => {
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 3 } })
  const allocation = await give(event, 2)
  await hand(allocation, 'Tanya')
  await sql`
    update public.holds set expires_at = now() - interval '1 second' where kind = 'allocation' and event_id = ${event.eventId}`
  await holdTickets(service, await users.extra(), event, { Entry: 3 })
  expect((await mine(allocation))?.rows.map(({ state }) => state)).toEqual(['returned', 'returned'])

  const other = await createEvent(sql, { doorsIn: 72, pools: { Room: 3 } })
  const second = await give(other, 3)
  const revoke = async (who: 'Ada' | 'Mo' | 'Mia', reason = 'No longer on the committee') =>
    call(await users.actingAs(who), 'revoke_allocation', { p_allocation: second, p_reason: reason }, z.int())
  for (const who of ['Mo', 'Mia'] as const) expect((await refusal(revoke(who))).code).toBe('not_allowed')
  expect((await refusal(revoke('Ada', ''))).code).toBe('reason_required')
  expect(await revoke('Ada')).toBe(3)
  await holdTickets(service, await users.extra(), other, { Entry: 3 })
})

test('an admin alone gives places, to a member, no more than are left, until the sale ends at the latest', async () => {
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 3 } })
  expect((await refusal(give(event, 4))).code).toBe('sold_out')
  expect((await refusal(give(event, 1, { p_member: 'nobody-of-that-name' }))).code).toBe('member_unknown')
  for (const hours of [0, 200])
    expect((await refusal(give(event, 1, {}, hours))).code).toBe('allocation_time')
  for (const who of ['Mo', 'Mia', 'Gus'] as const) {
    const args = {
      p_event: event.eventId,
      p_type: event.types.Entry,
      p_member: await users.email('Mia'),
      p_places: 1,
      p_ends_at: wallTimeOf(new Date(Date.now() + 3_600_000), 'America/New_York'),
      p_key: randomUUID(),
    }
    expect((await refusal(call(await users.actingAs(who), 'give_allocation', args, anything))).code).toBe(
      'not_allowed',
    )
  }
  const [row] = await sql`select held from public.capacity_pools where event_id = ${event.eventId}`
  expect(row).toEqual({ held: 0 })
})

test('the line on the event’s page equals its rows, and is shown only where admins want it', async () => {
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 20 } })
  const allocation = await give(event, 5)
  const link = await linkTo(await hand(allocation, 'Ricky'))
  const guest = await users.extra()
  const order = await placeOrder(service, guest, await take(guest, link))
  await report(service, await beginPayment(service, guest, order.orderId), 'succeeded')
  const visitor = await users.actingAs('visitor')
  const read = () => call(visitor, 'read_place_split', { p_event: event.eventId }, placeSplitSchema)
  expect(await read()).toBeNull()
  const ada = await users.actingAs('Ada')
  const show = (who: typeof ada) =>
    call(who, 'show_place_split', { p_event: event.eventId, p_shown: true }, anything)
  expect((await refusal(show(await users.actingAs('Mia')))).code).toBe('not_allowed')
  await show(ada)
  expect(await read()).toEqual({ capacity: 20, public: 15, committee: 5, invited: 0 })
  const board = z.object({
    board: z.object({
      pools: z.array(z.object({ sold: z.int(), held: z.int(), blocked: z.int(), left: z.int() })),
    }),
  })
  const { pools } = (await call(ada, 'read_capacity_board', { p_event: event.eventId }, board)).board
  expect(pools).toEqual([{ sold: 1, held: 0, blocked: 4, left: 15 }])
  const { allocations } = await call(
    ada,
    'list_allocations',
    { p_event: event.eventId },
    allocationListSchema,
  )
  expect(allocations.flatMap(({ rows }) => rows).map(({ state }) => state)).toEqual([
    'bought',
    'free',
    'free',
    'free',
    'free',
  ])
})

test('the list of an event is searched by member, and has pages and tabs', async () => {
  const event = await createEvent(sql, { doorsIn: 100 })
  const given = [await give(event, 1), await give(event, 1), await give(event, 1)]
  const ada = await users.actingAs('Ada')
  const list = async (more: Record<string, unknown>) =>
    await call(ada, 'list_allocations', { p_event: event.eventId, ...more }, allocationListSchema)
  const first = await list({ p_limit: 2 })
  expect([first.allocations.length, first.total?.count]).toEqual([2, 3])
  const rest = await list({ p_limit: 2, p_after: first.next })
  expect([rest.next, rest.total]).toEqual([null, null])
  expect([...first.allocations, ...rest.allocations].map(({ id }) => id)).toEqual(given.toReversed())
  const [name] = await sql<{ name: string }[]>`
    select display_name as name from public.profiles where id = ${await users.id('Mia')}`
  expect((await list({ p_search: name?.name.slice(0, 3) })).total?.count).toBe(3)
  expect((await list({ p_search: 'zzz' })).allocations).toEqual([])
  await call(ada, 'revoke_allocation', { p_allocation: given[0], p_reason: 'Not needed' }, z.int())
  expect((await list({ p_show: 'over' })).allocations.map(({ id }) => id)).toEqual([given[0]])
  expect((await list({ p_show: 'open' })).total?.count).toBe(2)
})

test('200 hand-outs at once of an allocation of 8: 8 people get a place, each another one', async () => {
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 10 } })
  const allocation = await give(event, 8)
  const { endings, places, held } = await raceForAllocation(pool, {
    allocation,
    member: await users.id('Mia'),
    hands: 200,
  })
  expect(endings).toEqual({ ok: 8, allocation_used_up: 192 })
  expect([places, held]).toEqual([8, 8])
})
