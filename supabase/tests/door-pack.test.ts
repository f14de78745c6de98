import { createPublicKey, randomBytes, verify } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { packStandings, unsignedPackSchema } from '#features/door/pack.types.ts'
import { signPack } from '#server/pack-signing.server.ts'
import { createTicketSigner } from '#server/ticket-signing.server.ts'
import { makeZone } from './door-fixture.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { addGuests, saveList } from './guest-lists.ts'
import { brokenRules } from './invariants.ts'
import { rolledBack } from './rolled-back.ts'
import { buy, call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests the packs of a door: what they hold and do not hold, who gets one, and that deltas add up to the whole. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const connections = users.connect(4)
let testEvent: TestEvent
const device = '0b7e0f5e-6a3c-4f4e-9a3f-2b1d3c4e5f60'

type Pack = ReturnType<typeof unsignedPackSchema.parse>
type Sold = { id: string; code: string; order: string }

beforeAll(async () => {
  testEvent = await createEvent(sql, { types: [{ name: 'Entry' }, { name: 'Balcony' }] })
  await users.grant('Dex', 'scan', testEvent.eventId)
  await users.grant('Dot', 'door_manager', testEvent.eventId)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

async function sell(count: number, type = 'Entry'): Promise<Sold[]> {
  const { order } = await buy(service, await users.extra(), testEvent, { [type]: count })
  return sql<Sold[]>`
    select t.id, t.code, o.code as "order" from public.tickets t join public.orders o on o.id = t.order_id
    where o.id = ${order.orderId} order by t.id`
}
const readPack = async (p_since: number | null = null, name: Name = 'Dex', at = testEvent): Promise<Pack> =>
  call(
    await users.actingAs(name),
    'read_door_pack',
    { p_event: at.eventId, p_device: device, p_since },
    unsignedPackSchema,
  )

/** Lets a ticket in at a gate. */
const admitAt = async (gate: string, ticket = '') =>
  call(
    await users.actingAs('Dex'),
    'check_in',
    {
      p_event: testEvent.eventId,
      p_ticket: ticket,
      p_generation: 1,
      p_code: null,
      p_scan_uid: crypto.randomUUID(),
      p_gate: gate,
      p_method: 'camera',
    },
    z.unknown(),
  )

/** The pack of a phone after a delta: rows by their hash. */
function merged(base: Pack, ...deltas: Pack[]) {
  const all = [base, ...deltas]
  const by = <Row extends [string, ...unknown[]]>(rows: Row[]) => new Map(rows.map((row) => [row[0], row]))
  const sorted = (rows: Iterable<[string, ...unknown[]]>) =>
    [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const guests = by(all.flatMap((pack) => pack.guestLists.guests)).values()
  return {
    tickets: sorted(by(all.flatMap((pack) => pack.tickets)).values()),
    retired: [...new Set(all.flatMap((pack) => pack.retired))].toSorted(),
    guests: sorted([...guests].filter(([, , , heads]) => heads > 0)),
  }
}

describe('a pack', () => {
  test('is for who scans at its event', async () => {
    for (const name of ['Dex', 'Dot', 'Mo', 'Ada'] as const)
      expect((await readPack(null, name)).event.id).toBe(testEvent.eventId)
    for (const name of ['Gus', 'Mia'] as const)
      expect((await refusal(readPack(null, name))).code).toBe('not_allowed')
    const other = await createEvent(sql)
    expect((await refusal(readPack(null, 'Dex', other))).code).toBe('not_allowed')
    const visitor = await users.actingAs('visitor')
    const { error } = await visitor.rpc('read_door_pack', {
      p_event: other.eventId,
      p_device: device,
      p_since: null,
    })
    expect(error?.code).toBe('42501')
  })

  test('is no more for a device that was locked or revoked, and notes its version for the desk', async () => {
    const { version } = await readPack()
    const [row] = await sql`
      select pack_version as version, kind from public.door_devices where id = ${device} and event_id = ${testEvent.eventId}`
    expect(row).toEqual({ version: String(version), kind: 'staff' })
    const dot = await users.actingAs('Dot')
    const which = { p_event: testEvent.eventId, p_device: device }
    await dot.rpc('lock_door_device', { ...which, p_locked: true }).throwOnError()
    expect((await refusal(readPack())).code).toBe('device_locked')
    await dot.rpc('lock_door_device', { ...which, p_locked: false }).throwOnError()
    await sql`
      update public.door_devices set revoked_at = now(), revoked_by = ${await users.id('Dot')}, revoke_reason = 'Lost'
      where id = ${device} and event_id = ${testEvent.eventId}`
    expect((await refusal(readPack())).code).toBe('device_revoked')
    await sql`delete from public.door_devices where id = ${device} and event_id = ${testEvent.eventId}`
  })

  test('says which gate leads where and takes what, and how often a ticket may come again', async () => {
    const event = await createEvent(sql)
    const [zone] = await sql<{ id: string }[]>`
      insert into public.door_zones (event_id, name, capacity) values (${event.eventId}, 'Main', 100) returning id`
    const entry = event.types.Entry ?? ''
    await sql`
      insert into public.door_gates (event_id, name, zone_id, type_ids, position) values
        (${event.eventId}, 'North', ${zone?.id ?? ''}, ${[entry]}, 1), (${event.eventId}, 'South', null, null, 2)`
    await sql`update public.events set reentries = 2 where id = ${event.eventId}`
    expect(await readPack(null, 'Ada', event)).toMatchObject({
      event: { reentries: 2 },
      zones: [{ id: zone?.id, name: 'Main' }],
      gates: [
        { name: 'North', zoneId: zone?.id, types: [entry] },
        { name: 'South', zoneId: null, types: null },
      ],
    })
  })

  test('ends 12 hours after its event', async () => {
    const over = await createEvent(sql, { doorsIn: -21, hoursLong: 8 })
    expect((await refusal(readPack(null, 'Ada', over))).code).toBe('device_event_over')
  })

  test('holds no full name, no address, no order, no code and no id of a ticket', async () => {
    const tickets = await sell(3)
    await sql`update public.tickets set holder_name = 'Marguerite Beaumont-Okafor' where id = ${tickets[0]?.id ?? ''}`
    const list = await saveList(await users.actingAs('Ada'), testEvent, { name: 'Friends' })
    await addGuests(await users.actingAs('Ada'), list, [
      { name: 'Keisha Josephine', plusOnes: 2, note: 'Wristband' },
    ])
    const pack = await readPack()
    const text = JSON.stringify(pack)
    expect(text).toContain('Marguerite B.')
    expect(text).toContain('Keisha J.')
    const people = await sql<{ word: string }[]>`
      select unnest(array[o.name, o.email, o.id::text, o.code, t.id::text, t.code, t.owner_id::text, t.holder_name]) as word
      from public.tickets t join public.orders o on o.id = t.order_id where t.event_id = ${testEvent.eventId}
      union select unnest(array[g.name, g.id::text, g.note]) from public.guest_list_entries g where g.event_id = ${testEvent.eventId}`
    const told = people.map(({ word }) => word).filter((word) => word && text.includes(word))
    // a name of one word is a first name
    expect(told.filter((word) => word.includes(' ') || /\d/.test(word))).toEqual([])
  })

  test('says of each ticket what the door would answer, but for its generation, the time and being inside', async () => {
    const tickets = await sell(7)
    await rolledBack(users, 'Ada', async (tx) => {
      const at = (n: number) => tickets[n]?.id ?? ''
      await tx`set local session_replication_role = replica`
      await tx`update public.tickets set custody = 'offered' where id = ${at(1)}`
      await tx`update public.tickets set custody = 'listed' where id = ${at(2)}`
      await tx`update public.tickets set blocked_at = now(), block_reason = 'chargeback' where id = ${at(3)}`
      for (const [n, reason] of [
        [4, 'refunded'],
        [5, 'event_cancelled'],
        [6, 'reissued_as'],
      ] as const)
        await tx`update public.tickets set status = 'void', void_reason = ${reason}, voided_at = now() where id = ${at(n)}`
      const rows = await tx<{ packed: number; answer: string }[]>`
        with pack as (
          select r ->> 0 as hash, (r ->> 4)::int as standing
          from public.events e, json_array_elements(private.pack_tickets(e, '\\x00', null)) r where e.id = ${testEvent.eventId})
        select p.standing as packed, private.entry_result(t, e, null) as answer
        from public.tickets t join public.events e on e.id = t.event_id
        join pack p on p.hash = private.pack_hash('\\x00', uuid_send(t.id))
        where t.id in ${tx(tickets.map(({ id }) => id))} order by t.id`
      expect(rows.map(({ packed }) => packStandings[packed])).toEqual(rows.map(({ answer }) => answer))
      expect(new Set(rows.map(({ answer }) => answer)).size).toBe(7)
    })
  })
})

describe('deltas', () => {
  test('add up to the whole after changes of every kind', async () => {
    const tickets = await sell(8)
    const ada = await users.actingAs('Ada')
    const list = await saveList(ada, testEvent, { name: 'Late names' })
    await makeZone(ada, testEvent.eventId, { name: 'Hall', capacity: 50, gate: 'Stairs' })
    await makeZone(ada, testEvent.eventId, { name: 'Terrace', capacity: 50, gate: 'Terrace door' })
    const base = await readPack()
    const deltas: Pack[] = []
    const changes: (() => Promise<unknown>)[] = [
      () => sell(2, 'Balcony'),
      () => admitAt('', tickets[0]?.id),
      () => admitAt('Stairs', tickets[4]?.id),
      () => admitAt('Terrace door', tickets[4]?.id),
      () => sql`select private.reissue_ticket(${tickets[1]?.id ?? ''}, 'Lost phone')`,
      () => sql`update public.tickets set holder_name = 'Nia Long' where id = ${tickets[2]?.id ?? ''}`,
      () => sql`
        update public.tickets set holder_email = 'nia@example.com', handed_on_at = now() where id = ${tickets[5]?.id ?? ''}`,
      () => sql`update public.tickets set is_vip = true where id = ${tickets[3]?.id ?? ''}`,
      () => addGuests(ada, list, [{ name: 'Ana Bell', plusOnes: 1 }, { name: 'Bo Chase' }]),
      () =>
        sql`update public.guest_list_entries set name = 'Ana Stone' where list_id = ${list} and name = 'Ana Bell'`,
      async () => {
        await sql`update public.guest_lists set heads = heads - 1 where id = ${list}`
        await sql`update public.guest_list_entries set removed_at = now() where list_id = ${list} and name = 'Bo Chase'`
      },
    ]
    for (const change of changes) {
      await change()
      const delta = await readPack(deltas.at(-1)?.version ?? base.version)
      expect(delta.isDelta).toBe(true)
      deltas.push(delta)
    }
    const whole = await readPack()
    expect(whole.tickets.filter((row) => row[8] > 0).map((row) => whole.zones[row[8] - 1]?.name)).toEqual([
      'Terrace',
    ])
    expect(merged(base, ...deltas)).toEqual(merged(whole))
    // one delta for everything, too; and each is far smaller than the whole
    expect(merged(base, await readPack(base.version))).toEqual(merged(whole))
    expect(deltas.at(-1)?.tickets.length).toBeLessThan(whole.tickets.length)
    expect(merged(base)).not.toEqual(merged(whole))
  })

  test('lose nothing of a transaction that ends after the version was read, whatever the order', async () => {
    const tickets = await sell(3)
    const rename = (tx: TransactionSql, n: number, name: string) =>
      tx`update public.tickets set holder_name = ${name} where id = ${tickets[n]?.id ?? ''}`
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const changed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    // The older transaction ends last.
    const older = connections.begin(async (tx) => {
      await rename(tx, 0, 'Olive Older')
      changed[0].resolve()
      await first.promise
    })
    await changed[0].promise
    const newer = connections.begin(async (tx) => {
      await rename(tx, 1, 'Nora Newer')
      changed[1].resolve()
      await second.promise
    })
    await changed[1].promise
    const base = await readPack()
    second.resolve()
    await newer
    const between = await readPack(base.version)
    first.resolve()
    await older
    const last = await readPack(between.version)
    expect(JSON.stringify(between.tickets)).toContain('Nora N.')
    expect(JSON.stringify(between.tickets)).not.toContain('Olive O.')
    expect(JSON.stringify(last.tickets)).toContain('Olive O.')
    expect(merged(base, between, last)).toEqual(merged(await readPack()))
  })

  test('since a version of another database are all of it', async () => {
    const { version } = await readPack()
    expect((await readPack(version + 1_000_000)).isDelta).toBe(false)
  })
})

describe('the signature of a pack', () => {
  const secret = randomBytes(32).toString('base64url')
  const payload = JSON.stringify({ name: 'Zoë B.' })
  const eventId = '6f1d6a4e-6a3c-4f4e-9a3f-2b1d3c4e5f60'
  const { signature, key } = signPack(secret, eventId, payload)
  const holds = (text: string, by = key, of = signature) =>
    verify(null, Buffer.from(text), createPublicKey({ key: by, format: 'jwk' }), Buffer.from(of, 'base64url'))

  test('verifies with the public key alone, and fails for one altered byte', () => {
    expect(Object.keys(key).toSorted()).toEqual(['crv', 'kty', 'x'])
    expect(holds(payload)).toBe(true)
    for (let at = 0; at < payload.length; at++) {
      const letter = payload[at] === 'x' ? 'y' : 'x'
      expect(holds(payload.slice(0, at) + letter + payload.slice(at + 1))).toBe(false)
    }
  })

  test('is of a key of its own: another event’s fails, and the tickets’ key is another', async () => {
    expect(holds(payload, signPack(secret, '7f1d6a4e-6a3c-4f4e-9a3f-2b1d3c4e5f60', payload).key)).toBe(false)
    const tickets = await createTicketSigner(secret).readPublicKey(eventId)
    expect(tickets.x).not.toBe(key.x)
  })
})
