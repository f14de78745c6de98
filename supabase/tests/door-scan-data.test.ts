import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { minutesLater } from '#features/door/scan-data.rules.ts'
import { type ScanData, type ScanGroup, scanDataSchema } from '#features/door/scan-data.types.ts'
import { makeConflict, makeZone, uploadGuests } from './door-fixture.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { addGuests, admit, saveList } from './guest-lists.ts'
import { brokenRules } from './invariants.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests the page of scans: each figure is the number of rows that its filters leave, and who is told what. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let night: TestEvent
let dot: SupabaseClient
beforeAll(async () => {
  night = await createEvent(sql)
  await users.grant('Dex', 'scan', night.eventId)
  await users.grant('Dot', 'door_manager', night.eventId)
  dot = await users.actingAs('Dot')
  await scanAtRandom(night)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const gates = ['North', 'South', '', '-']
const refusals = ['unknown', 'bad_signature', 'not_yet', 'wrong_event', 'old_code', 'blocked']
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick')
  return item
}

/** Lets twelve tickets in at any gate, each twice, and adds refused scans over 50 minutes. */
async function scanAtRandom(event: TestEvent) {
  for (let nth = 0; nth < 3; nth += 1) await buy(service, await users.extra(), event, { Entry: 4 })
  const tickets = await sql<{ id: string; generation: number }[]>`
    select id, generation from public.tickets where event_id = ${event.eventId}`
  for (const ticket of tickets)
    for (const name of ['Dex', 'Dot'] as const)
      await checkIn(await users.actingAs(name), event, ticket, pick(gates))
  const devices = [randomUUID(), randomUUID(), 'Side phone', '']
  const staff = [await users.id('Dex'), await users.id('Dot'), null]
  for (let nth = 0; nth < 80; nth += 1)
    await sql`insert into public.scans ${sql({
      scan_uid: randomUUID(),
      event_id: event.eventId,
      staff_id: pick(staff),
      gate: pick(gates),
      device: pick(devices),
      result: pick(refusals),
      captured_at: sql`now() - ${Math.floor(Math.random() * 3000)} * interval '1 second'` as never,
    })}`
}

function checkIn(
  client: SupabaseClient,
  event: TestEvent,
  ticket: { id: string; generation: number },
  gate: string,
) {
  const scan = {
    p_event: event.eventId,
    p_ticket: ticket.id,
    p_generation: ticket.generation,
    p_code: null,
    p_scan_uid: randomUUID(),
    p_gate: gate,
    p_method: 'camera',
    p_device: randomUUID(),
  }
  return call(client, 'check_in', scan, scanResponseSchema)
}

/** Reads the page of an event as somebody; fails where there is none. */
async function read(
  client: SupabaseClient,
  filter: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Promise<ScanData> {
  const asked = { p_event: night.eventId, p_limit: 100, p_filter: filter, ...more }
  const data = await call(client, 'read_scan_data', asked, scanDataSchema)
  if (!data) throw new Error('no scan data')
  return data
}

/** Counts all rows that filters leave, page by page. */
async function countRows(filter: Record<string, string>, show: string): Promise<number> {
  let after: string | null = null
  const seen = new Set<string>()
  do {
    const page: ScanData = await read(dot, filter, { p_show: show, p_limit: 30, p_after: after })
    for (const { id } of page.scans) seen.add(id)
    after = page.next
  } while (after)
  return seen.size
}

describe('each figure is the number of its rows', () => {
  test('by gate, device, person and result', async () => {
    const { groups, counts } = await read(dot)
    if (!groups || !counts) throw new Error('no figures')
    expect(counts.all).toBe(104)
    const kinds: [string, ScanGroup[]][] = [
      ['gate', groups.gates],
      ['device', groups.devices],
      ['staff', groups.staff ?? []],
      ['result', groups.results],
    ]
    for (const [name, list] of kinds) {
      expect(list.reduce((sum, { scans }) => sum + scans, 0)).toBe(counts.all)
      for (const { key, scans, admitted, refused } of list) {
        const filtered = await read(dot, { [name]: key })
        expect({ name, key, ...filtered.counts }).toMatchObject({ name, key, all: scans, admitted, refused })
        expect(await countRows({ [name]: key }, 'refused')).toBe(refused)
      }
    }
    expect(groups.gates.map(({ key }) => key)).toEqual(['-', 'North', 'South'])
  })

  test.each([1, 5, 15])('in steps of %i minutes', async (step) => {
    const { curve, counts } = await read(dot, {}, { p_step: step })
    const points = curve?.points ?? []
    expect(points.reduce((sum, point) => sum + point.refused, 0)).toBe(counts?.refused)
    expect(points.reduce((sum, point) => sum + point.admitted, 0)).toBe(counts?.admitted)
    for (const point of points.slice(0, 12)) {
      const minutes = { from: point.at, to: minutesLater(point.at, step - 1) }
      expect((await read(dot, minutes)).counts).toMatchObject({
        admitted: point.admitted,
        refused: point.refused,
      })
    }
  })

  test('any filters together are those rows, in the order asked for', async () => {
    const all = (await read(dot)).scans
    for (let nth = 0; nth < 12; nth += 1) {
      const { gate, device, result, staff } = await rawRow()
      const filter = Object.fromEntries(
        Object.entries({ gate, device, result, staff }).filter(() => Math.random() < 0.5),
      )
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from public.scans s where s.event_id = ${night.eventId}
          and (${filter.gate ?? null}::text is null or coalesce(nullif(s.gate, ''), '-') = ${filter.gate ?? ''})
          and (${filter.device ?? null}::text is null or coalesce(nullif(s.device, ''), '-') = ${filter.device ?? ''})
          and (${filter.result ?? null}::text is null or s.result = ${filter.result ?? ''})
          and (${filter.staff ?? null}::text is null or coalesce(s.staff_id::text, '-') = ${filter.staff ?? ''})`
      expect({ filter, rows: await countRows(filter, 'all') }).toEqual({ filter, rows: row?.count })
    }
    const times = all.map(({ at }) => Date.parse(at))
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('what is no filter is ignored: an unknown name, a minute that is none', async () => {
    const { counts } = await read(dot, { from: "yesterday' or true", other: 'x', gate: '' })
    expect(counts?.all).toBe(104)
  })
})

async function rawRow() {
  const [row] = await sql<{ gate: string; device: string; result: string; staff: string }[]>`
    select coalesce(nullif(gate, ''), '-') as gate, coalesce(nullif(device, ''), '-') as device, result,
      coalesce(staff_id::text, '-') as staff
    from public.scans where event_id = ${night.eventId} and not is_bounce order by random() limit 1`
  if (!row) throw new Error('no scan')
  return row
}

describe('who is told what', () => {
  test('a scanner gets figures alone', async () => {
    const data = await read(await users.actingAs('Dex'), { gate: 'North' }, { p_show: 'no_shows' })
    expect(data).toMatchObject({
      mayList: false,
      counts: null,
      groups: null,
      curve: null,
      scans: [],
      noShows: [],
    })
    expect(data.figures?.admitted).toBe(12)
  })

  test('a door manager of the event and an admin also get who scanned; a moderator does not', async () => {
    for (const name of ['Dot', 'Ada'] as const) {
      const { groups, scans } = await read(await users.actingAs(name))
      expect(groups?.staff?.length).toBe(3)
      expect(scans.some(({ staff }) => staff !== null)).toBe(true)
    }
    const mo = await users.actingAs('Mo')
    const { groups, scans, counts } = await read(mo, { staff: await users.id('Dex') })
    expect(groups?.staff).toBeNull()
    expect(scans.every(({ staff, ticketId }) => staff === null && ticketId === null)).toBe(true)
    // A filter that would tell who scanned means nothing.
    expect(counts?.all).toBe(104)
  })

  test('the door manager of another event gets nothing, and members nothing at all', async () => {
    const other = await createEvent(sql)
    expect((await read(dot, {}, { p_event: other.eventId })).event).toBeNull()
    const asked = { p_event: night.eventId }
    expect(await call(await users.actingAs('Mia'), 'read_scan_data', asked, scanDataSchema)).toBeNull()
  })
})

describe('conflicts', () => {
  test('both scans side by side with their gates; open ones first, and what a manager decided', async () => {
    const party = await createEvent(sql)
    await users.grant('Dex', 'scan', party.eventId)
    await users.grant('Dot', 'door_manager', party.eventId)
    await buy(service, await users.extra(), party, { Entry: 2 })
    const tickets = await sql<{ id: string; generation: number }[]>`
      select id, generation from public.tickets where event_id = ${party.eventId} order by id`
    const dex = await users.actingAs('Dex')
    for (const ticket of tickets) {
      await checkIn(dex, party, ticket, 'North')
      await makeConflict(dex, party.eventId, ticket.id)
    }
    const asked = { p_event: party.eventId, p_show: 'conflicts' }
    const { conflicts, counts } = await read(dot, {}, asked)
    expect(counts).toMatchObject({ conflicts: 2, openConflicts: 2 })
    expect(conflicts.map(({ kept, other }) => [kept?.gate, other.gate, other.isOffline])).toEqual([
      ['North', 'Side', true],
      ['North', 'Side', true],
    ])
    expect(conflicts.every(({ other }) => other.staff !== null)).toBe(true)
    const [first, second] = conflicts
    const decision = { p_outcome: 'copy_out', p_keeps_body: false, p_reason: 'Sent to the box office' }
    await dot.rpc('resolve_scan_conflict', { p_scan: first?.id, ...decision }).throwOnError()
    const after = await read(dot, {}, asked)
    expect(after.counts).toMatchObject({ conflicts: 2, openConflicts: 1 })
    expect(after.conflicts.map(({ id, outcome }) => [id, outcome])).toEqual([
      [second?.id, null],
      [first?.id, 'copy_out'],
    ])
    const mo = await read(await users.actingAs('Mo'), {}, asked)
    expect(mo.conflicts.every(({ other }) => other.staff === null)).toBe(true)
    expect((await read(dex, {}, asked)).conflicts).toEqual([])
    const top = await read(dot, {}, { ...asked, p_limit: 1 })
    const rest = await read(dot, {}, { ...asked, p_limit: 1, p_after: top.next })
    expect([...top.conflicts, ...rest.conflicts]).toEqual(after.conflicts)
  })
})

describe('admitted', () => {
  test('its list is whom the figure counts: tickets once, guests by their heads, nobody in conflict, and none taken back', async () => {
    const party = await createEvent(sql)
    await users.grant('Dex', 'scan', party.eventId)
    await users.grant('Dot', 'door_manager', party.eventId)
    const [admin, dex] = [await users.actingAs('Ada'), await users.actingAs('Dex')]
    await makeZone(admin, party.eventId, { name: 'Roof', capacity: 50, gate: 'Roof' })
    const list = await saveList(admin, party, {})
    await addGuests(admin, list, [{ name: 'Keisha Joseph', plusOnes: 2 }, { name: 'Nadia Phillip' }])
    const guests = await sql<{ id: string }[]>`
      select id from public.guest_list_entries where list_id = ${list} order by plus_ones desc`
    const [keisha = '', nadia = ''] = guests.map(({ id }) => id)
    await admit(dex, party.eventId, { entry: keisha, heads: 2 })
    // one of the two is beyond the list
    await uploadGuests(dex, sql, party.eventId, randomUUID(), [{ entry: keisha, heads: 2, ago: 0 }])
    await buy(service, await users.extra(), party, { Entry: 3 })
    const tickets = await sql<{ id: string; generation: number }[]>`
      select id, generation from public.tickets where event_id = ${party.eventId} order by id`
    const [moves, twice] = tickets
    if (!moves || !twice) throw new Error('no tickets')
    for (const gate of ['North', 'Roof']) await checkIn(dex, party, moves, gate)
    await checkIn(dex, party, twice, 'North')
    await makeConflict(dex, party.eventId, twice.id)
    const { scan } = await admit(dex, party.eventId, { entry: nadia, heads: 1 })
    const back = { p_event: party.eventId, p_scan: scan, p_scan_uid: randomUUID(), p_reason: 'wrong name' }
    const asked = { p_event: party.eventId, p_show: 'arrived' }
    const listed = async () => {
      const { scans, figures, counts } = await read(dot, {}, asked)
      const people = scans.reduce((sum, { heads }) => sum + heads, 0)
      expect([people, counts?.people, counts?.arrived]).toEqual([
        figures?.admitted,
        figures?.admitted,
        scans.length,
      ])
      return scans.map(({ gate, heads }) => `${gate} ${heads}`).toSorted()
    }
    expect(await listed()).toEqual(['Main 1', 'Main 2', 'North 1', 'North 1', 'Side 1'])
    await call(dot, 'undo_guests', back, z.unknown())
    expect(await listed()).toEqual(['Main 2', 'North 1', 'North 1', 'Side 1'])
    // whom the door sent back was never in; who comes after that is counted once, as is who moved on by mistake
    const undoOf = (ticket: string) => ({
      p_event: party.eventId,
      p_ticket: ticket,
      p_scan_uid: randomUUID(),
      p_reason: 'wrong person',
    })
    const late = tickets[2]
    if (!late) throw new Error('no ticket')
    await checkIn(dex, party, late, 'North')
    expect(await listed()).toEqual(['Main 2', 'North 1', 'North 1', 'North 1', 'Side 1'])
    await call(dot, 'undo_check_in', undoOf(late.id), scanResponseSchema)
    expect(await listed()).toEqual(['Main 2', 'North 1', 'North 1', 'Side 1'])
    await checkIn(dex, party, late, 'Roof')
    expect(await listed()).toEqual(['Main 2', 'North 1', 'North 1', 'Roof 1', 'Side 1'])
    await call(dot, 'undo_check_in', undoOf(moves.id), scanResponseSchema)
    expect(await listed()).toEqual(['Main 2', 'North 1', 'North 1', 'Roof 1', 'Side 1'])
    // the guest beyond the list is a conflict with a name
    const { conflicts, counts } = await read(dot, {}, { ...asked, p_show: 'conflicts' })
    expect(conflicts).toHaveLength(counts?.conflicts ?? 0)
    expect(conflicts.map(({ firstName, heads }) => [firstName, heads])).toContainEqual(['Keisha', 1])
  })
})

describe('no-shows', () => {
  test('who never came, after the end: tickets without an admission that stands, and the missing heads of lists', async () => {
    const party = await createEvent(sql)
    await users.grant('Dot', 'door_manager', party.eventId)
    const admin = await users.actingAs('Ada')
    const list = await saveList(admin, party, {})
    await addGuests(admin, list, [{ name: 'Keisha Joseph', plusOnes: 2 }, { name: 'Nadia Phillip' }])
    const [guest] = await sql<{ id: string }[]>`
      select id from public.guest_list_entries where list_id = ${list} and plus_ones = 2`
    await admit(admin, party.eventId, { entry: guest?.id ?? '', heads: 1 })
    const { order } = await buy(service, await users.extra(), party, { Entry: 3 })
    const tickets = await sql<{ id: string; generation: number }[]>`
      select id, generation from public.tickets where order_id = ${order.orderId} order by id`
    const [came, undone] = tickets
    if (!came || !undone) throw new Error('no tickets')
    for (const ticket of [came, undone]) await checkIn(dot, party, ticket, 'North')
    const undo = {
      p_event: party.eventId,
      p_ticket: undone.id,
      p_scan_uid: randomUUID(),
      p_reason: 'wrong person',
    }
    await call(dot, 'undo_check_in', undo, scanResponseSchema)
    const asked = { p_event: party.eventId, p_show: 'no_shows' }
    expect((await read(dot, {}, asked)).noShows).toEqual([])

    await sql`
      update public.events set doors_at = doors_at - interval '3 days', starts_at = starts_at - interval '3 days',
        ends_at = ends_at - interval '3 days' where id = ${party.eventId}`
    const { noShows, counts } = await read(dot, {}, asked)
    expect(counts?.noShows).toEqual({ rows: 4, tickets: 2, guests: 3 })
    expect(noShows.filter(({ way }) => way === 'holder').map(({ id }) => id)).toEqual(
      expect.arrayContaining(tickets.slice(1).map(({ id }) => id)),
    )
    expect(noShows.filter(({ way }) => way === 'guest').map(({ name, heads }) => [name, heads])).toEqual([
      ['Keisha Joseph', 2],
      ['Nadia Phillip', 1],
    ])
    const first = await read(dot, {}, { ...asked, p_limit: 3 })
    const rest = await read(dot, {}, { ...asked, p_limit: 3, p_after: first.next })
    expect([...first.noShows, ...rest.noShows]).toEqual(noShows)
    expect(rest.next).toBeNull()
    // Moderators get first names and initials.
    const mo = await read(await users.actingAs('Mo'), {}, asked)
    expect(mo.noShows.map(({ name }) => name)).toContain('Keisha J.')
  })
})
