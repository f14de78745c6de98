/** Starts, refreshes and ends sessions of the auth service, and issues their access tokens. */
import { randomBytes, randomUUID } from 'node:crypto'
import { refuse } from './auth-errors.ts'
import type { AuthService } from './auth-service.ts'
import { isBanned, readUserById, requireUserRow, toTime, toUser, type UserRow } from './auth-users.ts'
import type { Db } from './database.ts'

/** Names how a person signed in, as hosted Supabase does in `amr`. */
export type SignInMethod = 'password' | 'otp' | 'anonymous'

type AmrEntry = { method: string; timestamp: number }

/** Describes what a client stores of a session. */
export type SessionResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: ReturnType<typeof toUser>
}

const seconds = () => Math.floor(Date.now() / 1000)

/** Starts a session of `userId` and returns its tokens. */
export async function startSession(
  auth: AuthService,
  db: Db,
  userId: string,
  method: SignInMethod,
  userAgent: string | null,
): Promise<SessionResponse> {
  const sessionId = randomUUID()
  const refreshToken = newRefreshToken()
  const [row] = await db<{ at: number }[]>`
    with session as (
      insert into auth.sessions (id, user_id, aal, user_agent)
      values (${sessionId}, ${userId}, 'aal1', ${userAgent}) returning id
    ), token as (
      insert into auth.refresh_tokens (id, token, user_id, session_id)
      select ${randomUUID()}, ${refreshToken}, ${userId}, id from session
    ), amr as (
      insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
      select ${randomUUID()}, id, ${method}, now(), now() from session
    )
    update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}
    returning extract(epoch from now())::int as at`
  const user = await requireUserRow(db, userId)
  const amr = [{ method, timestamp: row?.at ?? seconds() }]
  return toSessionResponse(auth, user, { id: sessionId, aal: 'aal1' }, amr, refreshToken)
}

function newRefreshToken(): string {
  return randomBytes(24).toString('base64url')
}

async function toSessionResponse(
  auth: AuthService,
  user: UserRow,
  session: { id: string; aal: string },
  amr: AmrEntry[],
  refreshToken: string,
): Promise<SessionResponse> {
  const iat = seconds()
  const exp = iat + auth.config.tokenSeconds
  const access_token = await auth.keys.sign({
    iss: auth.issuer,
    sub: user.id,
    aud: user.aud,
    exp,
    iat,
    email: user.email ?? '',
    phone: '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: 'authenticated',
    aal: session.aal,
    amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token,
    token_type: 'bearer',
    expires_in: auth.config.tokenSeconds,
    expires_at: exp,
    refresh_token: refreshToken,
    user: toUser(user),
  }
}

type TokenRow = {
  token: string
  user_id: string
  session_id: string
  revoked: boolean
  updated_at: Date | string
}

/**
 * Exchanges a refresh token for a new pair. A token may be used once; two things are forgiven, because clients send
 * requests in parallel and lose responses: the parent of the session's newest token gives that newest token again, and any
 * token of a living session counts for `reuseSeconds` after its use. Anything else looks stolen and ends the session.
 * @throws AuthRefusal 400 for an unknown, spent or banned one.
 */
export async function refreshSession(
  auth: AuthService,
  token: string,
  userAgent: string | null,
): Promise<SessionResponse> {
  const outcome = await auth.sql.begin(async (db) => {
    // The lock comes first and in a statement of its own: what is read next is what the holder before us left.
    await db`
      select 1 from auth.sessions where id = (select session_id from auth.refresh_tokens where token = ${token})
      for update`
    const [used] = await db<TokenRow[]>`
      select token, user_id, session_id, revoked, updated_at from auth.refresh_tokens where token = ${token}`
    if (!used) return 'unknown'
    const user = await readUserById(db, used.user_id)
    if (!user) return 'unknown'
    if (isBanned(user)) return 'banned'

    const next = used.revoked ? await reuse(auth, db, used) : await rotate(db, used)
    if (next === null) {
      await db`update auth.refresh_tokens set revoked = true where session_id = ${used.session_id} and not revoked`
      return 'spent'
    }
    const [session] = await db<{ aal: string | null }[]>`
      update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = ${userAgent}
      where id = ${used.session_id} returning aal`
    const level = { id: used.session_id, aal: session?.aal ?? 'aal1' }
    return toSessionResponse(auth, user, level, await readAmr(db, used.session_id), next)
  })
  if (outcome === 'unknown') {
    return refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
  if (outcome === 'banned') return refuse(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  if (outcome === 'spent')
    return refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  return outcome
}

/**
 * Raises a session to aal2 after its second step, and returns its new tokens. Its refresh token is used up.
 * @param factor the factor that was verified
 */
export async function passSecondStep(
  auth: AuthService,
  db: Db,
  userId: string,
  sessionId: string,
  factor: { id: string; factor_type: string },
): Promise<SessionResponse> {
  const method = factor.factor_type === 'webauthn' ? 'mfa/webauthn' : 'totp'
  await db`update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = now() where id = ${sessionId}`
  await db`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (${randomUUID()}, ${sessionId}, ${method}, clock_timestamp(), now())
    on conflict (session_id, authentication_method) do update set created_at = clock_timestamp(), updated_at = now()`
  const [used] = await db<TokenRow[]>`
    select token, user_id, session_id, revoked, updated_at from auth.refresh_tokens
    where session_id = ${sessionId} and not revoked order by created_at desc limit 1`
  if (!used) return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  const next = await rotate(db, used)
  const user = await requireUserRow(db, userId)
  return toSessionResponse(auth, user, { id: sessionId, aal: 'aal2' }, await readAmr(db, sessionId), next)
}

/** Returns the token for one that was used before, or null when reuse is not allowed. */
async function reuse(auth: AuthService, db: Db, used: TokenRow): Promise<string | null> {
  const [active] = await db<{ token: string; parent: string | null }[]>`
    select token, parent from auth.refresh_tokens where session_id = ${used.session_id} and not revoked
    order by created_at desc limit 1`
  if (!active) return null
  if (active.parent === used.token) return active.token
  const age = Date.now() - (toTime(used.updated_at) ?? 0)
  return age <= auth.config.reuseSeconds * 1000 ? rotate(db, used) : null
}

async function rotate(db: Db, used: TokenRow): Promise<string> {
  const next = newRefreshToken()
  await db`
    with spent as (
      update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${used.token} and not revoked
    )
    insert into auth.refresh_tokens (id, token, user_id, session_id, parent, created_at)
    values (${randomUUID()}, ${next}, ${used.user_id}, ${used.session_id}, ${used.token}, clock_timestamp())`
  return next
}

async function readAmr(db: Db, sessionId: string): Promise<AmrEntry[]> {
  return db<AmrEntry[]>`
    select authentication_method as method, extract(epoch from created_at)::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by created_at desc`
}

export const signOutScopes = ['global', 'local', 'others'] as const

/** Ends sessions: this one, all others, or all of them. Their refresh tokens go with them. */
export async function endSessions(
  db: Db,
  userId: string,
  sessionId: string | null,
  scope: (typeof signOutScopes)[number],
): Promise<void> {
  if (sessionId !== null && scope === 'local') {
    await db`delete from auth.sessions where id = ${sessionId}`
  } else if (sessionId !== null && scope === 'others') {
    await db`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`
  } else {
    await db`delete from auth.sessions where user_id = ${userId}`
  }
}
