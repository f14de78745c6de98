import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { admittedGuestsSchema } from '#core/door-guests.ts'
import { uploadGuests } from './door-fixture.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { addGuests, admit, saveList } from './guest-lists.ts'
import { brokenRules } from './invariants.ts'
import { call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests guests of lists whom a door without a network let in: one truth about a name, and everybody counted. */

const users = openTestUsers(inject('stack'))
const { sql } = users
let night: TestEvent
beforeAll(async () => {
  night = await createEvent(sql)
  await users.grant('Dex', 'scan', night.eventId)
  await users.grant('Dot', 'door_manager', night.eventId)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const dex = () => users.actingAs('Dex')
const [phone, other] = [randomUUID(), randomUUID()]

/** Puts a name on a list of its own. @returns its id */
async function listed(plusOnes: number, closesIn = 3): Promise<string> {
  const ada = await users.actingAs('Ada')
  const list = await saveList(ada, night, { closesIn })
  await addGuests(ada, list, [{ name: 'Ana Bell', plusOnes }])
  const [row] = await sql<{ id: string }[]>`select id from public.guest_list_entries where list_id = ${list}`
  if (!row) throw new Error('no guest')
  return row.id
}
const upload = async (device: string, ...guests: Parameters<typeof uploadGuests>[4]) =>
  uploadGuests(await dex(), sql, night.eventId, device, guests)
const inNow = async () => {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(in_now), 0)::int as n from private.door_counts where event_id = ${night.eventId}`
  return row?.n ?? 0
}
/** What is stored of a name: how many came, by which admissions, and who is in conflict. */
async function truthOf(entry: string) {
  const [row] = await sql<{ truth: unknown }[]>`
    select jsonb_build_object('arrived', e.arrived, 'list', l.arrived,
      'arrivals', (select jsonb_object_agg(s.scan_uid, a.heads) from public.guest_list_arrivals a join public.scans s on s.id = a.scan_id
        where a.entry_id = e.id and a.undone_by_scan is null),
      'conflicts', (select jsonb_object_agg(s.scan_uid, jsonb_build_array(c.heads, c.result)) from public.scan_conflicts c
        join public.scans s on s.id = c.other_scan where s.guest_id = e.id and c.withdrawn_at is null)) as truth
    from public.guest_list_entries e join public.guest_lists l on l.id = e.list_id where e.id = ${entry}`
  return row?.truth
}

describe('a party at two doors without a network', () => {
  const uids = [randomUUID(), randomUUID(), randomUUID()] as const
  // 4 heads: the first door lets 2 in, the second 3, the first 1 more
  const parts = (entry: string, ids: readonly string[]) => [
    { device: phone, guests: { scan: ids[0] ?? '', entry, heads: 2, ago: 90_000 } },
    { device: other, guests: { scan: ids[1] ?? '', entry, heads: 3, ago: 80_000, gate: 'North' } },
    { device: phone, guests: { scan: ids[2] ?? '', entry, heads: 1, ago: 70_000 } },
  ]

  test.each([
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])('uploaded as %i, %i, %i: the earlier keep the heads, those beyond are a conflict, and all are counted', async (...order) => {
    const entry = await listed(3)
    const before = await inNow()
    const ids = uids.map(() => randomUUID())
    const all = parts(entry, ids)
    for (const at of order) {
      const part = all[at]
      if (part) await upload(part.device, part.guests)
    }
    expect(await truthOf(entry)).toEqual({
      arrived: 4,
      list: 4,
      arrivals: { [ids[0] ?? '']: 2, [ids[1] ?? '']: 2 },
      conflicts: { [ids[1] ?? '']: [1, 'already_in'], [ids[2] ?? '']: [1, 'already_in'] },
    })
    expect(await inNow()).toBe(before + 6)
    const [, second] = all
    if (second) expect(await upload(second.device, second.guests)).toMatchObject([{ state: 'known' }])
    expect(await inNow()).toBe(before + 6)
  })

  test('whom the server let in meanwhile is in conflict with an earlier door, and comes back in place when that is undone', async () => {
    const entry = await listed(1)
    const uid = randomUUID()
    await admit(await dex(), night.eventId, { entry, heads: 2, uid })
    const early = randomUUID()
    expect(await upload(phone, { scan: early, entry, heads: 1 })).toMatchObject([{ state: 'confirmed' }])
    expect(await truthOf(entry)).toMatchObject({
      arrived: 2,
      arrivals: { [early]: 1, [uid]: 1 },
      conflicts: { [uid]: [1, 'already_in'] },
    })
    const [scan] = await sql<{ id: string }[]>`select id from public.scans where scan_uid = ${early}`
    await call(
      await users.actingAs('Dot'),
      'undo_guests',
      { p_event: night.eventId, p_scan: scan?.id, p_scan_uid: randomUUID(), p_reason: 'wrong person' },
      admittedGuestsSchema,
    )
    expect(await truthOf(entry)).toMatchObject({ arrived: 2, arrivals: { [uid]: 2 }, conflicts: null })
  })
})

test('after the cutoff, by a name that was taken off, or by none, they are in the room and in conflict', async () => {
  const before = await inNow()
  const late = await listed(0)
  await sql`update public.guest_lists set closes_at = now() - interval '5 minutes'
    where id = (select list_id from public.guest_list_entries where id = ${late})`
  const gone = await listed(0)
  await call(await users.actingAs('Ada'), 'remove_guests', { p_entries: [gone] }, z.unknown())
  const results = await upload(phone, { entry: late }, { entry: gone }, { entry: randomUUID(), heads: 2 })
  expect(results.map(({ state, result }) => [state, result])).toEqual([
    ['conflict', 'list_closed'],
    ['conflict', 'void_cancelled'],
    ['conflict', 'unknown'],
  ])
  expect(await truthOf(late)).toMatchObject({ arrived: 0, arrivals: null })
  expect(await inNow()).toBe(before + 4)
})

test('a refused try is in the log, and lets nobody in', async () => {
  const entry = await listed(0)
  const before = await inNow()
  expect(await upload(phone, { entry, result: 'already_in' })).toMatchObject([{ state: 'refused' }])
  expect(await sql`select result, heads from public.scans where guest_id = ${entry}`).toEqual([
    { result: 'already_in', heads: 1 },
  ])
  expect(await inNow()).toBe(before)
})

test('needs the grant, and a phone that is not locked: neither hands in nor lets in', async () => {
  const entry = await listed(2)
  const mia = await users.actingAs('Mia')
  expect((await refusal(uploadGuests(mia, sql, night.eventId, phone, [{ entry }]))).code).toBe('not_allowed')
  const locked = randomUUID()
  await sql`
    insert into public.door_devices (event_id, id, name, kind, locked_at, locked_by)
    values (${night.eventId}, ${locked}, 'Lost', 'staff', now(), ${await users.id('Dot')})`
  expect((await refusal(upload(locked, { entry }))).code).toBe('device_locked')
  const { error } = await (await dex()).rpc('admit_guests', {
    p_event: night.eventId,
    p_entry: entry,
    p_heads: 1,
    p_scan_uid: randomUUID(),
    p_device: locked,
  })
  expect(error?.message).toContain('device_locked')
  expect(await truthOf(entry)).toMatchObject({ arrived: 0 })
})
