/** Reads the signed-in account, and changes its address, password and metadata. */
import { z } from 'zod'
import { jsonResponse, readBody } from './auth-body.ts'
import { refuse, refuseTakenEmail } from './auth-errors.ts'
import { checkMailInterval, mailToken } from './auth-links.ts'
import type { AuthCall, AuthService } from './auth-service.ts'
import {
  changePassword,
  checkPassword,
  hashPassword,
  isBanned,
  isPasswordOf,
  mergeMetadata,
  metadataSchema,
  parseEmail,
  putEmailIdentity,
  readUserByEmail,
  readUserById,
  requireUserRow,
  toTime,
  toUser,
  type UserRow,
} from './auth-users.ts'
import type { Db } from './database.ts'

type OwnSession = {
  user: UserRow
  sessionId: string | null
  /** Holds the start of the session; null for a token without one. */
  began: Date | string | null
  /** Says that a link from a mail opened the session instead of a password. */
  byLink: boolean
  /** Says whether the session passed a second step; it stands in the row, not in the token. */
  aal: 'aal1' | 'aal2'
}

/**
 * Returns the account and session of the bearer token, checked against the database.
 * @throws AuthRefusal 401 without a token; 403 for one that is not ours, or whose session has ended.
 */
export async function requireSession(auth: AuthService, call: AuthCall): Promise<OwnSession> {
  const { claims } = call
  if (!claims?.sub) {
    if (!claims && !call.request.headers.has('authorization')) {
      refuse(401, 'no_authorization', 'This endpoint requires a Bearer token')
    }
    return refuse(
      403,
      'bad_jwt',
      claims ? 'invalid claim: missing sub claim' : 'invalid JWT: unable to verify it',
    )
  }
  const sessionId = claims.session_id ?? null
  const [user, sessions] = await Promise.all([
    readUserById(auth.sql, claims.sub),
    auth.sql<{ began: Date | string; byLink: boolean; aal: string | null }[]>`
      select s.created_at as began, s.aal, exists (
        select 1 from auth.mfa_amr_claims a
        where a.session_id = s.id and a.authentication_method in ('otp', 'magiclink', 'recovery')) as "byLink"
      from auth.sessions s where s.id = ${sessionId} and s.user_id = ${claims.sub}`,
  ])
  if (!user) return refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (sessionId !== null && sessions.length === 0) {
    refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user)) refuse(403, 'user_banned', 'User is banned')
  const [session] = sessions
  return {
    user,
    sessionId,
    began: session?.began ?? null,
    byLink: session?.byLink ?? false,
    aal: session?.aal === 'aal2' ? 'aal2' : 'aal1',
  }
}

/** Handles GET /user. */
export async function readOwnUser(auth: AuthService, call: AuthCall): Promise<Response> {
  const { user } = await requireSession(auth, call)
  return jsonResponse(toUser(user))
}

const changesSchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().default(''),
  data: metadataSchema.nullish(),
  app_metadata: z.unknown().optional(),
})

/** Handles PUT /user. A guest with an address becomes a member under the same id and session. */
export async function updateOwnUser(auth: AuthService, call: AuthCall): Promise<Response> {
  const session = await requireSession(auth, call)
  const { user: caller, sessionId } = session
  const body = await readBody(call.request, changesSchema)
  const email = body.email === '' ? '' : parseEmail(body.email)
  const password = body.password ?? ''
  if (body.app_metadata !== undefined) {
    refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  if (body.phone !== '') refuse(400, 'phone_provider_disabled', 'Unsupported phone provider')
  if (typeof body.password === 'string') checkPassword(body.password, auth.config.passwords)
  const hasFactor = caller.factors.some(({ status }) => status === 'verified')
  if (hasFactor && session.aal !== 'aal2' && (password !== '' || (email !== '' && email !== caller.email))) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    refuse(401, 'insufficient_aal', message)
  }
  if (caller.is_anonymous && password !== '' && email === '') {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed'
    refuse(422, 'validation_failed', message)
  }
  if (typeof body.password === 'string' && auth.config.securePasswordChange) {
    await proveOwner(auth, session, { nonce: body.nonce, currentPassword: body.current_password ?? '' })
  }
  if (password !== '' && (await isPasswordOf(auth.sql, caller.id, password))) {
    refuse(422, 'same_password', 'New password should be different from the old password.')
  }
  const passwordHash = password === '' ? null : await hashPassword(auth.sql, password)

  return auth.sql.begin(async (db) => {
    const user = (await readUserById(db, caller.id, true)) ?? refuse(403, 'user_not_found', 'User not found')
    const newEmail = email !== '' && email !== user.email ? email : null
    if (newEmail !== null) {
      const owner = await readUserByEmail(db, newEmail)
      if (owner) refuseTakenEmail()
    }
    if (passwordHash !== null) await changePassword(db, user.id, passwordHash, sessionId)
    if (body.data) await mergeMetadata(db, user.id, 'raw_user_meta_data', body.data)
    if (newEmail !== null && user.is_anonymous && !auth.config.confirmEmail) {
      await completeEmailChange(db, user.id, newEmail)
    } else if (newEmail !== null) {
      await mailEmailChange(auth, db, user, newEmail, call.url)
    }
    return jsonResponse(toUser(await requireUserRow(db, user.id)))
  })
}

const recentMs = 24 * 60 * 60 * 1000

/**
 * Demands what a borrowed device or a stolen token does not have, before a password is changed.
 * @throws AuthRefusal 400 for a session older than 24 hours (hosted would mail it a code, which this service makes none
 *   of), and for a missing or wrong current password; a session that a mail's link opened needs none.
 */
async function proveOwner(
  auth: AuthService,
  session: OwnSession,
  given: { nonce: string; currentPassword: string },
): Promise<void> {
  const { user, began, byLink } = session
  if (Date.now() - (toTime(began) ?? 0) > recentMs) {
    if (given.nonce === '')
      refuse(400, 'reauthentication_needed', 'Password update requires reauthentication')
    refuse(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  if (byLink || !user.encrypted_password) return
  const needed = 'Current password required when setting new password.'
  if (given.currentPassword === '') refuse(400, 'current_password_required', needed)
  if (!(await isPasswordOf(auth.sql, user.id, given.currentPassword))) {
    refuse(400, 'current_password_invalid', needed)
  }
}

/** Gives the account its new address, confirmed; a guest becomes a member. */
export async function completeEmailChange(db: Db, userId: string, email: string): Promise<void> {
  await db`
    update auth.users set email = ${email}, is_anonymous = false, email_change = '', email_change_token_new = '',
      email_change_token_current = '', email_change_confirm_status = 0,
      email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
    where id = ${userId}`
  await putEmailIdentity(db, userId, email, true)
  await mergeMetadata(db, userId, 'raw_user_meta_data', { email_verified: true })
}

/** Stores the wanted address and mails a link to it, and to the present one where both must confirm. */
export async function mailEmailChange(
  auth: AuthService,
  db: Db,
  user: UserRow,
  newEmail: string,
  url: URL,
): Promise<void> {
  checkMailInterval(auth, user.email_change_sent_at)
  await db`
    update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0, email_change_token_new = '',
      email_change_token_current = '' where id = ${user.id}`
  const letter = {
    kind: 'email_change',
    type: 'email_change',
    redirectTo: url.searchParams.get('redirect_to'),
  } as const
  const changed = await requireUserRow(db, user.id)
  await mailToken(auth, db, changed, { ...letter, slot: 'email_change_new', to: newEmail })
  if (user.email && auth.config.confirmBothMailboxes) {
    await mailToken(auth, db, changed, { ...letter, slot: 'email_change_current', to: user.email })
  }
}
