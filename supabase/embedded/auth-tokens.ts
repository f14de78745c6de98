/** Signs in with a password, refreshes, signs out; and tells about the service itself. */
import { z } from 'zod'
import { requireSession } from './auth-account.ts'
import { jsonResponse, readBody } from './auth-body.ts'
import { refuse } from './auth-errors.ts'
import type { AuthCall, AuthService } from './auth-service.ts'
import { endSessions, refreshSession, signOutScopes, startSession } from './auth-sessions.ts'
import { hashCost, isBanned, type UserRow } from './auth-users.ts'

/** Handles POST /token?grant_type=password|refresh_token. */
export async function token(auth: AuthService, call: AuthCall): Promise<Response> {
  const grant = call.url.searchParams.get('grant_type')
  if (grant === 'password') return signInWithPassword(auth, call)
  if (grant === 'refresh_token') return refresh(auth, call)
  return refuse(400, 'validation_failed', 'unsupported_grant_type')
}

const passwordSchema = z.object({ email: z.string().default(''), password: z.string().default('') })

/** Holds a bcrypt hash that no password has: unknown addresses cost as much time as known ones. */
const unmatchableHash = `$2a$${String(hashCost).padStart(2, '0')}$CwTycUXWue0Thq9StjUM0uJ8q1VqG1nq0mXo5Vf5uKf7dQ7vJr3Wm`

async function signInWithPassword(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, passwordSchema)
  const email = body.email.trim().toLowerCase()
  // Limits all callers but the site, which uses the secret key and limits its visitors itself.
  const limited = call.claims?.role !== 'service_role'
  if (limited && auth.failures.isOver(email)) {
    refuse(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
  const [found] = await auth.sql<
    (Pick<UserRow, 'banned_until' | 'email_confirmed_at'> & { id: string | null; matches: boolean | null })[]
  >`
    select u.id, u.banned_until, u.email_confirmed_at,
      extensions.crypt(${body.password}, coalesce(nullif(u.encrypted_password, ''), ${unmatchableHash}))
        = u.encrypted_password as matches
    from (select 1) as always left join auth.users u on u.email = ${email}`
  if (found?.id && isBanned(found)) refuse(400, 'user_banned', 'User is banned')
  if (!found?.id || found.matches !== true) {
    if (limited) auth.failures.add(email)
    return refuse(400, 'invalid_credentials', 'Invalid login credentials')
  }
  if (found.email_confirmed_at === null) refuse(400, 'email_not_confirmed', 'Email not confirmed')
  return jsonResponse(
    await startSession(auth, auth.sql, found.id, 'password', call.request.headers.get('user-agent')),
  )
}

/** Fits tokens of ours, with 32 characters, and of hosted's, with 12: anything else was never one. */
const refreshToken = /^([\w-]{32}|[a-z2-7]{12})$/

const refreshSchema = z.object({ refresh_token: z.string().default('') })

async function refresh(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, refreshSchema)
  if (body.refresh_token === '') refuse(400, 'validation_failed', 'refresh_token required')
  if (!refreshToken.test(body.refresh_token)) {
    refuse(400, 'validation_failed', 'Refresh token is not valid')
  }
  return jsonResponse(await refreshSession(auth, body.refresh_token, call.request.headers.get('user-agent')))
}

/** Handles POST /logout?scope=global|local|others. */
export async function signOut(auth: AuthService, call: AuthCall): Promise<Response> {
  const { user, sessionId } = await requireSession(auth, call)
  const wanted = call.url.searchParams.get('scope') ?? ''
  const scope = signOutScopes.find((known) => known === (wanted || 'global'))
  if (!scope) return refuse(400, 'validation_failed', `Unsupported logout scope "${wanted}"`)
  await endSessions(auth.sql, user.id, sessionId, scope)
  return new Response(null, { status: 204 })
}

/** Handles GET /settings. */
export function settings(auth: AuthService): Response {
  return jsonResponse({
    external: {
      email: auth.config.emailSignUps,
      phone: false,
      anonymous_users: auth.config.anonymousSignIns,
    },
    disable_signup: !auth.config.signUps,
    mailer_autoconfirm: !auth.config.confirmEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}

/** Handles GET /health. */
export async function health(auth: AuthService): Promise<Response> {
  await auth.sql`select 1`
  return jsonResponse({
    version: 'embedded',
    name: 'GoTrue',
    description: 'the embedded stack’s auth service',
  })
}

/** Handles GET /.well-known/jwks.json: the public keys that access tokens are signed with. */
export function jwks(auth: AuthService): Response {
  return Response.json(auth.keys.jwks, { headers: { 'cache-control': 'public, max-age=600' } })
}
