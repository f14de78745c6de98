import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { banListSchema } from '#features/door/bans/bans.types.ts'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { unsignedPackSchema } from '#features/door/pack.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** The ban list: who matches, who is told what, and that nobody is refused by it. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  await sql`update private.door_bans set lifted_at = now(), lifted_by = created_by where lifted_at is null`
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

async function sell(event: TestEvent, name: string): Promise<string> {
  const { order } = await buy(service, await users.extra(), event, { Entry: 1 })
  const [ticket] = await sql<{ id: string }[]>`
    update public.tickets set holder_name = ${name} where order_id = ${order.orderId} returning id`
  return ticket?.id ?? ''
}
async function scan(who: 'Dex' | 'Dot', event: TestEvent, ticket: string) {
  const args = {
    p_event: event.eventId,
    p_ticket: ticket,
    p_generation: 1,
    p_code: null,
    p_scan_uid: randomUUID(),
    p_gate: '',
    p_method: 'camera',
  }
  return call(await users.actingAs(who), 'check_in', args, scanResponseSchema)
}
const ban = async (event: TestEvent, name: string, ticket: string | null = null) =>
  call(
    await users.actingAs('Dot'),
    'add_ban',
    {
      p_event: event.eventId,
      p_ticket: ticket,
      p_name: name,
      p_looks: 'Tall, tattoo',
      p_reason: 'Fought at the bar',
    },
    z.uuid(),
  )
async function night(): Promise<TestEvent> {
  const event = await createEvent(sql)
  await users.grant('Dex', 'scan', event.eventId)
  await users.grant('Dot', 'scan', event.eventId)
  await users.grant('Dot', 'door_manager', event.eventId)
  return event
}

test('a match lets in and is a flag: scanners are told to get the manager, who sees the reason; lifted, it is gone', async () => {
  const event = await night()
  const name = `Zoë ${randomUUID().slice(0, 8)} Quarrel`
  const [first, second, third] = [
    await sell(event, name.toUpperCase()),
    await sell(event, name),
    await sell(event, name),
  ]
  const id = await ban(event, name)
  expect(await scan('Dex', event, first)).toMatchObject({ result: 'ok', ban: { name: null, reason: null } })
  expect(await scan('Dot', event, second)).toMatchObject({
    result: 'ok',
    ban: { name, reason: 'Fought at the bar', looks: 'Tall, tattoo' },
  })
  const dot = await users.actingAs('Dot')
  const list = await call(dot, 'list_bans', { p_event: event.eventId }, banListSchema)
  expect(list.bans.find((each) => each.id === id)).toMatchObject({ name, tickets: 3, hasAccount: false })
  for (const _ of ['once', 'twice'])
    await call(dot, 'lift_ban', { p_event: event.eventId, p_ban: id }, z.unknown())
  expect(await scan('Dex', event, third)).toMatchObject({ result: 'ok', ban: null })
})

test('with a ticket the account matches under another name, and a pack says so by a flag without the reason', async () => {
  const event = await night()
  const owner = await users.extra()
  const buyOne = async (name: string) => {
    const { order } = await buy(service, owner, event, { Entry: 1 })
    const [row] = await sql<{ id: string }[]>`
      update public.tickets set holder_name = ${name} where order_id = ${order.orderId} returning id`
    return row?.id ?? ''
  }
  const [known, other] = [await buyOne('Known Name'), await buyOne('Another Name')]
  const dex = await users.actingAs('Dex')
  const pack = async (since: number | null) =>
    call(
      dex,
      'read_door_pack',
      { p_event: event.eventId, p_device: randomUUID(), p_since: since },
      unsignedPackSchema,
    )
  const before = await pack(null)
  expect(before.tickets.map((row) => row[6] & 2)).toEqual([0, 0])
  await ban(event, `Nobody ${randomUUID()}`.slice(0, 40), known)
  const delta = await pack(before.version)
  expect(delta.isDelta).toBe(true)
  expect(delta.tickets.map((row) => row[6] & 2)).toEqual([2, 2])
  expect(JSON.stringify(delta)).not.toContain('Fought')
  expect(await scan('Dot', event, other)).toMatchObject({
    result: 'ok',
    ban: { reason: 'Fought at the bar' },
  })
})

test('scanners, members and managers of another event neither read nor change the list', async () => {
  const [event, other] = [await night(), await createEvent(sql)]
  const id = await ban(event, 'Somebody Else')
  for (const who of ['Dex', 'Mia'] as const) {
    const client = await users.actingAs(who)
    expect((await refusal(call(client, 'list_bans', { p_event: event.eventId }, z.unknown()))).code).toBe(
      'not_allowed',
    )
    expect(
      (await refusal(call(client, 'lift_ban', { p_event: event.eventId, p_ban: id }, z.unknown()))).code,
    ).toBe('not_allowed')
  }
  const dot = await users.actingAs('Dot')
  expect((await refusal(call(dot, 'list_bans', { p_event: other.eventId }, z.unknown()))).code).toBe(
    'not_allowed',
  )
  const args = {
    p_event: event.eventId,
    p_ticket: randomUUID(),
    p_name: 'Some Body',
    p_looks: '',
    p_reason: 'Why not',
  }
  expect((await refusal(call(dot, 'add_ban', args, z.unknown()))).code).toBe('not_found')
  expect(
    (await refusal(call(dot, 'add_ban', { ...args, p_ticket: null, p_reason: ' ' }, z.unknown()))).code,
  ).toBe('reason_required')
})
