/** Signs people up: with an address and a password, or as an anonymous guest. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonResponse, readBody } from './auth-body.ts'
import { refuse } from './auth-errors.ts'
import { checkMailInterval, mailToken } from './auth-links.ts'
import type { AuthCall, AuthService } from './auth-service.ts'
import { startSession } from './auth-sessions.ts'
import {
  checkPassword,
  confirmEmail,
  hashPassword,
  insertUser,
  type Metadata,
  mergeMetadata,
  metadataSchema,
  type NewUser,
  parseEmail,
  readUserByEmail,
  requireUserRow,
  toUser,
  type UserRow,
} from './auth-users.ts'
import type { Db } from './database.ts'

const signUpSchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: metadataSchema.nullish().transform((data) => data ?? {}),
})
type SignUp = z.output<typeof signUpSchema>

/** Handles POST /signup. */
export async function signUp(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, signUpSchema)
  if (!auth.config.signUps) refuse(422, 'signup_disabled', 'Signups not allowed for this instance')
  if (body.phone !== '') refuse(400, 'phone_provider_disabled', 'Phone signups are disabled')
  return body.email === '' && body.password === ''
    ? signUpAnonymously(auth, call, body.data)
    : signUpWithEmail(auth, call, body)
}

async function signUpAnonymously(auth: AuthService, call: AuthCall, data: Metadata): Promise<Response> {
  if (!auth.config.anonymousSignIns) {
    refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  return auth.sql.begin(async (db) => {
    const guest = { email: null, passwordHash: '', userMetadata: data, isAnonymous: true }
    const id = await saveNewUser(db, guest, 'Database error creating anonymous user')
    return jsonResponse(await startSession(auth, db, id, 'anonymous', call.request.headers.get('user-agent')))
  })
}

async function signUpWithEmail(auth: AuthService, call: AuthCall, body: SignUp): Promise<Response> {
  if (!auth.config.emailSignUps) refuse(400, 'email_provider_disabled', 'Email signups are disabled')
  const email = parseEmail(body.email)
  if (body.password === '') refuse(400, 'validation_failed', 'Signup requires a valid password')
  checkPassword(body.password, auth.config.passwords)
  // Before the look-up, so that a faster response does not reveal a taken address.
  const passwordHash = await hashPassword(auth.sql, body.password)
  return auth.sql.begin(async (db) => {
    const existing = await readUserByEmail(db, email, true)
    if (existing) return refuseExisting(auth, call, db, existing, body.data)
    const id = await register(auth, db, { email, passwordHash, userMetadata: body.data })
    if (auth.config.confirmEmail) {
      return jsonResponse(toUser(await mailConfirmation(auth, db, id, call.url)))
    }
    return jsonResponse(await startSession(auth, db, id, 'password', call.request.headers.get('user-agent')))
  })
}

function refuseRegistered(): never {
  return refuse(422, 'user_already_exists', 'User already registered')
}

/**
 * Makes the response to a sign-up with an address that has an account. With confirmation on it is the same as for a new
 * account, and only the mailbox's owner gets a mail about it.
 */
async function refuseExisting(
  auth: AuthService,
  call: AuthCall,
  db: Db,
  existing: UserRow,
  data: Metadata,
): Promise<Response> {
  if (!auth.config.confirmEmail) refuseRegistered()
  if (existing.email_confirmed_at === null) {
    checkMailInterval(auth, existing.confirmation_sent_at)
    return jsonResponse(toUser(await mailConfirmation(auth, db, existing.id, call.url)))
  }
  const now = new Date()
  return jsonResponse(
    toUser({
      ...existing,
      id: randomUUID(),
      email_confirmed_at: null,
      confirmed_at: null,
      invited_at: null,
      recovery_sent_at: null,
      email_change: '',
      email_change_sent_at: null,
      banned_until: null,
      last_sign_in_at: null,
      is_anonymous: false,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: data,
      identities: [],
      confirmation_sent_at: now,
      created_at: now,
      updated_at: now,
    }),
  )
}

/** Stores a new account with an address; without confirmation by mail it is confirmed at once. */
export async function register(
  auth: AuthService,
  db: Db,
  user: NewUser & { email: string },
): Promise<string> {
  const id = await saveNewUser(db, user, 'Database error saving new user')
  await mergeMetadata(db, id, 'raw_user_meta_data', {
    sub: id,
    email: user.email,
    email_verified: false,
    phone_verified: false,
  })
  if (!auth.config.confirmEmail) await confirmEmail(db, { id, email: user.email })
  return id
}

/** Stores an account; when a trigger of the project refuses it, the client gets `message`, as on hosted. */
export async function saveNewUser(db: Db, user: NewUser, message: string): Promise<string> {
  try {
    return await insertUser(db, user)
  } catch (error) {
    console.error(`[auth] ${message}:`, error instanceof Error ? error.message : error)
    return refuse(500, 'unexpected_failure', message)
  }
}

/** Mails the confirmation link and returns the updated account. */
export async function mailConfirmation(auth: AuthService, db: Db, id: string, url: URL): Promise<UserRow> {
  const user = await requireUserRow(db, id)
  await mailToken(auth, db, user, {
    kind: 'confirmation',
    type: 'signup',
    slot: 'confirmation',
    to: user.email ?? '',
    redirectTo: url.searchParams.get('redirect_to'),
  })
  return requireUserRow(db, id)
}
