import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'

/**
 * Has a failure tried again.
 * @returns whether it is under way, or a refusal: not_allowed, not_found, invalid
 */
export function retryFailure(
  args: RequestArgs,
  { kind, id }: { kind: string; id: string },
): Promise<Result<boolean>> {
  return rpcResult(userClient(args), 'retry_failure', { p_kind: kind, p_id: id }, z.boolean())
}

/** Leaves a failure as it is, with a reason. @returns a refusal: not_allowed, reason_required, invalid, not_found */
export function discardFailure(
  args: RequestArgs,
  { kind, id, reason }: { kind: string; id: string; reason: string },
): Promise<Result<unknown>> {
  const values = { p_kind: kind, p_id: id, p_reason: reason }
  return rpcResult(userClient(args), 'discard_failure', values, z.unknown())
}
