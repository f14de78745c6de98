import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests that refused scans are kept for 90 days and counted afterwards, and that nothing else of the log can go. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let night: TestEvent
beforeAll(async () => {
  night = await createEvent(sql)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

async function addScan(values: Record<string, unknown>, days: number): Promise<string> {
  const at = new Date(Date.now() - days * 86_400_000)
  const [row] = await sql<{ id: string }[]>`insert into public.scans ${sql({
    scan_uid: randomUUID(),
    event_id: night.eventId,
    gate: 'North',
    result: 'unknown',
    scanned_at: at,
    captured_at: at,
    ...values,
  })} returning id`
  if (!row) throw new Error('no scan')
  return row.id
}
const expire = (limit = 1000) => call(service, 'expire_refused_scans', { p_limit: limit }, z.int())
const isThere = async (id: string) => (await sql`select 1 from public.scans where id = ${id}`).length === 1
const counted = () => sql<{ gate: string; result: string; bounce: boolean; scans: number }[]>`
  select gate, result, is_bounce as bounce, scans from private.refused_scan_counts where event_id = ${night.eventId}
  order by gate, result, is_bounce`

test('old refusals are counted and deleted, in batches; young ones and all that something refers to stay', async () => {
  const { order } = await buy(service, await users.extra(), night, { Entry: 1 })
  const [ticket] = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  const old = [
    await addScan({}, 91),
    await addScan({}, 120),
    await addScan({ gate: '', result: 'blocked', ticket_id: ticket?.id }, 100),
    await addScan({ result: 'already_in', is_bounce: true }, 200),
  ]
  const young = await addScan({}, 89)
  const reported = await addScan({ result: 'already_in', ticket_id: ticket?.id }, 95)
  await sql`insert into public.scan_reports ${sql({
    scan_id: reported,
    ticket_id: ticket?.id ?? '',
    event_id: night.eventId,
  })}`
  const before = await figures()

  expect(await expire(3)).toBe(3)
  expect(await expire(3)).toBe(1)
  expect(await expire(3)).toBe(0)
  expect(await Promise.all([...old, young, reported].map(isThere))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ])
  expect(await counted()).toEqual([
    { gate: '', result: 'blocked', bounce: false, scans: 1 },
    { gate: 'North', result: 'already_in', bounce: true, scans: 1 },
    { gate: 'North', result: 'unknown', bounce: false, scans: 2 },
  ])
  // The figures of the door are the same.
  expect(await figures()).toEqual(before)
  const later = await addScan({}, 300)
  expect(await expire()).toBe(1)
  expect(await isThere(later)).toBe(false)
  expect((await counted()).at(-1)?.scans).toBe(3)
})

async function figures() {
  const { data } = await (await users.actingAs('Ada')).rpc('read_door', { p_event: night.eventId })
  // A report lists the scans of its ticket that are there.
  return { ...data, serverNow: null, reports: null }
}

test('nothing else of the log can be changed or deleted, not even by the owner of the database', async () => {
  const refused = await addScan({}, 91)
  const young = await addScan({}, 1)
  const denied = /append-only/
  await expect(sql`delete from public.scans where id = ${refused}`).rejects.toThrow(denied)
  await expect(sql`update public.scans set gate = 'x' where id = ${refused}`).rejects.toThrow(denied)
  await expect(
    sql.begin(async (tx) => {
      await tx`select set_config('door.expires_scans', 'on', true)`
      await tx`delete from public.scans where id = ${young}`
    }),
  ).rejects.toThrow(denied)
  await expect(
    sql.begin(async (tx) => {
      await tx`select set_config('door.expires_scans', 'on', true)`
      await tx`update public.scans set gate = 'x' where id = ${refused}`
    }),
  ).rejects.toThrow(denied)
  await expire()
  for (const name of ['Ada', 'Dot'] as const) {
    const { error } = await (await users.actingAs(name)).rpc('expire_refused_scans', {})
    expect(error?.code).toBe('42501')
  }
})
