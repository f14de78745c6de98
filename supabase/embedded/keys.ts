/**
 * Makes the stack's own keys: the ES256 key that signs access tokens, and the two API keys. They are made once, kept in
 * `DATA_DIR/keys.json` (readable by its owner only) and stay the same until the data is reset.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { StackError } from './stack-error.ts'

/** Describes the claims of an access token, as hosted Supabase signs it. Unknown claims are kept. */
export const claimsSchema = z.looseObject({
  iss: z.string().optional(),
  sub: z.uuid().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  role: z.enum(['anon', 'authenticated', 'service_role']),
  iat: z.number().int().optional(),
  exp: z.number().int(),
  nbf: z.number().int().optional(),
  session_id: z.uuid().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  is_anonymous: z.boolean().optional(),
  aal: z.string().optional(),
  amr: z.array(z.looseObject({ method: z.string(), timestamp: z.number().int() })).optional(),
  app_metadata: z.record(z.string(), z.unknown()).optional(),
  user_metadata: z.record(z.string(), z.unknown()).optional(),
})
export type Claims = z.output<typeof claimsSchema>

const publicJwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
})
const privateJwkSchema = publicJwkSchema.extend({ d: z.string() })

const keyFileSchema = z.object({
  signing: privateJwkSchema,
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
})
type KeyFile = z.output<typeof keyFileSchema>

/** Describes the keys of one stack. */
export type Keys = {
  publishableKey: string
  secretKey: string
  /** Holds the public half, in the form of `/auth/v1/.well-known/jwks.json`. */
  jwks: { keys: (z.output<typeof publicJwkSchema> & { key_ops: ['verify']; ext: true })[] }
  /** Signs an access token. `claims.exp` is in seconds since 1970, as are all times in a token. */
  sign(claims: Claims): Promise<string>
  /** Returns the claims of a token that this stack signed and that is valid now, otherwise null. */
  verify(token: string): Promise<Claims | null>
}

/** Limits the number of verified tokens that are cached: checking a signature costs 0.2 ms for each request. */
const cachedTokens = 2000

/** Tells whether a text is base64url without padding, other characters or unused bits at the end, all of which jose accepts. */
function isBase64Url(part: string): boolean {
  return /^[\w-]+$/.test(part) && Buffer.from(part, 'base64url').toString('base64url') === part
}

/**
 * Reads the keys from `dataDir`, making them on the first call.
 * @param issuer whose tokens are valid: the `iss` of those that the auth service signs; left out where none are verified
 * @throws a StackError with one sentence when the file exists and can't be read as keys.
 */
export function loadKeys(dataDir: string, issuer?: string): Keys {
  const file = readKeyFile(dataDir)
  const { d: _private, ...publicJwk } = file.signing
  const privateKey = createPrivateKey({ key: file.signing, format: 'jwk' })
  const publicKey = createPublicKey({ key: publicJwk, format: 'jwk' })
  const verified = new Map<string, Claims>()

  async function verifyToken(token: string): Promise<Claims | null> {
    if (!token.split('.').every(isBase64Url)) return null
    try {
      const options = { algorithms: ['ES256'], audience: 'authenticated', ...(issuer && { issuer }) }
      const { payload, protectedHeader } = await jwtVerify(token, publicKey, options)
      if (protectedHeader.kid !== publicJwk.kid) return null
      const claims = claimsSchema.safeParse(payload)
      // jose also accepts a list of audiences that holds the right one.
      return claims.success && claims.data.aud === 'authenticated' ? claims.data : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return {
    publishableKey: file.publishableKey,
    secretKey: file.secretKey,
    jwks: { keys: [{ ...publicJwk, key_ops: ['verify'], ext: true }] },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: publicJwk.kid, typ: 'JWT' })
        .sign(privateKey),
    async verify(token) {
      const cached = verified.get(token)
      const claims = cached ?? (await verifyToken(token))
      if (!claims) return null
      const now = Date.now() / 1000
      if (claims.exp <= now || (claims.nbf ?? 0) > now) {
        verified.delete(token)
        return null
      }
      if (!cached) {
        const oldest = verified.size >= cachedTokens ? verified.keys().next().value : undefined
        if (oldest) verified.delete(oldest)
        verified.set(token, claims)
      }
      return claims
    },
  }
}

function readKeyFile(dataDir: string): KeyFile {
  const path = join(dataDir, 'keys.json')
  mkdirSync(dataDir, { recursive: true })
  const text = readIfThere(path) ?? createKeyFile(path)
  const parsed = keyFileSchema.safeParse(parseJson(text))
  if (!parsed.success) {
    throw new StackError(
      `${path} does not hold this stack's keys; delete it (everybody is signed out) and start again.`,
    )
  }
  return parsed.data
}

/** Writes new keys so that a crash never leaves half a file. Returns the file's text. */
function createKeyFile(path: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const file = keyFileSchema.parse({
    signing: { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' },
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, path)
  return readFileSync(path, 'utf8')
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
