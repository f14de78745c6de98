import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { occupancySchema } from '#features/door/zones/zones.types.ts'
import { click, makeZone, recount, uploadOffline } from './door-fixture.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { randomOf } from './random-lives.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let night: TestEvent
let main: string
let vip: string
beforeAll(async () => {
  night = await createEvent(sql, {
    pools: { Room: 200 },
    types: [
      { name: 'Entry', max: 10 },
      { name: 'VIP', max: 10 },
    ],
  })
  await sql`update public.events set reentries = 20 where id = ${night.eventId}`
  await users.grant('Dex', 'scan', night.eventId)
  await users.grant('Dot', 'door_manager', night.eventId)
  const ada = await users.actingAs('Ada')
  main = await makeZone(ada, night.eventId, { name: 'Main room', capacity: 100, gate: 'Main' })
  vip = await makeZone(ada, night.eventId, {
    name: 'Balcony',
    capacity: 10,
    gate: 'Stairs',
    types: [night.types.VIP ?? ''],
  })
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

async function sell(type: string, quantity = 1, where = night): Promise<string[]> {
  const { order } = await buy(service, await users.extra(), where, { [type]: quantity })
  const rows = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId} order by id`
  return rows.map(({ id }) => id)
}
const scan = async (ticket: string | undefined, gate: string, action = 'admit', where = night) =>
  (
    await call(
      await users.actingAs('Dex'),
      'check_in',
      {
        p_event: where.eventId,
        p_ticket: ticket,
        p_generation: 1,
        p_code: null,
        p_scan_uid: randomUUID(),
        p_gate: gate,
        p_method: 'camera',
        p_action: action,
      },
      scanResponseSchema,
    )
  ).result
async function board(where = night) {
  const read = await call(
    await users.actingAs('Dex'),
    'read_occupancy',
    { p_event: where.eventId },
    occupancySchema,
  )
  const zones = Object.fromEntries((read?.zones ?? []).map((zone) => [zone.name, zone]))
  return { inNow: read?.inNow ?? 0, zones, changes: read?.changes ?? [] }
}
const lift = (client: SupabaseClient, zone: string, more: number, reason = 'People left by the back') =>
  call(client, 'lift_capacity_hold', { p_zone: zone, p_more: more, p_reason: reason }, z.unknown())

describe('zones', () => {
  test('going to another zone moves a person, and never counts them twice', async () => {
    const [ticket] = await sell('VIP')
    const before = await board()
    expect(await scan(ticket, 'Main')).toBe('ok')
    expect(await scan(ticket, 'Main')).toBe('already_in')
    expect(await scan(ticket, 'Stairs')).toBe('ok')
    const after = await board()
    expect(after.inNow).toBe(before.inNow + 1)
    expect(after.zones['Main room']?.inNow).toBe(before.zones['Main room']?.inNow)
    expect(after.zones.Balcony?.inNow).toBe((before.zones.Balcony?.inNow ?? 0) + 1)
    expect(await scan(ticket, 'Main')).toBe('ok')
    expect(await scan(ticket, 'Main', 'exit')).toBe('exited')
    expect((await board()).inNow).toBe(before.inNow)
  })

  test('a move that is taken back leaves a person in the zone that they came from, as the replay says', async () => {
    const [ticket = ''] = await sell('VIP')
    const before = await board()
    await scan(ticket, 'Main')
    await scan(ticket, 'Stairs')
    const undo = {
      p_event: night.eventId,
      p_ticket: ticket,
      p_scan_uid: randomUUID(),
      p_reason: 'Wrong stairs',
    }
    await call(await users.actingAs('Dot'), 'undo_check_in', undo, z.unknown())
    const facts = () => sql`
      select t.admission, n.zone_id, n.gate from public.tickets t
      join public.entries n on n.ticket_id = t.id and n.closed_at is null where t.id = ${ticket}`
    const online = await facts()
    expect(online).toEqual([{ admission: 'inside', zone_id: main, gate: 'Main' }])
    await sql.begin(async (tx) => {
      await tx`select 1 from public.tickets where id = ${ticket} for no key update`
      await tx`select private.replay_ticket(${night.eventId}, ${ticket})`
    })
    expect(await facts()).toEqual(online)
    const after = await board()
    expect(after.inNow).toBe(before.inNow + 1)
    expect(after.zones.Balcony?.inNow).toBe(before.zones.Balcony?.inNow)
    expect(await scan(ticket, 'Main', 'exit')).toBe('exited')
  })

  test('a gate for some types turns the others away; a gate that nobody set up takes all', async () => {
    const [ticket] = await sell('Entry')
    expect(await scan(ticket, 'Stairs')).toBe('wrong_gate')
    expect(await scan(ticket, 'Back alley')).toBe('ok')
    expect((await board()).zones.Balcony?.inNow).toBe(0)
    expect(await scan(ticket, 'Main')).toBe('ok')
    expect(await scan(ticket, 'Back alley')).toBe('already_in')
  })

  test('the editor of zones and gates is for who manages events', async () => {
    const dot = await users.actingAs('Dot')
    const zone = { p_event: night.eventId, p_zone: null, p_name: 'Roof', p_capacity: 20 }
    expect((await refusal(call(dot, 'save_door_zone', zone, z.unknown()))).code).toBe('not_allowed')
    const ada = await users.actingAs('Ada')
    expect(
      (await refusal(call(ada, 'save_door_zone', { ...zone, p_name: 'main ROOM' }, z.unknown()))).code,
    ).toBe('zone_name_taken')
    const remove = (place: string) =>
      call(ada, 'remove_door_place', { p_event: night.eventId, p_place: place }, z.unknown())
    expect((await refusal(remove(main))).code).toBe('zone_in_use')
    const roof = await call(ada, 'save_door_zone', zone, z.uuid())
    await remove(roof)
    expect((await board()).zones.Roof).toBeUndefined()
  })
})

describe('clicks and recounts', () => {
  test('a click counts once, nobody is counted out of an empty zone, and a recount is a row with a reason', async () => {
    const dex = await users.actingAs('Dex')
    const dot = await users.actingAs('Dot')
    const id = randomUUID()
    const before = (await board()).zones.Balcony?.inNow ?? 0
    await click(dex, night.eventId, vip, 2, id)
    await click(dex, night.eventId, vip, 2, id)
    expect((await board()).zones.Balcony?.inNow).toBe(before + 2)
    await click(dex, night.eventId, vip, -20)
    expect((await board()).zones.Balcony?.inNow).toBe(0)
    expect((await refusal(recount(dex, vip, 4))).code).toBe('not_allowed')
    expect((await refusal(recount(dot, vip, 4, ' '))).code).toBe('reason_required')
    await recount(dot, vip, 4)
    const { zones, changes } = await board()
    expect(zones.Balcony?.inNow).toBe(4)
    expect(changes[0]).toMatchObject({ kind: 'recount', change: 4, counted: 4, reason: 'Counted by hand' })
    await recount(dot, vip, 0)
    await expect(sql`delete from public.door_clicks`).rejects.toThrow('append-only')
    await expect(sql`update public.door_recounts set counted = 0`).rejects.toThrow('append-only')
  })

  test('who was counted out by hand and leaves by a scan does not make it fewer than none', async () => {
    const [ticket] = await sell('VIP')
    await scan(ticket, 'Stairs')
    await click(await users.actingAs('Dex'), night.eventId, vip, -1)
    expect(await scan(ticket, 'Stairs', 'exit')).toBe('exited')
    expect((await board()).zones.Balcony?.inNow).toBe(0)
  })
})

describe('the capacity', () => {
  test('amber at 90 %, red at 100 %; full is held until a manager lifts it, as far as they say', async () => {
    const dex = await users.actingAs('Dex')
    const dot = await users.actingAs('Dot')
    const tickets = await sell('VIP', 4)
    await click(dex, night.eventId, vip, 8)
    expect((await board()).zones.Balcony).toMatchObject({ inNow: 8, alarm: 'none', isHeld: false })
    expect(await scan(tickets[0], 'Stairs')).toBe('ok')
    expect((await board()).zones.Balcony).toMatchObject({ inNow: 9, alarm: 'amber', isHeld: false })
    expect(await scan(tickets[1], 'Stairs')).toBe('ok')
    expect((await board()).zones.Balcony).toMatchObject({ inNow: 10, alarm: 'red', isHeld: true })
    expect(await scan(tickets[2], 'Stairs')).toBe('capacity_hold')
    expect((await refusal(lift(dex, vip, 1))).code).toBe('not_allowed')
    expect((await refusal(lift(dot, vip, 0))).code).toBe('zone_full')
    await lift(dot, vip, 1)
    expect(await scan(tickets[2], 'Stairs')).toBe('ok')
    expect(await scan(tickets[3], 'Stairs')).toBe('capacity_hold')
    // People leave: the hold stays until somebody looks.
    await click(dex, night.eventId, vip, -5)
    expect(await scan(tickets[3], 'Stairs')).toBe('capacity_hold')
    await lift(dot, vip, 0)
    expect((await board()).zones.Balcony).toMatchObject({ inNow: 6, lifted: 0, isHeld: false })
    expect(await scan(tickets[3], 'Stairs')).toBe('ok')
    expect((await refusal(lift(dot, vip, 1))).code).toBe('zone_not_held')
    const [audited] = await sql`
      select count(*)::int as n from private.audit_log where action = 'door.hold_lifted' and subject_id = ${vip}`
    expect(audited).toEqual({ n: 2 })
  })

  test('40 scans at once for 10 places: 10 come in', async () => {
    const small = await createEvent(sql, { types: [{ name: 'Entry', max: 10 }] })
    await users.grant('Dex', 'scan', small.eventId)
    await makeZone(await users.actingAs('Ada'), small.eventId, { name: 'Cellar', capacity: 10 })
    const tickets = (await Promise.all([0, 1, 2, 3].map(() => sell('Entry', 10, small)))).flat()
    const results = await Promise.all(tickets.map((ticket) => scan(ticket, 'Cellar', 'admit', small)))
    expect(results.filter((result) => result === 'ok')).toHaveLength(10)
    expect(results.filter((result) => result === 'capacity_hold')).toHaveLength(30)
    expect((await board(small)).zones.Cellar).toMatchObject({ inNow: 10, isHeld: true })
  })
})

test.each([
  1, 2,
])('a random night %i of entries, exits, moves, clicks and recounts: the figure is the people', async (seed) => {
  const random = randomOf(seed)
  const where = await createEvent(sql, { types: [{ name: 'Entry', max: 10 }] })
  await sql`update public.events set reentries = 20 where id = ${where.eventId}`
  await users.grant('Dex', 'scan', where.eventId)
  await users.grant('Dot', 'door_manager', where.eventId)
  const ada = await users.actingAs('Ada')
  const [dex, dot] = [await users.actingAs('Dex'), await users.actingAs('Dot')]
  const zones: Record<string, string> = {}
  for (const name of ['Floor', 'Garden', 'Loft'])
    zones[name] = await makeZone(ada, where.eventId, { name, capacity: 500 })
  const tickets = await sell('Entry', 10, where)
  const place = new Map<string, string>()
  const strangers: Record<string, number> = { Floor: 0, Garden: 0, Loft: 0 }
  for (let step = 0; step < 60; step++) {
    const name = Object.keys(zones)[Math.floor(random() * 3)] ?? 'Floor'
    const ticket = tickets[Math.floor(random() * tickets.length)] ?? ''
    const dice = random()
    if (dice < 0.45) {
      const result = await scan(ticket, name, 'admit', where)
      expect(result).toBe(place.get(ticket) === name ? 'already_in' : 'ok')
      place.set(ticket, name)
    } else if (dice < 0.6) {
      expect(await scan(ticket, name, 'exit', where)).toBe(place.delete(ticket) ? 'exited' : 'not_inside')
    } else if (dice < 0.7 && !place.has(ticket)) {
      await uploadOffline(dex, where.eventId, randomUUID(), [{ ticket, gate: name, ago: 0 }])
      place.set(ticket, name)
    } else if (dice < 0.9) {
      const change = Math.floor(random() * 5) - 2 || 1
      const there = [...place.values()].filter((zone) => zone === name).length
      await click(dex, where.eventId, zones[name] ?? '', change)
      strangers[name] = Math.max((strangers[name] ?? 0) + change, -there)
    } else {
      const counted = Math.floor(random() * 20)
      await recount(dot, zones[name] ?? '', counted)
      strangers[name] = counted - [...place.values()].filter((zone) => zone === name).length
    }
    // Where somebody was counted out by hand and then leaves, the figure stays at none.
    for (const [zone, people] of Object.entries(strangers))
      strangers[zone] = Math.max(people, -[...place.values()].filter((each) => each === zone).length)
  }
  const read = await board(where)
  for (const [zone, people] of Object.entries(strangers))
    expect([zone, read.zones[zone]?.inNow]).toEqual([
      zone,
      people + [...place.values()].filter((each) => each === zone).length,
    ])
})
