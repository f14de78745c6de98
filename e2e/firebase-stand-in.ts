import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose'

/** Replaces Google's key server: the site accepts ID tokens that tests sign with its private key. */
export type FirebaseStandIn = {
  settings: { FIREBASE_PROJECT_ID: string; FIREBASE_JWKS_URL: string }
  keys: { projectId: string; keyId: string; privateKey: string }
  stop(): Promise<void>
}

/** Serves a key set with one fresh RS256 key on a free port. */
export async function startFirebaseStandIn(): Promise<FirebaseStandIn> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keyId = 'test-key'
  const set = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }],
  })
  const server = createServer((_, res) => {
    res
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' })
      .end(set)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const projectId = 'jouvay-test'
  return {
    settings: { FIREBASE_PROJECT_ID: projectId, FIREBASE_JWKS_URL: `http://127.0.0.1:${port}/keys` },
    keys: { projectId, keyId, privateKey: await exportPKCS8(privateKey) },
    stop: () => new Promise((closed) => server.close(() => closed())),
  }
}

/** A person with an account at the provider. */
export type ProviderPerson = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** Creates a person without an account here. */
export function newPerson(change: Partial<ProviderPerson> = {}): ProviderPerson {
  const sub = randomUUID()
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Dex at the provider', ...change }
}

/**
 * Signs in at the provider: a new ID token, different each time.
 * @param change claims that differ from a valid token's
 */
export async function signIdToken(
  keys: FirebaseStandIn['keys'],
  person: ProviderPerson,
  change: object = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: `https://securetoken.google.com/${keys.projectId}`,
    aud: keys.projectId,
    iat: now,
    exp: now + 3600,
    auth_time: now - 1,
    nonce: randomUUID(),
    firebase: { sign_in_provider: 'google.com' },
  }
  return new SignJWT({ ...claims, ...person, ...change })
    .setProtectedHeader({ alg: 'RS256', kid: keys.keyId, typ: 'JWT' })
    .sign(await importPKCS8(keys.privateKey, 'RS256'))
}
