/** Tests who may use the API at all: keys, tokens, schemas and paths. Needs no tables of its own. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { claimsOf, server, sessionOf, signedIn, visitor } from './people.ts'
import { checksKeys, isElsewhere, publishesKeys, target } from './target.ts'

const rest = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${target.url}/rest/v1/${path}`, { ...init, headers })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with another's claims, signed by a key of our own. */
function forge(claims: Record<string, unknown>, header: Record<string, unknown>): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const content = `${encode(header)}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

const headerOf = (token: string): { kid?: string } =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

// Never left out for the embedded stack, which must do both.
const keysAreChecked = !isElsewhere || (await checksKeys())
const keysArePublished = !isElsewhere || (await publishesKeys())

describe('keys', () => {
  test.runIf(keysAreChecked)('none or a wrong one is 401', async () => {
    expect((await rest('settings')).status).toBe(401)
    expect((await rest('settings', { apikey: 'sb_publishable_wrong' })).status).toBe(401)
    const { error, status } = await createClient(target.url, 'sb_secret_wrong').from('settings').select()
    expect(error).not.toBeNull()
    expect(status).toBe(401)
  })

  test('the publishable one is a visitor, the secret one the server', async () => {
    const conformance = { p_name: 'guest', p_subject: 'conformance', p_network: null }
    const byVisitor = await visitor().rpc('refund_limit', conformance)
    expect(byVisitor.error?.code).toBe('42501')
    const byServer = await server().rpc('refund_limit', conformance)
    expect(byServer.error).toBeNull()
  })
})

describe('tokens', () => {
  test.runIf(keysArePublished)('one that somebody else signed is 401, whatever it says', async () => {
    const { client } = await signedIn()
    const { access_token: token } = await sessionOf(client)
    const claims = claimsOf(token)
    const [head = '', body = '', signature = ''] = token.split('.')
    const forgeries = [
      forge(claims, { alg: 'ES256', typ: 'JWT', kid: headerOf(token).kid }),
      forge({ ...claims, role: 'service_role' }, { alg: 'ES256', typ: 'JWT', kid: headerOf(token).kid }),
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${body}.${signature}`,
      `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      'not.a.token',
    ]
    for (const forgery of forgeries) {
      const response = await rest('settings', {
        apikey: target.publishableKey,
        authorization: `Bearer ${forgery}`,
      })
      expect(response.status).toBe(401)
    }
    const genuine = await rest('settings', {
      apikey: target.publishableKey,
      authorization: `Bearer ${token}`,
    })
    expect(genuine.status).toBe(200)
  })
})

describe('what is not exposed', () => {
  test.each([
    'auth',
    'private',
    'storage',
    'extensions',
    'supabase_migrations',
  ])('schema %s', async (schema) => {
    const { error, status } = await server().schema(schema).from('users').select()
    expect(status).toBe(406)
    expect(error?.code).toBe('PGRST106')
  })

  test('an unknown table is 404', async () => {
    const { error, status } = await visitor().from('there_is_no_such_table').select()
    expect(status).toBe(404)
    expect(error?.code).toBe('PGRST205')
  })
})

describe('browsers of other origins', () => {
  test('may ask', async () => {
    const preflight = await rest(
      'settings',
      {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'apikey,authorization',
      },
      { method: 'OPTIONS' },
    )
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('apikey')
    const response = await rest('settings', {
      origin: 'http://localhost:3000',
      apikey: target.publishableKey,
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})
