import { createHash, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { meSchema } from '#core/roles.ts'
import { secondFactorSchema } from '#features/accounts/accounts.types.ts'
import { totpCode, totpStep } from '../embedded/totp.ts'
import { createEvent } from './event-fixture.ts'
import { type Member, newMember, signIn } from './member.ts'
import { buy, call } from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'

/** Tests what the database makes of second factors: of tokens that did not pass the second step, and of admins without one. */
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(() => users.close())

const refusedAs = (code: string) => expect.objectContaining({ code: 'refused', message: code })
const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
const codesOf = () => Array.from({ length: 10 }, () => hash(randomUUID()))

/** A member of a role with an authenticator app, in a session that passed the second step. */
async function withFactor(role = 'member'): Promise<Member & { half: SupabaseClient }> {
  const person = await newMember(stack, 'Fay')
  await sql`update private.user_roles set role = ${role} where user_id = ${person.id}`
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const code = totpCode(data.totp.secret, totpStep(Date.now()))
  const verified = await person.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (verified.error) throw verified.error
  return { ...person, half: await signIn(stack, person.email) }
}

const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? ''
const me = (client: SupabaseClient) => call(client, 'me', {}, meSchema.nullable())

/** Makes an admin a member again, so that no other test meets one more. */
const endAdmin = ({ id }: Member) => sql`update private.user_roles set role = 'member' where user_id = ${id}`

describe('a token of an account with a factor that did not pass the second step', () => {
  test('is nobody: it has no role, reads no rows and calls no functions of staff or members', async () => {
    const fay = await withFactor('admin')
    expect((await me(fay.client))?.role).toBe('admin')
    expect((await fay.client.rpc('list_staff_grants', {})).error).toBeNull()
    expect(await me(fay.half)).toBeNull()
    const testEvent = await createEvent(sql)
    await buy(service, fay.id, testEvent, { Entry: 1 })
    for (const [fn, values] of [
      ['list_staff_grants', {}],
      ['list_people', {}],
      ['set_role', { p_user: await users.id('Sid'), p_role: 'moderator', p_reason: 'test' }],
      ['invite_staff', { p_email: 'a@example.com', p_capability: 'scan' }],
    ] as const)
      expect([fn, (await fay.half.rpc(fn, values)).error]).toEqual([fn, refusedAs('not_allowed')])
    for (const table of [
      'profiles',
      'orders',
      'tickets',
      'payments',
      'staff_grants',
      'refunds',
      'promo_codes',
    ])
      expect([
        table,
        (await fay.half.from(table).select('*', { head: true, count: 'exact' })).count ?? 0,
      ]).toEqual([table, 0])
    expect((await fay.half.rpc('read_my_settings')).data).toBeNull()
    expect((await fay.half.rpc('read_second_factor')).data).toBeNull()
    expect(
      (await fay.half.from('settings').update({ tagline: 'Mine' }).eq('id', true).select()).data ?? [],
    ).toEqual([])
    await endAdmin(fay)
  })

  test('has no grants either', async () => {
    const dee = await withFactor()
    const testEvent = await createEvent(sql)
    await call(
      await users.actingAs('Ada'),
      'grant_staff',
      {
        p_user: dee.id,
        p_event: testEvent.eventId,
        p_capability: 'door_manager',
      },
      z.uuid(),
    )
    expect((await dee.client.rpc('read_attendees', { p_event: testEvent.eventId })).error).toBeNull()
    expect((await dee.half.rpc('read_attendees', { p_event: testEvent.eventId })).error).toEqual(
      refusedAs('not_allowed'),
    )
  })
})

test('an app that is enrolled at Supabase Auth directly, past the site, is mailed to its owner', async () => {
  const fay = await withFactor()
  const { data, error } = await fay.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
  if (error) throw error
  const mails = () => sql`
    select recipient, payload ->> 'change' as change from private.mail_outbox
    where subject_id = ${fay.id} and kind = 'second_factor_changed' order by created_at`
  // One that was not verified counts for nothing.
  expect(await mails()).toEqual([{ recipient: fay.email, change: 'on' }])
  const code = totpCode(data.totp.secret, totpStep(Date.now()))
  const verified = await fay.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  expect(verified.error).toBeNull()
  expect(await mails()).toEqual([
    { recipient: fay.email, change: 'on' },
    { recipient: fay.email, change: 'app_added' },
  ])
})

test('of many wrong codes at once no more are checked than one after another', async () => {
  const { client } = await newMember(stack, 'Fay')
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const challenge = await client.auth.mfa.challenge({ factorId: data.id })
  const answer = { factorId: data.id, challengeId: challenge.data?.id ?? '', code: 'wrong' }
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => (await client.auth.mfa.verify(answer)).error?.status),
  )
  expect(statuses.filter((status) => status === 422)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

describe('a passkey', () => {
  /** Adds a verified passkey to an account, as Supabase Auth stores it. */
  const addPasskey = async (userId: string, name: string) => {
    const id = randomUUID()
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${id}, ${userId}, ${name}, 'webauthn', 'verified', now() - interval '1 day', now())`
    return id
  }

  test('counts as an app does: a token at aal1 is nobody, and an admin with one is no longer due', async () => {
    const pat = await newMember(stack, 'Pat')
    await sql`update private.user_roles set role = 'admin', changed_at = now() - interval '8 days' where user_id = ${pat.id}`
    expect((await me(pat.client))?.role).toBe('member')
    await sql`update private.user_roles set changed_at = now() - interval '6 days' where user_id = ${pat.id}`
    await addPasskey(pat.id, 'Laptop')
    expect(await me(pat.client)).toBeNull()
    expect((await pat.client.rpc('list_staff_grants', {})).error).toEqual(refusedAs('not_allowed'))
    expect(
      await sql`select private.second_factor_due(${pat.id}) as due, private.has_second_factor(${pat.id}) as has`,
    ).toEqual([{ due: null, has: true }])
    await endAdmin(pat)
  })

  test('is listed with its name and its last use, which of several is not known', async () => {
    const fay = await withFactor()
    const id = await addPasskey(fay.id, 'Laptop')
    const read = () => call(fay.client, 'read_second_factor', {}, secondFactorSchema)
    expect(await read()).toMatchObject({
      apps: [{ since: expect.any(String) }],
      passkeys: [{ id, name: 'Laptop', usedAt: expect.any(String) }],
    })
    await addPasskey(fay.id, 'Key')
    expect((await read()).passkeys.map(({ name, usedAt }) => [name, usedAt])).toEqual([
      ['Laptop', null],
      ['Key', null],
    ])
  })

  test('that goes takes the sessions along that passed by any, and says whether this one did; it is mailed and logged', async () => {
    const fay = await withFactor()
    const id = await addPasskey(fay.id, 'Laptop')
    const own = sessionOf(await tokenOf(fay.client))
    const stolen = sessionOf(await tokenOf(fay.half))
    // Supabase Auth may note another passkey than the one that answered.
    const noted = await addPasskey(fay.id, 'Key')
    await sql`update auth.sessions set factor_id = ${noted}, aal = 'aal2' where id = ${stolen}`
    const change = (p_change: string) =>
      service.rpc('record_factor_change', { p_user: fay.id, p_factor: id, p_change, p_session: own })
    expect((await change('stolen')).error).toEqual(refusedAs('invalid'))
    expect((await change('passkey_added')).error).toBeNull()
    const open = () => sql`select id from auth.sessions where user_id = ${fay.id}`
    expect(await open()).toHaveLength(2)
    expect((await change('passkey_removed')).data).toBe(false)
    expect(await open()).toEqual([{ id: own }])
    expect((await me(fay.client))?.id).toBe(fay.id)
    await sql`update auth.sessions set factor_id = ${id} where id = ${own}`
    expect((await change('passkey_removed')).data).toBe(true)
    // Its token says for an hour that it passed: the database gives it nothing.
    expect([await open(), await me(fay.client)]).toEqual([[], null])
    const mails = await sql`
      select payload ->> 'change' as change from private.mail_outbox
      where subject_id = ${fay.id} and kind = 'second_factor_changed' order by created_at`
    expect(mails.map((mail) => mail.change)).toEqual(['on', 'passkey_removed', 'passkey_removed'])
    expect(
      await sql`select facts from private.audit_log where subject_id = ${fay.id} and action = 'account.factor_changed' order by at`,
    ).toEqual(
      ['passkey_added', 'passkey_removed', 'passkey_removed'].map((made) => ({ facts: { change: made } })),
    )
  })
})

describe('recovery codes', () => {
  test('let one session in, once each, and are counted; the person gets a mail', async () => {
    const fay = await withFactor()
    const codes = codesOf()
    await call(
      service,
      'replace_recovery_codes',
      { p_user: fay.id, p_hashes: codes, p_first: true },
      z.unknown(),
    )
    const session = sessionOf(await tokenOf(fay.half))
    const use = (p_code_hash: string | undefined, p_session = session) =>
      call(service, 'use_recovery_code', { p_user: fay.id, p_session, p_code_hash }, z.int().nullable())
    expect(await use(hash('wrong'))).toBeNull()
    expect(await me(fay.half)).toBeNull()
    expect(await use(codes[0])).toBe(9)
    expect((await me(fay.half))?.id).toBe(fay.id)
    const other = await signIn(stack, fay.email)
    expect(await me(other)).toBeNull()
    expect(await use(codes[0], sessionOf(await tokenOf(other)))).toBeNull()
    expect(await call(fay.half, 'read_second_factor', {}, secondFactorSchema)).toMatchObject({
      codesLeft: 9,
      isRecovered: true,
      dueAt: null,
    })
    const mails = await sql<{ change: string; left: number }[]>`
      select payload ->> 'change' as change, (payload ->> 'codesLeft')::int as left from private.mail_outbox
      where subject_id = ${fay.id} and kind = 'second_factor_changed' order by created_at, payload ->> 'change'`
    expect([...mails]).toEqual([
      { change: 'on', left: 0 },
      { change: 'recovered', left: 9 },
    ])
  })

  test('of two parallel tries with one code one gets in', async () => {
    const fay = await withFactor()
    const codes = codesOf()
    await call(
      service,
      'replace_recovery_codes',
      { p_user: fay.id, p_hashes: codes, p_first: false },
      z.unknown(),
    )
    const p_session = sessionOf(await tokenOf(fay.half))
    for (const p_code_hash of codes.slice(0, 5)) {
      const use = () =>
        call(service, 'use_recovery_code', { p_user: fay.id, p_session, p_code_hash }, z.int().nullable())
      const both = await Promise.all([use(), use()])
      expect(both.filter((left) => left !== null)).toHaveLength(1)
    }
  })

  test('are ten, for an account with a factor, and for its own sessions', async () => {
    const fay = await withFactor()
    const give = (p_user: string, p_hashes: string[]) =>
      service.rpc('replace_recovery_codes', { p_user, p_hashes, p_first: true })
    expect((await give(fay.id, codesOf().slice(1))).error).toEqual(refusedAs('invalid'))
    expect((await give(await users.id('Sid'), codesOf())).error).toEqual(refusedAs('invalid'))
    const codes = codesOf()
    await give(fay.id, codes)
    const strange = { p_user: fay.id, p_session: randomUUID(), p_code_hash: codes[0] }
    expect((await service.rpc('use_recovery_code', strange)).error).toEqual(refusedAs('sign_in_required'))
  })

  test('end with the second step', async () => {
    const fay = await withFactor()
    await service.rpc('replace_recovery_codes', { p_user: fay.id, p_hashes: codesOf(), p_first: true })
    const [factor] = (await fay.client.auth.mfa.listFactors()).data?.totp ?? []
    await service.auth.admin.mfa.deleteFactor({ userId: fay.id, id: factor?.id ?? '' })
    await call(service, 'end_second_factor', { p_user: fay.id }, z.unknown())
    expect(await call(fay.half, 'read_second_factor', {}, secondFactorSchema)).toMatchObject({
      apps: [],
      codesLeft: 0,
    })
  })
})

describe('removed by staff', () => {
  test('the codes and all sessions end, the person gets a mail, and signs in with the password alone', async () => {
    const fay = await withFactor()
    await service.rpc('replace_recovery_codes', { p_user: fay.id, p_hashes: codesOf(), p_first: true })
    const ada = await users.actingAs('Ada')
    const remove = (p_user: string, p_reason = 'lost her phone') =>
      ada.rpc('remove_second_factor', { p_user, p_reason })
    expect((await remove(fay.id, ' ')).error).toEqual(refusedAs('reason_required'))
    expect((await remove(await users.id('Ada'))).error).toEqual(refusedAs('own_account'))
    expect((await remove(randomUUID())).error).toEqual(refusedAs('not_found'))
    expect((await remove(await users.id('Sid'))).error).toEqual(refusedAs('nothing_to_change'))
    const eve = await newMember(stack, 'Eve')
    await sql`update private.user_roles set role = 'admin', changed_at = now() where user_id = ${eve.id}`
    const unproven = { p_user: fay.id, p_reason: 'lost her phone' }
    expect((await eve.client.rpc('remove_second_factor', unproven)).error).toEqual(
      refusedAs('password_needed'),
    )
    await endAdmin(eve)
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${randomUUID()}, ${fay.id}, 'Laptop', 'webauthn', 'verified', now(), now())`
    expect((await remove(fay.id)).error).toBeNull()
    expect(await sql`select 1 from auth.sessions where user_id = ${fay.id}`).toHaveLength(0)
    expect(await me(fay.client)).toBeNull()
    expect(await me(fay.half)).toBeNull()
    const { data } = await service.auth.admin.mfa.listFactors({ userId: fay.id })
    expect(data?.factors.map(({ factor_type }) => factor_type).sort()).toEqual(['totp', 'webauthn'])
    for (const { id } of data?.factors ?? [])
      expect((await service.auth.admin.mfa.deleteFactor({ userId: fay.id, id })).error).toBeNull()
    const again = await signIn(stack, fay.email)
    expect((await me(again))?.id).toBe(fay.id)
    expect(await call(again, 'read_second_factor', {}, secondFactorSchema)).toMatchObject({
      apps: [],
      codesLeft: 0,
    })
    const mails = await sql`
      select payload ->> 'change' as change from private.mail_outbox
      where subject_id = ${fay.id} and kind = 'second_factor_changed' and payload ->> 'change' = 'removed'`
    expect(mails).toHaveLength(1)
    expect(
      await sql`select actor_id, facts from private.audit_log where subject_id = ${fay.id} and action = 'account.second_factor_removed'`,
    ).toEqual([
      { actor_id: await users.id('Ada'), facts: { from: 'on', to: 'off', reason: 'lost her phone' } },
    ])
  })
})

test('a code of an app is taken once, also by parallel callers', async () => {
  const sid = await users.id('Sid')
  const take = () => call(service, 'take_totp_code', { p_user: sid, p_code_hash: hash('one') }, z.boolean())
  expect((await Promise.all([take(), take(), take()])).filter(Boolean)).toHaveLength(1)
})

describe('an admin without a factor', () => {
  test('is one for 7 days, then a member whom staff functions tell why, until one is set up', async () => {
    const eve = await newMember(stack, 'Eve')
    await sql`update private.user_roles set role = 'admin', changed_at = now() where user_id = ${eve.id}`
    const fresh = await me(eve.client)
    expect(fresh?.role).toBe('admin')
    expect(Date.parse(fresh?.secondFactorDueAt ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    const granted = () => eve.client.rpc('list_staff_grants', {})
    expect((await granted()).error).toBeNull()
    await sql`update private.user_roles set changed_at = now() - interval '7 days' where user_id = ${eve.id}`
    expect(await me(eve.client)).toMatchObject({ role: 'member', secondFactorDueAt: expect.any(String) })
    expect((await granted()).error).toEqual(refusedAs('second_factor_needed'))
    // Functions that ask for the role or the grant themselves say the same.
    const { eventId } = await createEvent(sql)
    for (const [fn, values] of [
      ['list_people', {}],
      ['read_person', { p_user: eve.id }],
      ['read_today', {}],
      ['list_staff_events', {}],
      ['read_attendees', { p_event: eventId }],
      ['read_door', { p_event: eventId }],
      ['read_capacity_board', { p_event: eventId }],
      ['read_analytics_dashboard', {}],
      ['record_export', { p_list: 'people' }],
      ['set_event_password', { p_id: eventId, p_password: 'open sesame' }],
    ] as const)
      expect([fn, (await eve.client.rpc(fn, values)).error]).toEqual([fn, refusedAs('second_factor_needed')])
    expect((await (await users.actingAs('Mia')).rpc('read_today')).error).toEqual(refusedAs('not_allowed'))
    expect((await eve.client.from('promo_codes').select('*', { head: true, count: 'exact' })).count).toBe(0)
    await endAdmin(eve)
  })

  /** An admin whose deadline is over, and who has set up an app since: a session that passed by it, and one with the password alone. */
  async function lateAdmin() {
    const eve = await newMember(stack, 'Eve')
    await sql`update private.user_roles set role = 'admin', changed_at = now() - interval '8 days' where user_id = ${eve.id}`
    const { data } = await eve.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    if (data?.type !== 'totp') throw new Error('no factor')
    const code = totpCode(data.totp.secret, totpStep(Date.now()))
    await eve.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
    return { ...eve, half: await signIn(stack, eve.email) }
  }
  /** Adds a passkey, as Supabase Auth does for a session that passed the second step. */
  const addKey = async (userId: string) => {
    const id = randomUUID()
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${id}, ${userId}, ${id}, 'webauthn', 'unverified', now(), now())`
    await sql`update auth.mfa_factors set status = 'verified' where id = ${id}`
    return id
  }
  const mailsTo = async (id: string) =>
    (
      await sql`select recipient from private.mail_outbox where kind = 'factor_confirm' and subject_id = ${id}`
    ).map(({ recipient }) => recipient)
  const linkTo = async (id: string, email: string) => {
    const p_token_hash = hash(randomUUID())
    const link = { p_purpose: 'factor_confirm', p_subject: id, p_token_hash, p_payload: { email } }
    await call(service, 'add_link', link, z.string())
    return { p_token_hash }
  }

  test('who sets one up after that stays a member until the link in the mailbox is followed by a session that passed it', async () => {
    const eve = await lateAdmin()
    const granted = () => eve.client.rpc('list_staff_grants', {})
    expect(await me(eve.client)).toMatchObject({ role: 'member', secondFactorDueAt: expect.any(String) })
    expect((await granted()).error).toEqual(refusedAs('second_factor_needed'))
    // Also where the app was enrolled at Supabase Auth directly, past the site.
    expect(await mailsTo(eve.id)).toEqual([eve.email])
    // A further one that the same session adds does not help, and the mailbox stays where it is.
    await addKey(eve.id)
    expect((await me(eve.client))?.role).toBe('member')
    const moved = await service.rpc('queue_email_change', { p_user: eve.id, p_email: 'thief@example.com' })
    expect(moved.error).toEqual(refusedAs('second_factor_needed'))

    const link = await linkTo(eve.id, eve.email)
    // The mailbox alone, somebody else's session, and another purpose do not confirm.
    expect((await eve.half.rpc('confirm_factor', link)).error).toEqual(refusedAs('members_only'))
    const mia = await users.actingAs('Mia')
    expect((await mia.rpc('confirm_factor', link)).error).toEqual(refusedAs('confirm_link_ended'))
    expect((await service.rpc('confirm_factor', link)).error).not.toBeNull()
    expect((await eve.client.rpc('confirm_factor', link)).error).toBeNull()
    expect(await me(eve.client)).toMatchObject({ role: 'admin', secondFactorDueAt: null })
    expect((await granted()).error).toBeNull()
    expect((await eve.client.rpc('confirm_factor', link)).error).toEqual(refusedAs('confirm_link_ended'))
    expect(await call(service, 'queue_factor_confirmation', { p_user: eve.id }, z.boolean())).toBe(false)

    // One added by a session that passed the confirmed one counts as well, when that is gone.
    const key = await addKey(eve.id)
    await sql`delete from auth.mfa_factors where user_id = ${eve.id} and id <> ${key}`
    expect((await me(eve.client))?.role).toBe('admin')
    await endAdmin(eve)
  })

  test('an owner who did not set it up removes it by the same link, which ends every session', async () => {
    const eve = await lateAdmin()
    const link = await linkTo(eve.id, eve.email)
    expect((await service.rpc('read_factor_confirmation', link)).data).toMatchObject({ userId: eve.id })
    expect((await service.rpc('undo_factors', link)).data).toEqual({ userId: eve.id, email: eve.email })
    expect((await service.rpc('undo_factors', link)).error).toEqual(refusedAs('confirm_link_ended'))
    expect(await me(eve.client)).toBeNull()
    const again = await signIn(stack, eve.email)
    expect((await me(again))?.role).toBe('member')
    expect(await call(again, 'read_second_factor', {}, secondFactorSchema)).toMatchObject({
      apps: [],
      codesLeft: 0,
    })
    await endAdmin(eve)
  })

  test('one that was set up in time keeps the role when the deadline passes, and gets no link', async () => {
    const fay = await withFactor('admin')
    await sql`update private.user_roles set changed_at = now() - interval '6 days' where user_id = ${fay.id}`
    await service.rpc('replace_recovery_codes', { p_user: fay.id, p_hashes: codesOf(), p_first: true })
    await sql`update auth.mfa_factors set created_at = now() - interval '60 days' where user_id = ${fay.id}`
    await sql`update private.user_roles set changed_at = now() - interval '66 days' where user_id = ${fay.id}`
    expect(await me(fay.client)).toMatchObject({ role: 'admin', secondFactorDueAt: null })
    expect(await mailsTo(fay.id)).toEqual([])
    await endAdmin(fay)
  })

  test('nobody else needs one', async () => {
    for (const name of ['Mo', 'Mia', 'Gus', 'Dex'] as const)
      expect((await me(await users.actingAs(name)))?.secondFactorDueAt).toBeNull()
  })
})

describe('devices', () => {
  const note = (p_user: string, device: string) =>
    call(
      service,
      'note_device',
      { p_user, p_device_hash: hash(device), p_user_agent: 'Firefox/140.0' },
      z.boolean(),
    )
  const mailsTo = async (id: string) =>
    (await sql`select 1 from private.mail_outbox where kind = 'new_device' and subject_id = ${id}`).length

  test('a mail tells of a device that is new, but not of the first one, nor of one that was seen', async () => {
    const { id } = await newMember(stack)
    expect([await note(id, 'a'), await note(id, 'a'), await mailsTo(id)]).toEqual([false, false, 0])
    expect([await note(id, 'b'), await note(id, 'b'), await note(id, 'a'), await mailsTo(id)]).toEqual([
      true,
      false,
      false,
      1,
    ])
    await sql`update private.known_devices set last_seen_at = now() - interval '401 days' where user_id = ${id} and device_hash = ${hash('b')}`
    expect([await note(id, 'b'), await mailsTo(id)]).toEqual([true, 2])
  })

  test('of two first sign-ins at once one is the first', async () => {
    const { id } = await newMember(stack)
    const both = await Promise.all([note(id, 'a'), note(id, 'b')])
    expect(both.sort()).toEqual([false, true])
  })
})
