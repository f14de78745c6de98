import * as z from 'zod'
import { refusedPassword } from '#core/common-passwords.ts'
import { type Refusal, type Result, refused } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { replacePassword } from '#server/auth-accounts.server.ts'
import { hashToken, makeLinkPath } from '#server/link-token.server.ts'
import { countTypedEmail } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import type { NewPasswordInput } from './accounts.schema.ts'
import { type PasswordReset, passwordResetSchema } from './accounts.types.ts'
import { actorNow } from './accounts.writes.server.ts'

/** New passwords. Each ends every session of its account and opens a fresh one here. */

const usedSchema = z.object({ userId: z.uuid(), email: z.string() })

/**
 * Mails a link to choose a new password, if an account has the address. What the visitor is shown, and how long it takes,
 * never depends on that.
 * @returns a refusal above the rate limit, else null
 */
export async function requestPasswordReset(args: RequestArgs, email: string): Promise<Refusal | null> {
  const limited = await countTypedEmail(args, 'password_reset', email)
  if (limited) return limited
  await rpc(serviceClient(), 'queue_password_reset', { p_email: email }, z.unknown())
  return null
}

/** Reads whose password the link with this token may set, or null when it has ended. Does not use the link up. */
export async function readPasswordReset(token: string): Promise<PasswordReset | null> {
  const values = { p_token_hash: hashToken(token) }
  return await rpc(serviceClient(), 'read_password_reset', values, passwordResetSchema)
}

/**
 * Sets a new password by a link from a mail, ends all sessions of the account and signs in here.
 * Refuses `reset_link_ended`, `password_common` and `password_plain`; the latter two leave the link as it is.
 * `second_step` says that the password is set and the sign-in waits.
 */
export async function setNewPassword(args: RequestArgs, input: NewPasswordInput): Promise<Result<Actor>> {
  const reset = await readPasswordReset(input.token)
  if (!reset) return refused('reset_link_ended')
  const why = refusedPassword(input.password, [reset.username, reset.displayName])
  if (why) return refused(why)
  const values = { p_token_hash: hashToken(input.token) }
  const used = await rpcResult(serviceClient(), 'use_password_reset', values, usedSchema)
  if (!used.ok) return used
  const account = { id: used.value.userId, email: used.value.email }
  if (await replacePassword(args, account, input.password)) return refused('second_step')
  return actorNow(args)
}

/**
 * Makes a link to choose a new password, for a person whose mailbox was just proven.
 * @returns its path on this site
 */
export async function makeResetPath(userId: string, email: string): Promise<string> {
  const path = await makeLinkPath('password_reset', userId, { email })
  if (!path) throw new Error(`account ${userId} is gone`)
  return path
}
