import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type Audience, audienceKinds } from '#core/audience.ts'
import { audienceCountSchema, audiencesSchema } from '#features/mail/audiences/audiences.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { newMember } from './member.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Who is in an audience. Each count is narrowed to the people of this file: those who asked for alerts of its own event. */

const users = openTestUsers(inject('stack'))
const { sql } = users
let party: TestEvent
let marker: TestEvent
const ids = { buyer: '', guest: '', stranger: '' }
afterAll(() => users.close())

const memberOf = async (name: string) => {
  const made = await newMember(inject('stack'), name)
  await sql`update public.profiles set email_verified_at = now(), city = 'Audience Bay' where id = ${made.id}`
  await sql`insert into private.notification_choices (user_id, type, channel, wanted) values (${made.id}, 'new_events', 'email', true)`
  await sql`insert into private.event_alerts ${sql({
    event_id: marker.eventId,
    user_id: made.id,
    status: 'active',
    text_version: 't',
    confirmed_at: new Date(),
  })}`
  return made
}

beforeAll(async () => {
  party = await createEvent(sql)
  marker = await createEvent(sql, { doorsIn: 96 })
  const [buyer, guest, stranger] = [await memberOf('Bo'), await memberOf('Gi'), await memberOf('Sy')]
  Object.assign(ids, { buyer: buyer.id, guest: guest.id, stranger: stranger.id })
  await buy(users.service, buyer.id, party, { Entry: 2 })
})

const mine = () => ({ kind: 'alert' as const, is: true, event: marker.eventId })
const narrowed = (...conditions: Audience['conditions']): Audience => ({
  match: 'all',
  conditions: [mine(), { match: 'all', conditions }],
})
const count = async (definition: Audience, args: Record<string, unknown> = {}) =>
  call(
    await users.actingAs('Ada'),
    'count_audience',
    { p_definition: definition, ...args },
    audienceCountSchema,
  )
/** Whether somebody who may not call a function is told so. */
async function denied(
  who: Parameters<typeof users.actingAs>[0],
  name: string,
  args: Record<string, unknown>,
) {
  const { error } = await (await users.actingAs(who)).rpc(name, args)
  return error !== null && (error.code === '42501' || error.message === 'not_allowed')
}
/** The code with which a call is refused. */
const refused = async (
  who: Parameters<typeof users.actingAs>[0],
  name: string,
  args: Record<string, unknown>,
) => (await refusal(call(await users.actingAs(who), name, args, z.unknown()))).code
const people = async (...conditions: Audience['conditions']) => (await count(narrowed(...conditions))).people

test('the database has the kinds of conditions that the site has', async () => {
  const rows = await sql<{ kind: string }[]>`select kind from private.audience_kinds order by place`
  expect(rows.map(({ kind }) => kind)).toEqual([...audienceKinds])
})

test('conditions find who bought, came, missed it, spent, lives there, and their opposites', async () => {
  const event = party.eventId
  const counts = async (...conditions: Audience['conditions'][number][]) => {
    const found: number[] = []
    for (const condition of conditions) {
      found.push(await people(condition))
      found.push(await people({ ...condition, is: false } as typeof condition))
    }
    return found
  }
  expect(
    await counts(
      { kind: 'bought', is: true, event },
      { kind: 'bought', is: true, event, type: party.types.Entry },
      { kind: 'bought', is: true, event, type: randomUUID() },
      { kind: 'missed', is: true, event },
      { kind: 'attended', is: true, event },
      { kind: 'spent', is: true, cents: 4000 },
      { kind: 'spent', is: true, cents: 4001 },
      { kind: 'spent', is: true, cents: 4000, days: 1 },
      { kind: 'city', is: true, city: ' audience bay' },
      { kind: 'party_city', is: true, city: 'brooklyn' },
      { kind: 'consent', is: true, category: 'new_events' },
    ),
  ).toEqual([1, 2, 1, 2, 0, 3, 1, 2, 0, 3, 1, 2, 0, 3, 1, 2, 3, 0, 1, 2, 3, 0])
  const [ticket] = await sql<{ id: string; generation: number }[]>`
    select id, generation from public.tickets where event_id = ${event} limit 1`
  await users.grant('Dex', 'scan', event)
  const scan = {
    p_event: event,
    p_ticket: ticket?.id,
    p_generation: ticket?.generation,
    p_code: null,
    p_scan_uid: randomUUID(),
    p_gate: 'Main',
    p_method: 'camera',
    p_device: randomUUID(),
  }
  expect(await call(await users.actingAs('Dex'), 'check_in', scan, z.unknown())).toMatchObject({
    result: 'ok',
  })
  expect(await counts({ kind: 'missed', is: true, event }, { kind: 'attended', is: true, event })).toEqual([
    0, 3, 1, 2,
  ])
})

test('groups nest with all and any', async () => {
  const bought = { kind: 'bought' as const, is: true, event: party.eventId }
  const never = { kind: 'city' as const, is: true, city: 'Nowhere' }
  expect(await people({ match: 'any', conditions: [bought, never] })).toBe(1)
  expect(await people({ match: 'all', conditions: [bought, never] })).toBe(0)
  expect(await people({ match: 'any', conditions: [] })).toBe(3)
})

test('only those who agreed, confirmed and did not pause can be reached; samples are masked', async () => {
  const before = await count(narrowed())
  expect(before).toMatchObject({ people: 3, reachable: 3 })
  expect(before.samples).toHaveLength(3)
  for (const { address } of before.samples) expect(address).toMatch(/^.•••@e•••\.com$/)
  await sql`update private.notification_choices set wanted = false where user_id = ${ids.guest} and type = 'new_events'`
  await sql`update public.profiles set email_verified_at = null where id = ${ids.stranger}`
  await sql`insert into private.notification_pauses (user_id, ends_at) values (${ids.buyer}, now() + interval '1 hour')`
  expect(await count(narrowed())).toEqual({ people: 3, reachable: 0, samples: [] })
  await sql`delete from private.notification_pauses where user_id = ${ids.buyer}`
  expect((await count(narrowed())).reachable).toBe(1)
})

test('a notice counts the holders of an event, whatever they agreed to', async () => {
  const all: Audience = { match: 'all', conditions: [] }
  await sql`update private.notification_choices set wanted = false where user_id = ${ids.buyer} and type = 'new_events'`
  const held = { p_category: 'event_changes', p_event: party.eventId }
  expect(await count(all, held)).toMatchObject({ people: 1, reachable: 1 })
  const none: Audience = { match: 'all', conditions: [{ kind: 'bought', is: false, event: party.eventId }] }
  expect((await count(none, held)).people).toBe(0)
})

test('text of people is a value and never SQL; what could not be asked is refused', async () => {
  expect(await people({ kind: 'city', is: true, city: "x') or true --" })).toBe(0)
  const condition = (node: object) => ({ p_definition: { match: 'all', conditions: [node] } })
  for (const args of [
    { p_definition: {} },
    { p_definition: { match: 'all', conditions: {} } },
    condition({ kind: 'nothing', is: true }),
    condition({ kind: 'bought', is: true, event: "x' or true --" }),
    condition({ kind: 'spent', is: true, cents: 'much' }),
    condition({ kind: 'spent', is: true, cents: '99999999999999999999999' }),
  ])
    expect(await refused('Ada', 'count_audience', args), JSON.stringify(args)).toBe('audience_invalid')
})

test('saved under one name, over the version that was read, by admins alone', async () => {
  const ada = await users.actingAs('Ada')
  const name = `Late ${randomUUID().slice(0, 8)}`
  const values = { p_id: null, p_name: name, p_definition: narrowed(), p_version: null }
  const id = await call(ada, 'save_audience', values, z.uuid())
  expect(await refused('Ada', 'save_audience', { ...values, p_name: name.toUpperCase() })).toBe(
    'audience_name_taken',
  )
  await call(ada, 'save_audience', { ...values, p_id: id, p_version: 1 }, z.uuid())
  expect(await refused('Ada', 'save_audience', { ...values, p_id: id, p_version: 1 })).toBe(
    'audience_changed',
  )
  const { audiences } = await call(ada, 'list_audiences', {}, audiencesSchema)
  expect(audiences.find((audience) => audience.id === id)).toMatchObject({
    name,
    version: 2,
    definition: narrowed(),
  })
  for (const who of ['Mo', 'Mia', 'Gus', 'visitor'] as const) {
    expect(await denied(who, 'save_audience', values), who).toBe(true)
    expect(await denied(who, 'count_audience', { p_definition: narrowed() }), who).toBe(true)
  }
  await call(ada, 'delete_audience', { p_id: id }, z.unknown())
  expect(await refused('Ada', 'delete_audience', { p_id: id })).toBe('not_found')
})
