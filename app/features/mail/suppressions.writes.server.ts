import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'

/**
 * Lets mail go to a suppressed address again, for admins. Goes into the audit log with its reason.
 * @returns false when it was lifted before; refused as `lift_suppression` refuses
 */
export function liftSuppression(args: RequestArgs, id: string, reason: string): Promise<Result<boolean>> {
  return rpcResult(userClient(args), 'lift_suppression', { p_id: id, p_reason: reason }, z.boolean())
}
