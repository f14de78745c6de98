import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'

/**
 * Has a failed refund sent once more, for admins with a recent proof.
 * @returns its state, or a refusal: password_needed, invalid_state, refund_paid_by_hand
 */
export function retryRefund(args: RequestArgs, refund: string): Promise<Result<string>> {
  return rpcResult(userClient(args), 'retry_refund', { p_refund: refund }, z.string())
}

/**
 * Enters how a refund was paid after all tries failed; another admin confirms it.
 * @returns its state, or a refusal: password_needed, refund_still_tried, refund_paid_by_hand, invalid, reason_required, invalid_state
 */
export function resolveRefund(
  args: RequestArgs,
  refund: string,
  paid: { method: string; reference: string; reason: string },
): Promise<Result<string>> {
  const values = {
    p_refund: refund,
    p_method: paid.method,
    p_reference: paid.reference,
    p_reason: paid.reason,
  }
  return rpcResult(userClient(args), 'resolve_refund', values, z.string())
}

/**
 * Confirms that a refund was paid by hand, or says that it was not.
 * @param reason needed where it was not
 * @returns its state, or a refusal: password_needed, second_person_required, reason_required, invalid_state
 */
export function confirmRefund(
  args: RequestArgs,
  refund: string,
  { ok, reason }: { ok: boolean; reason: string | undefined },
): Promise<Result<string>> {
  const values = { p_refund: refund, p_ok: ok, ...(reason ? { p_reason: reason } : {}) }
  return rpcResult(userClient(args), 'confirm_refund', values, z.string())
}

/**
 * Takes a refund that was made at the provider out of the queue, with what was decided about its tickets.
 * @returns its state, or a refusal: reason_required, invalid_state
 */
export function closeExternalRefund(
  args: RequestArgs,
  refund: string,
  decision: string,
): Promise<Result<string>> {
  return rpcResult(
    userClient(args),
    'close_external_refund',
    { p_refund: refund, p_decision: decision },
    z.string(),
  )
}
