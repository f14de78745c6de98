/** Sends mails on the visitor's request: magic link, forgotten password, and sending one again. */
import { z } from 'zod'
import { mailEmailChange } from './auth-account.ts'
import { jsonResponse, readBody } from './auth-body.ts'
import { refuse } from './auth-errors.ts'
import { checkMailInterval, mailToken } from './auth-links.ts'
import type { AuthCall, AuthService } from './auth-service.ts'
import { mailConfirmation, register } from './auth-signup.ts'
import { metadataSchema, parseEmail, readUserByEmail, requireUserRow, type UserRow } from './auth-users.ts'
import type { Db } from './database.ts'

const otpSchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  create_user: z.boolean().default(true),
  data: metadataSchema.nullish().transform((data) => data ?? {}),
})

/** Handles POST /otp and /magiclink: a link to sign in; makes the account unless the request says not to. */
export async function sendOtp(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, otpSchema)
  if (body.phone !== '') refuse(400, 'phone_provider_disabled', 'Unsupported phone provider')
  const email = parseEmail(body.email)
  return auth.sql.begin(async (db) => {
    const existing = await readUserByEmail(db, email, true)
    if (!existing && !body.create_user) refuse(422, 'otp_disabled', 'Signups not allowed for otp')
    if (!existing && !auth.config.signUps) {
      refuse(422, 'signup_disabled', 'Signups not allowed for this instance')
    }
    if (auth.config.confirmEmail && !existing?.email_confirmed_at) {
      if (existing) checkMailInterval(auth, existing.confirmation_sent_at)
      const id =
        existing?.id ?? (await register(auth, db, { email, passwordHash: '', userMetadata: body.data }))
      await mailConfirmation(auth, db, id, call.url)
      return jsonResponse({})
    }
    const user =
      existing ??
      (await requireUserRow(
        db,
        await register(auth, db, { email, passwordHash: '', userMetadata: body.data }),
      ))
    await mailRecovery(auth, db, user, 'magic_link', call.url)
    return jsonResponse({})
  })
}

const recoverSchema = z.object({ email: z.string().default('') })

/** Handles POST /recover: a link to choose a new password. Says nothing about whether the address has an account. */
export async function recover(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, recoverSchema)
  const email = parseEmail(body.email)
  return auth.sql.begin(async (db) => {
    const user = await readUserByEmail(db, email, true)
    if (user) await mailRecovery(auth, db, user, 'recovery', call.url)
    return jsonResponse({})
  })
}

async function mailRecovery(
  auth: AuthService,
  db: Db,
  user: UserRow,
  kind: 'magic_link' | 'recovery',
  url: URL,
): Promise<void> {
  checkMailInterval(auth, user.recovery_sent_at)
  await mailToken(auth, db, user, {
    kind,
    type: kind === 'recovery' ? 'recovery' : 'magiclink',
    slot: 'recovery',
    to: user.email ?? '',
    redirectTo: url.searchParams.get('redirect_to'),
  })
}

const resendSchema = z.object({
  type: z.enum(['signup', 'email_change']),
  email: z.string().default(''),
})

/** Handles POST /resend: the confirmation or the change of address once more, if one is open. */
export async function resend(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, resendSchema)
  const email = parseEmail(body.email)
  return auth.sql.begin(async (db) => {
    const user = await readUserByEmail(db, email, true)
    if (user && body.type === 'signup' && user.email_confirmed_at === null) {
      checkMailInterval(auth, user.confirmation_sent_at)
      await mailConfirmation(auth, db, user.id, call.url)
    }
    if (user?.email_change && body.type === 'email_change') {
      await mailEmailChange(auth, db, user, user.email_change, call.url)
    }
    return jsonResponse({})
  })
}
