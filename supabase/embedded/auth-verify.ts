/** Spends one-time links. */
import { z } from 'zod'
import { completeEmailChange } from './auth-account.ts'
import { jsonResponse, readBody } from './auth-body.ts'
import { asRefusal, refuse } from './auth-errors.ts'
import {
  isVerifyType,
  type Presented,
  presentToken,
  safeRedirect,
  spendToken,
  type VerifyType,
} from './auth-links.ts'
import type { AuthCall, AuthService } from './auth-service.ts'
import { type SessionResponse, startSession } from './auth-sessions.ts'
import { confirmEmail, parseEmail } from './auth-users.ts'
import type { Db } from './database.ts'

const verifySchema = z.object({
  type: z.string().default(''),
  token_hash: z.string().default(''),
  token: z.string().default(''),
  email: z.string().default(''),
})

const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Handles POST /verify: with a link's `token_hash`. A code to type is always wrong, for no mail holds one. */
export async function verifyByPost(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, verifySchema)
  const type = parseType(body.type)
  if (body.token_hash === '') {
    if (body.token === '') refuse(400, 'validation_failed', 'Verify requires a token or a token hash')
    parseEmail(body.email)
    refuse(403, 'otp_expired', 'Token has expired or is invalid')
  }
  const session = await spend(auth, call, (db) => presentToken(auth, db, type, body.token_hash))
  return jsonResponse(session ?? { msg: halfway, code: '200' })
}

/** Handles GET /verify: the link that a mail may hold instead of one to the site; goes on to the site. */
export async function verifyByLink(auth: AuthService, call: AuthCall): Promise<Response> {
  const query = call.url.searchParams
  const target = safeRedirect(auth, query.get('redirect_to'))
  const type = query.get('type') ?? ''
  try {
    const verifyType = parseType(type)
    const token = query.get('token') ?? ''
    const session = await spend(auth, call, (db) => presentToken(auth, db, verifyType, token))
    return redirectWith(target, session ? sessionFragment(session, type) : { message: halfway })
  } catch (error) {
    const refusal = asRefusal(error, 'GET /auth/v1/verify')
    return redirectWith(target, {
      error: refusal.status >= 500 ? 'server_error' : 'access_denied',
      error_code: refusal.code,
      error_description: refusal.message,
    })
  }
}

function parseType(type: string): VerifyType {
  return isVerifyType(type) ? type : refuse(400, 'validation_failed', 'Invalid email verification type')
}

function sessionFragment(session: SessionResponse, type: string): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type,
  }
}

function redirectWith(target: string, fragment: Record<string, string>): Response {
  const location = `${target}#${new URLSearchParams(fragment)}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** Does what the link stands for and starts a session; null when the other mailbox must agree first. */
async function spend(
  auth: AuthService,
  call: AuthCall,
  present: (db: Db) => Promise<Presented>,
): Promise<SessionResponse | null> {
  return auth.sql.begin(async (db) => {
    const { user, slot } = await present(db)
    if (slot === 'email_change_new' || slot === 'email_change_current') {
      const first = user.email_change_confirm_status === 0
      if (first && user.email && auth.config.confirmEmail && auth.config.confirmBothMailboxes) {
        await spendToken(db, user.id, slot)
        await db`update auth.users set email_change_confirm_status = 1 where id = ${user.id}`
        return null
      }
      if (!user.email_change) refuse(403, 'otp_expired', 'Email link is invalid or has expired')
      await completeEmailChange(db, user.id, user.email_change)
    } else {
      await spendToken(db, user.id, slot)
      if (user.email_confirmed_at === null) await confirmEmail(db, user)
    }
    return startSession(auth, db, user.id, 'otp', call.request.headers.get('user-agent'))
  })
}
