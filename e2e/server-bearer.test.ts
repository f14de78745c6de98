import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { newAccountDetails, randomAddress, registered } from './api-visitor.ts'

/** Tests programs without a browser: no cookies, no Origin, and a Bearer token for signed-in calls. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
afterAll(() => users.close())

/** Sends exactly these headers, as a plain HTTP client does. */
async function call(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
  const response = await fetch(site + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': randomAddress(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Creates a person with a session's access token as Supabase Auth issues it. */
async function withToken(name: string) {
  const { visitor, details, id } = await registered(site, name)
  const auth = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } })
  const { data } = await auth.auth.signInWithPassword({ email: details.email, password: details.password })
  if (!data.session) throw new Error('no session')
  const cookie = [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  return { token: data.session.access_token, cookie, details, id }
}

let mia: Awaited<ReturnType<typeof withToken>>
let zoe: Awaited<ReturnType<typeof withToken>>
beforeAll(async () => {
  mia = await withToken('Mia')
  zoe = await withToken('Zoe')
})

/** Tokens of another issuer, and malformed ones. */
function strangeTokens(): [string, string][] {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [head = '', payload = '', signature = ''] = mia.token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const firebase = { iss: 'https://securetoken.google.com/jouvay', aud: 'jouvay', sub: 'abc', exp: 4e9 }
  return [
    ['of the identity provider', `${part({ alg: 'RS256', kid: 'k1' })}.${part(firebase)}.c2ln`],
    ['without a signature', `${part({ alg: 'none' })}.${payload}.`],
    ['that says none of its algorithm', `${part({ alg: 'none' })}.${payload}.${signature}`],
    ['of somebody else, by its claims', `${head}.${part({ ...claims, sub: zoe.id })}.${signature}`],
    ['that has expired, by its claims', `${head}.${part({ ...claims, exp: 1 })}.${signature}`],
    ['of the API', stack.secretKey],
    ['that is none', 'undefined'],
  ]
}

describe('without any credentials', () => {
  test('anybody may register, sign in, read and be a guest, without a browser', async () => {
    const details = newAccountDetails('Ria')
    expect((await call('POST', '/api/auth/register', {}, details)).status).toBe(200)
    const { username, password } = details
    const signedIn = await call('POST', '/api/auth/login', {}, { username, password })
    expect(signedIn.status).toBe(200)
    expect(JSON.parse(signedIn.text)).toMatchObject({ username })
    expect((await call('POST', '/api/auth/guest', {}, {})).status).toBe(200)
    expect((await call('GET', '/events')).status).toBe(200)
    expect((await call('GET', '/api/me')).status).toBe(401)
  })

  test.each([
    ['another Origin', { origin: 'https://evil.example' }],
    ['no Origin worth the name', { origin: 'null' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['cookies alone', { cookie: 'theme=dark' }],
  ])('with %s it is refused', async (_, headers) => {
    const { username, password } = mia.details
    for (const more of [{}, bearer(mia.token)]) {
      const response = await call('POST', '/api/auth/login', { ...headers, ...more }, { username, password })
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('a Bearer token', () => {
  test('identifies the caller, and the response is not cached', async () => {
    const me = await call('GET', '/api/me', bearer(mia.token))
    expect([me.status, JSON.parse(me.text).id]).toEqual([200, mia.id])
    for (const path of ['/profile', '/my-tickets']) {
      const page = await call('GET', path, bearer(mia.token))
      expect([page.status, page.headers.get('cache-control')], path).toEqual([200, 'private, no-store'])
      expect(page.text, path).toContain(mia.details.displayName)
    }
    const home = await call('GET', '/events', bearer(mia.token))
    expect([home.headers.get('cache-control'), home.headers.get('etag')]).toEqual(['private, no-store', null])
    expect((await call('GET', '/events')).text).not.toContain(mia.details.displayName)
    expect((await call('GET', '/admin', bearer(mia.token))).status).toBe(403)
  })

  test('lets its owner change things', async () => {
    const response = await call('POST', '/api/analytics/page-view', bearer(mia.token), {
      path: '/shop',
      userId: null,
      sessionId: 'a'.repeat(32),
      deviceType: 'desktop',
      browser: 'Chrome',
      referrer: null,
    })
    expect(response.status).toBe(204)
  })

  test('beside a session cookie is ignored', async () => {
    const ours = { 'sec-fetch-site': 'same-origin', cookie: mia.cookie }
    for (const [, token] of [...strangeTokens(), ['of somebody else', zoe.token]] as const) {
      const me = await call('GET', '/api/me', { ...ours, ...bearer(token) })
      expect([me.status, JSON.parse(me.text).id], token).toEqual([200, mia.id])
    }
    const broken = await call('GET', '/api/me', { cookie: 'jouvay-session=broken', ...bearer(mia.token) })
    expect(broken.status).toBe(401)
  })

  test('beside other cookies counts, but those need the origin of a page', async () => {
    const cookie = 'theme=dark'
    const me = await call('GET', '/api/me', { cookie, ...bearer(mia.token) })
    expect([me.status, JSON.parse(me.text).id]).toEqual([200, mia.id])
    expect((await call('POST', '/api/auth/guest', { cookie, ...bearer(mia.token) }, {})).status).toBe(403)
    const ours = { origin: site, cookie, ...bearer(mia.token) }
    expect(JSON.parse((await call('POST', '/api/auth/guest', ours, {})).text).id).toBe(mia.id)
  })

  test('that is foreign, forged or broken counts as a visitor', async () => {
    for (const [name, token] of strangeTokens()) {
      expect((await call('GET', '/api/me', bearer(token))).status, name).toBe(401)
      expect((await call('GET', '/profile', bearer(token))).headers.get('location'), name).toContain(
        'auth=login',
      )
      const page = await call('GET', '/events', bearer(token))
      expect(page.status, name).toBe(200)
      expect(page.text, name).not.toContain(mia.details.displayName)
      expect((await call('POST', '/api/search', bearer(token), {})).status, name).toBe(405)
    }
  })

  test('stops working the moment its session is ended or its account deactivated', async () => {
    const kai = await withToken('Kai')
    expect((await call('GET', '/api/me', bearer(kai.token))).status).toBe(200)
    expect((await call('POST', '/api/auth/logout', bearer(kai.token), {})).status).toBeLessThan(300)
    expect((await call('GET', '/api/me', bearer(kai.token))).status).toBe(401)
    expect((await call('GET', '/events', bearer(kai.token))).status).toBe(200)

    const lou = await withToken('Lou')
    const { error } = await users.service.rpc('sanction_account', {
      p_user: lou.id,
      p_kind: 'suspended',
      p_reason: 'test',
    })
    expect(error).toBeNull()
    expect((await call('GET', '/api/me', bearer(lou.token))).status).toBe(401)
    expect((await call('GET', '/profile', bearer(lou.token))).headers.get('location')).toContain('auth=login')
  })
})
