import * as z from 'zod'
import { ok, type Refusal, type Result, refused } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { hashToken } from '#server/link-token.server.ts'
import { countAttempt } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type FactorConfirmation, factorConfirmationSchema, undoneFactorsSchema } from './accounts.types.ts'
import { makeResetPath } from './passwords.writes.server.ts'

/** Confirming, from the mailbox, a second step that an admin set up after the deadline. */

/** Mails the link once more. @returns a refusal: `rate_limited`, or `nothing_to_change` where nothing waits to be confirmed */
export async function sendFactorConfirmation(actor: Actor): Promise<Refusal | null> {
  const limited = await countAttempt({ limit: 'factor_mail', subject: actor.id })
  if (limited) return limited
  const sent = await rpc(serviceClient(), 'queue_factor_confirmation', { p_user: actor.id }, z.boolean())
  return sent ? null : refused('nothing_to_change').refusal
}

/** Reads whose second step the link with this token is about; null when it has ended. Does not use the link up. */
export async function readFactorConfirmation(token: string): Promise<FactorConfirmation | null> {
  const values = { p_token_hash: hashToken(token) }
  return await rpc(serviceClient(), 'read_factor_confirmation', values, factorConfirmationSchema)
}

/** Confirms the caller's own second step. Refuses `members_only` (without the second step taken), `confirm_link_ended`. */
export async function confirmFactor(args: RequestArgs, token: string): Promise<Result<unknown>> {
  return await rpcResult(userClient(args), 'confirm_factor', { p_token_hash: hashToken(token) }, z.unknown())
}

/**
 * Removes the second step for the owner of the mailbox, who did not set it up, and ends every session.
 * @returns the path on which they choose a new password; refuses `confirm_link_ended`
 */
export async function undoFactors(token: string): Promise<Result<string>> {
  const values = { p_token_hash: hashToken(token) }
  const undone = await rpcResult(serviceClient(), 'undo_factors', values, undoneFactorsSchema)
  if (!undone.ok) return undone
  return ok(await makeResetPath(undone.value.userId, undone.value.email))
}
