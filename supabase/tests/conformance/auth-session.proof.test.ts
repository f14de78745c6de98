/** Tokens and sessions: verifying, refreshing, forging, and the cookie flow of @supabase/ssr. */
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createServerClient } from '@supabase/ssr'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { claimsOf, forget, password, sessionOf, signedIn, visitor } from './people.ts'
import { isElsewhere, publishesKeys, target } from './target.ts'

/** Sets how long after its use a refresh token stays valid, by default on hosted Supabase and here. */
const reuseSeconds = Number(process.env.CONFORMANCE_REUSE_SECONDS ?? 10)

/** Lets the reuse interval of a session pass: the embedded stack's clock is that of the rows, elsewhere it takes its time. */
async function outlastReuse(sessionId: unknown): Promise<void> {
  if (isElsewhere) return wait((reuseSeconds + 1) * 1000)
  const sql = postgres(target.dbUrl ?? '', { max: 1, onnotice() {} })
  const aged = await sql`
    update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => ${reuseSeconds + 1})
    where session_id = ${String(sessionId)}`
  await sql.end()
  expect(aged.count).toBeGreaterThan(0)
}

const published = !isElsewhere || (await publishesKeys())

describe('a token', () => {
  test.runIf(published)('is verified with the published keys: one fetch, then none', async () => {
    const { client, user } = await signedIn()
    const { access_token } = await sessionOf(client)
    const calls: string[] = []
    const counting = createClient(target.url, target.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: 'counting' },
      global: {
        fetch: (input, init) => {
          calls.push(String(input instanceof Request ? input.url : input))
          return fetch(input, init)
        },
      },
    })
    for (let turn = 0; turn < 5; turn++) {
      const { data, error } = await counting.auth.getClaims(access_token)
      expect(error).toBeNull()
      expect(data?.claims).toMatchObject({ sub: user.id, email: user.email, role: 'authenticated' })
      expect(data?.header.alg).toBe('ES256')
    }
    expect(calls).toEqual([`${target.url}/auth/v1/.well-known/jwks.json`])
  })

  test.runIf(published)('that was forged opens nothing', async () => {
    const { client } = await signedIn()
    const { access_token } = await sessionOf(client)
    const [header = '', body = '', signature = ''] = access_token.split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const admin = encode({ ...claimsOf(access_token), role: 'service_role' })
    const sign = (content: string, key: string) =>
      createHmac('sha256', key).update(content).digest('base64url')
    const hs256 = encode({ alg: 'HS256', typ: 'JWT' })
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${hs256}.${body}.${sign(`${hs256}.${body}`, target.publishableKey)}`,
      `${hs256}.${admin}.${sign(`${hs256}.${admin}`, 'super-secret-jwt-token-with-at-least-32-characters-long')}`,
      `${header}.${admin}.${signature}`,
      `${header}.${body}.${signature.slice(0, -4)}AAAA`,
      `${header}.${encode({ ...claimsOf(access_token), exp: 4102444800 })}.${signature}`,
    ]
    for (const token of forged) {
      const headers = { apikey: target.publishableKey, authorization: `Bearer ${token}` }
      const rest = await fetch(`${target.url}/rest/v1/settings?select=*&limit=1`, { headers })
      const user = await fetch(`${target.url}/auth/v1/user`, { headers })
      const users = await fetch(`${target.url}/auth/v1/admin/users`, { headers })
      expect([rest.status, [401, 403].includes(user.status), [401, 403].includes(users.status)]).toEqual([
        401,
        true,
        true,
      ])
      expect((await visitor().auth.getClaims(token)).data).toBeNull()
    }
  })

  test('is required: without one there is no user', async () => {
    const response = await fetch(`${target.url}/auth/v1/user`, { headers: { apikey: target.publishableKey } })
    expect([401, 403]).toContain(response.status)
    expect((await visitor().auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })
})

describe('refreshing', () => {
  test('gives a new pair for the same session', async () => {
    const { client, user } = await signedIn()
    const before = await sessionOf(client)
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect(data.session?.refresh_token).not.toBe(before.refresh_token)
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({
      session_id: claimsOf(before.access_token).session_id,
      amr: [{ method: 'password' }],
    })
  })

  test('in parallel with one token returns the same new one to all', async () => {
    const { client } = await signedIn()
    const { refresh_token } = await sessionOf(client)
    const results = await Promise.all(
      Array.from({ length: 8 }, () => visitor().auth.refreshSession({ refresh_token })),
    )
    expect(results.map(({ error }) => error)).toEqual(Array(8).fill(null))
    expect(new Set(results.map(({ data }) => data.session?.refresh_token)).size).toBe(1)
  })

  test('with a stolen old token ends the whole session', async () => {
    const { client } = await signedIn()
    const { refresh_token: stolen } = await sessionOf(client)
    await client.auth.refreshSession()
    await client.auth.refreshSession()
    const { refresh_token: newest, access_token } = await sessionOf(client)
    const { session_id } = claimsOf(access_token)
    await outlastReuse(session_id)
    const theft = await visitor().auth.refreshSession({ refresh_token: stolen })
    expect(theft.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    // Within the reuse interval the newest one may still be taken; not after it.
    await outlastReuse(session_id)
    const victim = await visitor().auth.refreshSession({ refresh_token: newest })
    expect(victim.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  })

  test('with an unknown token is refused', async () => {
    const unreadable = await visitor().auth.refreshSession({ refresh_token: 'made-up' })
    expect(unreadable.error).toMatchObject({ status: 400, code: 'validation_failed' })
    const unknown = await visitor().auth.refreshSession({ refresh_token: 'abcdefghijkl' })
    expect(unknown.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  })

  test('setSession takes over a pair, and refreshes an expired one', async () => {
    const { client, user } = await signedIn()
    const pair = await sessionOf(client)
    const fresh = await visitor().auth.setSession(pair)
    expect(fresh.data.user?.id).toBe(user.id)
    const [header, , signature] = pair.access_token.split('.')
    const old = Buffer.from(JSON.stringify({ ...claimsOf(pair.access_token), exp: 1 })).toString('base64url')
    const late = await visitor().auth.setSession({ ...pair, access_token: `${header}.${old}.${signature}` })
    expect(late.error).toBeNull()
    expect(late.data.session?.access_token).not.toBe(pair.access_token)
  })
})

describe('@supabase/ssr', () => {
  /** A browser that keeps cookies, and the server client of one of its requests. */
  function browser() {
    const jar = new Map<string, string>()
    const request = () => {
      const sent = [...jar].map(([name, value]) => ({ name, value }))
      return createServerClient(target.url, target.publishableKey, {
        cookieOptions: { name: 'session', httpOnly: true, sameSite: 'lax', path: '/' },
        cookies: {
          getAll: () => sent,
          setAll: (list) => {
            for (const { name, value } of list) {
              if (value === '') jar.delete(name)
              else jar.set(name, value)
            }
          },
        },
      })
    }
    return { jar, request }
  }

  test('keeps a session over requests and drops it at sign-out', async () => {
    const { user } = await signedIn()
    const { jar, request } = browser()
    expect((await request().auth.signInWithPassword({ email: user.email, password })).error).toBeNull()
    expect([...jar.keys()].every((name) => name.startsWith('session'))).toBe(true)
    expect((await request().auth.getClaims()).data?.claims.sub).toBe(user.id)
    expect((await request().auth.getUser()).data.user?.email).toBe(user.email)
    const before = [...jar.values()].join()
    expect((await request().auth.refreshSession()).error).toBeNull()
    expect([...jar.values()].join()).not.toBe(before)
    expect((await request().auth.signOut({ scope: 'local' })).error).toBeNull()
    expect([...jar]).toEqual([])
    expect((await request().auth.getClaims()).data).toBeNull()
  })

  test('parallel requests with one cookie all refresh', async () => {
    const { jar, request } = browser()
    const { data } = await request().auth.signInAnonymously()
    forget(data.user)
    const clients = Array.from({ length: 5 }, request)
    const results = await Promise.all(clients.map((client) => client.auth.refreshSession()))
    expect(results.map(({ error }) => error)).toEqual(Array(5).fill(null))
    expect((await request().auth.refreshSession()).error).toBeNull()
    expect(jar.size).toBeGreaterThan(0)
  })
})
