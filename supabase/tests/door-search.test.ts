import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { foundAtDoorSchema, personAtDoorSchema } from '#features/door/door-search.types.ts'
import { occupancySchema } from '#features/door/zones/zones.types.ts'
import { makeZone } from './door-fixture.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests what door managers may do without a code: search, look, admit, take back and override, each recorded. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let night: TestEvent
let dot: SupabaseClient
beforeAll(async () => {
  night = await createEvent(sql)
  await users.grant('Dex', 'scan', night.eventId)
  await users.grant('Dot', 'door_manager', night.eventId)
  dot = await users.actingAs('Dot')
  await sql`delete from private.rate_limits where key like 'door\_%'`
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Ticket = { id: string; generation: number; orderCode: string; orderId: string }
async function sell(event: TestEvent, holder: string, phone = ''): Promise<Ticket> {
  const { order } = await buy(service, await users.extra(), event, { Entry: 1 })
  if (phone) await sql`update public.orders set phone = ${phone} where id = ${order.orderId}`
  const [ticket] = await sql<Ticket[]>`
    update public.tickets k set holder_name = ${holder} from public.orders o
    where k.order_id = ${order.orderId} and o.id = k.order_id
    returning k.id, k.generation, o.code as "orderCode", o.id as "orderId"`
  if (!ticket) throw new Error('no ticket')
  return ticket
}

const find = (client: SupabaseClient, words: string, event = night.eventId) =>
  call(client, 'find_at_door', { p_event: event, p_search: words }, foundAtDoorSchema)
const view = (client: SupabaseClient, ticket: string, event = night.eventId, gate = '') =>
  call(client, 'view_at_door', { p_event: event, p_ticket: ticket, p_gate: gate }, personAtDoorSchema)
const admit = (
  client: SupabaseClient,
  ticket: string,
  event = night.eventId,
  gate = 'North',
  action = 'admit',
) =>
  call(
    client,
    'check_in',
    {
      p_event: event,
      p_ticket: ticket,
      p_generation: null,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: gate,
      p_method: 'search',
      p_action: action,
    },
    scanResponseSchema,
  )
const undo = (client: SupabaseClient, ticket: string, uid = randomUUID()) =>
  call(
    client,
    'undo_check_in',
    { p_event: night.eventId, p_ticket: ticket, p_scan_uid: uid, p_reason: 'Wrong person' },
    scanResponseSchema,
  )
const override = (
  client: SupabaseClient,
  event: string,
  ticket: string,
  uid = randomUUID(),
  reason = 'Crew',
  gate = 'North',
) =>
  call(
    client,
    'override_check_in',
    { p_event: event, p_ticket: ticket, p_scan_uid: uid, p_reason: reason, p_gate: gate },
    scanResponseSchema,
  )

describe('a search', () => {
  test('by name, order code and the last 4 digits of the phone: masked until looked at, and recorded', async () => {
    const ticket = await sell(night, 'Marisol Bacchus', '+1 (868) 555-7391')
    await sell(night, 'Marlon Baptiste')
    for (const words of ['marisol', 'bacch', 'MARI bac', ticket.orderCode.toLowerCase(), '7391']) {
      const { found } = await find(dot, words)
      expect({ words, found: found.map(({ ticketId, name, result }) => [ticketId, name, result]) }).toEqual({
        words,
        found: [[ticket.id, 'M*** B.', 'ok']],
      })
    }
    expect((await find(dot, 'mar')).found.map(({ name }) => name)).toEqual(['M*** B.', 'M*** B.'])
    expect((await find(dot, 'acchus')).found).toEqual([])
    expect((await find(dot, '9173')).found).toEqual([])
    expect(await view(dot, ticket.id)).toMatchObject({
      name: 'Marisol Bacchus',
      orderCode: ticket.orderCode,
      phoneEnd: '7391',
      result: 'ok',
      mayOverride: false,
      mayUndo: false,
    })
    const dotId = await users.id('Dot')
    const log = await sql<{ action: string; facts: string }[]>`
      select action, facts::text from private.audit_log
      where actor_id = ${dotId} and action in ('door.search', 'door.view')`
    expect(log.filter(({ action }) => action === 'door.search')).toHaveLength(8)
    expect(log.filter(({ action }) => action === 'door.view')).toHaveLength(1)
    // The typed text is no fact of the log: it names people.
    expect(log.map(({ facts }) => facts).join()).not.toMatch(/maris|bacch|7391/i)
  })

  test('is for door managers of the event and admins', async () => {
    const ticket = await sell(night, 'Keisha Joseph')
    for (const name of ['Dex', 'Mo', 'Mia', 'Sid'] as const) {
      const client = await users.actingAs(name)
      expect((await refusal(find(client, 'keisha'))).code).toBe('not_allowed')
      expect((await refusal(view(client, ticket.id))).code).toBe('not_allowed')
      expect((await refusal(admit(client, ticket.id))).code).toBe('not_allowed')
    }
    expect((await find(await users.actingAs('Ada'), 'keisha')).found).toHaveLength(1)
    const other = await createEvent(sql)
    expect((await refusal(find(dot, 'keisha', other.eventId))).code).toBe('not_allowed')
    // Not by way of one's own event either.
    const theirs = await sell(other, 'Nadia Phillip')
    expect((await find(dot, 'nadia')).found).toEqual([])
    expect((await refusal(view(dot, theirs.id))).code).toBe('not_found')
  })

  test.each([
    ['door_search', () => find(dot, 'keisha')],
    ['door_view', async () => view(dot, (await sell(night, 'Lou Limit')).id)],
  ])('%s closes after 60 in 10 minutes, whatever program asks', async (limit, ask) => {
    const key = `${limit}:${await users.id('Dot')}`
    await sql`
      insert into private.rate_limits (key, taken, window_ends_at) values (${key}, 60, now() + interval '10 minutes')
      on conflict (key) do update set taken = 60, window_ends_at = excluded.window_ends_at`
    expect((await refusal(ask())).code).toBe('rate_limited')
    await sql`delete from private.rate_limits where key = ${key}`
    await ask()
  })
})

test('admits once, and takes it back within 10 minutes; an admin at any time', async () => {
  const ticket = await sell(night, 'Devon Peters')
  expect((await admit(dot, ticket.id)).result).toBe('ok')
  expect((await admit(dot, ticket.id)).result).toBe('already_in')
  expect(await view(dot, ticket.id)).toMatchObject({
    result: 'already_in',
    firstGate: 'North',
    mayUndo: true,
  })
  const [scan] = await sql`
    select method from public.scans where ticket_id = ${ticket.id} and result = 'ok'`
  expect(scan).toEqual({ method: 'search' })
  await sql`update public.entries set entered_at = now() - interval '11 minutes' where ticket_id = ${ticket.id}`
  expect((await view(dot, ticket.id)).mayUndo).toBe(false)
  expect((await refusal(undo(dot, ticket.id))).code).toBe('undo_too_late')
  const ada = await users.actingAs('Ada')
  expect((await view(ada, ticket.id)).mayUndo).toBe(true)
  expect((await undo(ada, ticket.id)).result).toBe('undone')
  expect((await admit(dot, ticket.id)).result).toBe('ok')
})

describe('an override', () => {
  let early: TestEvent
  beforeAll(async () => {
    early = await createEvent(sql, { doorsIn: 12 })
    await users.grant('Dex', 'scan', early.eventId)
    await users.grant('Dot', 'door_manager', early.eventId)
  })

  test('lets in before doors on the day, with the reason and the refusal in the log, once', async () => {
    const ticket = await sell(early, 'Tamika Roberts')
    expect((await admit(dot, ticket.id, early.eventId)).result).toBe('not_yet')
    expect(await view(dot, ticket.id, early.eventId)).toMatchObject({ result: 'not_yet', mayOverride: true })
    const uid = randomUUID()
    expect((await override(dot, early.eventId, ticket.id, uid)).result).toBe('ok')
    expect((await override(dot, early.eventId, ticket.id, uid)).result).toBe('ok')
    expect((await override(dot, early.eventId, ticket.id)).result).toBe('already_in')
    expect(
      await sql`
        select result, reason, response ->> 'lifted' as lifted from public.scans
        where ticket_id = ${ticket.id} and result = 'ok'`,
    ).toEqual([{ result: 'ok', reason: 'Crew', lifted: 'not_yet' }])
    const audit = await sql<{ facts: Record<string, unknown> }[]>`
      select facts from private.audit_log where action = 'door.override' and subject_id = ${ticket.id}`
    expect(audit.map(({ facts }) => facts)).toMatchObject([{ lifted: 'not_yet', reason: 'Crew' }])
  })

  test('is for door managers, with a reason', async () => {
    const ticket = await sell(early, 'Shurwayne Clarke')
    for (const name of ['Dex', 'Mo', 'Mia'] as const)
      expect((await refusal(override(await users.actingAs(name), early.eventId, ticket.id))).code).toBe(
        'not_allowed',
      )
    expect((await refusal(override(dot, early.eventId, ticket.id, randomUUID(), ' x'))).code).toBe(
      'reason_required',
    )
    expect((await override(await users.actingAs('Ada'), early.eventId, ticket.id)).result).toBe('ok')
  })

  test.each([
    ['blocked', `blocked_at = now(), block_reason = 'chargeback'`],
    ['in_transfer', `custody = 'offered'`],
    ['listed', `custody = 'listed'`],
    ['void_cancelled', `status = 'void', void_reason = 'cancelled', voided_at = now()`],
  ])('never of a ticket that is %s: the refusal stands', async (result, change) => {
    const ticket = await sell(early, 'Renée Alexis')
    // Taken back at the end, with what it did: the states of tickets belong to other areas.
    const done = await sql
      .begin(async (tx) => {
        await tx.unsafe(`update public.tickets set ${change} where id = '${ticket.id}'`)
        const [row] = await tx<{ lifts: boolean; result: string }[]>`
          select r.result, private.may_lift(r.result, e) as lifts
          from public.events e join public.tickets k on k.event_id = e.id
          cross join lateral (select private.entry_result(k, e, k.generation) as result) r
          where k.id = ${ticket.id}`
        throw row
      })
      .catch((row: unknown) => row)
    expect(done).toEqual({ lifts: false, result })
  })

  test('not days before doors, nor at a postponed event', async () => {
    const far = await createEvent(sql, { doorsIn: 40 })
    await users.grant('Dot', 'door_manager', far.eventId)
    const ticket = await sell(far, 'Marlon Early')
    expect((await override(dot, far.eventId, ticket.id)).result).toBe('not_yet')
    expect(await sql`select admission from public.tickets where id = ${ticket.id}`).toEqual([
      { admission: 'outside' },
    ])
  })
})

describe('an override at a gate', () => {
  let zoned: TestEvent
  let room: string
  beforeAll(async () => {
    zoned = await createEvent(sql, { types: [{ name: 'Entry' }, { name: 'VIP' }] })
    await users.grant('Dot', 'door_manager', zoned.eventId)
    const ada = await users.actingAs('Ada')
    room = await makeZone(ada, zoned.eventId, { name: 'Room', capacity: 1, gate: 'Main' })
    await makeZone(ada, zoned.eventId, {
      name: 'Balcony',
      capacity: 10,
      gate: 'Stairs',
      types: [zoned.types.VIP ?? ''],
    })
  })

  async function inNow(zone: string): Promise<number> {
    const board = await call(dot, 'read_occupancy', { p_event: zoned.eventId }, occupancySchema)
    return board?.zones.find(({ name }) => name === zone)?.inNow ?? Number.NaN
  }
  /** A look says the refusal and that it can be lifted, lifting it counts one person in, and the record says why. */
  async function lifts(ticket: string, gate: string, refused: string, zone: string | null) {
    const before = zone && (await inNow(zone))
    expect((await admit(dot, ticket, zoned.eventId, gate)).result).toBe(refused)
    expect(await view(dot, ticket, zoned.eventId, gate)).toMatchObject({ result: refused, mayOverride: true })
    const uid = randomUUID()
    for (const attempt of [1, 2])
      expect({
        attempt,
        ...(await override(dot, zoned.eventId, ticket, uid, 'Crew', gate)),
      }).toMatchObject({ attempt, result: 'ok' })
    if (zone) expect(await inNow(zone)).toBe(Number(before) + 1)
    expect(
      await sql`
        select reason, response ->> 'lifted' as lifted, gate from public.scans
        where scan_uid = ${uid} and result = 'ok'`,
    ).toEqual([{ reason: 'Crew', lifted: refused, gate }])
    const audit = await sql<{ facts: Record<string, unknown> }[]>`
      select facts from private.audit_log where action = 'door.override' and subject_id = ${ticket} order by at`
    expect(audit.map(({ facts }) => facts.lifted)).toEqual([refused])
  }

  test('lets in at a gate for other types', async () => {
    const ticket = await sell(zoned, 'Wendy Gates')
    expect(await view(dot, ticket.id, zoned.eventId, 'Main')).toMatchObject({ result: 'ok' })
    await lifts(ticket.id, 'Stairs', 'wrong_gate', 'Balcony')
  })

  test('lets one above the capacity in; the zone stays held for the next', async () => {
    const [first, second, third] = [
      await sell(zoned, 'First In'),
      await sell(zoned, 'Second In'),
      await sell(zoned, 'Third In'),
    ]
    expect((await admit(dot, first.id, zoned.eventId, 'Main')).result).toBe('ok')
    await lifts(second.id, 'Main', 'capacity_hold', 'Room')
    expect(await inNow('Room')).toBe(2)
    expect((await admit(dot, third.id, zoned.eventId, 'Main')).result).toBe('capacity_hold')
    expect(
      await sql`select held_at is not null as held, lifted from public.door_zones where id = ${room}`,
    ).toEqual([{ held: true, lifted: 0 }])
  })

  test('lets back in after the last re-entry', async () => {
    const ticket = await sell(zoned, 'Gone Outside')
    expect((await admit(dot, ticket.id, zoned.eventId, 'Side')).result).toBe('ok')
    expect((await admit(dot, ticket.id, zoned.eventId, 'Side', 'exit')).result).toBe('exited')
    await lifts(ticket.id, 'Side', 'no_reentry', null)
    expect(await sql`select admission from public.tickets where id = ${ticket.id}`).toEqual([
      { admission: 'inside' },
    ])
  })

  test('never lifts a second admission, at any gate', async () => {
    const ticket = await sell(zoned, 'Twice Inside')
    expect((await admit(dot, ticket.id, zoned.eventId, 'Side')).result).toBe('ok')
    expect(await view(dot, ticket.id, zoned.eventId, 'Side')).toMatchObject({
      result: 'already_in',
      mayOverride: false,
    })
    expect((await override(dot, zoned.eventId, ticket.id, randomUUID(), 'Crew', 'Side')).result).toBe(
      'already_in',
    )
  })
})
