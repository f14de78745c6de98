import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from './log.server.ts'
import type { RequestArgs } from './session.server.ts'

/** Starts a fake Supabase Auth that publishes one key, records the requests and refuses every sign-in. */
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const kid = 'the-only-key'
const requests: { path: string; headers: IncomingHttpHeaders }[] = []
const auth = createServer((req, res) => {
  const path = String(req.url)
  requests.push({ path, headers: req.headers })
  const isKeys = path.endsWith('/.well-known/jwks.json')
  const key = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  res.writeHead(isKeys ? 200 : 400, { 'content-type': 'application/json' })
  res.end(JSON.stringify(isKeys ? { keys: [key] } : { code: 'invalid_credentials', message: 'No.' }))
})

const secretKey = 'sb_secret_0123456789abcdef'
let url = ''
let session: typeof import('./session.server.ts')
beforeAll(async () => {
  await new Promise<void>((listening) => auth.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(auth.address() as AddressInfo).port}`
  vi.stubEnv('SUPABASE_URL', url)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_0123456789')
  vi.stubEnv('SUPABASE_SECRET_KEY', secretKey)
  vi.stubEnv('TICKET_SIGNING_KEY', 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA')
  vi.stubEnv('LINK_SECRET', 'EjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8')
  vi.stubEnv('PAYMENT_WEBHOOK_SECRET', 'a-webhook-secret-of-32-characters')
  session = await import('./session.server.ts')
})
beforeEach(() => void requests.splice(0))
afterAll(() => {
  vi.unstubAllEnvs()
  auth.close()
})

/** A request as loaders and actions get it, from a visitor of this address. */
function requestFrom(address: string, headers: Record<string, string> = {}): RequestArgs {
  const requestContext = {
    requestId: 'r',
    nonce: 'n',
    address,
    cookies: { setCookie: () => undefined, set: [] },
    memo: new Map(),
    log: createLog('silent'),
    purgePages: () => undefined,
  }
  return { request: new Request('http://localhost/', { headers }), context: { requestContext } }
}

test.each<[string, (args: RequestArgs) => Promise<unknown>]>([
  [
    'signing in',
    (args) => session.authClient(args).signInWithPassword({ email: 'a@b.example', password: 'x' }),
  ],
  ['being a guest', (args) => session.authClient(args).signInAnonymously()],
  ['checking a password', (args) => session.isPasswordRight(args, { email: 'a@b.example', password: 'x' })],
])('Supabase Auth hears whose request it is, from the server that it trusts: %s', async (_, send) => {
  await send(requestFrom('203.0.113.7', { 'x-forwarded-for': '198.51.100.1', 'sb-forwarded-for': 'x' }))
  expect(requests).toHaveLength(1)
  // It believes the address only beside the secret key; otherwise all visitors would share the site's own limit.
  expect(requests[0]?.headers).toMatchObject({ apikey: secretKey, 'sb-forwarded-for': '203.0.113.7' })
})

describe('a bearer token with a good signature', () => {
  const id = '6f1c9f3e-8a52-4d0a-9a34-0c5f5c1f7b11'
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  /** Reads the identity that the site takes from a token with these claims. */
  async function identityWith(claims: Record<string, unknown>) {
    const now = Math.floor(Date.now() / 1000)
    const whole = { iss: `${url}/auth/v1`, aud: 'authenticated', sub: id, role: 'authenticated', iat: now }
    const content = `${encode({ alg: 'ES256', kid, typ: 'JWT' })}.${encode({ ...whole, exp: now + 3600, ...claims })}`
    const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const authorization = `Bearer ${content}.${signature.toString('base64url')}`
    return session.readIdentity(requestFrom('203.0.113.7', { authorization }))
  }

  test('signs its owner in', async () => {
    expect(await identityWith({})).toEqual({
      id,
      isAnonymous: false,
      sessionId: null,
      email: null,
      isSecondStepPassed: false,
    })
    expect(await identityWith({ aal: 'aal2' })).toMatchObject({ isSecondStepPassed: true })
    expect(await identityWith({ email: 'mia@example.com' })).toMatchObject({ email: 'mia@example.com' })
  })

  test.each<[string, Record<string, unknown>]>([
    ['is for another audience', { aud: 'somebody-else' }],
    ['names no audience', { aud: undefined }],
    ['is of another issuer', { iss: 'https://elsewhere.example/auth/v1' }],
    ['names no issuer', { iss: undefined }],
    ['speaks for another role', { role: 'service_role' }],
  ])('signs nobody in when it %s', async (_, claims) => {
    expect(await identityWith(claims)).toBeNull()
  })
})
