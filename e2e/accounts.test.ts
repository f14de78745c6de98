import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { subjectKey } from '#server/rate-limit.server.ts'
import { loadKeys } from '../supabase/embedded/keys.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'
import { hold } from './races.ts'

/** Tests registering, signing in, continuing as a guest and logging out, on the built site. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })

const userShape = ['avatar', 'displayName', 'id', 'isGuest', 'role', 'username']
const wrongCredentials = 'Invalid username or password. Please try again.'

function shape(body: object) {
  return Object.keys(body).sort()
}

/** Calls a function of the database as the server does. */
async function rpc(name: string, args: Record<string, unknown>) {
  const { data, error } = await service.rpc(name, args)
  if (error) throw error
  return data
}

describe('registering', () => {
  // Specification 1.2, 3.1, 3.4, 7.8
  test('returns the user object, signs in by cookies only, and reveals no secret', async () => {
    const visitor = new ApiVisitor(site)
    const details = newAccountDetails('Mia')
    const response = await visitor.post('/api/auth/register', details)
    expect(response.status).toBe(200)
    expect(shape(response.body)).toEqual(userShape)
    expect(response.body).toMatchObject({
      username: details.username,
      displayName: details.displayName,
      role: 'member',
      isGuest: false,
    })
    expect(JSON.stringify(response.body)).not.toMatch(/@|token|eyJ/)
    expect(response.set.length).toBeGreaterThan(0)
    for (const cookie of response.set)
      expect(cookie).toMatch(/^jouvay-(session|device).*; Path=\/; HttpOnly; SameSite=Lax/i)
    expect(response.set.join()).not.toContain('verifier')
    expect(response.headers.get('cache-control')).toContain('no-store')

    const me = await visitor.get('/api/me')
    expect(me.body).toEqual(response.body)
  })

  // Specification 5.9, 7.8
  test('refuses a taken username, however it is written, and a reserved one', async () => {
    const { details } = await registered(site)
    for (const username of [details.username, details.username.toUpperCase(), 'admin']) {
      const response = await new ApiVisitor(site).post('/api/auth/register', {
        ...newAccountDetails(),
        username,
      })
      expect(response.status).toBe(409)
      expect(response.body).toEqual({
        message: 'Username already exists. Please choose a different username.',
        errors: [
          { message: 'Username already exists. Please choose a different username.', field: 'username' },
        ],
      })
      expect(response.set).toEqual([])
    }
  })

  test('does not reveal that an address has an account, and does not change that account', async () => {
    const first = await registered(site)
    const visitor = new ApiVisitor(site)
    const response = await visitor.post('/api/auth/register', {
      ...newAccountDetails(),
      email: first.details.email,
    })
    expect(response.status).toBe(200)
    expect(response.body.id).not.toBe(first.id)
    const { username, password } = first.details
    expect((await new ApiVisitor(site).post('/api/auth/login', { username, password })).body.id).toBe(
      first.id,
    )
  })

  // Specification 5.8
  test.each([
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ email: 'nowhere' }, 'email', 'Please enter a valid email address'],
    [{ displayName: 'Mi' }, 'displayName', 'Display name must be at least 3 characters'],
    [{ displayName: 'Mia\u202egnp' }, 'displayName', 'Please remove special characters'],
    [{ displayName: 'Mia\u2028Joseph' }, 'displayName', 'Please remove special characters'],
    [{ password: 'Ab1' }, 'password', 'Password must be at least 8 characters'],
    [{ password: 'lower-case-1' }, 'password', 'Password must contain at least one uppercase letter'],
    [{ password: 'No-numbers' }, 'password', 'Password must contain at least one number'],
    [{ password: 'Password123' }, 'password', 'This password is too easy to guess. Please choose another.'],
    [{ password: undefined }, 'password', 'Password must be at least 8 characters'],
    [{ role: 'admin' }, null, null],
  ])('returns 422 for %j', async (change, field, message) => {
    const visitor = new ApiVisitor(site)
    const response = await visitor.post('/api/auth/register', { ...newAccountDetails(), ...change })
    expect(response.status).toBe(422)
    expect(response.body.message).toEqual(expect.any(String))
    if (message) expect(response.body.errors).toContainEqual({ message, field })
    expect(visitor.cookies.size).toBe(0)
  })

  test.each([
    ['no JSON', '{"username":'],
    ['a list', []],
    ['a number for a name', { ...newAccountDetails(), username: 12345 }],
    ['an object for a password', { ...newAccountDetails(), password: { length: 20 } }],
  ])('returns 400 for %s', async (_, body) => {
    const response = await new ApiVisitor(site).post('/api/auth/register', body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ message: expect.any(String), errors: expect.any(Array) })
  })

  test('gives a username to one of many parallel registrations, and leaves no partial accounts', async () => {
    const { username } = newAccountDetails('race')
    const people = Array.from({ length: 8 }, () => ({ ...newAccountDetails('race'), username }))
    const responses = await Promise.all(
      people.map((person) => new ApiVisitor(site).post('/api/auth/register', person)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const { data } = await service.auth.admin.listUsers({ perPage: 1000 })
    expect(data.users.filter(({ email }) => people.some((person) => person.email === email))).toHaveLength(1)
  })

  test('keeps everything of a guest: the same account, a new session, the old one ended', async () => {
    const visitor = new ApiVisitor(site)
    const guest = await visitor.post('/api/auth/guest')
    const before = visitor.copy()
    const response = await visitor.post('/api/auth/register', newAccountDetails())
    expect(response.body).toMatchObject({ id: guest.body.id, role: 'member', isGuest: false })
    expect((await visitor.get('/api/me')).body).toEqual(response.body)
    expect((await before.get('/api/me')).status).toBe(401)
  })

  test('works as a plain form, and sends on only within the site', async () => {
    const visitor = new ApiVisitor(site)
    const { username, password } = (await registered(site)).details
    const form = { ...newAccountDetails(), redirect: '/my-tickets?a=1' }
    const sent = await visitor.postForm('/?auth=register', { ...form, confirmPassword: form.password })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/my-tickets?a=1'])
    for (const redirect of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/api/auth/logout',
      '',
    ]) {
      const response = await new ApiVisitor(site).postForm('/?auth=login', { username, password, redirect })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    }
    // A mistake gets a page with its status: it is not cached, and no password is written into it.
    const typed = 'Wrong-password-1'
    const wrong = await new ApiVisitor(site).postForm('/?auth=login', { username, password: typed })
    expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([401, 'private, no-cache'])
    expect(wrong.text).toContain(wrongCredentials)
    expect(wrong.text).not.toContain(typed)
    const taken = { ...newAccountDetails(), username, confirmPassword: form.password }
    expect((await new ApiVisitor(site).postForm('/?auth=register', taken)).status).toBe(409)
    expect((await new ApiVisitor(site).postForm('/?auth=login', { username: 'x', password })).status).toBe(
      422,
    )
    expect((await new ApiVisitor(site).postForm('/?auth=else', {})).status).toBe(405)
    expect((await new ApiVisitor(site).postForm('/', {})).status).toBe(405)
  })
})

describe('signing in', () => {
  // Specification 3.4, 7.7
  test('takes the username in any case and returns the user object', async () => {
    const { details, id } = await registered(site)
    const visitor = new ApiVisitor(site)
    const { password } = details
    const response = await visitor.post('/api/auth/login', {
      username: details.username.toUpperCase(),
      password,
    })
    expect(response.status).toBe(200)
    expect(shape(response.body)).toEqual(userShape)
    expect(response.body.id).toBe(id)
    expect((await visitor.get('/api/me')).body).toEqual(response.body)
  })

  // Specification 10.1
  test('gets the same response for an unknown name and a wrong password', async () => {
    const { details } = await registered(site)
    const { password, username } = newAccountDetails()
    for (const name of [username, details.username]) {
      const visitor = new ApiVisitor(site)
      const { status, body, set } = await visitor.post('/api/auth/login', {
        username: name,
        password: `${password}x`,
      })
      expect({ status, body, set }).toEqual({
        status: 401,
        body: { message: wrongCredentials, errors: [{ message: wrongCredentials, field: null }] },
        set: [],
      })
    }
  })

  // Specification 10.1
  test('reveals a deactivated account only after its password, and ends its sessions at once', async () => {
    const { visitor, details, id } = await registered(site)
    await rpc('sanction_account', { p_user: id, p_kind: 'suspended', p_reason: 'test' })
    expect((await visitor.get('/api/me')).status).toBe(401)
    const { username, password } = details
    const right = await new ApiVisitor(site).post('/api/auth/login', { username, password })
    expect(right.status).toBe(401)
    expect(right.body.message).toBe('Account not found. Please check your username or register.')
    expect(right.set).toEqual([])
    const wrong = await new ApiVisitor(site).post('/api/auth/login', { username, password: 'not-the-one' })
    expect([wrong.status, wrong.body.message]).toEqual([401, wrongCredentials])
    await rpc('reinstate_account', { p_user: id, p_reason: 'test' })
    expect((await new ApiVisitor(site).post('/api/auth/login', { username, password })).status).toBe(200)
  })

  test('is blocked after five failures for that account and network only', async () => {
    const { details } = await registered(site)
    const other = await registered(site)
    const guesser = new ApiVisitor(site)
    const guess = { username: details.username, password: 'wrong-one' }
    for (let count = 0; count < 5; count++)
      expect((await guesser.post('/api/auth/login', guess)).status).toBe(401)
    const limited = await guesser.post('/api/auth/login', {
      username: details.username,
      password: details.password,
    })
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(limited.body.message).toMatch(/^Too many attempts\. Please try again in 15 minutes\.$/)

    const { username, password } = other.details
    expect((await guesser.post('/api/auth/login', { username, password })).status).toBe(200)
    const owner = new ApiVisitor(site)
    expect(
      (await owner.post('/api/auth/login', { username: details.username, password: details.password }))
        .status,
    ).toBe(200)
  })

  test('guesses at many accounts slow their network, and do not block a right password', async () => {
    const { details } = await registered(site)
    const guesser = new ApiVisitor(site)
    const { sql, close } = openTestUsers(stack)
    await sql`
      insert into private.rate_limits (key, taken, window_ends_at)
      values (${`sign_in@${subjectKey(guesser.address)}`}, 300, now() + interval '15 minutes')`
    const { username, password } = details
    const guesses = [newAccountDetails(), { username, password }, { username, password: 'wrong-one' }]
    // The session of one account does not speed up guesses at others.
    for (const [at, guess] of guesses.entries()) {
      const from = performance.now()
      const { status } = await guesser.post('/api/auth/login', {
        username: guess.username,
        password: guess.password,
      })
      expect([status, performance.now() - from > 2900]).toEqual([at === 1 ? 200 : 401, true])
    }
    await close()
  })

  test('checks five of 30 parallel guesses', async () => {
    const { details } = await registered(site)
    const guesser = new ApiVisitor(site)
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        guesser.copy().post('/api/auth/login', { username: details.username, password: `wrong-${at}` }),
      ),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(25)
  })

  test('forgets failures after a success', async () => {
    const { details } = await registered(site)
    const visitor = new ApiVisitor(site)
    const { username, password } = details
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 4; count++)
        await visitor.post('/api/auth/login', { username, password: 'wrong-one' })
      expect((await visitor.post('/api/auth/login', { username, password })).status).toBe(200)
    }
  })

  test('counts a whole IPv6 network as one', async () => {
    const { details } = await registered(site)
    const { username } = details
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const visitor = new ApiVisitor(site, `2001:db8:${count > 0 ? '0' : '0000'}:77::${count + 1}`)
      statuses.push((await visitor.post('/api/auth/login', { username, password: 'wrong-one' })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('ends the session that the browser had before', async () => {
    const first = await registered(site)
    const second = await registered(site)
    const before = first.visitor.copy()
    const { username, password } = second.details
    expect((await first.visitor.post('/api/auth/login', { username, password })).body.id).toBe(second.id)
    expect((await before.get('/api/me')).status).toBe(401)
    expect((await first.visitor.get('/api/me')).body.id).toBe(second.id)
  })
})

describe('an access token that is signed right', () => {
  /** Creates a browser whose session cookie holds a token with other claims, signed by the stack's own key. */
  async function holding(claims: Record<string, unknown>) {
    const { visitor, id } = await registered(site)
    const keys = loadKeys(inject('site').env.DATA_DIR ?? '')
    const now = Math.floor(Date.now() / 1000)
    const access_token = await keys.sign({
      iss: `${stack.url}/auth/v1`,
      aud: 'authenticated',
      sub: id,
      role: 'authenticated',
      iat: now,
      exp: now + 3600,
      ...claims,
    })
    const session = {
      access_token,
      refresh_token: 'x'.repeat(32),
      expires_at: now + 3600,
      token_type: 'bearer',
    }
    for (const name of visitor.cookies.keys())
      if (name.startsWith('jouvay-session')) visitor.cookies.delete(name)
    visitor.cookies.set(
      'jouvay-session',
      `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`,
    )
    return visitor
  }

  test('signs in when nothing is wrong with it', async () => {
    expect((await (await holding({})).get('/api/me')).status).toBe(200)
  })

  test.each([
    ['is not valid yet by the clock of the API', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['is for another audience', { aud: 'other' }],
    ['is of another issuer', { iss: 'https://elsewhere.example/auth/v1' }],
  ])('signs nobody in when it %s: signed out, no breakdown', async (_, claims) => {
    const visitor = await holding(claims)
    const me = await visitor.get('/api/me')
    expect([me.status, me.set.some((line) => /^jouvay-session=;/.test(line))]).toEqual([401, true])
    expect((await (await holding(claims)).get('/')).status).toBe(200)
    const guarded = await (await holding(claims)).get('/settings')
    expect([guarded.status, guarded.headers.get('location')]).toEqual([
      302,
      '/?auth=login&redirect=%2Fsettings',
    ])
  })
})

test('what a guest chose moves to the account they sign in to', async () => {
  const { details } = await registered(site)
  const users = openTestUsers(stack)
  const testEvent = await createEvent(users.sql)
  const guest = new ApiVisitor(site)
  const chosen = await hold(guest, testEvent, 2)
  const checkout = chosen.headers.get('location') ?? ''
  expect(checkout).toMatch(/^\/checkout\?hold=/)
  const { username, password } = details
  expect((await guest.post('/api/auth/login', { username, password })).status).toBe(200)
  const page = await guest.get(checkout)
  expect(page.status).toBe(200)
  expect(page.text).toContain('name="intent" value="release"')
  await users.close()
})

describe('continuing as a guest', () => {
  // Specification 3.4, 7.9
  test('makes a guest, once', async () => {
    const visitor = new ApiVisitor(site)
    const response = await visitor.send('POST', '/api/auth/guest', undefined, {})
    expect(response.status).toBe(200)
    expect(shape(response.body)).toEqual(userShape)
    expect(response.body).toMatchObject({
      role: 'guest',
      isGuest: true,
      username: null,
      displayName: 'Guest',
    })
    expect((await visitor.post('/api/auth/guest')).body.id).toBe(response.body.id)
    expect((await visitor.get('/api/me')).body.id).toBe(response.body.id)
  })

  test('leaves a member a member', async () => {
    const { visitor, id } = await registered(site)
    expect((await visitor.post('/api/auth/guest')).body).toMatchObject({ id, isGuest: false })
  })
})

describe('signing out', () => {
  test('ends the session in the browser and on the server', async () => {
    const { visitor } = await registered(site)
    const stolen = visitor.copy()
    const response = await visitor.post('/api/auth/logout')
    expect(response.status).toBe(204)
    expect([...visitor.cookies.keys()]).toEqual(['jouvay-device'])
    expect((await visitor.get('/api/me')).status).toBe(401)
    expect((await stolen.get('/api/me')).status).toBe(401)
    expect([...stolen.cookies.keys()]).toEqual(['jouvay-device'])
  })

  test('is fine without a session, and ends one device only', async () => {
    expect((await new ApiVisitor(site).post('/api/auth/logout')).status).toBe(204)
    const { visitor, details } = await registered(site)
    const phone = new ApiVisitor(site)
    await phone.post('/api/auth/login', { username: details.username, password: details.password })
    await visitor.post('/api/auth/logout')
    expect((await phone.get('/api/me')).status).toBe(200)
  })

  test('works as a plain form', async () => {
    const { visitor } = await registered(site)
    const response = await visitor.postForm('/api/auth/logout', { redirect: '/events' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/events'])
    expect([...visitor.cookies.keys()]).toEqual(['jouvay-device'])
    expect(response.headers.get('clear-site-data')).toBe('"storage"')
  })

  test('by a plain form leaves the storage of somebody who scans, whose phone may hold scans that nobody else has', async () => {
    const { visitor, id } = await registered(site, 'Dex')
    await rpc('set_role', { p_user: id, p_role: 'admin', p_reason: 'test' })
    const response = await visitor.postForm('/api/auth/logout', { redirect: '/events' })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/ticket-scanner/offline?at=log-out&redirect=%2Fevents',
    ])
    expect(response.headers.get('clear-site-data')).toBeNull()
    expect((await visitor.get('/api/me')).status).toBe(401)
  })
})

describe('the current user', () => {
  let admin: { id: string; username: string }
  beforeAll(async () => {
    const person = await registered(site, 'Ada')
    await rpc('set_role', { p_user: person.id, p_role: 'admin', p_reason: 'test' })
    admin = { id: person.id, username: person.details.username }
  })

  // Specification 7.6
  test('is a 401 for visitors', async () => {
    const response = await new ApiVisitor(site).get('/api/me')
    expect(response.status).toBe(401)
    expect(response.body).toEqual({
      message: 'Please sign in to continue.',
      errors: [{ message: 'Please sign in to continue.', field: null }],
    })
  })

  // Specification 10.9
  test('does not depend on headers', async () => {
    const forged = {
      'user-id': admin.id,
      'x-user-id': admin.id,
      'x-user-data': JSON.stringify({ ...admin, role: 'admin' }),
      authorization: `Bearer ${stack.secretKey}`,
      apikey: stack.secretKey,
    }
    expect((await new ApiVisitor(site).get('/api/me', forged)).status).toBe(401)
    const { visitor } = await registered(site)
    const honest = await visitor.get('/api/me')
    expect((await visitor.get('/api/me', forged)).body).toEqual(honest.body)
  })

  test('follows the role at once', async () => {
    const { visitor, id } = await registered(site, 'Mo')
    for (const role of ['moderator', 'admin', 'member']) {
      await rpc('set_role', { p_user: id, p_role: role, p_reason: 'test' })
      expect((await visitor.get('/api/me')).body.role).toBe(role)
    }
  })

  test('is nobody after tampering with the cookie', async () => {
    const { visitor } = await registered(site)
    const name = [...visitor.cookies.keys()][0]?.replace(/\.\d+$/, '') ?? ''
    const session = readSession(visitor, name)
    const [header = '', payload = '', signature = ''] = String(session.access_token).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const tokens = [
      `${header}.${encode({ ...claims, sub: admin.id })}.${signature}`,
      `${encode({ alg: 'none' })}.${encode({ ...claims, sub: admin.id })}.`,
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, sub: admin.id })}.${signature}`,
      `${encode({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'ES256', kid: 'other' })}.${encode({ ...claims, sub: admin.id })}.${signature}`,
      'nonsense',
      '..',
      stack.secretKey,
    ]
    for (const access_token of tokens) {
      const forger = new ApiVisitor(site)
      forger.cookies.set(name, writeSession({ ...session, access_token }))
      const response = await forger.get('/api/me')
      expect(response.status, access_token).toBe(401)
      expect(forger.cookies.size).toBe(0)
    }
    for (const value of [
      '',
      'x',
      'base64-',
      'base64-!!!',
      `base64-${encode([])}`,
      `base64-${encode({ a: 1 })}`,
      '%00',
      '{}',
    ]) {
      const forger = new ApiVisitor(site)
      forger.cookies.set(name, value)
      expect((await forger.get('/api/me')).status, value).toBe(401)
    }
  })

  test('stays after its access token expired, also under parallel requests', async () => {
    const { visitor, id } = await registered(site)
    const name = [...visitor.cookies.keys()][0]?.replace(/\.\d+$/, '') ?? ''
    const session = readSession(visitor, name)
    const stale = new ApiVisitor(site)
    stale.cookies.set(
      name,
      writeSession({ ...session, expires_at: Math.floor(Date.now() / 1000) - 10, expires_in: 0 }),
    )
    const pages = Array.from({ length: 5 }, () => stale.copy())
    const responses = await Promise.all(pages.map((page) => page.get('/api/me')))
    expect(responses.map(({ status, body }) => [status, body.id])).toEqual(Array(5).fill([200, id]))
    for (const page of pages) {
      expect(readSession(page, name).access_token).not.toBe(session.access_token)
      expect((await page.get('/api/me')).body.id).toBe(id)
    }
  })
})

test.each([
  ['GET', '/api/auth/login', 'POST'],
  ['PUT', '/api/auth/login', 'POST'],
  ['DELETE', '/api/auth/register', 'POST'],
  ['GET', '/api/auth/guest', 'POST'],
  ['GET', '/api/auth/firebase', 'POST'],
  ['GET', '/api/auth/logout', 'POST'],
  ['POST', '/api/me', 'GET, HEAD'],
])('%s %s is a 405', async (method, path, allow) => {
  const body = method === 'GET' ? undefined : '{}'
  const response = await new ApiVisitor(site).send(method, path, body, { 'content-type': 'application/json' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
})

function readSession(visitor: ApiVisitor, name: string) {
  const whole =
    visitor.cookies.get(name) ?? [0, 1, 2].map((at) => visitor.cookies.get(`${name}.${at}`) ?? '').join('')
  return JSON.parse(Buffer.from(whole.replace('base64-', ''), 'base64url').toString())
}

function writeSession(session: object): string {
  return `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
}
