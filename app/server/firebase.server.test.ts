import { constants, KeyObject, sign as signBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import {
  createRemoteJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTVerifyGetKey,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FirebaseRules, verifyFirebaseToken } from './firebase.server.ts'

/** Tokens signed here, keys served over HTTP as Google serves them: what is checked is what production runs. */

const projectId = 'jouvay-test'
const now = new Date('2026-11-21T22:00:00Z')
const seconds = now.getTime() / 1000

const published = await generateKeyPair('RS256', { extractable: true })
const older = await generateKeyPair('RS256', { extractable: true })
const stranger = await generateKeyPair('RS256', { extractable: true })
const elliptic = await generateKeyPair('ES256', { extractable: true })

let server: Server
let keys: JWTVerifyGetKey
let rules: FirebaseRules
let fetches = 0

beforeAll(async () => {
  const set = {
    keys: [
      { ...(await exportJWK(published.publicKey)), kid: 'current', alg: 'RS256', use: 'sig' },
      { ...(await exportJWK(older.publicKey)), kid: 'older', alg: 'RS256', use: 'sig' },
    ],
  }
  server = createServer((_, res) => {
    fetches += 1
    res.setHeader('content-type', 'application/json').end(JSON.stringify(set))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  keys = createRemoteJWKSet(new URL(`${address(server)}/keys`))
  rules = { projectId, keys, now }
})
afterAll(() => new Promise((closed) => server.close(closed)))

function address(of: Server): string {
  const at = of.address()
  return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
}

const goodClaims = {
  iss: `https://securetoken.google.com/${projectId}`,
  aud: projectId,
  sub: 'mia-at-the-provider',
  iat: seconds - 20,
  exp: seconds + 3580,
  auth_time: seconds - 21,
  email: 'Mia@Example.com',
  email_verified: true,
  name: 'Mia K',
  firebase: { sign_in_provider: 'google.com', identities: {} },
}
const goodHeader = { alg: 'RS256', kid: 'current', typ: 'JWT' }

function sign(
  claims: object = {},
  header: object = {},
  key: Parameters<SignJWT['sign']>[0] = published.privateKey,
) {
  return new SignJWT({ ...goodClaims, ...claims }).setProtectedHeader({ ...goodHeader, ...header }).sign(key)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Builds by hand, as an attacker would, tokens that the signing library refuses to make. */
function signByHand(header: object, options: { padding?: number; saltLength?: number }): string {
  const input = `${encode(header)}.${encode(goodClaims)}`
  const key = { key: KeyObject.from(published.privateKey), ...options }
  return `${input}.${signBytes('sha256', Buffer.from(input), key).toString('base64url')}`
}

describe('an ID token in order', () => {
  test('names its person', async () => {
    const identity = await verifyFirebaseToken(await sign(), rules)
    expect(identity).toEqual({
      issuer: goodClaims.iss,
      subject: goodClaims.sub,
      email: 'mia@example.com',
      emailVerified: true,
      name: 'Mia K',
      tokenHash: expect.stringMatching(/^[\w-]{43}$/),
      uselessAt: new Date((goodClaims.auth_time + 330) * 1000),
    })
  })

  test('may be signed by any published key, and needs no address and no name', async () => {
    const claims = { email: undefined, email_verified: undefined, name: undefined }
    const identity = await verifyFirebaseToken(await sign(claims, { kid: 'older' }, older.privateKey), rules)
    expect(identity).toMatchObject({ email: null, emailVerified: false, name: null })
  })

  test('may be put together by hand', async () => {
    expect(await verifyFirebaseToken(signByHand(goodHeader, {}), rules)).not.toBeNull()
  })

  // Specification 9.12
  test('counts for five minutes after signing in, by a clock that may differ by half a minute', async () => {
    expect(await verifyFirebaseToken(await sign({ auth_time: seconds - 299 }), rules)).not.toBeNull()
    expect(
      await verifyFirebaseToken(await sign({ iat: seconds + 20, auth_time: seconds + 20 }), rules),
    ).not.toBeNull()
  })

  test('costs one fetch of the keys for many tokens', async () => {
    await verifyFirebaseToken(await sign(), rules)
    const before = fetches
    for (let count = 0; count < 5; count++) await verifyFirebaseToken(await sign(), rules)
    expect(fetches).toBe(before)
  })
})

describe('a token is refused', () => {
  const wrong: Record<string, () => Promise<string> | string> = {
    'that is no token': () => 'not.a.token',
    'that is empty in its middle': async () => (await sign()).replace(/\..*\./, '..'),
    'without a signature': () => new UnsecuredJWT(goodClaims).encode(),
    'whose header says none but which is signed': async () =>
      (await sign()).replace(/^[^.]+/, encode({ alg: 'none', kid: 'current' })),
    'signed by a shared secret made of the public key': async () =>
      sign({}, { alg: 'HS256' }, new TextEncoder().encode(await exportSPKI(published.publicKey))),
    'signed by the right key in another algorithm': () =>
      signByHand(
        { ...goodHeader, alg: 'PS256' },
        { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
      ),
    'that brings its own key': async () =>
      sign({}, { alg: 'ES256', jwk: await exportJWK(elliptic.publicKey) }, elliptic.privateKey),
    'that says where to fetch its key': () =>
      sign({}, { kid: 'mine', jku: `${address(server)}/keys` }, stranger.privateKey),
    'whose key is not published': () => sign({}, { kid: 'unknown' }),
    'that names no key': () => sign({}, { kid: undefined }),
    "signed by a stranger under a published key's name": () => sign({}, {}, stranger.privateKey),
    'changed after signing': async () => {
      const [header, , signature] = (await sign()).split('.')
      return [header, encode({ ...goodClaims, sub: 'somebody-else' }), signature].join('.')
    },
    'of another issuer': () => sign({ iss: `https://securetoken.google.com/${projectId}.evil` }),
    'for another project': () => sign({ aud: 'other-project' }),
    'for our project and another': () => sign({ aud: [projectId, 'other-project'] }),
    'that has expired': () => sign({ iat: seconds - 3700, exp: seconds - 1 }),
    'that never expires': () => sign({ exp: undefined }),
    'issued in the future': () => sign({ iat: seconds + 120 }),
    'that does not say when it was issued': () => sign({ iat: undefined }),
    'not valid yet': () => sign({ nbf: seconds + 120 }),
    'of a sign-in more than five minutes ago': () => sign({ auth_time: seconds - 301 }),
    'of a sign-in in the future': () => sign({ auth_time: seconds + 120 }),
    'that does not say when its person signed in': () => sign({ auth_time: undefined }),
    'that names nobody': () => sign({ sub: '' }),
    'without a person': () => sign({ sub: undefined }),
    'whose person has too long a name': () => sign({ sub: 'x'.repeat(129) }),
    "of another tenant's user": () => sign({ firebase: { tenant: 'other', sign_in_provider: 'google.com' } }),
    'of an anonymous user': () => sign({ firebase: { sign_in_provider: 'anonymous' } }),
    'with an extension we do not know': () =>
      signByHand({ ...goodHeader, crit: ['beyond'], beyond: true }, {}),
  }

  test.each(Object.entries(wrong))('%s', async (_, make) => {
    const token = await make()
    expect(await verifyFirebaseToken(token, rules)).toBeNull()
  })
})

describe('when the keys are out of reach', () => {
  test('that is a breakdown, not a forged token', async () => {
    const broken = createServer((_, res) => res.writeHead(503).end())
    await new Promise<void>((listening) => broken.listen(0, '127.0.0.1', listening))
    const unreachable = { ...rules, keys: createRemoteJWKSet(new URL(address(broken))) }
    await expect(verifyFirebaseToken(await sign(), unreachable)).rejects.toThrow()
    await new Promise((closed) => broken.close(closed))
    await expect(verifyFirebaseToken(await sign(), unreachable)).rejects.toThrow()
  })
})

describe('beside the local emulator', () => {
  test('unsigned tokens count, with all other rules', async () => {
    const emulated = { projectId, keys: null, now }
    expect(await verifyFirebaseToken(new UnsecuredJWT(goodClaims).encode(), emulated)).toMatchObject({
      subject: goodClaims.sub,
    })
    for (const claims of [
      { aud: 'other' },
      { iss: 'other' },
      { auth_time: seconds - 400 },
      { exp: seconds - 1 },
    ]) {
      expect(
        await verifyFirebaseToken(new UnsecuredJWT({ ...goodClaims, ...claims }).encode(), emulated),
      ).toBeNull()
    }
  })
})
