import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { stationSchema } from '#features/door/pickup/pickup.types.ts'
import { unsignedPickupPackSchema } from '#features/door/pickup/pickup-pack.types.ts'
import { createEvent } from './event-fixture.ts'
import { buyGoods, handOver, makePoint } from './goods.ts'
import { brokenRules } from './invariants.ts'
import { call, linesOf, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant, stockOf } from './variants.ts'

/** Goods that phones hand over without a network: what they know, their upload in any order, and goods that went twice. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** An order with a ticket and goods to pick up at its event, and Dex and Dot at its station. */
async function toPickUp(quantity = 1) {
  const owner = await users.extra()
  const { eventId, ...event } = await createEvent(sql, { doorsIn: -0.05 })
  const pointId = await makePoint(sql, eventId)
  const { variantId } = await makeVariant(sql)
  const order = await buyGoods(service, sql, owner, [{ variantId, quantity, delivery: 'pickup', pointId }], {
    event: eventId,
    lines: linesOf({ eventId, ...event }, { Entry: 1 }),
  })
  await users.grant('Dex', 'scan', eventId)
  await users.grant('Dot', 'door_manager', eventId)
  return { event: eventId, variantId, ...order }
}

type Hand = { scan?: string; seq?: number; ago?: number; items: string[] }
const uploadedSchema = z.object({
  results: z.array(z.object({ scan: z.uuid(), state: z.enum(['confirmed', 'conflict', 'refused']) })),
})

async function upload(client: SupabaseClient, event: string, device: string, hands: Hand[], offset = 0) {
  const handed = hands.map(({ scan = randomUUID(), seq = 1, ago = 60_000, items }) => ({
    scan,
    seq,
    at: new Date(Date.now() - ago - offset).toISOString(),
    gate: 'Side',
    items,
  }))
  const args = { p_event: event, p_device: device, p_offset_ms: offset, p_handed: handed }
  const { results } = await call(client, 'upload_hand_overs', args, uploadedSchema)
  return results.map(({ state }) => state)
}
const station = async (name: 'Dex' | 'Dot', event: string) =>
  call(await users.actingAs(name), 'read_station', { p_event: event, p_point: null }, stationSchema)
const facts = async ({ first, variantId }: { first: string; variantId: string }) => {
  const [row] = await sql<{ status: string; keeper: string; shelf: number }[]>`
    select f.status, (select scan_uid from private.pickups where fulfilment_id = f.id) as keeper,
      (select coalesce(sum(on_hand), 0)::int from public.stock_levels where variant_id = ${variantId}) as shelf
    from public.fulfilments f where f.id = ${first}`
  return row
}
const resolve = (client: SupabaseClient, scan: string, item: string, outcome: string) =>
  call(
    client,
    'resolve_hand_over',
    { p_scan: scan, p_fulfilment: item, p_outcome: outcome },
    z.object({ outcome: z.string() }),
  )

test('the pack has what waits at the event with short names and hashes of tickets, for members with the grant alone', async () => {
  const goods = await toPickUp()
  const args = { p_event: goods.event, p_device: randomUUID() }
  const pack = await call(await users.actingAs('Dex'), 'read_pickup_pack', args, unsignedPickupPackSchema)
  expect(pack.orders).toMatchObject([
    { code: goods.code, name: 'Bea B.', items: [{ id: goods.first, state: 'waiting', quantity: 1 }] },
  ])
  expect(pack.orders[0]?.tickets).toEqual([
    [expect.stringMatching(/^[\w-]{14}$/), expect.stringMatching(/^[\w-]{5,14}$/), 1],
  ])
  const mia = await users.actingAs('Mia')
  expect((await refusal(call(mia, 'read_pickup_pack', args, z.unknown()))).code).toBe('not_allowed')
})

test('a hand-over without a network moves state and shelf once, however often it is uploaded, at its corrected time', async () => {
  const goods = await toPickUp(2)
  const dex = await users.actingAs('Dex')
  const [device, scan] = [randomUUID(), randomUUID()]
  const once = { scan, items: [goods.first], ago: 300_000 }
  expect(await upload(dex, goods.event, device, [once], -7_200_000)).toEqual(['confirmed'])
  expect(await upload(dex, goods.event, device, [once], -7_200_000)).toEqual(['confirmed'])
  expect(await facts(goods)).toEqual({ status: 'picked_up', keeper: scan, shelf: 8 })
  const [handed] = await sql<{ ago: number }[]>`
    select extract(epoch from now() - at)::int as ago from private.pickups where fulfilment_id = ${goods.first}`
  expect(handed?.ago).toBeGreaterThan(298)
  expect(handed?.ago).toBeLessThan(330)
  expect((await handOver(dex, goods.event, [goods.first])).items[0]).toMatchObject({ result: 'already' })
  const [log] = await sql<{ times: number }[]>`
    select count(*)::int as times from private.audit_log where action = 'goods.handed_over' and facts ->> 'device' = ${device}`
  expect(log?.times).toBe(1)
})

test.each([
  ['the earlier one arrives first', true],
  ['the later one arrives first', false],
])('two phones hand the same goods over, %s: the earlier keeps them, the other is a conflict, stock moves once', async (_, inOrder) => {
  const goods = await toPickUp()
  const dex = await users.actingAs('Dex')
  const [early, late] = [randomUUID(), randomUUID()]
  const [one, two] = [randomUUID(), randomUUID()]
  const send = [
    () => upload(dex, goods.event, one, [{ scan: early, ago: 600_000, items: [goods.first] }]),
    () => upload(dex, goods.event, two, [{ scan: late, ago: 60_000, items: [goods.first] }]),
  ]
  for (const act of inOrder ? send : send.toReversed()) await act()
  expect(await facts(goods)).toEqual({ status: 'picked_up', keeper: early, shelf: 9 })
  const { conflicts } = await station('Dot', goods.event)
  expect(conflicts).toMatchObject([
    { scan: late, id: goods.first, conflict: 'already', hand: { gate: 'Side' }, kept: { gate: 'Side' } },
  ])
  expect(conflicts[0]?.hand.at && conflicts[0].kept && conflicts[0].hand.at > conflicts[0].kept.at).toBe(true)
  expect((await station('Dex', goods.event)).conflicts).toEqual([])
})

test('an online hand-over that was later than one without a network becomes the conflict; both say at which station', async () => {
  const goods = await toPickUp()
  const dex = await users.actingAs('Dex')
  const [online, offline] = [randomUUID(), randomUUID()]
  const [first] = (await handOver(dex, goods.event, [goods.first], online, null, 'Merch table')).items
  expect(first).toMatchObject({ result: 'handed', handedIn: 'Merch table' })
  const hand = { scan: offline, ago: 60_000, items: [goods.first] }
  expect(await upload(dex, goods.event, randomUUID(), [hand])).toEqual(['confirmed'])
  expect(await facts(goods)).toEqual({ status: 'picked_up', keeper: offline, shelf: 9 })
  expect((await station('Dot', goods.event)).conflicts).toMatchObject([
    { scan: online, conflict: 'already', hand: { gate: 'Merch table' }, kept: { gate: 'Side' } },
  ])
  const [again] = (await handOver(dex, goods.event, [goods.first], randomUUID(), null, 'Bar')).items
  expect(again).toMatchObject({ result: 'already', handedIn: 'Side' })
  const tooLong = handOver(dex, goods.event, [goods.first], randomUUID(), null, 'x'.repeat(61))
  expect((await refusal(tooLong)).code).toBe('invalid')
})

test('a hand-over whose answer was lost is known when the phone uploads it', async () => {
  const goods = await toPickUp()
  const dex = await users.actingAs('Dex')
  const scan = randomUUID()
  await handOver(dex, goods.event, [goods.first], scan)
  expect(await upload(dex, goods.event, randomUUID(), [{ scan, items: [goods.first] }])).toEqual([
    'confirmed',
  ])
  expect((await station('Dot', goods.event)).conflicts).toEqual([])
})

test('managers decide: a missing piece comes off the shelf once; scanners decide nothing; of two answers the first stands', async () => {
  const goods = await toPickUp()
  const [dex, dot] = [await users.actingAs('Dex'), await users.actingAs('Dot')]
  const [early, late] = [randomUUID(), randomUUID()]
  await upload(dex, goods.event, randomUUID(), [{ scan: early, ago: 600_000, items: [goods.first] }])
  await upload(dex, goods.event, randomUUID(), [{ scan: late, items: [goods.first] }])
  expect((await refusal(resolve(dex, late, goods.first, 'same'))).code).toBe('not_allowed')
  expect(await resolve(dot, late, goods.first, 'missing')).toEqual({ outcome: 'missing' })
  expect(await resolve(dot, late, goods.first, 'missing')).toEqual({ outcome: 'missing' })
  expect(await facts(goods)).toMatchObject({ shelf: 8 })
  expect(await stockOf(sql, goods.variantId)).toMatchObject({ stock: 9, sold: 1 })
  expect((await refusal(resolve(dot, late, goods.first, 'same'))).code).toBe('conflict_resolved')
  expect((await station('Dot', goods.event)).conflicts).toEqual([])
})

test('goods that no shelf has, and goods of a canceled line, are conflicts and hold up nothing else', async () => {
  const [empty, good] = [await toPickUp(), await toPickUp()]
  const dex = await users.actingAs('Dex')
  await sql`update public.stock_levels set on_hand = 0 where variant_id = ${empty.variantId}`
  const scan = randomUUID()
  expect(await upload(dex, empty.event, randomUUID(), [{ scan, items: [empty.first] }])).toEqual(['conflict'])
  expect(await facts(empty)).toMatchObject({ status: 'unfulfilled', keeper: null })
  await sql`update public.stock_levels set on_hand = 10 where variant_id = ${empty.variantId}`
  expect(await resolve(await users.actingAs('Dot'), scan, empty.first, 'same')).toEqual({
    outcome: 'confirmed',
  })
  expect(await facts(empty)).toEqual({ status: 'picked_up', keeper: scan, shelf: 9 })
  const other = [{ items: [good.first] }]
  expect(await upload(dex, empty.event, randomUUID(), other)).toEqual(['refused'])
  expect(await facts(good)).toMatchObject({ status: 'unfulfilled' })
})
