import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type Actor, meSchema } from '#core/roles.ts'
import { deviceListSchema, enrolledSchema, invitedSchema } from '#features/door/devices/devices.types.ts'
import { doorEventListSchema, doorPollSchema, scanResponseSchema } from '#features/door/door.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { tally, together } from './races.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'

/** Tests the devices of a door: who invites, enrolls, locks and revokes them, and what a phone without an account may do meanwhile. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
const pool = users.connect(20)
let testEvent: TestEvent
let otherEvent: TestEvent
beforeAll(async () => {
  testEvent = await createEvent(sql)
  otherEvent = await createEvent(sql)
  await users.grant('Dex', 'scan', testEvent.eventId)
  await users.grant('Dot', 'door_manager', testEvent.eventId)
})
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const stateSchema = z.object({ state: z.string() })
const anything = z.unknown()

/** A phone with a guest's session. */
async function newPhone(): Promise<{
  client: SupabaseClient
  session: string
  user: string
  browser: string
}> {
  const client = createClient(stack.url, stack.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const { data } = await client.auth.signInAnonymously()
  if (!data.session) throw new Error('no guest session')
  const { access_token, user } = data.session
  return { client, session: sessionOf(access_token), user: user.id, browser: randomUUID() }
}
type Phone = Awaited<ReturnType<typeof newPhone>>

async function invite(name = `Phone ${randomUUID().slice(0, 8)}`, by = 'Dot' as const, at = testEvent) {
  const token = makeToken()
  const p_token_hash = hashToken(token)
  const args = { p_event: at.eventId, p_name: name, p_token_hash }
  const invited = await call(await users.actingAs(by), 'invite_door_device', args, invitedSchema)
  return { ...invited, token, hash: p_token_hash }
}
const enroll = ({ client, browser }: Phone, p_token_hash: string, p_device = browser) =>
  call(client, 'enroll_door_device', { p_token_hash, p_device }, enrolledSchema)

async function enrolledPhone() {
  const phone = await newPhone()
  const { hash, name } = await invite()
  const { device } = await enroll(phone, hash)
  return { ...phone, device, name }
}

const lock = async (p_device: string, p_locked: boolean, by: Parameters<typeof users.actingAs>[0] = 'Dot') =>
  call(
    await users.actingAs(by),
    'lock_door_device',
    { p_event: testEvent.eventId, p_device, p_locked },
    stateSchema,
  )
const revoke = async (p_device: string, p_reason: string | null = 'Left the team', by = 'Dot' as const) =>
  call(
    await users.actingAs(by),
    'revoke_door_device',
    { p_event: testEvent.eventId, p_device, p_reason },
    stateSchema,
  )
const report = ({ client, browser }: Pick<Phone, 'client' | 'browser'>, p_report: object = {}) =>
  call(
    client,
    'report_door_device',
    { p_event: testEvent.eventId, p_device: browser, p_report },
    z.object({ isWaived: z.boolean(), name: z.string() }),
  )
async function listed(device: string) {
  const args = { p_event: testEvent.eventId }
  const list = await call(await users.actingAs('Dot'), 'list_door_devices', args, deviceListSchema)
  return list.devices.find(({ id }) => id === device)
}
const me = async (client: SupabaseClient): Promise<Actor> => call(client, 'me', {}, meSchema)

async function sellTicket(at = testEvent): Promise<string> {
  const { order } = await buy(service, await users.extra(), at, { Entry: 1 })
  const [ticket] = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  return ticket?.id ?? ''
}
const scan = async (client: SupabaseClient, p_ticket: string, at = testEvent, p_device?: string) =>
  call(
    client,
    'check_in',
    {
      p_event: at.eventId,
      p_ticket,
      p_generation: 1,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: 'Main',
      p_method: 'camera',
      ...(p_device && { p_device }),
    },
    scanResponseSchema,
  )

describe('an invitation', () => {
  test.each([
    ['visitor', 'signed in'],
    ['Gus', 'not_allowed'],
    ['Mia', 'not_allowed'],
    ['Dex', 'not_allowed'],
    ['Mo', 'not_allowed'],
  ] as const)('is not for %s, nor is any other verb of managers', async (name, code) => {
    const client = await users.actingAs(name)
    const { device } = await enrolledPhone()
    const p_event = testEvent.eventId
    const calls: [string, Record<string, unknown>][] = [
      ['invite_door_device', { p_event, p_name: 'X', p_token_hash: hashToken(makeToken()) }],
      ['list_door_devices', { p_event }],
      ['lock_door_device', { p_event, p_device: device, p_locked: true }],
      ['revoke_door_device', { p_event, p_device: device, p_reason: 'Because' }],
      ['waive_door_ready', { p_event, p_device: device, p_reason: 'Because' }],
    ]
    for (const [fn, args] of calls) {
      if (code === 'signed in') expect((await client.rpc(fn, args)).error?.code).toBe('42501')
      else expect([fn, (await refusal(call(client, fn, args, anything))).code]).toEqual([fn, code])
    }
    expect((await listed(device))?.state).toBe('enrolled')
  })

  test('is not for the manager of another door, nor for the phones it invites', async () => {
    const dot = await users.actingAs('Dot')
    const args = { p_event: otherEvent.eventId, p_name: 'X', p_token_hash: hashToken(makeToken()) }
    expect((await refusal(call(dot, 'invite_door_device', args, anything))).code).toBe('not_allowed')
    const { client } = await enrolledPhone()
    const own = { ...args, p_event: testEvent.eventId }
    expect((await refusal(call(client, 'invite_door_device', own, anything))).code).toBe('not_allowed')
    expect((await users.sql`select 1 from public.door_devices where name = 'X'`).length).toBe(0)
  })

  test('keeps the hash of its token alone', async () => {
    const { token, hash } = await invite()
    const rows = await sql<{ row: string }[]>`
      select d::text as row from public.door_devices d where d.invite_hash = ${hash}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token)
  })

  test('enrolls one of twenty phones that take it at once', async () => {
    const { hash } = await invite()
    const phones = await Promise.all(Array.from({ length: 20 }, newPhone))
    const endings = await together(pool, 20, async (tx, n) => {
      const { user = '', session = '', browser = '' } = phones[n] ?? {}
      const claims = JSON.stringify({ role: 'authenticated', sub: user, session_id: session })
      await tx`select set_config('request.jwt.claims', ${claims}, true)`
      return tx`select public.enroll_door_device(${hash}, ${browser})`
    })
    expect(tally(endings)).toEqual({ ok: 1, device_code_used: 19 })
    const may = await Promise.all(phones.map(async ({ client }) => (await me(client)).grants.length))
    expect(may.filter((grants) => grants > 0)).toHaveLength(1)
  })

  test('ends by being used, replaced, withdrawn, or after a day; a phone that sends it again gets the same answer', async () => {
    const used = await invite()
    const phone = await newPhone()
    const first = await enroll(phone, used.hash)
    expect(await enroll(phone, used.hash)).toEqual(first)
    expect((await refusal(enroll(await newPhone(), used.hash))).code).toBe('device_code_used')
    const replaced = await invite('Side door')
    const current = await invite('side door')
    expect(current.device).toBe(replaced.device)
    expect((await refusal(enroll(phone, replaced.hash))).code).toBe('device_code_used')
    await sql`update public.door_devices set invite_expires_at = now() where id = ${current.device}`
    expect((await refusal(enroll(phone, current.hash))).code).toBe('device_code_expired')
    const withdrawn = await invite()
    await revoke(withdrawn.device)
    expect((await refusal(enroll(phone, withdrawn.hash))).code).toBe('device_code_used')
    expect((await refusal(enroll(phone, hashToken(makeToken())))).code).toBe('device_code_used')
    const visitor = await users.actingAs('visitor')
    expect(
      (await visitor.rpc('enroll_door_device', { p_token_hash: used.hash, p_device: null })).error?.code,
    ).toBe('42501')
  })

  test('the name of a device that works is taken', async () => {
    const { name } = await enrolledPhone()
    expect((await refusal(invite(name.toUpperCase()))).code).toBe('device_name_taken')
  })

  test('of an event that is over is refused', async () => {
    const over = await createEvent(sql, { doorsIn: -30, hoursLong: 8 })
    await users.grant('Dot', 'door_manager', over.eventId)
    expect((await refusal(invite('Late', 'Dot', over))).code).toBe('device_event_over')
  })
})

describe('an enrolled phone without an account', () => {
  test('scans at its event and at no other, and its scans name it', async () => {
    const { client, name, user } = await enrolledPhone()
    const actor = await me(client)
    expect(actor.grants).toMatchObject([{ capability: 'scan', eventId: testEvent.eventId }])
    expect(actor.devices).toMatchObject([{ state: 'enrolled', name }])
    expect((await scan(client, await sellTicket())).result).toBe('ok')
    const other = await sellTicket(otherEvent)
    expect((await refusal(scan(client, other, otherEvent))).code).toBe('not_allowed')
    const [profile] = await sql`select display_name as name from public.profiles where id = ${user}`
    expect(profile).toEqual({ name })
    const events = await call(client, 'list_door_events', {}, doorEventListSchema)
    expect(events.map(({ id, reports }) => [id, reports])).toEqual([[testEvent.eventId, null]])
  })

  test('scans at an event that is hidden from visitors', async () => {
    const secret = await createEvent(sql, { visibility: 'unlisted' })
    await users.grant('Dot', 'door_manager', secret.eventId)
    const phone = await newPhone()
    await enroll(phone, (await invite('Back', 'Dot', secret)).hash)
    const events = await call(phone.client, 'list_door_events', {}, doorEventListSchema)
    expect(events.map(({ id }) => id)).toEqual([secret.eventId])
    expect((await scan(phone.client, await sellTicket(secret), secret)).result).toBe('ok')
    expect((await phone.client.from('events').select('id').eq('id', secret.eventId)).data).toEqual([])
  })

  test('has nothing else of staff', async () => {
    const { client } = await enrolledPhone()
    const p_event = testEvent.eventId
    const refused: [string, Record<string, unknown>][] = [
      ['search_staff', { p_query: 'mia' }],
      ['list_stations', {}],
      ['find_pickups', { p_event, p_point: null }],
      ['undo_check_in', { p_event, p_ticket: randomUUID(), p_scan_uid: randomUUID(), p_reason: 'Because' }],
      ['release_table', { p_event, p_booking: randomUUID(), p_reason: 'Because' }],
      ['list_door_devices', { p_event }],
    ]
    for (const [fn, args] of refused)
      expect([fn, (await refusal(call(client, fn, args, anything))).code]).toEqual([fn, 'not_allowed'])
    for (const fn of ['read_staff_frame', 'read_scan_data'])
      expect([fn, await call(client, fn, {}, anything)]).toEqual([fn, null])
    for (const table of ['scans', 'entries', 'tickets', 'orders', 'door_devices', 'guest_list_entries'])
      expect([table, (await client.from(table).select('*').limit(1)).data ?? []]).toEqual([table, []])
  })

  test('scans by its session: another session of the same guest does not', async () => {
    const phone = await enrolledPhone()
    const claims = (session: string) =>
      JSON.stringify({ role: 'authenticated', sub: phone.user, session_id: session })
    const may = (session: string) =>
      sql.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${claims(session)}, true)`
        const [row] = await tx<{ may: boolean }[]>`
          select private.device_scans(${testEvent.eventId}) as may`
        return row?.may
      })
    expect(await may(phone.session)).toBe(true)
    expect(await may(randomUUID())).toBe(false)
  })

  test('until 12 hours after the end of its event', async () => {
    const late = await createEvent(sql)
    await users.grant('Dot', 'door_manager', late.eventId)
    const phone = await newPhone()
    await enroll(phone, (await invite('Late', 'Dot', late)).hash)
    const endedAgo = (hours: number) =>
      sql`update public.events set ends_at = now() - ${hours} * interval '1 hour', doors_at = now() - interval '20 hours',
        starts_at = now() - interval '19 hours' where id = ${late.eventId}`
    await endedAgo(11.9)
    expect((await me(phone.client)).grants).toHaveLength(1)
    await endedAgo(12.1)
    expect((await me(phone.client)).grants).toEqual([])
    expect((await refusal(scan(phone.client, randomUUID(), late))).code).toBe('not_allowed')
  })
})

describe('a lock', () => {
  test('ends scanning at once, and is lifted; the phone is told', async () => {
    const phone = await enrolledPhone()
    const ticket = await sellTicket()
    expect(await lock(phone.device, true)).toEqual({ state: 'locked' })
    expect(await lock(phone.device, true)).toEqual({ state: 'locked' })
    expect((await refusal(scan(phone.client, ticket))).code).toBe('device_locked')
    expect((await refusal(report(phone))).code).toBe('device_locked')
    expect(await me(phone.client)).toMatchObject({ grants: [], devices: [{ state: 'locked' }] })
    expect(await lock(phone.device, false)).toEqual({ state: 'enrolled' })
    expect((await scan(phone.client, ticket)).result).toBe('ok')
  })

  test('of the browser of staff is told to whoever uses it, and to no other browser of theirs', async () => {
    const dex = { client: await users.actingAs('Dex'), browser: randomUUID() }
    expect(await report(dex, { battery: 40 })).toMatchObject({ isWaived: false })
    await lock(dex.browser, true)
    expect((await refusal(report(dex))).code).toBe('device_locked')
    expect((await refusal(report({ ...dex, client: await users.actingAs('Mo') }))).code).toBe('device_locked')
    const ticket = await sellTicket()
    expect((await refusal(scan(dex.client, ticket, testEvent, dex.browser))).code).toBe('device_locked')
    expect((await scan(dex.client, ticket, testEvent, randomUUID())).result).toBe('ok')
    expect(await report({ ...dex, browser: randomUUID() })).toMatchObject({ isWaived: false })
  })
})

describe('a poll of an open scanner', () => {
  const poll = (client: SupabaseClient, p_device: string | null = null, at = testEvent) =>
    call(client, 'poll_door', { p_event: at.eventId, p_device }, doorPollSchema)
  const open = { isLocked: false, isRevoked: false }

  test('has what the page of the door has, and tells an enrolled phone at once that it is locked or removed, and nothing else', async () => {
    const { client, device } = await enrolledPhone()
    const { reports, ...figures } = await call(
      await users.actingAs('Dot'),
      'read_door',
      { p_event: testEvent.eventId },
      doorPollSchema.options[0].omit({ device: true }),
    )
    expect(await poll(client)).toEqual({ ...figures, reports: null, device: open })
    expect(await poll(await users.actingAs('Dot'))).toEqual({ ...figures, reports, device: open })
    await lock(device, true)
    expect(await poll(client)).toEqual({ device: { ...open, isLocked: true }, message: '' })
    await lock(device, false)
    expect(await poll(client)).toMatchObject({ device: open })
    await revoke(device)
    expect(await poll(client)).toEqual({ device: { ...open, isRevoked: true }, message: '' })
  })

  test('tells the browser of staff, and no other browser of theirs', async () => {
    const browser = randomUUID()
    const dex = await users.actingAs('Dex')
    await report({ client: dex, browser })
    await lock(browser, true)
    expect(await poll(dex, browser)).toEqual({ device: { ...open, isLocked: true }, message: '' })
    expect(await poll(dex, randomUUID())).toMatchObject({ device: open })
  })

  test.each(['Mia', 'Gus'] as const)('is not for %s, nor for a phone of another door', async (name) => {
    expect((await refusal(poll(await users.actingAs(name)))).code).toBe('not_allowed')
    const { client } = await enrolledPhone()
    expect((await refusal(poll(client, null, otherEvent))).code).toBe('not_allowed')
  })
})

test('two browsers of one account stand under names of their own', async () => {
  const dex = await users.actingAs('Dex')
  const [name] = await sql<{ name: string }[]>`
    select left(display_name, 40) as name from public.profiles where id = ${await users.id('Dex')}`
  const browsers = ['Chrome on Android', 'Safari on iPhone', 'Chrome on Android', undefined].map(
    (browser) => ({
      id: randomUUID(),
      browser,
    }),
  )
  for (const { id, browser } of browsers)
    await report({ client: dex, browser: id }, { ...(browser && { browser }) })
  const titles = await Promise.all(browsers.map(async ({ id }) => (await listed(id))?.name))
  expect(titles.slice(0, 3)).toEqual([
    `${name?.name}, Chrome on Android`,
    `${name?.name}, Safari on iPhone`,
    `${name?.name}, Chrome on Android (2)`,
  ])
  expect(new Set(titles).size).toBe(4)
})

describe('a device that was revoked', () => {
  const handIn = ({ user, session, device }: Phone & { device: string }) =>
    together(pool, 1, async (tx) => {
      const claims = JSON.stringify({ role: 'authenticated', sub: user, session_id: session })
      await tx`select set_config('request.jwt.claims', ${claims}, true)`
      await tx`select private.require_hand_in(${testEvent.eventId}, ${device})`
    }).then((endings) => tally(endings))

  test('needs a reason, scans no more, and hands in once within a day', async () => {
    const phone = await enrolledPhone()
    expect((await refusal(revoke(phone.device, ' '))).code).toBe('reason_required')
    await revoke(phone.device, 'Lost at the bar')
    expect(await listed(phone.device)).toMatchObject({ state: 'revoked', revokeReason: 'Lost at the bar' })
    expect((await refusal(report(phone))).code).toBe('device_revoked')
    expect((await me(phone.client)).devices).toMatchObject([{ state: 'revoked', mayHandIn: true }])
    expect((await refusal(lock(phone.device, false))).code).toBe('invalid_state')
    // a queue takes several uploads, within minutes
    expect(await handIn(phone)).toEqual({ ok: 1 })
    expect(await handIn(phone)).toEqual({ ok: 1 })
    await sql`update public.door_devices set handed_in_at = now() - interval '11 minutes' where id = ${phone.device}`
    expect(await handIn(phone)).toEqual({ device_revoked: 1 })
    await sql`
      update public.door_devices set handed_in_at = null, revoked_at = now() - interval '25 hours' where id = ${phone.device}`
    expect(await handIn(phone)).toEqual({ device_revoked: 1 })
  })

  test('is not another phone’s to hand in for, nor a locked one’s', async () => {
    const [revoked, other, locked] = [await enrolledPhone(), await newPhone(), await enrolledPhone()]
    await revoke(revoked.device)
    await lock(locked.device, true)
    expect(await handIn({ ...other, device: revoked.device })).toEqual({ not_allowed: 1 })
    expect(await handIn(locked)).toEqual({ device_locked: 1 })
    const [row] = await sql`select handed_in_at from public.door_devices where id = ${revoked.device}`
    expect(row).toEqual({ handed_in_at: null })
  })

  test('comes back by a new code, under its own id', async () => {
    const phone = await enrolledPhone()
    await revoke(phone.device)
    const again = await enroll(phone, (await invite()).hash)
    expect(again.device).toBe(phone.browser)
    expect((await scan(phone.client, await sellTicket())).result).toBe('ok')
  })

  test('a phone never takes the id of another', async () => {
    const first = await enrolledPhone()
    const second = await newPhone()
    const { device } = await enroll(second, (await invite()).hash, first.browser)
    expect(device).not.toBe(first.browser)
    expect((await scan(first.client, await sellTicket())).result).toBe('ok')
    expect((await scan(second.client, await sellTicket())).result).toBe('ok')
  })
})

test('what a device says of itself is listed, and a manager waives its red check with a reason', async () => {
  const phone = await enrolledPhone()
  const ready = { camera: 'ok', sound: 'bad' }
  const waive = async (p_reason: string) =>
    call(
      await users.actingAs('Dot'),
      'waive_door_ready',
      { p_event: testEvent.eventId, p_device: phone.device, p_reason },
      stateSchema,
    )
  expect((await refusal(waive('No speaker'))).code).toBe('invalid_state')
  await report(phone, { battery: 64, isKept: true, waitingScans: 3, clockOffsetMs: -1500, ready })
  await report(phone, { battery: 63 })
  expect(await listed(phone.device)).toMatchObject({
    state: 'active',
    battery: 63,
    isKept: true,
    waitingScans: 3,
    clockOffsetMs: -1500,
    ready,
    waivedBy: null,
  })
  expect((await refusal(waive(''))).code).toBe('reason_required')
  await waive('No speaker')
  expect(await report(phone)).toMatchObject({ isWaived: true })
  expect(await listed(phone.device)).toMatchObject({ waiveReason: 'No speaker' })
})

test('what managers do is audited with its reason, and no row has a token', async () => {
  const { device, name } = await enrolledPhone()
  await lock(device, true)
  await revoke(device, 'Found at the bar')
  const rows = await sql<{ action: string; facts: object }[]>`
    select action, facts from private.audit_log where facts ->> 'name' = ${name} order by id`
  expect(rows.map(({ action }) => action)).toEqual([
    'door.device_invited',
    'door.device_enrolled',
    'door.device_locked',
    'door.device_revoked',
  ])
  expect(rows.at(-1)?.facts).toMatchObject({
    reason: 'Found at the bar',
    from: 'locked',
    to: 'revoked',
  })
})
