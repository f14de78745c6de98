import * as z from 'zod'
import { ok, type Refusal, type Result, refused } from '#core/result.ts'
import { type Actor, may } from '#core/roles.ts'
import { countAttempt, resetAttempts } from './rate-limit.server.ts'
import { rpc } from './rpc.server.ts'
import { isPasswordRight, type RequestArgs, readIdentity } from './session.server.ts'
import { serviceClient } from './supabase.server.ts'

/** Proofs: the database lets staff do what is irreversible or moves money within 10 minutes of one. */

/**
 * Checks the password again before an action that a borrowed device must not be able to do.
 * @returns the address under which Supabase Auth stores the account; refuses `password_wrong` and `rate_limited`
 */
export async function proveOwner(args: RequestArgs, actor: Actor, password: string): Promise<Result<string>> {
  const attempt = { limit: 'password_check', subject: actor.id } as const
  const limited = await countAttempt(attempt)
  if (limited) return { ok: false, refusal: limited }
  const { data, error } = await serviceClient().auth.admin.getUserById(actor.id)
  if (error) throw error
  const email = data.user.email
  if (!email || !(await isPasswordRight(args, { email, password }))) return refused('password_wrong')
  await resetAttempts(attempt)
  return ok(email)
}

/**
 * Checks the password once more and notes it for this session.
 * @returns `password_wrong` or `rate_limited`, else null
 */
export async function proveAgain(args: RequestArgs, actor: Actor, password: string): Promise<Refusal | null> {
  const owner = await proveOwner(args, actor, password)
  if (!owner.ok) return owner.refusal
  await recordProof(args, actor)
  return null
}

/** Records that this session's owner has just proved who they are. Only staff need a proof. */
export async function recordProof(args: RequestArgs, actor: Actor): Promise<void> {
  if (!may(actor, 'be_staff')) return
  const identity = await readIdentity(args)
  if (!identity?.sessionId) return
  const values = { p_user: actor.id, p_session: identity.sessionId }
  await rpc(serviceClient(), 'record_proof', values, z.unknown())
}
