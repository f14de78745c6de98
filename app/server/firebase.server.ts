import { createHash } from 'node:crypto'
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose'
import * as z from 'zod'
import type { FirebaseSettings } from '#core/firebase-settings.ts'
import { type Env, readEnv } from './env.server.ts'

/** The person that a fully verified ID token of the outside identity provider names. */
export type FirebaseIdentity = {
  issuer: string
  subject: string
  /** Lower-case; null when the provider has none. */
  email: string | null
  emailVerified: boolean
  name: string | null
  /** Hash of what was signed: the same token has the same hash however it is spelled. */
  tokenHash: string
  /** Holds the instant from which a copy of this token is refused for its age. */
  uselessAt: Date
}

/** The rules a token is judged by. */
export type FirebaseRules = {
  projectId: string
  /** Finds the provider's public key; null accepts the unsigned tokens of the local emulator instead. */
  keys: JWTVerifyGetKey | null
  now?: Date
}

/** Longest time between signing in at the provider and exchanging the token here. */
const authAgeSeconds = 5 * 60
/** By how much the provider's clock may be ahead of ours. */
const skewSeconds = 30

const claimsSchema = z.object({
  sub: z.string().min(1).max(128),
  aud: z.string(),
  iss: z.string(),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  email: z.string().max(254).optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  // Refuses users of a tenant and anonymous users: neither may own an account here.
  firebase: z
    .object({ tenant: z.undefined().optional(), sign_in_provider: z.string().optional() })
    .refine((firebase) => firebase.sign_in_provider !== 'anonymous')
    .optional(),
})

/**
 * Checks an ID token: RS256 by a published key that the token names, our project as audience and issuer, times in order,
 * signed in less than five minutes ago.
 * @returns the person it names, or null when any check fails
 * @throws when the provider's keys can't be fetched
 */
export async function verifyFirebaseToken(
  token: string,
  rules: FirebaseRules,
): Promise<FirebaseIdentity | null> {
  const now = rules.now ?? new Date()
  const expected = {
    issuer: `https://securetoken.google.com/${rules.projectId}`,
    audience: rules.projectId,
    currentDate: now,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
  }
  let payload: JWTPayload
  try {
    payload = rules.keys
      ? (await jwtVerify(token, demandKeyId(rules.keys), { ...expected, algorithms: ['RS256'] })).payload
      : UnsecuredJWT.decode(token, expected).payload
  } catch (error) {
    if (isTokensFault(error)) return null
    throw error
  }
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success) return null
  const { sub, iss, iat, auth_time, email, email_verified, name } = claims.data
  const seconds = now.getTime() / 1000
  if (iat > seconds + skewSeconds || auth_time > seconds + skewSeconds) return null
  if (auth_time < seconds - authAgeSeconds) return null
  return {
    issuer: iss,
    subject: sub,
    email: email?.toLowerCase() || null,
    emailVerified: email_verified ?? false,
    name: name ?? null,
    tokenHash: createHash('sha256')
      .update(token.slice(0, token.lastIndexOf('.')))
      .digest('base64url'),
    uselessAt: new Date((auth_time + authAgeSeconds + skewSeconds) * 1000),
  }
}

/** A set of one key would match a token that names none. */
function demandKeyId(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return (header, token) => {
    if (!header?.kid) throw new errors.JWSInvalid('the token names no key')
    return keys(header, token)
  }
}

/** Returns whether an error is the token's, not a failure to load the keys. */
function isTokensFault(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  return error.code !== errors.JWKSTimeout.code && error.code !== errors.JOSEError.code
}

let shared: { url: string; keys: JWTVerifyGetKey } | undefined

/** @returns the rules that the settings give, or null where no project is set: then this way to sign in is off */
export function readFirebaseRules(): FirebaseRules | null {
  const { FIREBASE_PROJECT_ID, FIREBASE_JWKS_URL, FIREBASE_AUTH_EMULATOR_HOST, local } = readEnv()
  if (!FIREBASE_PROJECT_ID) return null
  // The settings refuse an emulator in production already; a token that anybody can write is worth a second lock.
  if (FIREBASE_AUTH_EMULATOR_HOST && local) return { projectId: FIREBASE_PROJECT_ID, keys: null }
  if (shared?.url !== FIREBASE_JWKS_URL) {
    shared = { url: FIREBASE_JWKS_URL, keys: createRemoteJWKSet(new URL(FIREBASE_JWKS_URL)) }
  }
  return { projectId: FIREBASE_PROJECT_ID, keys: shared.keys }
}

/**
 * Returns the settings of the Firebase project that the browser may know.
 * @returns null where no project or no web API key is set: then the sign-in window offers no such button
 */
export function firebaseSettings(
  env: Pick<
    Env,
    | 'FIREBASE_PROJECT_ID'
    | 'FIREBASE_API_KEY'
    | 'FIREBASE_AUTH_DOMAIN'
    | 'FIREBASE_METHODS'
    | 'FIREBASE_AUTH_EMULATOR_HOST'
    | 'local'
  >,
): FirebaseSettings | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey } = env
  if (!projectId || !apiKey) return null
  return {
    projectId,
    apiKey,
    authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    methods: env.FIREBASE_METHODS,
    emulatorUrl:
      env.FIREBASE_AUTH_EMULATOR_HOST && env.local ? `http://${env.FIREBASE_AUTH_EMULATOR_HOST}` : null,
  }
}
