import type { AppLoadContext } from '@remix-run/node'
import { combineChunks, createServerClient, serializeCookieHeader, stringFromBase64URL } from '@supabase/ssr'
import {
  AuthError,
  createClient,
  isAuthRetryableFetchError,
  type SupabaseClient,
} from '@supabase/supabase-js'
import * as z from 'zod'
import { readCookies, secondStepCookieName, sessionCookieName } from '#core/cookies.ts'
import { readEnv } from './env.server.ts'
import { fetchWithTimeout } from './fetch-with-timeout.server.ts'

/**
 * The session of a request. Supabase Auth issues it; it is stored in httpOnly cookies that @supabase/ssr writes, or, for
 * programs without cookies, its access token comes as `Authorization: Bearer`. It counts only after the token's signature
 * was verified. Nothing else in a request identifies a person.
 */

/** Holds the part of a loader's or action's arguments that guards and reads need. */
export type RequestArgs = { request: Request; context: AppLoadContext }

/** Holds the claims of a verified token. Roles and grants are read from the database. */
export type Identity = {
  id: string
  isAnonymous: boolean
  sessionId: string | null
  /** The account's address when the token was made; only ever a proposal for a form. Null for guests. */
  email: string | null
  /** True if the session passed the second step of signing in by an authenticator app. */
  isSecondStepPassed: boolean
}

type OpenSession = { identity: Identity; accessToken: string }

const cookieSeconds = 30 * 24 * 60 * 60
const expiryMarginSeconds = 30

const storedSessionSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_at: z.number(),
})
const claimsSchema = z.object({
  iss: z.string(),
  aud: z.literal('authenticated'),
  sub: z.uuid(),
  role: z.literal('authenticated'),
  is_anonymous: z.boolean().optional(),
  session_id: z.uuid().optional(),
  email: z.string().optional(),
  aal: z.string().optional(),
  exp: z.number(),
})

let sharedVerifier: SupabaseClient | undefined

/** One client whose only job is to verify tokens: it keeps the published keys for all requests. */
function verifier(): SupabaseClient {
  const env = readEnv()
  sharedVerifier ??= createClient(env.SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchWithTimeout },
  })
  return sharedVerifier
}

/**
 * Returns the Auth client of one request: it reads the request's cookies and writes through `requestContext.cookies`. It uses the
 * secret key, because only then does Supabase Auth accept the address that the site passes on and limits each visitor
 * instead of the whole site; that is why callers get its `auth` part alone and never its data part.
 */
export function authClient(args: RequestArgs): SupabaseClient['auth'] {
  const { cookies } = args.context.requestContext
  return oncePerRequest(args, 'session.auth', () => makeAuthClient(args, (line) => cookies.setCookie(line)))
}

/** @param setCookie called with each line that stores the session */
function makeAuthClient(args: RequestArgs, setCookie: (line: string) => void): SupabaseClient['auth'] {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, secure } = readEnv()
  const { requestContext } = args.context
  const client = createServerClient(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    cookieOptions: { name: sessionCookieName(secure), httpOnly: true, secure, sameSite: 'lax', path: '/' },
    cookies: {
      // Leaves out the account, which the database holds: a copy would double every request's header.
      encode: 'tokens-only',
      getAll: () => sessionCookies(args.request),
      setAll: (list) => {
        for (const { name, value, options } of list) {
          const maxAge = options.maxAge === 0 ? 0 : cookieSeconds
          setCookie(serializeCookieHeader(name, value, { ...options, maxAge }))
        }
      },
    },
    global: {
      fetch: fetchWithTimeout,
      headers: {
        'Sb-Forwarded-For': requestContext.address,
        // The list of sessions names devices by it.
        'User-Agent': (args.request.headers.get('user-agent') ?? '').replace(/[^ -~]/g, '').slice(0, 300),
      },
    },
  })
  return client.auth
}

/** The request's cookies that belong to the session, chunks included. */
function sessionCookies(request: Request): { name: string; value: string }[] {
  const own = sessionCookieName(readEnv().secure)
  return [...readCookies(request.headers.get('cookie'))]
    .filter(([name]) => name === own || name.startsWith(`${own}.`) || name.startsWith(`${own}-`))
    .map(([name, value]) => ({ name, value }))
}

/** Returns whether the request carries anything that could be a session; true proves nothing */
export function mayHaveSession(request: Request): boolean {
  return sessionCookies(request).length > 0 || bearerToken(request) !== null
}

/**
 * The access token in the Authorization header, unverified. Session cookies win over it: what a page keeps in its storage
 * may be older than they are. Tokens of other issuers (pages also send the identity provider's) are recognised by their
 * claims, without a request.
 */
function bearerToken(request: Request): string | null {
  const header = request.headers.get('authorization')
  if (header === null || sessionCookies(request).length > 0) return null
  const [, token = '', payload = ''] = /^Bearer +([\w-]+\.([\w-]+)\.[\w-]+) *$/i.exec(header) ?? []
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return claimsSchema.safeParse(claims).success ? token : null
  } catch {
    return null
  }
}

/** Reads what the cookies hold, unverified; null when they hold no whole session. */
async function readStoredSession(request: Request): Promise<z.output<typeof storedSessionSchema> | null> {
  const cookies = new Map(sessionCookies(request).map(({ name, value }) => [name, value]))
  const value = await combineChunks(sessionCookieName(readEnv().secure), (name) => cookies.get(name))
  if (!value) return null
  try {
    const json = value.startsWith('base64-') ? stringFromBase64URL(value.slice('base64-'.length)) : value
    return storedSessionSchema.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/**
 * Checks that a token names the Auth service of this site as its issuer. That is the one under SUPABASE_URL unless a setting
 * names another, as for a project with a custom domain. `localhost` is written in two ways.
 */
function isOurIssuer(issuer: string): boolean {
  const { SUPABASE_URL, SUPABASE_AUTH_ISSUER } = readEnv()
  const own = new URL(SUPABASE_AUTH_ISSUER ?? new URL('/auth/v1', SUPABASE_URL))
  if (!URL.canParse(issuer)) return false
  const named = new URL(issuer)
  for (const url of [own, named]) if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return named.href === own.href
}

/** Tokens whose signature was verified, until they expire. The database checks that their session still exists. */
const verified = new Map<string, { session: OpenSession; until: number }>()
const mostVerified = 5000
/** No longer than the published keys are kept, in milliseconds: a revoked key is not accepted for longer. */
const verifiedFor = 10 * 60 * 1000

/** Verifies a token once: the next requests of a page, and its next pages, bring the same one. */
async function verify(args: RequestArgs, accessToken: string): Promise<OpenSession | null> {
  const cached = verified.get(accessToken)
  if (cached && cached.until > Date.now()) return cached.session
  verified.delete(accessToken)
  const found = await verifyAnew(args, accessToken)
  if (!found) return null
  if (verified.size >= mostVerified) verified.clear()
  verified.set(accessToken, found)
  return found.session
}

/** Verifies a token against the published keys, or through Supabase Auth if the key type has none. */
async function verifyAnew(
  args: RequestArgs,
  accessToken: string,
): Promise<{ session: OpenSession; until: number } | null> {
  // Returns failed requests as `error`; throws only for a token that can't be parsed.
  const { data, error } = await verifier()
    .auth.getClaims(accessToken)
    .catch((reason: unknown) => {
      args.context.requestContext.log.warn({ reason: String(reason) }, 'unreadable access token')
      return { data: null, error: null }
    })
  if (error) throwIfBroken(error)
  const claims = claimsSchema.safeParse(data?.claims)
  if (!claims.success || !isOurIssuer(claims.data.iss)) return null
  const { sub, is_anonymous, session_id, email, aal, exp } = claims.data
  const identity = {
    id: sub,
    isAnonymous: is_anonymous ?? false,
    sessionId: session_id ?? null,
    email: email || null,
    isSecondStepPassed: aal === 'aal2',
  }
  return { session: { accessToken, identity }, until: Math.min(exp * 1000, Date.now() + verifiedFor) }
}

/** Throws when the Auth service is unreachable, which must not look like a signed-out visitor. */
function throwIfBroken(error: AuthError): void {
  if (isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500) throw error
}

async function open(args: RequestArgs): Promise<OpenSession | null> {
  if (sessionCookies(args.request).length === 0) {
    const token = bearerToken(args.request)
    return token === null ? null : verify(args, token)
  }
  const stored = await readStoredSession(args.request)
  let session: OpenSession | null = null
  if (stored && stored.expires_at - expiryMarginSeconds > Date.now() / 1000) {
    session = await verify(args, stored.access_token)
  } else if (stored) {
    const { data, error } = await authClient(args).refreshSession()
    if (error) throwIfBroken(error)
    session = data.session ? await verify(args, data.session.access_token) : null
  }
  if (!session) clearSessionCookies(args)
  return session
}

function openOnce(args: RequestArgs): Promise<OpenSession | null> {
  return oncePerRequest(args, 'session', () => open(args))
}

/**
 * Reads who sends the request, by verified claims alone; without a round trip if the key type allows. Refreshes an expired token, and
 * clears cookies that hold no valid session.
 */
export async function readIdentity(args: RequestArgs): Promise<Identity | null> {
  return (await openOnce(args))?.identity ?? null
}

/** Reads the verified access token for requests to the database, null for visitors. Server only; never in a response. */
export async function readAccessToken(args: RequestArgs): Promise<string | null> {
  return (await openOnce(args))?.accessToken ?? null
}

/**
 * Refreshes the request's token once the API refused it although its signature is good: the API's clock differs from ours,
 * or the key was revoked. Tries once per request; without a fresh token the request goes on as a visitor's.
 * @returns the fresh token, or null for a visitor, whose cookies are taken away
 */
export function renewRefusedSession(args: RequestArgs): Promise<string | null> {
  return oncePerRequest(args, 'session.renewed', async () => {
    const { data, error } = await authClient(args).refreshSession()
    if (error) throwIfBroken(error)
    const session = data.session ? await verify(args, data.session.access_token) : null
    if (!session) return dropSession(args)
    args.context.requestContext.memo.set('session', Promise.resolve(session))
    return session.accessToken
  })
}

/** Ends the session, for this request and in the browser. */
export function dropSession(args: RequestArgs): null {
  args.context.requestContext.memo.set('session', Promise.resolve(null))
  clearSessionCookies(args)
  return null
}

/** Describes a second factor as Supabase Auth names it in an account. */
type SessionFactor = { id?: string; status: string; factor_type?: string }

/** Describes what Supabase Auth gives for a sign-in. */
type Begun = {
  data: {
    session: {
      access_token: string
      refresh_token: string
      user?: { factors?: SessionFactor[] | undefined } | null
    } | null
  }
  error: AuthError | null
}

/** Code of the error with which a sign-in waits for its second step. */
const secondStepCode = 'second_step'

/** Tells whether a sign-in waits for its second step. */
export function isSecondStepNeeded(error: AuthError | null): boolean {
  return error?.code === secondStepCode
}

/**
 * Opens a new session through Supabase Auth, writes its cookies and ends the one the request came with. For an account
 * with a second factor it only begins: the session waits in a cookie of its own, and nothing takes it for a session.
 * @param begin signs in with an Auth client whose session is stored once it counts
 * @param isRecovered true if a recovery code was the second step
 * @returns Supabase's error when it refused; one that `isSecondStepNeeded` recognises where the second step is missing
 * @throws when Supabase Auth can't be reached
 */
export async function startSession(
  args: RequestArgs,
  begin: (auth: SupabaseClient['auth']) => Promise<Begun>,
  isRecovered = false,
): Promise<AuthError | null> {
  const previous = await openOnce(args)
  const { memo, cookies } = args.context.requestContext
  const lines: string[] = []
  const auth = makeAuthClient(args, (line) => lines.push(line))
  const { data, error } = await begin(auth)
  if (error) {
    throwIfBroken(error)
    return error
  }
  if (!data.session) throw new Error('Supabase Auth accepted a sign-in without opening a session')
  const session = await verify(args, data.session.access_token)
  if (!session) throw new Error("Supabase Auth's own token could not be verified")
  const factors = data.session.user?.factors ?? []
  if (
    factors.some(({ status }) => status === 'verified') &&
    !session.identity.isSecondStepPassed &&
    !isRecovered
  ) {
    keepWaitingSession(args, data.session.refresh_token, factors)
    return new AuthError(secondStepCode, 401, secondStepCode)
  }
  for (const line of lines) cookies.setCookie(line)
  if (readWaitingSession(args)) keepWaitingSession(args, null)
  memo.clear()
  memo.set('session', Promise.resolve(session))
  memo.set('session.auth', auth)
  if (previous && previous.identity.sessionId !== session.identity.sessionId) {
    await revoke(args, previous.accessToken)
  }
  return null
}

/** Sets how long a sign-in waits for its second step, in seconds. */
const waitingSeconds = 10 * 60

/** A sign-in that waits for its second step. */
export type WaitingSession = { refreshToken: string; hasApp: boolean; hasPasskey: boolean }

/**
 * Stores the refresh token of a session that waits for its second step; null removes it.
 * @param factors those of the account: the page of the second step shows only what the person has
 */
export function keepWaitingSession(
  args: RequestArgs,
  refreshToken: string | null,
  factors: readonly SessionFactor[] = [],
): void {
  const { secure } = readEnv()
  const options = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  const maxAge = refreshToken ? waitingSeconds : 0
  const has = (type: string) =>
    factors.some(({ status, factor_type }) => status === 'verified' && factor_type === type) ? type : ''
  const value = refreshToken ? `${refreshToken}.${has('totp')}.${has('webauthn')}` : ''
  args.context.requestContext.cookies.setCookie(
    serializeCookieHeader(secondStepCookieName(secure), value, { ...options, maxAge }),
  )
}

/** Reads the session that waits for its second step; null when none does. */
export function readWaitingSession(args: RequestArgs): WaitingSession | null {
  const value = readCookies(args.request.headers.get('cookie')).get(secondStepCookieName(readEnv().secure))
  const [, refreshToken, app, passkey] = /^([\w-]+)\.(totp)?\.(webauthn)?$/.exec(value ?? '') ?? []
  return refreshToken ? { refreshToken, hasApp: Boolean(app), hasPasskey: Boolean(passkey) } : null
}

/** Reads who a token that Supabase Auth just gave is for; null for one that is not ours. */
export async function identifyToken(args: RequestArgs, accessToken: string): Promise<Identity | null> {
  return (await verify(args, accessToken))?.identity ?? null
}

/**
 * Checks a password without opening a session for anybody.
 * @throws when Supabase Auth can't be reached
 */
export async function isPasswordRight(
  args: RequestArgs,
  credentials: { email: string; password: string },
): Promise<boolean> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = readEnv()
  const { auth } = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchWithTimeout, headers: { 'Sb-Forwarded-For': args.context.requestContext.address } },
  })
  const { data, error } = await auth.signInWithPassword(credentials)
  if (error) throwIfBroken(error)
  if (data.session) await revoke(args, data.session.access_token)
  return data.session !== null
}

/** Ends the request's session on the server and in the browser. Ending none is fine. */
export async function endSession(args: RequestArgs): Promise<void> {
  const session = await openOnce(args)
  if (session) await revoke(args, session.accessToken)
  clearSessionCookies(args)
  args.context.requestContext.memo.clear()
  args.context.requestContext.memo.set('session', Promise.resolve(null))
}

/** Takes the session cookies away from the browser. */
export function clearSessionCookies(args: RequestArgs): void {
  const { secure } = readEnv()
  for (const { name } of sessionCookies(args.request)) {
    args.context.requestContext.cookies.setCookie(
      serializeCookieHeader(name, '', { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: 0 }),
    )
  }
}

/** Revokes one session on the server. It may have ended already, and the new one stands either way. */
async function revoke(args: RequestArgs, accessToken: string): Promise<void> {
  const { error } = await verifier().auth.admin.signOut(accessToken, 'local')
  if (error)
    args.context.requestContext.log.warn({ status: error.status, code: error.code }, 'session not revoked')
}

/** Computes a value once per request. */
export function oncePerRequest<T>(args: RequestArgs, key: string, compute: () => T): T {
  const { memo } = args.context.requestContext
  if (!memo.has(key)) memo.set(key, compute())
  // Each key belongs to one caller of this function, so what is found under it is what that caller put there.
  return memo.get(key) as T
}
