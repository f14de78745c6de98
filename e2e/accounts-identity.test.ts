import { createClient } from '@supabase/supabase-js'
import { describe, expect, inject, test } from 'vitest'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'
import { newPerson, type ProviderPerson, signIdToken } from './firebase-stand-in.ts'

/**
 * Tests the exchange of the outside identity provider's ID token for a session here. firebase.server.test.ts tests
 * how tokens are judged.
 */

const { url: site } = inject('site')
const stack = inject('stack')
const provider = inject('firebase')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })

const tokenOf = (person: ProviderPerson, change: object = {}) => signIdToken(provider, person, change)

function exchange(visitor: ApiVisitor, idToken: string, more: object = {}) {
  return visitor.post('/api/auth/firebase', { idToken, ...more })
}

async function proveEmail(id: string) {
  const { error } = await service
    .from('profiles')
    .update({ email_verified_at: new Date().toISOString() })
    .eq('id', id)
  expect(error).toBeNull()
}

describe('an ID token', () => {
  // Specification 3.9, 7.10
  test('creates an account the first time and finds it ever after', async () => {
    const person = newPerson()
    const visitor = new ApiVisitor(site)
    const first = await exchange(visitor, await tokenOf(person))
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      id: expect.any(String),
      username: null,
      displayName: 'Dex at the provider',
      role: 'member',
      isGuest: false,
      avatar: null,
    })
    expect(JSON.stringify(first.body)).not.toMatch(/@|token|eyJ/)
    expect(first.set.join()).toMatch(/HttpOnly/i)
    expect((await visitor.get('/api/me')).body).toEqual(first.body)
    const later = await exchange(
      new ApiVisitor(site),
      await tokenOf({ ...person, email: 'moved@example.com' }),
    )
    expect(later.body.id).toBe(first.body.id)
  })

  test('gives the account a name that can be read, whatever the provider has', async () => {
    const token = await tokenOf(newPerson(), { name: '\u202eDex\u200b\0 of\u2028 Ghent\ud800' })
    const response = await exchange(new ApiVisitor(site), token)
    expect([response.status, response.body.displayName]).toEqual([200, 'Dex of Ghent'])
  })

  test('is exchanged for one session only, also when it is sent many times at once', async () => {
    const idToken = await tokenOf(newPerson())
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => exchange(new ApiVisitor(site), idToken)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)])
    const again = await exchange(new ApiVisitor(site), idToken)
    expect([again.status, again.body.message]).toEqual([401, 'Authentication failed on server'])
    expect(again.set).toEqual([])
  })

  test('makes one account when a new person signs in on two devices at once', async () => {
    for (const change of [{}, { email_verified: false }, { email: undefined, email_verified: undefined }]) {
      const person = newPerson(change)
      const tokens = await Promise.all(Array.from({ length: 4 }, () => tokenOf(person)))
      const responses = await Promise.all(tokens.map((idToken) => exchange(new ApiVisitor(site), idToken)))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    }
  })

  test("turns a guest's own account into the permanent one", async () => {
    const visitor = new ApiVisitor(site)
    const guest = await visitor.post('/api/auth/guest')
    const before = visitor.copy()
    const person = newPerson()
    const response = await exchange(visitor, await tokenOf(person))
    expect(response.body).toMatchObject({ id: guest.body.id, isGuest: false, role: 'member' })
    expect((await before.get('/api/me')).status).toBe(401)
    expect((await exchange(new ApiVisitor(site), await tokenOf(person))).body.id).toBe(guest.body.id)
  })

  test('ends the session that the browser had before', async () => {
    const { visitor } = await registered(site)
    const before = visitor.copy()
    expect((await exchange(visitor, await tokenOf(newPerson()))).status).toBe(200)
    expect((await before.get('/api/me')).status).toBe(401)
  })

  test('opens no session of a deactivated account', async () => {
    const person = newPerson()
    const { body } = await exchange(new ApiVisitor(site), await tokenOf(person))
    await service.rpc('sanction_account', { p_user: body.id, p_kind: 'suspended', p_reason: 'test' })
    const response = await exchange(new ApiVisitor(site), await tokenOf(person))
    expect([response.status, response.set]).toEqual([401, []])
  })

  test.each([
    ['is of another project', { aud: 'other' }],
    ['is of another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['has expired', { exp: Math.floor(Date.now() / 1000) - 5 }],
    ['is of a sign-in long ago', { auth_time: Math.floor(Date.now() / 1000) - 400 }],
    ['names nobody', { sub: '' }],
  ])('is refused when it %s', async (_, change) => {
    const visitor = new ApiVisitor(site)
    const response = await exchange(visitor, await tokenOf(newPerson(), change))
    expect(response.status).toBe(401)
    expect(response.body.message).toBe('Authentication failed on server')
    expect(visitor.cookies.size).toBe(0)
  })

  // Specification 7.10
  test('must be sent, as text and of a sane length', async () => {
    const visitor = new ApiVisitor(site)
    expect((await visitor.post('/api/auth/firebase', {})).status).toBe(422)
    expect((await visitor.post('/api/auth/firebase', { idToken: '' })).status).toBe(422)
    expect((await visitor.post('/api/auth/firebase', { idToken: 5 })).status).toBe(400)
    expect((await visitor.post('/api/auth/firebase', { idToken: 'x'.repeat(9000) })).status).toBe(422)
    expect((await exchange(visitor, 'x.y.z')).status).toBe(401)
  })

  test('opens nothing anywhere else: the API takes no bearer', async () => {
    const idToken = await tokenOf(newPerson())
    expect((await new ApiVisitor(site).get('/api/me', { authorization: `Bearer ${idToken}` })).status).toBe(
      401,
    )
  })
})

describe('an address that has an account here already', () => {
  test('links where both sides proved it', async () => {
    const { details, id } = await registered(site)
    await proveEmail(id)
    const person = newPerson({ email: details.email.toUpperCase() })
    expect((await exchange(new ApiVisitor(site), await tokenOf(person))).body.id).toBe(id)
    // From now on the identity decides, even when its address changes.
    expect(
      (await exchange(new ApiVisitor(site), await tokenOf({ ...person, email: 'new@example.com' }))).body.id,
    ).toBe(id)
  })

  test('asks to sign in first where ours is not proven, and then the very same token connects', async () => {
    const { details, id } = await registered(site)
    const idToken = await tokenOf(newPerson({ email: details.email }))
    const visitor = new ApiVisitor(site)
    const refused = await exchange(visitor, idToken)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/log in with your username and password first/)
    expect(visitor.cookies.size).toBe(0)

    await visitor.post('/api/auth/login', { username: details.username, password: details.password })
    expect((await exchange(visitor, idToken)).body.id).toBe(id)
  })

  test('is not given to an unproven address of the provider', async () => {
    const { details, id } = await registered(site)
    await proveEmail(id)
    const response = await exchange(
      new ApiVisitor(site),
      await tokenOf(newPerson({ email: details.email, email_verified: false })),
    )
    expect([response.status, response.set]).toEqual([409, []])
  })

  test('is not squatted by an unproven identity: its owner can still register it', async () => {
    const person = newPerson({ email_verified: false })
    const squatter = await exchange(new ApiVisitor(site), await tokenOf(person))
    const owner = await new ApiVisitor(site).post('/api/auth/register', {
      ...newAccountDetails(),
      email: person.email,
    })
    expect(owner.status).toBe(200)
    expect(owner.body.id).not.toBe(squatter.body.id)
    expect((await exchange(new ApiVisitor(site), await tokenOf(person))).body.id).toBe(squatter.body.id)
  })
})

describe('a member who is signed in', () => {
  test('connects another identity by asking to', async () => {
    const { visitor, id } = await registered(site)
    const person = newPerson()
    expect((await exchange(visitor, await tokenOf(person), { link: true })).body.id).toBe(id)
    expect((await exchange(new ApiVisitor(site), await tokenOf(person))).body.id).toBe(id)
  })

  test('gets no identity connected without consent', async () => {
    const { visitor, id } = await registered(site)
    const response = await exchange(visitor, await tokenOf(newPerson()))
    expect(response.status).toBe(200)
    expect(response.body.id).not.toBe(id)
  })

  test("cannot connect somebody else's identity", async () => {
    const person = newPerson()
    await exchange(new ApiVisitor(site), await tokenOf(person))
    const { visitor, id } = await registered(site)
    const response = await exchange(visitor, await tokenOf(person), { link: true })
    expect(response.status).toBe(409)
    expect((await visitor.get('/api/me')).body.id).toBe(id)
  })
})
