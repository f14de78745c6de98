/** Tests what the server does with supabase.auth.admin and the secret key. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  claimsOf,
  forget,
  newEmail,
  newMember,
  password,
  server,
  sessionOf,
  signedIn,
  visitor,
} from './people.ts'
import { target } from './target.ts'

const admin = server().auth.admin

test('createUser makes a confirmed account with both kinds of metadata', async () => {
  const email = newEmail()
  const { data, error } = await admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { name: 'Ada "the first" Lovelace', tags: ['a', { b: null }] },
    app_metadata: { plan: 'gold' },
  })
  forget(data.user)
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    role: 'authenticated',
    email_confirmed_at: expect.any(String),
    user_metadata: { name: 'Ada "the first" Lovelace', tags: ['a', { b: null }] },
    app_metadata: { provider: 'email', providers: ['email'], plan: 'gold' },
  })
  const client = visitor()
  await client.auth.signInWithPassword({ email, password })
  expect(claimsOf((await sessionOf(client)).access_token)).toMatchObject({ app_metadata: { plan: 'gold' } })
})

test('createUser may choose the id, and refuses a taken address', async () => {
  const id = randomUUID()
  const email = newEmail()
  const { data } = await admin.createUser({ id, email, email_confirm: true })
  forget(data.user)
  expect(data.user?.id).toBe(id)
  const again = await admin.createUser({ email: email.toUpperCase() })
  expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await admin.createUser({})).error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('getUserById finds accounts and says when there is none', async () => {
  const member = await newMember()
  expect((await admin.getUserById(member.id)).data.user?.email).toBe(member.email)
  expect((await admin.getUserById(randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('updateUserById changes address, password and metadata; the password ends every session', async () => {
  const { client, user } = await signedIn()
  const email = newEmail()
  const { data, error } = await admin.updateUserById(user.id, {
    email,
    email_confirm: true,
    password: 'Another-Password-2',
    user_metadata: { city: 'Miami' },
    app_metadata: { plan: 'silver' },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    user_metadata: { city: 'Miami' },
    app_metadata: { plan: 'silver' },
  })
  // Expects the old identities in this response; the next request returns the new ones.
  expect(data.user?.identities).toMatchObject([{ identity_data: { email: user.email } }])
  const now = await admin.getUserById(user.id)
  expect(now.data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }])
  expect((await client.auth.refreshSession()).error).not.toBeNull()
  const signIn = await visitor().auth.signInWithPassword({ email, password: 'Another-Password-2' })
  expect(signIn.data.user?.id).toBe(user.id)
})

test('updateUserById to an address that is taken fails as a breakdown and changes nothing', async () => {
  const [one, other] = [await newMember(), await newMember()]
  const { error } = await admin.updateUserById(one.id, { email: other.email, email_confirm: true })
  expect(error).toMatchObject({ status: 500 })
  expect((await admin.getUserById(one.id)).data.user?.email).toBe(one.email)
})

test('createUser, eight at once for one address: one account, and the others hear that it is taken or a breakdown', async () => {
  const email = newEmail()
  const results = await Promise.all(Array.from({ length: 8 }, () => admin.createUser({ email })))
  for (const { data } of results) forget(data.user)
  expect(results.filter(({ error }) => error === null)).toHaveLength(1)
  for (const { error } of results) expect([undefined, 422, 500]).toContain(error?.status)
})

test('updateUserById makes a guest a member', async () => {
  const client = visitor()
  const { data: guest } = await client.auth.signInAnonymously()
  forget(guest.user)
  const email = newEmail()
  await admin.updateUserById(guest.user?.id ?? '', { email, password, email_confirm: true })
  const { data } = await visitor().auth.signInWithPassword({ email, password })
  expect(data.user).toMatchObject({ id: guest.user?.id, is_anonymous: false })
})

test('listUsers pages newest first, with the total', async () => {
  const older = await newMember()
  const newer = await newMember()
  const { data, error } = await admin.listUsers({ page: 1, perPage: 2 })
  expect(error).toBeNull()
  expect(data.users).toHaveLength(2)
  expect(data.users.map((user) => user.identities ?? null)).toEqual([null, null])
  expect('total' in data && data.total).toBeGreaterThanOrEqual(2)
  const { data: many } = await admin.listUsers({ page: 1, perPage: 50 })
  const ids = many.users.map((user) => user.id)
  expect(ids.indexOf(newer.id)).toBeGreaterThanOrEqual(0)
  expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id))
})

test('deleteUser removes the account, its sessions and its tokens', async () => {
  const { client, user } = await signedIn()
  expect((await admin.deleteUser(user.id)).error).toBeNull()
  expect((await admin.getUserById(user.id)).error).toMatchObject({ code: 'user_not_found' })
  expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await client.auth.getUser()).error).not.toBeNull()
  expect((await admin.deleteUser(user.id)).error).toMatchObject({ status: 404 })
})

describe('without the secret key', () => {
  test('refuses the publishable key and a session', async () => {
    const { client, user } = await signedIn()
    const { access_token } = await sessionOf(client)
    const tries = [
      { apikey: target.publishableKey },
      { apikey: target.publishableKey, authorization: `Bearer ${target.publishableKey}` },
      { apikey: target.publishableKey, authorization: `Bearer ${access_token}` },
      { apikey: `${target.publishableKey}x` },
      {},
    ]
    for (const headers of tries) {
      for (const path of ['admin/users', `admin/users/${user.id}`]) {
        const response = await fetch(`${target.url}/auth/v1/${path}`, {
          headers: new Headers(Object.entries(headers)),
        })
        expect([401, 403]).toContain(response.status)
      }
    }
    const ofVisitor = await client.auth.admin.createUser({ email: newEmail() })
    expect([401, 403]).toContain(ofVisitor.error?.status)
  })
})
