import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { admittedGuestsSchema, foundGuestsSchema } from '#core/door-guests.ts'
import { doorFiguresSchema } from '#features/door/door.types.ts'
import { scanDataSchema } from '#features/door/scan-data.types.ts'
import { capacityBoardSchema } from '#features/orders/capacity/capacity.types.ts'
import {
  guestListPageSchema,
  guestPairsSchema,
  guestsSchema,
} from '#features/sharing/guest-lists/guest-lists.types.ts'
import { announceNewDate, createEvent, type TestEvent } from './event-fixture.ts'
import { addGuests, admit, type NewGuest, saveList } from './guest-lists.ts'
import { brokenRules } from './invariants.ts'
import { raceAtTwoDoors, raceForQuota } from './races.ts'
import { call, holdTickets, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let party: TestEvent
let ada: SupabaseClient
let dex: SupabaseClient
let dot: SupabaseClient
beforeAll(async () => {
  party = await createEvent(sql)
  ada = await users.actingAs('Ada')
  dex = await users.actingAs('Dex')
  dot = await users.actingAs('Dot')
  await users.grant('Dex', 'scan', party.eventId)
  await users.grant('Dot', 'door_manager', party.eventId)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** Adds one name to a list of its own; returns the entry and the list. */
async function listed(guest: NewGuest, values: Parameters<typeof saveList>[2] = {}, where = party) {
  const list = await saveList(ada, where, values)
  await addGuests(ada, list, [guest])
  const [row] = await sql<{ id: string }[]>`select id from public.guest_list_entries where list_id = ${list}`
  return { list, entry: row?.id ?? '' }
}
const close = (list: string) =>
  sql`update public.guest_lists set closes_at = now() - interval '1 second' where id = ${list}`
const listOf = async (id: string) => {
  const [row] = await sql<{ heads: number; arrived: number; allowed: number; set_aside: number }[]>`
    select heads, arrived, allowed, set_aside from public.guest_lists where id = ${id}`
  return row
}
const poolOf = async (id = '') => {
  const [row] = await sql<{ blocked: number; held: number }[]>`
    select blocked, held from public.capacity_pools where id = ${id}`
  return row
}
const undo = (client: SupabaseClient, scan: string, reason = 'wrong person', uid = randomUUID()) =>
  call(
    client,
    'undo_guests',
    { p_event: party.eventId, p_scan: scan, p_scan_uid: uid, p_reason: reason },
    admittedGuestsSchema,
  )
const search = (client: SupabaseClient, words: string | null, eventId = party.eventId) =>
  call(client, 'find_guests', { p_event: eventId, p_search: words }, foundGuestsSchema)
const settle = () => call(service, 'settle_guest_lists', {}, z.int())

describe('the quota of a list', () => {
  test('counts heads, all or none of those sent at once', async () => {
    const list = await saveList(ada, party, { quota: 6 })
    expect(await addGuests(ada, list, [{ name: 'Ann Lee', plusOnes: 2 }, { name: 'Bob  Ray ' }])).toBe(2)
    const tooMany = addGuests(ada, list, [{ name: 'Cy Young' }, { name: 'Di Fox', plusOnes: 1 }])
    expect(await refusal(tooMany)).toMatchObject({ code: 'list_full', facts: { left: 2 } })
    expect(await listOf(list)).toMatchObject({ heads: 4, arrived: 0 })
    expect(
      await sql`select name from public.guest_list_entries where list_id = ${list} order by name`,
    ).toEqual([{ name: 'Ann Lee' }, { name: 'Bob Ray' }])
  })

  test('the same key adds once', async () => {
    const list = await saveList(ada, party)
    const key = randomUUID()
    for (const _ of [1, 2]) expect(await addGuests(ada, list, [{ name: 'Ann Lee' }], key)).toBe(1)
    expect(await listOf(list)).toMatchObject({ heads: 1 })
  })

  test.each([
    ['one name alone', { name: 'Bunji' }],
    ['six plus-ones', { name: 'Ann Lee', plusOnes: 6 }],
    ['fewer than none', { name: 'Ann Lee', plusOnes: -1 }],
    ['hidden characters', { name: 'Ann \u202eLee' }],
  ])('%s is refused', async (_, guest) => {
    const list = await saveList(ada, party)
    expect((await refusal(addGuests(ada, list, [guest]))).code).toBe('invalid')
    expect(await listOf(list)).toMatchObject({ heads: 0 })
  })

  test('a closed list takes no more names', async () => {
    const list = await saveList(ada, party)
    await close(list)
    expect((await refusal(addGuests(ada, list, [{ name: 'Ann Lee' }]))).code).toBe('list_closed')
  })

  test('grows with arrivals up to the most, and an admission taken back leaves it', async () => {
    const { list, entry } = await listed(
      { name: 'Ann Lee', plusOnes: 5 },
      { quota: 6, growthHeads: 2, growthArrivals: 2, quotaMost: 9 },
    )
    const { scan } = await admit(dex, party.eventId, { entry, heads: 3 })
    expect(await listOf(list)).toMatchObject({ allowed: 8 })
    await admit(dex, party.eventId, { entry, heads: 3 })
    expect(await listOf(list)).toMatchObject({ allowed: 9, arrived: 6 })
    await undo(dot, scan)
    expect(await listOf(list)).toMatchObject({ allowed: 9, arrived: 3 })
    expect(await addGuests(ada, list, [{ name: 'Bob Ray', plusOnes: 2 }])).toBe(1)
    expect((await refusal(addGuests(ada, list, [{ name: 'Cy Young' }]))).code).toBe('list_full')
  })

  test('holds under 40 parallel additions', async () => {
    const { endings, heads } = await raceForQuota(users, users.connect(40), { adders: 40, quota: 25 })
    expect(endings).toEqual({ ok: 12, list_full: 28 })
    expect(heads).toBe(24)
  })

  test('cannot go below the heads of the list, and a save that meets another one is refused', async () => {
    const list = await saveList(ada, party, { name: `Crew ${randomUUID()}` })
    await addGuests(ada, list, [{ name: 'Ann Lee', plusOnes: 5 }])
    const page = await call(ada, 'read_guest_list', { p_list: list }, guestListPageSchema)
    const version = page?.list?.version
    const again = { id: list, version, name: page?.list?.name }
    expect(await refusal(saveList(ada, party, { ...again, quota: 5 }))).toMatchObject({
      code: 'list_below_heads',
      facts: { heads: 6 },
    })
    await saveList(ada, party, { ...again, quota: 6 })
    expect((await refusal(saveList(ada, party, { ...again, quota: 7 }))).code).toBe('changed_meanwhile')
    expect((await refusal(saveList(ada, party, { name: page?.list?.name }))).code).toBe('list_name_taken')
    expect((await refusal(saveList(ada, party, { closesIn: 72 }))).code).toBe('list_cutoff_outside')
  })
})

describe('places that a list sets aside', () => {
  test('are blocked from its opening, shown on the board, and those unused come back at the cutoff', async () => {
    const room = await createEvent(sql, { pools: { Room: 10 } })
    await users.grant('Dex', 'scan', room.eventId)
    const pool = room.pools.Room ?? ''
    const { list, entry } = await listed({ name: 'Ann Lee', plusOnes: 2 }, { quota: 6, poolId: pool }, room)
    expect(await poolOf(pool)).toMatchObject({ blocked: 6 })
    const board = await call(ada, 'read_capacity_board', { p_event: room.eventId }, capacityBoardSchema)
    expect(board?.board?.pools).toMatchObject([{ blocked: 6, left: 4 }])
    const buy = holdTickets(service, await users.extra(), room, { Entry: 5 })
    expect(await refusal(buy)).toMatchObject({ code: 'sold_out', facts: { left: 4 } })

    await admit(dex, room.eventId, { entry, heads: 2 })
    expect(await poolOf(pool)).toMatchObject({ blocked: 6 })
    await close(list)
    await settle()
    // two bodies are in the room
    expect(await poolOf(pool)).toMatchObject({ blocked: 2 })
    await holdTickets(service, await users.extra(), room, { Entry: 8 })
  })

  test('are refused where the pool has too few, and moved with another pool', async () => {
    const room = await createEvent(sql, { pools: { Floor: 5, Balcony: 8 } })
    const { Floor: floor = '', Balcony: balcony = '' } = room.pools
    expect(await refusal(saveList(ada, room, { quota: 6, poolId: floor }))).toMatchObject({
      code: 'list_no_places',
      facts: { pool: 'Floor', left: 5 },
    })
    const list = await saveList(ada, room, { name: 'Crew list', quota: 5, poolId: floor })
    const page = await call(ada, 'read_guest_list', { p_list: list }, guestListPageSchema)
    await saveList(ada, room, {
      id: list,
      version: page?.list?.version,
      name: 'Crew list',
      quota: 7,
      poolId: balcony,
    })
    expect([await poolOf(floor), await poolOf(balcony)]).toMatchObject([{ blocked: 0 }, { blocked: 7 }])
  })

  test('after the cutoff a late guest takes a place, and is refused where none is left', async () => {
    const room = await createEvent(sql, { pools: { Room: 4 } })
    const pool = room.pools.Room ?? ''
    await users.grant('Dot', 'door_manager', room.eventId)
    const { list, entry } = await listed({ name: 'Ann Lee', plusOnes: 1 }, { quota: 2, poolId: pool }, room)
    await close(list)
    await settle()
    await holdTickets(service, await users.extra(), room, { Entry: 3 })
    const late = { entry, late: 'they were in line' }
    expect(await admit(dot, room.eventId, late)).toMatchObject({ result: 'ok' })
    expect(await poolOf(pool)).toMatchObject({ blocked: 1, held: 3 })
    expect((await refusal(admit(dot, room.eventId, late))).code).toBe('list_no_places')
    expect(await listOf(list)).toMatchObject({ arrived: 1 })
  })

  test('an event that moves takes its cutoffs along, on the same clock', async () => {
    const moved = await createEvent(sql)
    const list = await saveList(ada, moved)
    const clock = () => sql`
      select to_char(l.closes_at at time zone e.time_zone, 'HH24:MI') as at,
        ((l.closes_at at time zone e.time_zone)::date - (e.doors_at at time zone e.time_zone)::date) as days
      from public.guest_lists l join public.events e on e.id = l.event_id where l.id = ${list}`
    const before = await clock()
    await announceNewDate(ada, moved.eventId)
    expect(await clock()).toEqual(before)
    const [row] =
      await sql`select closes_at > now() + interval '20 days' as later from public.guest_lists where id = ${list}`
    expect(row).toEqual({ later: true })
  })
})

describe('at the door', () => {
  test('1 + plus-ones come in parts, never more; every try is in the scan data and the counters', async () => {
    const night = await createEvent(sql)
    await users.grant('Dex', 'scan', night.eventId)
    await users.grant('Dot', 'door_manager', night.eventId)
    const { entry } = await listed({ name: 'Keisha Joseph', plusOnes: 2 }, { name: 'DJ friends' }, night)
    const first = await admit(dex, night.eventId, { entry, heads: 2 })
    expect(first).toMatchObject({
      result: 'ok',
      heads: 2,
      guest: { name: 'Keisha Joseph', plusOnes: 2, arrived: 2 },
      counters: { inNow: 2, admitted: 2 },
    })
    expect(await admit(dex, night.eventId, { entry, heads: 2 })).toMatchObject({
      result: 'already_in',
      guest: { arrived: 2 },
    })
    expect(await admit(dex, night.eventId, { entry })).toMatchObject({ result: 'ok', guest: { arrived: 3 } })
    const figures = await call(dex, 'read_door', { p_event: night.eventId }, doorFiguresSchema)
    expect(figures).toMatchObject({
      inNow: 3,
      admitted: 3,
      refused: 1,
      byGate: [{ name: 'Main', admitted: 3 }],
    })
    const data = await call(dot, 'read_scan_data', { p_event: night.eventId, p_sort: 'time' }, scanDataSchema)
    expect(data?.scans.map(({ result, firstName, typeName }) => [result, firstName, typeName])).toEqual([
      ['ok', 'Keisha', 'DJ friends (2)'],
      ['already_in', 'Keisha', 'DJ friends (2)'],
      ['ok', 'Keisha', 'DJ friends'],
    ])
  })

  test('the same scan gets the same response; somebody else’s is refused', async () => {
    const { entry, list } = await listed({ name: 'Ann Lee', plusOnes: 3 })
    const uid = randomUUID()
    const first = await admit(dex, party.eventId, { entry, heads: 2, uid })
    expect(await admit(dex, party.eventId, { entry, heads: 2, uid })).toMatchObject({
      scan: first.scan,
      result: 'ok',
      guest: { arrived: 2 },
    })
    expect(await listOf(list)).toMatchObject({ arrived: 2 })
    expect((await refusal(admit(dot, party.eventId, { entry, uid }))).code).toBe('key_reused')
  })

  test('two doors at once never admit more than 1 + plus-ones', async () => {
    const end = await raceAtTwoDoors(users, users.connect(20), { scanners: 20, plusOnes: 2, staff: 'Abe' })
    expect(end).toMatchObject({ endings: { ok: 3, already_in: 17 }, arrived: 3, heads: 3, inNow: 3 })
  })

  test('after the cutoff it is amber for scanners; a door manager admits with a reason, for the late price or not', async () => {
    const { list, entry } = await listed({ name: 'Ann Lee', plusOnes: 2 }, { latePriceCents: 2000 })
    await close(list)
    expect(await admit(dex, party.eventId, { entry })).toMatchObject({
      result: 'list_closed',
      guest: { arrived: 0, isClosed: true, latePriceCents: 2000 },
    })
    expect((await refusal(admit(dex, party.eventId, { entry, late: 'let them in' }))).code).toBe(
      'not_allowed',
    )
    expect((await refusal(admit(dot, party.eventId, { entry, late: 'x' }))).code).toBe('reason_required')
    const paid = await admit(dot, party.eventId, { entry, late: 'paid in cash', paid: true })
    const waived = await admit(dot, party.eventId, { entry, late: 'artist asked' })
    expect(
      await sql`select price_cents::int, is_late from public.guest_list_arrivals where scan_id in ${sql([paid.scan, waived.scan])} order by price_cents`,
    ).toEqual([
      { price_cents: 0, is_late: true },
      { price_cents: 2000, is_late: true },
    ])
    expect(
      await sql`select facts ->> 'reason' as reason from private.audit_log where action = 'door.list_override' and subject_id = ${entry} order by id`,
    ).toEqual([{ reason: 'paid in cash' }, { reason: 'artist asked' }])
  })

  test('a reduced list asks for its price before the cutoff', async () => {
    const { entry } = await listed({ name: 'Ann Lee' }, { kind: 'reduced', priceCents: 1000 })
    const { scan } = await admit(dex, party.eventId, { entry })
    expect(
      await sql`select price_cents::int, is_late from public.guest_list_arrivals where scan_id = ${scan}`,
    ).toEqual([{ price_cents: 1000, is_late: false }])
  })

  test.each([
    ['not_yet', "doors_at = now() + interval '3 hours', starts_at = now() + interval '4 hours'"],
    [
      'ended',
      "doors_at = now() - interval '9 hours', starts_at = now() - interval '9 hours', ends_at = now() - interval '7 hours'",
    ],
    ['void_cancelled', "status = 'cancelled', cancelled_at = now()"],
  ])('%s outside the doors of the event', async (result, change) => {
    const night = await createEvent(sql)
    await users.grant('Dex', 'scan', night.eventId)
    const { entry } = await listed({ name: 'Ann Lee' }, {}, night)
    await sql`update public.events set ${sql.unsafe(change)} where id = ${night.eventId}`
    expect((await admit(dex, night.eventId, { entry })).result).toBe(result)
  })

  test('a door manager takes an admission back for ten minutes, once, with a reason; an admin later', async () => {
    const { entry, list } = await listed({ name: 'Ann Lee', plusOnes: 1 })
    const one = await admit(dex, party.eventId, { entry })
    const two = await admit(dex, party.eventId, { entry })
    expect((await search(dex, 'ann lee')).guests.map(({ undoable }) => undoable)).toContain(null)
    expect((await refusal(undo(dex, one.scan))).code).toBe('not_allowed')
    expect((await refusal(undo(dot, one.scan, ' '))).code).toBe('reason_required')
    const before = two.counters.inNow
    expect(await undo(dot, one.scan)).toMatchObject({
      result: 'undone',
      guest: { arrived: 1 },
      counters: { inNow: before - 1 },
    })
    expect((await refusal(undo(dot, one.scan))).code).toBe('not_inside')
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update public.scans set scanned_at = now() - interval '11 minutes' where id = ${two.scan}`
    })
    expect((await refusal(undo(dot, two.scan))).code).toBe('undo_too_late')
    expect(await undo(ada, two.scan)).toMatchObject({ result: 'undone', guest: { arrived: 0 } })
    expect(await listOf(list)).toMatchObject({ arrived: 0 })
  })

  test('a search finds beginnings of words without accents, of two letters or more, at most twenty', async () => {
    const night = await createEvent(sql)
    await users.grant('Dex', 'scan', night.eventId)
    const list = await saveList(ada, night, { quota: 100 })
    await addGuests(ada, list, [{ name: 'José Ibáñez', plusOnes: 1, note: 'Knows the way' }])
    await addGuests(
      ada,
      list,
      Array.from({ length: 25 }, (_, n) => ({ name: `Mary Number${n}` })),
    )
    const found = await search(dex, 'iban jo', night.eventId)
    expect(found.guests).toMatchObject([{ name: 'José Ibáñez', plusOnes: 1, note: 'Knows the way' }])
    expect((await search(dex, 'mary', night.eventId)).guests).toHaveLength(20)
    for (const words of [null, '', 'm', '%'])
      expect((await search(dex, words, night.eventId)).guests).toEqual([])
    expect(found.lists).toMatchObject([{ heads: 27, arrived: 0 }])
  })
})

describe('names of staff', () => {
  test('are removed and moved within the quota, but not once somebody came', async () => {
    const from = await saveList(ada, party)
    const to = await saveList(ada, party, { quota: 2 })
    await addGuests(ada, from, [{ name: 'Ann Lee', plusOnes: 1 }, { name: 'Bob Ray' }, { name: 'Cy Young' }])
    const ids = (
      await sql<{ id: string }[]>`
        select id from public.guest_list_entries where list_id = ${from} order by name`
    ).map(({ id }) => id)
    const [ann = '', bob = '', cy = ''] = ids
    await admit(dex, party.eventId, { entry: cy })
    const move = (entries: string[]) => call(ada, 'move_guests', { p_entries: entries, p_list: to }, z.int())
    expect((await refusal(move(ids))).code).toBe('list_full')
    expect(await move([ann, cy])).toBe(1)
    expect([await listOf(from), await listOf(to)]).toMatchObject([{ heads: 2 }, { heads: 2 }])
    expect(await call(ada, 'remove_guests', { p_entries: ids }, z.int())).toBe(2)
    expect([await listOf(from), await listOf(to)]).toMatchObject([{ heads: 1 }, { heads: 0 }])
    expect((await refusal(admit(dex, party.eventId, { entry: bob }))).code).toBe('not_found')
    const elsewhere = await saveList(ada, await createEvent(sql))
    const away = call(ada, 'move_guests', { p_entries: [cy], p_list: elsewhere }, z.int())
    expect((await refusal(away)).code).toBe('not_found')
  })

  test('pages continue after the last name, in each order', async () => {
    const night = await createEvent(sql)
    const list = await saveList(ada, night)
    for (const name of ['Cy Young', 'Ann Lee', 'Bob Ray']) await addGuests(ada, list, [{ name }])
    const page = (more: Record<string, unknown>) =>
      call(ada, 'list_guests', { p_event: night.eventId, p_limit: 2, ...more }, guestsSchema)
    const first = await page({})
    expect(first.guests.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob Ray'])
    expect(first.total).toMatchObject({ count: 3 })
    const second = await page({ p_after: first.next })
    expect([second.guests.map(({ name }) => name), second.next]).toEqual([['Cy Young'], null])
    expect((await page({ p_sort: '-added' })).guests.map(({ name }) => name)).toEqual(['Bob Ray', 'Ann Lee'])
  })

  test('the same guest on two lists is found by a name that is alike; staff decide, nothing is merged', async () => {
    const night = await createEvent(sql)
    const [one, two] = [await saveList(ada, night), await saveList(ada, night)]
    await addGuests(ada, one, [{ name: 'Jean-Baptiste Charles' }, { name: 'Marcus Williams' }])
    await addGuests(ada, two, [
      { name: 'Charles Jean Baptist' },
      { name: 'Marcus Wiliams' },
      { name: 'Ann Lee' },
    ])
    const pairs = async () =>
      (await call(ada, 'list_guest_pairs', { p_event: night.eventId }, guestPairsSchema)).pairs.map(
        ({ first, second }) => [first, second].toSorted((a, b) => a.name.localeCompare(b.name)),
      )
    const found = await pairs()
    expect(found.map((pair) => pair.map(({ name }) => name))).toEqual([
      ['Charles Jean Baptist', 'Jean-Baptiste Charles'],
      ['Marcus Wiliams', 'Marcus Williams'],
    ])
    const [[charles, jean] = [], [wiliams, williams] = []] = found
    const decide = (first = '', second = '', keep: string | null = null) =>
      call(ada, 'decide_guest_pair', { p_first: first, p_second: second, p_keep: keep }, z.null())
    await decide(charles?.id, jean?.id)
    expect(await pairs()).toHaveLength(1)
    expect((await refusal(decide(wiliams?.id, williams?.id, jean?.id))).code).toBe('not_found')
    await decide(wiliams?.id, williams?.id, williams?.id)
    expect(await pairs()).toEqual([])
    expect([await listOf(one), await listOf(two)]).toMatchObject([{ heads: 2 }, { heads: 2 }])
    const gone = await call(ada, 'list_guests', { p_event: night.eventId, p_show: 'removed' }, guestsSchema)
    expect(gone.guests.map(({ name }) => name)).toEqual(['Marcus Wiliams'])
  })
})

describe('who may', () => {
  test('only the door of the event searches and admits', async () => {
    const { entry } = await listed({ name: 'Ann Lee', plusOnes: 5 })
    const may: Partial<Record<Name, boolean>> = {
      Ada: true,
      Mo: true,
      Dex: true,
      Dot: true,
      Mia: false,
      Sid: false,
      Gus: false,
    }
    for (const name of Object.keys(may).map((each) =>
      z.enum(['Ada', 'Mo', 'Dex', 'Dot', 'Mia', 'Sid', 'Gus']).parse(each),
    )) {
      const client = await users.actingAs(name)
      if (may[name]) {
        expect((await search(client, 'ann lee')).guests.length, name).toBeGreaterThan(0)
        continue
      }
      expect((await refusal(search(client, 'ann lee'))).code, name).toBe('not_allowed')
      expect((await refusal(admit(client, party.eventId, { entry }))).code, name).toBe('not_allowed')
    }
    expect((await admit(await users.actingAs('Dex'), party.eventId, { entry })).result).toBe('ok')
  })

  test('a scanner of another event sees nothing and admits nobody', async () => {
    const other = await createEvent(sql)
    const { entry } = await listed({ name: 'Ann Lee' }, {}, other)
    expect((await refusal(search(dex, 'ann', other.eventId))).code).toBe('not_allowed')
    expect((await refusal(admit(dex, other.eventId, { entry }))).code).toBe('not_allowed')
    // nor by the door that is theirs
    expect((await refusal(admit(dex, party.eventId, { entry }))).code).toBe('not_found')
    expect((await search(dex, 'ann lee')).guests.every(({ id }) => id !== entry)).toBe(true)
  })

  test.each(['Mo', 'Dot', 'Dex', 'Mia', 'Gus'] as const)('%s manages no lists', async (name) => {
    const client = await users.actingAs(name)
    const { list, entry } = await listed({ name: 'Ann Lee' })
    const asks: [string, Record<string, unknown>][] = [
      ['save_guest_list', { p_list: { eventId: party.eventId } }],
      ['add_guests', { p_list: list, p_entries: [{ name: 'Bob Ray' }], p_key: randomUUID() }],
      ['remove_guests', { p_entries: [entry] }],
      ['move_guests', { p_entries: [entry], p_list: list }],
      ['list_guests', { p_event: party.eventId }],
      ['list_guest_pairs', { p_event: party.eventId }],
      ['read_guest_list', { p_list: list }],
      ['decide_guest_pair', { p_first: entry, p_second: entry }],
    ]
    for (const [ask, values] of asks)
      expect((await refusal(call(client, ask, values, z.unknown()))).code, ask).toBe('not_allowed')
  })
})
