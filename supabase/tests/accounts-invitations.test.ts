import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  grantsEndPreviewSchema,
  staffGrantListSchema,
  staffInvitationListSchema,
  staffInvitationSchema,
} from '#features/accounts/staff/grants.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { type Member, newMember } from './member.ts'
import { call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests invitations to the staff, and the list of grants with its bulk end. */
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let event: TestEvent
let ada: SupabaseClient
beforeAll(async () => {
  event = await createEvent(sql)
  ada = await users.actingAs('Ada')
})
afterAll(() => users.close())

const refusedAs = (code: string) => expect.objectContaining({ code: 'refused', message: code })

const invite = (values: Record<string, unknown>, by = ada) => call(by, 'invite_staff', values, z.uuid())

/** Makes the link of an invitation's mail, and returns the hash of its token. */
async function linkOf(invitation: string): Promise<string> {
  const p_token_hash = hashToken(makeToken())
  const values = { p_purpose: 'staff_invitation', p_subject: invitation, p_token_hash }
  expect(typeof (await service.rpc('add_link', values)).data).toBe('string')
  return p_token_hash
}
const accept = (who: SupabaseClient, p_token_hash: string) =>
  who.rpc('accept_staff_invitation', { p_token_hash })
const stateOf = async (p_token_hash: string) =>
  (await call(service, 'read_staff_invitation', { p_token_hash, p_user: null }, staffInvitationSchema))
    ?.state ?? null
const grantsOf = (person: Member) =>
  sql`select capability, event_id, expires_at, granted_by from public.staff_grants where user_id = ${person.id} and revoked_at is null`
const actionsAbout = async (id: string) =>
  (
    await sql<{ action: string }[]>`select action from private.audit_log where subject_id = ${id} order by id`
  ).map(({ action }) => action)

/** Invites a new member to scan, and returns both with the link. */
async function invited(values: Record<string, unknown> = {}) {
  const person = await newMember(stack)
  const id = await invite({ p_email: person.email, p_capability: 'scan', p_event: event.eventId, ...values })
  return { person, id, link: await linkOf(id) }
}

describe('an invitation', () => {
  test('mails a link; accepting it gives the grant until 12 hours after the event, once, and proves the mailbox', async () => {
    const { person, id, link } = await invited()
    const mails = await sql`select recipient, kind from private.mail_outbox where subject_id = ${id}`
    expect([...mails]).toEqual([{ recipient: person.email, kind: 'staff_invitation' }])
    expect(await stateOf(link)).toBe('open')
    expect((await accept(person.client, link)).data).toMatchObject({ state: 'open', capability: 'scan' })
    const [{ ends } = { ends: null }] = await sql<{ ends: Date }[]>`
      select ends_at + interval '12 hours' as ends from public.events where id = ${event.eventId}`
    expect([...(await grantsOf(person))]).toEqual([
      { capability: 'scan', event_id: event.eventId, expires_at: ends, granted_by: await users.id('Ada') },
    ])
    const [profile] = await sql`select email_verified_at from public.profiles where id = ${person.id}`
    expect(profile?.email_verified_at).not.toBeNull()
    expect(await stateOf(link)).toBe('accepted')
    expect((await accept(person.client, link)).error).toEqual(refusedAs('invitation_accepted'))
    expect(await actionsAbout(id)).toEqual(['account.invited'])
    expect(await actionsAbout(person.id)).toEqual(['account.grant_given'])
  })

  test('to be a moderator sets the role, and lowers no admin', async () => {
    const person = await newMember(stack)
    const abe = await users.actingAs('Abe')
    const link = await linkOf(await invite({ p_email: person.email, p_role: 'moderator' }, abe))
    expect((await accept(person.client, link)).error).toBeNull()
    const roleOf = async (id: string) =>
      (await sql<{ role: string }[]>`select role from private.user_roles where user_id = ${id}`)[0]?.role
    expect(await roleOf(person.id)).toBe('moderator')
    expect(await actionsAbout(person.id)).toEqual(['account.role_set'])
    const toAdmin = await linkOf(await invite({ p_email: await users.email('Abe'), p_role: 'moderator' }))
    expect((await accept(abe, toAdmin)).error).toBeNull()
    expect(await roleOf(await users.id('Abe'))).toBe('admin')
  })

  test('is for the account with its address alone', async () => {
    const { link, person } = await invited()
    const isFor = async (p_user: string | null) => {
      const values = { p_token_hash: link, p_user }
      return (await call(service, 'read_staff_invitation', values, staffInvitationSchema))?.isForUser
    }
    expect([await isFor(person.id), await isFor(await users.id('Sid')), await isFor(null)]).toEqual([
      true,
      false,
      false,
    ])
    // An account that typed the address in and still waits to prove it does not have it.
    await sql`update private.contacts set email = ${person.email} where user_id = ${await users.id('Sid')}`
    for (const name of ['Sid', 'Mo'] as const)
      expect((await accept(await users.actingAs(name), link)).error).toEqual(
        refusedAs('invitation_other_email'),
      )
    expect((await accept(await users.actingAs('Gus'), link)).error).toEqual(refusedAs('members_only'))
    expect((await accept(await users.actingAs('visitor'), link)).error?.code).toMatch(/42501|PGRST202/)
    expect(await stateOf(link)).toBe('open')
  })

  test('that was taken back, has expired or has a newer link says so', async () => {
    const revoked = await invited()
    expect((await ada.rpc('revoke_staff_invitation', { p_id: revoked.id })).error).toBeNull()
    expect(await stateOf(revoked.link)).toBe('revoked')
    expect((await accept(revoked.person.client, revoked.link)).error).toEqual(refusedAs('invitation_revoked'))
    for (const again of ['revoke_staff_invitation', 'resend_staff_invitation'])
      expect((await ada.rpc(again, { p_id: revoked.id })).error).toEqual(refusedAs('invitation_revoked'))

    const expired = await invited()
    await sql`update private.staff_invitations set expires_at = now() where id = ${expired.id}`
    expect(await stateOf(expired.link)).toBe('expired')
    expect((await accept(expired.person.client, expired.link)).error).toEqual(refusedAs('invitation_expired'))
    expect((await ada.rpc('resend_staff_invitation', { p_id: expired.id })).error).toBeNull()
    const newer = await linkOf(expired.id)
    expect((await accept(expired.person.client, expired.link)).error).toEqual(refusedAs('invitation_unknown'))
    expect(await stateOf(expired.link)).toBeNull()
    expect((await accept(expired.person.client, newer)).error).toBeNull()
  })

  test('ends with the role of the admin who sent it, and with its event', async () => {
    const { id, link, person } = await invited()
    await sql`update private.staff_invitations set invited_by = ${await users.id('Mo')} where id = ${id}`
    expect(await stateOf(link)).toBe('revoked')
    expect((await accept(person.client, link)).error).toEqual(refusedAs('invitation_revoked'))
    const over = await createEvent(sql)
    const late = await invited({ p_event: over.eventId })
    await sql`update public.events set doors_at = now() - interval '2 days', starts_at = now() - interval '2 days',
      ends_at = now() - interval '1 day' where id = ${over.eventId}`
    expect((await accept(late.person.client, late.link)).error).toEqual(refusedAs('invitation_expired'))
    const values = { p_email: late.person.email, p_capability: 'scan', p_event: over.eventId }
    expect((await ada.rpc('invite_staff', values)).error).toEqual(refusedAs('invitation_event_over'))
  })

  test('is accepted once by two parallel clicks', async () => {
    for (let round = 0; round < 8; round++) {
      const { person, link } = await invited()
      const both = await Promise.all([accept(person.client, link), accept(person.client, link)])
      expect(both.filter(({ error }) => error === null)).toHaveLength(1)
      expect(await grantsOf(person)).toHaveLength(1)
    }
  })

  test('of the same address to the same is one: inviting again renews it', async () => {
    const { id, person } = await invited()
    expect(
      await invite({ p_email: person.email.toUpperCase(), p_capability: 'scan', p_event: event.eventId }),
    ).toBe(id)
    const other = await invite({
      p_email: person.email,
      p_capability: 'door_manager',
      p_event: event.eventId,
    })
    expect(other).not.toBe(id)
    const listed = await call(ada, 'list_staff_invitations', {}, staffInvitationListSchema)
    expect(listed.filter(({ email }) => email === person.email).map((one) => one.id)).toEqual([other, id])
  })

  test.each([
    { p_email: 'nobody' },
    { p_email: 'a@example.com' },
    { p_email: 'a@example.com', p_role: 'admin' },
    { p_email: 'a@example.com', p_role: 'moderator', p_capability: 'scan' },
    { p_email: 'a@example.com', p_capability: 'refund' },
    { p_email: 'a@example.com', p_capability: 'scan', p_expires_at: '2020-01-01T00:00:00Z' },
    { p_email: 'a@example.com', p_role: 'moderator', p_expires_at: '2031-01-01T00:00:00Z' },
  ])('with %j is refused', async (values) => {
    expect((await ada.rpc('invite_staff', values)).error).toEqual(refusedAs('invalid'))
  })

  test('to be a moderator needs a recent password', async () => {
    const eve = await newMember(stack, 'Eve')
    await sql`update private.user_roles set role = 'admin' where user_id = ${eve.id}`
    const values = { p_email: `${randomUUID()}@example.com`, p_role: 'moderator' }
    expect((await eve.client.rpc('invite_staff', values)).error).toEqual(refusedAs('password_needed'))
    await sql`update private.user_roles set role = 'member' where user_id = ${eve.id}`
  })
})

test.each(['Mo', 'Mia', 'Gus', 'Dex'] as const)('%s neither invites nor lists nor ends', async (name) => {
  const { id } = await invited()
  const who = await users.actingAs(name)
  for (const [fn, values] of [
    ['invite_staff', { p_email: 'a@example.com', p_capability: 'scan' }],
    ['resend_staff_invitation', { p_id: id }],
    ['revoke_staff_invitation', { p_id: id }],
    ['list_staff_invitations', {}],
    ['list_staff_grants', {}],
    ['preview_grants_end', { p_ids: [] }],
    ['end_staff_grants', { p_ids: [id] }],
  ] as const)
    expect([fn, (await who.rpc(fn, values)).error]).toEqual([fn, refusedAs('not_allowed')])
})

describe('the list of grants', () => {
  const list = (values: Record<string, unknown>) =>
    call(ada, 'list_staff_grants', values, staffGrantListSchema)

  test('has the live ones of an event or a capability, page by page', async () => {
    const night = await createEvent(sql)
    const people = await Promise.all([newMember(stack), newMember(stack), newMember(stack)])
    const ids: string[] = []
    for (const [index, { id }] of people.entries()) {
      const capability = index === 0 ? 'door_manager' : 'scan'
      const values = { p_user: id, p_event: night.eventId, p_capability: capability }
      ids.unshift(await call(ada, 'grant_staff', values, z.uuid()))
    }
    await sql`update public.staff_grants set expires_at = now() where id = ${ids[0] ?? ''}`
    const all = await list({ p_event: night.eventId })
    expect(all.grants.map(({ id }) => id)).toEqual(ids.slice(1))
    expect(all.events.map(({ id }) => id)).toContain(night.eventId)
    expect((await list({ p_event: night.eventId, p_capability: 'scan' })).grants.map(({ id }) => id)).toEqual(
      [ids[1]],
    )
    const first = await list({ p_event: night.eventId, p_limit: 1 })
    expect([first.grants[0]?.id, first.next]).toEqual([ids[1], ids[1]])
    expect((await list({ p_event: night.eventId, p_after: first.next })).grants.map(({ id }) => id)).toEqual([
      ids[2],
    ])
  })

  test('ends all door grants of an event after a preview, and no others', async () => {
    const night = await createEvent(sql)
    const person = await newMember(stack)
    const give = (capability: string, on: string) =>
      call(ada, 'grant_staff', { p_user: person.id, p_event: on, p_capability: capability }, z.uuid())
    const door = [await give('scan', night.eventId), await give('door_manager', night.eventId)]
    const promoter = await give('promoter', night.eventId)
    const elsewhere = await give('scan', event.eventId)
    const preview = await call(
      ada,
      'preview_grants_end',
      { p_ids: [], p_event: night.eventId },
      grantsEndPreviewSchema,
    )
    expect(preview.map(({ id }) => id).sort()).toEqual([...door].sort())
    // Those of every event together begin with the oldest.
    await sql`update public.staff_grants set created_at = '2001-01-01' where user_id = ${person.id}`
    const every = await call(
      ada,
      'preview_grants_end',
      { p_ids: [], p_every_door: true },
      grantsEndPreviewSchema,
    )
    expect(
      every
        .slice(0, 3)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...door, elsewhere].sort())
    expect(every.some(({ capability }) => capability === 'promoter')).toBe(false)
    const end = { p_ids: [...door, randomUUID()], p_reason: 'Over' }
    expect(await call(ada, 'end_staff_grants', end, z.int())).toBe(2)
    expect(await call(ada, 'end_staff_grants', end, z.int())).toBe(0)
    const left = await call(ada, 'list_staff_grants', { p_person: person.id }, staffGrantListSchema)
    expect(left.grants.map(({ id }) => id).sort()).toEqual([promoter, elsewhere].sort())
    const ended = await sql`
      select facts ->> 'grant' as id, facts ->> 'reason' as reason from private.audit_log
      where subject_id = ${person.id} and action = 'account.grant_revoked'`
    expect(ended.map(({ id, reason }) => [id, reason]).sort()).toEqual(door.map((id) => [id, 'Over']).sort())
  })

  test('takes 1 to 200 at once', async () => {
    for (const p_ids of [[], Array.from({ length: 201 }, () => randomUUID())])
      expect((await ada.rpc('end_staff_grants', { p_ids })).error).toEqual(refusedAs('invalid'))
  })
})
