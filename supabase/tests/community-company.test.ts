import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { companySchema, myCompanySchema } from '#features/community/company/company.types.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { type Member, newMember } from './member.ts'
import { buy, call, refundedSchema, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests who learns who is going to an event: viewer, relation and consent, through the API. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(() => users.close())

let party: TestEvent
beforeAll(async () => {
  party = await createEvent(sql, { doorsIn: 40 })
})

async function holder(name: string, event = party): Promise<Member> {
  const member = await newMember(stack, name)
  await sql`update public.profiles set card_public = true where id = ${member.id}`
  await buy(service, member.id, event, { Entry: 1 })
  return member
}
/** Refunds the tickets that somebody has for an event. */
async function giveBack(who: Member, event: TestEvent) {
  const orders = await sql<{ id: string; cents: number }[]>`
    select id, total_cents::int as cents from public.orders where owner_id = ${who.id} and event_id = ${event.eventId}`
  for (const { id, cents } of orders)
    await call(
      await users.actingAs('Ada'),
      'refund_order',
      { p_order: id, p_amount_cents: cents, p_reason: 'goodwill', p_void: true, p_key: randomUUID() },
      refundedSchema,
    )
  expect(
    await sql`select 1 from public.tickets where owner_id = ${who.id} and event_id = ${event.eventId} and status = 'valid'`,
  ).toHaveLength(0)
}
const show = async ({ client }: Member, p_shown: boolean, event = party) =>
  (await client.rpc('show_in_company', { p_event: event.eventId, p_shown })).error?.message ?? null
const companyOf = (client: SupabaseClient, event = party) =>
  call(client, 'read_company', { p_event: event.eventId }, companySchema)
const namesOf = async (who: Member, event = party) =>
  (await companyOf(who.client, event))?.people.map(({ name }) => name) ?? null
const follow = (who: Member, whom: Member) =>
  who.client.rpc('follow_person', { p_person: whom.id, p_following: true })
const block = (who: Member, whom: Member, p_kind: 'block' | 'mute') =>
  who.client.rpc('block_person', { p_person: whom.id, p_kind })

type Relation = (viewer: Member, other: Member) => PromiseLike<unknown>
const mutual: Relation = async (viewer, other) => [await follow(viewer, other), await follow(other, viewer)]
const relations: Record<string, [Relation, boolean]> = {
  strangers: [async () => null, false],
  'the viewer follows': [(viewer, other) => follow(viewer, other), false],
  'the other one follows': [(viewer, other) => follow(other, viewer), false],
  'they follow each other': [mutual, true],
  'they follow each other, the viewer muted': [
    async (viewer, other) => [await mutual(viewer, other), await block(viewer, other, 'mute')],
    false,
  ],
  'they follow each other, the other one muted': [
    async (viewer, other) => [await mutual(viewer, other), await block(other, viewer, 'mute')],
    true,
  ],
  'the viewer blocked': [
    async (viewer, other) => [await mutual(viewer, other), await block(viewer, other, 'block')],
    false,
  ],
  'the other one blocked': [
    async (viewer, other) => [await mutual(viewer, other), await block(other, viewer, 'block')],
    false,
  ],
}

describe.each(Object.entries(relations))('%s', (_name, [relate, isNamed]) => {
  test.each([true, false])('with consent: %s', async (consents) => {
    const event = await createEvent(sql, { doorsIn: 40 })
    const [viewer, other] = [await holder('Vi', event), await holder('Otto', event)]
    await relate(viewer, other)
    if (consents) expect(await show(other, true, event)).toBeNull()
    expect(await companyOf(viewer.client, event)).toMatchObject({
      people: consents && isNamed ? [{ name: 'Otto', username: other.username }] : [],
      others: null,
      isShown: false,
    })
    if (!consents) return
    // Takes it back.
    await show(other, false, event)
    expect(await namesOf(viewer, event)).toEqual([])
  })
})

describe('without a valid ticket', () => {
  test('nobody learns of anybody: visitors, guests, members, and who gave theirs back', async () => {
    const event = await createEvent(sql, { doorsIn: 40 })
    const [viewer, other] = [await holder('Vi', event), await holder('Otto', event)]
    await mutual(viewer, other)
    await show(other, true, event)
    expect(await namesOf(viewer, event)).toEqual(['Otto'])
    await giveBack(viewer, event)
    expect(await companyOf(viewer.client, event)).toBeNull()
    expect(await companyOf((await newMember(stack)).client, event)).toBeNull()
    const gus = await users.actingAs('Gus')
    expect((await refusal(companyOf(gus, event))).code).toBe('members_only')
    const { error } = await (await users.actingAs('visitor')).rpc('read_company', { p_event: event.eventId })
    expect(error?.code).toBe('42501')
    // No row of the table either.
    for (const client of [viewer.client, gus, await users.actingAs('Ada')])
      expect((await client.from('event_company').select().eq('event_id', event.eventId)).data).toEqual([])
  })

  test('nobody is told of, and nobody can agree', async () => {
    const event = await createEvent(sql, { doorsIn: 40 })
    const [viewer, other] = [await holder('Vi', event), await holder('Otto', event)]
    await mutual(viewer, other)
    await show(other, true, event)
    await giveBack(other, event)
    expect(await namesOf(viewer, event)).toEqual([])
    expect(await show(other, true, event)).toBe('not_found')
    expect(await show(await newMember(stack), true, event)).toBe('not_found')
  })
})

test('a number is told from 3 on, without who is named, hidden or undecided', async () => {
  const event = await createEvent(sql, { doorsIn: 40 })
  const viewer = await holder('Vi', event)
  const crowd = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dee', 'Eli'].map((name) => holder(name, event)))
  const [ana, ben, cleo, dee, eli] = crowd as [Member, Member, Member, Member, Member]
  const others = async () => (await companyOf(viewer.client, event))?.others
  await mutual(viewer, ana)
  for (const member of [ana, ben, cleo]) await show(member, true, event)
  expect(await others()).toBeNull()
  await show(dee, true, event)
  expect(await others()).toBe(3)
  await show(viewer, true, event)
  expect(await companyOf(viewer.client, event)).toMatchObject({ isShown: true, others: 3 })
  await block(dee, viewer, 'block')
  expect(await others()).toBeNull()
  await show(eli, true, event)
  expect(await others()).toBe(3)
  await sql`update public.profiles set deactivated_at = now() where id = ${eli.id}`
  expect(await others()).toBeNull()
})

test('the holder reads their own consents, of events to come', async () => {
  const event = await createEvent(sql, { doorsIn: 40 })
  const member = await holder('Vi', event)
  const mine = () => call(member.client, 'read_my_company', {}, myCompanySchema)
  expect(await mine()).toMatchObject([{ id: event.eventId, isShown: false }])
  await show(member, true, event)
  expect(await mine()).toMatchObject([{ id: event.eventId, isShown: true }])
})
