import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { withLockTimeout } from './lock-timeout.ts'
import { type Name as AnyName, openTestUsers } from './test-users.ts'

/** Checks how the database protects accounts against direct calls of its API. */

type Name = Extract<AnyName, 'Ada' | 'Mo' | 'Mia' | 'Sid' | 'Gus'>
const names: Name[] = ['Ada', 'Mo', 'Mia', 'Sid', 'Gus']
type Somebody = Name | 'visitor'
type Member = { id: string; email: string; username: string; client: SupabaseClient }

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const as: Record<Somebody, SupabaseClient> = Object.create(null)
const ids: Record<Name, string> = Object.create(null)
const password = 'Tassa-4-drums'
const pageSchema = z.object({ people: z.array(z.object({ id: z.uuid() })), next: z.uuid().nullable() })
let visitor: SupabaseClient
let mia: Member

beforeAll(async () => {
  for (const name of names) {
    as[name] = await users.actingAs(name)
    ids[name] = await users.id(name)
  }
  visitor = as.visitor = await users.actingAs('visitor')
  mia = await newMember('Mia')
})
afterAll(() => users.close())

/** Registers a person as the site does. */
async function newMember(name: string): Promise<Member> {
  const mark = randomUUID().slice(0, 8)
  const username = `${name.toLowerCase()}_${mark}`
  const email = `${username}@example.com`
  const { data, error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { username, display_name: `${name} ${mark}`, contact_email: email },
  })
  if (error) throw error
  return { id: data.user.id, email, username, client: await signIn(email) }
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = await users.actingAs('visitor')
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

async function newGuest(metadata: object = {}): Promise<{ id: string; client: SupabaseClient }> {
  const client = await users.actingAs('visitor')
  const { data, error } = await client.auth.signInAnonymously({ options: { data: metadata } })
  if (error || !data.user) throw error ?? new Error('no guest')
  return { id: data.user.id, client }
}

const refusedAs = (code: string) => expect.objectContaining({ code: 'refused', message: code })
const forbidden = expect.objectContaining({ code: '42501' })
/** A function that the caller may not know of. */
const denied = expect.objectContaining({ code: expect.stringMatching(/^(42501|PGRST202)$/) })

describe('profiles', () => {
  const sees: [Somebody, Name[]][] = [
    ['Ada', names],
    ['Mo', ['Mo']],
    ['Mia', ['Mia']],
    ['Sid', ['Sid']],
    ['Gus', ['Gus']],
    ['visitor', []],
  ]
  test.each(sees)('%s reads those of %j', async (who, whose) => {
    const { data } = await as[who].from('profiles').select('id').in('id', Object.values(ids))
    expect((data ?? []).map(({ id }) => id).sort()).toEqual(whose.map((one) => ids[one]).sort())
  })

  test('their owner may change some columns', async () => {
    const client = as.Mia
    const id = ids.Mia
    const change = { display_name: 'Mia of Flatbush', bio: 'Pan player', city: 'Brooklyn' }
    const { data, error } = await client
      .from('profiles')
      .update(change)
      .eq('id', id)
      .select('display_name, bio, city')
    expect(error).toBeNull()
    expect(data).toEqual([change])
  })

  test.each([
    { username: 'other_name' },
    { deactivated_at: null },
    { email_verified_at: '2026-01-01T00:00:00Z' },
    { avatar_path: '/evil.svg' },
    { created_at: '2020-01-01T00:00:00Z' },
    { id: randomUUID() },
  ])('and nothing else, such as %j', async (change) => {
    const client = as.Mia
    const id = ids.Mia
    expect((await client.from('profiles').update(change).eq('id', id)).error).toEqual(forbidden)
  })

  test.each(['Mo', 'Sid', 'Gus', 'visitor', 'Ada'] as const)("%s changes nothing in Mia's", async (who) => {
    const { data } = await as[who].from('profiles').update({ bio: 'x' }).eq('id', ids.Mia).select()
    expect(data ?? []).toEqual([])
  })

  test('guests may not change their own', async () => {
    const client = as.Gus
    const id = ids.Gus
    expect((await client.from('profiles').update({ bio: 'x' }).eq('id', id).select()).data ?? []).toEqual([])
  })

  test.each([
    'Ada',
    'Mia',
    'Gus',
    'visitor',
  ] as const)('%s may neither insert nor delete one', async (who) => {
    const row = { id: randomUUID(), display_name: 'New' }
    expect((await as[who].from('profiles').insert(row)).error).toEqual(forbidden)
    expect((await as[who].from('profiles').delete().eq('id', ids.Mia)).error).toEqual(forbidden)
  })
})

describe('me', () => {
  test('returns the caller to each caller', async () => {
    expect((await as.Mo.rpc('me')).data).toEqual({
      id: ids.Mo,
      username: null,
      displayName: 'Member',
      role: 'moderator',
      isGuest: false,
      avatar: null,
      secondFactorDueAt: null,
      grants: [],
      devices: [],
    })
    expect((await as.Gus.rpc('me')).data).toMatchObject({
      role: 'guest',
      isGuest: true,
      username: null,
    })
    expect((await visitor.rpc('me')).data).toBeNull()
  })

  test('read_shell returns the brand and the same', async () => {
    const { data } = await as.Mia.rpc('read_shell')
    expect(data).toMatchObject({ brand: { name: expect.any(String) }, me: { id: ids.Mia }, live: false })
    expect((await visitor.rpc('read_shell')).data.me).toBeNull()
  })

  test('returns nobody after the session ended, though the token is still valid', async () => {
    const client = await signIn(mia.email)
    const { data } = await client.auth.getSession()
    const token = String(data.session?.access_token)
    await service.auth.admin.signOut(token, 'local')
    expect((await client.rpc('me')).data).toBeNull()
    expect((await client.from('profiles').select('id')).data).toEqual([])
    expect((await mia.client.rpc('me')).data).toMatchObject({ id: mia.id })
  })
})

describe('user metadata', () => {
  test('grants no role and no username', async () => {
    const person = await newMember('Sue')
    const claims = {
      role: 'admin',
      username: 'boss',
      is_admin: true,
      firebase: { issuer: 'x', subject: 'y' },
    }
    const { error } = await person.client.auth.updateUser({ data: claims })
    expect(error).toBeNull()
    await person.client.auth.refreshSession()
    expect((await person.client.rpc('me')).data).toMatchObject({ role: 'member', username: person.username })
    expect((await person.client.rpc('list_people')).error).toEqual(refusedAs('not_allowed'))
  })

  test('is ignored at a sign-up directly at Supabase Auth', async () => {
    const data = { role: 'admin', username: 'boss', display_name: `Boss\u0007${'x'.repeat(90)}` }
    const { client } = await newGuest(data)
    expect((await client.rpc('me')).data).toMatchObject({
      role: 'guest',
      username: null,
      displayName: 'Guest',
    })
  })

  test.each([
    ['loses what can’t be seen', '\u202eMia\u200b of\u2028 Flatbush\u0007', 'Mia of Flatbush'],
    ['keeps its joiners', 'Mia 👩🏽‍🎤', 'Mia 👩🏽‍🎤'],
    ['becomes Member where nothing is left', '\u200b\u3164', 'Member'],
  ])('the name of an account: %s', async (_, display_name, shown) => {
    const username = `name_${randomUUID().slice(0, 8)}`
    const { data, error } = await service.auth.admin.createUser({
      email: `${username}@example.com`,
      app_metadata: { username, display_name },
    })
    expect(error).toBeNull()
    const [row] =
      await sql`select display_name as name from public.profiles where id = ${data.user?.id ?? ''}`
    expect(row).toEqual({ name: shown })
  })
})

describe('accounts take their username', () => {
  test.each(['taken', 'reserved', 'malformed'])('or are not made at all: %s', async (kind) => {
    const username = { taken: mia.username, reserved: 'admin', malformed: 'A b' }[kind]
    const email = `${randomUUID()}@example.com`
    const { error } = await service.auth.admin.createUser({ email, app_metadata: { username } })
    expect(error).not.toBeNull()
    expect(await sql`select id from auth.users where email = ${email}`).toHaveLength(0)
  })

  test('once: later metadata does not rename', async () => {
    const person = await newMember('Sue')
    await service.auth.admin.updateUserById(person.id, {
      app_metadata: { username: `x${person.username}`.slice(0, 30) },
    })
    expect((await person.client.rpc('me')).data.username).toBe(person.username)
  })

  test('with a guest keeping the id, and the session that is there', async () => {
    const guest = await newGuest()
    const username = `gus_${randomUUID().slice(0, 8)}`.replaceAll('-', '_')
    const { error } = await service.auth.admin.updateUserById(guest.id, {
      email: `${username}@example.com`,
      email_confirm: true,
      app_metadata: { username, display_name: 'Gus now Member' },
    })
    expect(error).toBeNull()
    expect((await guest.client.rpc('me')).data).toMatchObject({
      id: guest.id,
      username,
      displayName: 'Gus now Member',
      role: 'member',
      isGuest: false,
    })
  })
})

describe('roles', () => {
  test.each(['Mo', 'Mia', 'Gus', 'visitor'] as const)('%s may not give one', async (who) => {
    const args = { p_user: ids.Sid, p_role: 'admin', p_reason: null }
    expect((await as[who].rpc('set_role', args)).error).toEqual(
      who === 'visitor' ? denied : refusedAs('not_allowed'),
    )
  })

  test('an admin gives them; they hold at once and are logged', async () => {
    const person = await newMember('Sue')
    const { error } = await as.Ada.rpc('set_role', {
      p_user: person.id,
      p_role: 'moderator',
      p_reason: 'helps',
    })
    expect(error).toBeNull()
    expect((await person.client.rpc('me')).data.role).toBe('moderator')
    expect((await person.client.rpc('list_people')).error).toBeNull()
    await as.Ada.rpc('set_role', { p_user: person.id, p_role: 'member', p_reason: 'thanks' })
    expect((await person.client.rpc('list_people')).error).toEqual(refusedAs('not_allowed'))
    const log = await sql`
      select actor_id, actor_role, action, facts from private.audit_log
      where subject_id = ${person.id} and actor_id is not null order by id`
    expect(log.map((row) => ({ ...row }))).toEqual([
      {
        actor_id: ids.Ada,
        actor_role: 'admin',
        action: 'account.role_set',
        facts: { from: 'member', to: 'moderator', reason: 'helps' },
      },
      expect.objectContaining({ facts: { from: 'moderator', to: 'member', reason: 'thanks' } }),
    ])
  })

  test('refuses the own role, guests, unknown people and unknown roles', async () => {
    const set = async (p_user: string, p_role: string) =>
      (await as.Ada.rpc('set_role', { p_user, p_role, p_reason: 'test' })).error
    expect(await set(ids.Ada, 'member')).toEqual(refusedAs('own_role'))
    expect(await set(ids.Gus, 'admin')).toEqual(refusedAs('guest_role'))
    expect(await set(randomUUID(), 'admin')).toEqual(refusedAs('not_found'))
    expect(await set(ids.Mia, 'owner')).toEqual(refusedAs('invalid'))
    expect(await set(ids.Mia, 'guest')).toEqual(refusedAs('invalid'))
    expect(await set(ids.Mia, 'member')).toEqual(refusedAs('role_unchanged'))
  })
})

describe('grants', () => {
  test('an admin gives, renews and ends them', async () => {
    const { client, id } = await newMember('Dex')
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const give = { p_user: id, p_event: null, p_capability: 'scan', p_expires_at: soon }
    const { data: grant, error } = await as.Ada.rpc('grant_staff', give)
    expect(error).toBeNull()
    expect((await client.rpc('me')).data.grants).toEqual([
      { capability: 'scan', eventId: null, expiresAt: expect.any(String) },
    ])
    expect((await as.Ada.rpc('grant_staff', { ...give, p_expires_at: null })).data).toBe(grant)
    expect((await client.rpc('me')).data.grants).toEqual([
      { capability: 'scan', eventId: null, expiresAt: null },
    ])

    expect((await client.rpc('revoke_grant', { p_grant: grant })).error).toEqual(refusedAs('not_allowed'))
    expect((await as.Ada.rpc('revoke_grant', { p_grant: grant })).error).toBeNull()
    expect((await client.rpc('me')).data.grants).toEqual([])
    expect((await as.Ada.rpc('revoke_grant', { p_grant: grant })).error).toEqual(refusedAs('grant_ended'))
  })

  test('refuses other callers and invalid values', async () => {
    const give = { p_user: ids.Mia, p_event: null, p_capability: 'scan', p_expires_at: null }
    for (const who of ['Mo', 'Mia', 'Gus'] as const) {
      expect((await as[who].rpc('grant_staff', give)).error).toEqual(refusedAs('not_allowed'))
    }
    expect((await visitor.rpc('grant_staff', give)).error).toEqual(denied)
    const client = as.Ada
    expect((await client.rpc('grant_staff', { ...give, p_capability: 'refund' })).error).toEqual(
      refusedAs('invalid'),
    )
    expect((await client.rpc('grant_staff', { ...give, p_expires_at: '2020-01-01' })).error).toEqual(
      refusedAs('invalid'),
    )
    expect((await client.rpc('grant_staff', { ...give, p_user: ids.Gus })).error).toEqual(
      refusedAs('guest_role'),
    )
    expect((await client.rpc('grant_staff', { ...give, p_event: randomUUID() })).error).toEqual(
      refusedAs('not_found'),
    )
  })

  test('are read by their holder and by admins, and written by nobody', async () => {
    const dex = await newMember('Dex')
    await service.rpc('grant_staff', {
      p_user: dex.id,
      p_event: null,
      p_capability: 'promoter',
      p_expires_at: null,
    })
    const count = async (client: SupabaseClient) =>
      (await client.from('staff_grants').select('id').eq('user_id', dex.id)).data?.length ?? 0
    expect(await count(dex.client)).toBe(1)
    expect(await count(as.Ada)).toBe(1)
    for (const who of ['Mo', 'Mia', 'Gus', 'visitor'] as const) expect(await count(as[who])).toBe(0)
    const row = { user_id: dex.id, capability: 'door_manager' }
    for (const client of [dex.client, as.Ada]) {
      expect((await client.from('staff_grants').insert(row)).error).toEqual(forbidden)
      expect(
        (await client.from('staff_grants').update({ expires_at: null }).eq('user_id', dex.id)).error,
      ).toEqual(forbidden)
      expect((await client.from('staff_grants').delete().eq('user_id', dex.id)).error).toEqual(forbidden)
    }
  })
})

describe('people for staff', () => {
  test('moderators get names and handles, admins what they act on', async () => {
    const find = async (client: SupabaseClient) =>
      (await client.rpc('list_people', { p_search: mia.username })).data.people
    expect(await find(as.Mo)).toEqual([
      { id: mia.id, username: mia.username, displayName: expect.any(String), avatar: null },
    ])
    expect(await find(as.Ada)).toEqual([
      expect.objectContaining({
        id: mia.id,
        email: mia.email,
        role: 'member',
        state: 'member',
      }),
    ])
  })

  test('moderators do not find people by address, and wildcards are plain text', async () => {
    const search = async (client: SupabaseClient, p_search: string) =>
      (await client.rpc('list_people', { p_search })).data.people.length
    expect(await search(as.Mo, mia.email)).toBe(0)
    expect(await search(as.Ada, mia.email)).toBe(1)
    for (const wildcard of ['%', '_', '%%_']) expect(await search(as.Ada, wildcard)).toBe(0)
  })

  test('comes in pages that hold everybody once', async () => {
    const seen: string[] = []
    let after: string | null = null
    for (let pages = 0; pages < 2000; pages++) {
      const { data } = await as.Ada.rpc('list_people', { p_after: after, p_limit: 7 })
      const page = pageSchema.parse(data)
      seen.push(...page.people.map(({ id }) => id))
      after = page.next
      if (!after) break
    }
    expect(new Set(seen).size).toBe(seen.length)
    for (const id of [ids.Ada, ids.Mo, ids.Sid, mia.id]) expect(seen).toContain(id)
    expect(seen).not.toContain(ids.Gus)
  })
})

describe('settings', () => {
  test('everybody reads them; admins change them within limits, and changes are logged', async () => {
    for (const who of ['visitor', 'Gus', 'Mia', 'Mo', 'Ada'] as const) {
      expect((await as[who].from('settings').select('brand').single()).error).toBeNull()
    }
    for (const who of ['visitor', 'Gus', 'Mia', 'Mo'] as const) {
      const { data } = await as[who].from('settings').update({ tagline: 'mine' }).eq('id', true).select()
      expect(data ?? []).toEqual([])
    }
    const { data: before } = await visitor.from('settings').select('tagline').single()
    const client = as.Ada
    const tagline = `Tagline ${randomUUID()}`
    expect((await client.from('settings').update({ tagline }).eq('id', true).select('tagline')).data).toEqual(
      [{ tagline }],
    )
    expect((await client.from('settings').update({ hold_minutes: 31 }).eq('id', true)).error).toMatchObject({
      code: '23514',
    })
    expect((await client.from('settings').delete().eq('id', true)).error).toEqual(forbidden)
    await client.from('settings').update({ tagline: before?.tagline }).eq('id', true)
    const [entry] = await sql`
      select facts from private.audit_log
      where action = 'settings.changed' and actor_id = ${ids.Ada} order by id limit 1`
    expect(entry?.facts).toEqual({ changed: { tagline: [before?.tagline, tagline] } })
  })
})

describe("the server's own functions", () => {
  const calls: [string, Record<string, unknown>][] = [
    ['consume_limit', { p_name: 'guest', p_subject: 'x', p_network: null }],
    ['refund_limit', { p_name: 'guest', p_subject: 'x', p_network: null }],
    ['reset_limit', { p_name: 'guest', p_subject: 'x' }],
    ['read_limit', { p_name: 'guest' }],
    ['read_login', { p_username: 'Mia' }],
    ['username_free', { p_username: 'Mia' }],
    ['read_identity', { p_issuer: 'x', p_subject: 'y' }],
    [
      'exchange_identity',
      {
        p_issuer: 'x',
        p_subject: 'y',
        p_email: null,
        p_email_verified: false,
        p_token_hash: 'x'.repeat(43),
        p_expires_at: '2030-01-01',
        p_caller: null,
        p_session: null,
        p_link: false,
      },
    ],
  ]
  test.each(calls)('%s is closed to everybody', async (name, args) => {
    for (const who of ['visitor', 'Gus', 'Mia', 'Mo', 'Ada'] as const) {
      expect((await as[who].rpc(name, args)).error, who).toEqual(denied)
    }
  })
})

describe('the logs', () => {
  test.each([
    'audit_log',
    'state_log',
  ])('%s is append-only, even for the owner of the database', async (table) => {
    const name = sql(`private.${table}`)
    if (table === 'state_log') await sql`select private.log_state('test', ${randomUUID()}, null, 'new')`
    await expect(sql`update ${name} set facts = '{}'`).rejects.toThrow('append-only')
    await expect(sql`delete from ${name}`).rejects.toThrow('append-only')
    await expect(withLockTimeout(sql, (tx) => tx`truncate ${name} cascade`)).rejects.toThrow('append-only')
  })
})

describe('the last admin', () => {
  test('cannot be demoted by anybody', async () => {
    const rollBack = new Error('roll back')
    const lone = (work: (tx: TransactionSql) => Promise<unknown>) =>
      withLockTimeout(sql, async (tx) => {
        // Other tests make admins meanwhile: one of them would be left.
        await tx`lock table private.user_roles in share row exclusive mode`
        await tx`update private.user_roles set role = 'member' where role = 'admin' and user_id <> ${ids.Ada}`
        await work(tx)
        throw rollBack
      }).catch((error) => {
        if (error !== rollBack) throw error
      })
    await lone(async () => {})
    await expect(
      lone((tx) => tx`update private.user_roles set role = 'member' where user_id = ${ids.Ada}`),
    ).rejects.toThrow('last_admin')
    await expect(
      lone((tx) => tx`update public.profiles set deactivated_at = now() where id = ${ids.Ada}`),
    ).rejects.toThrow('last_admin')
    await expect(lone((tx) => tx`delete from auth.users where id = ${ids.Ada}`)).rejects.toThrow('last_admin')
    const deletion = (tx: TransactionSql) =>
      tx`insert into private.account_deletions (user_id) values (${ids.Ada})`
    await expect(lone(deletion)).rejects.toThrow('last_admin')
    // Nor does an admin who leaves count: of two, the second one stays, until the first one calls it off.
    const two = (work: (tx: TransactionSql) => Promise<unknown>) =>
      lone(async (tx) => {
        await tx`update private.user_roles set role = 'admin' where user_id = ${ids.Sid}`
        await deletion(tx)
        await work(tx)
      })
    await two(async () => {})
    await expect(
      two((tx) => tx`update private.user_roles set role = 'member' where user_id = ${ids.Sid}`),
    ).rejects.toThrow('last_admin')
    await expect(
      two((tx) => tx`insert into private.account_deletions (user_id) values (${ids.Sid})`),
    ).rejects.toThrow('last_admin')
    await two(async (tx) => {
      await tx`delete from private.account_deletions where user_id = ${ids.Ada}`
      await tx`insert into private.account_deletions (user_id) values (${ids.Sid})`
    })
  })
})
