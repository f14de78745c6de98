import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ReturnStep } from './returns.types.ts'

/**
 * Takes a return one step on, for admins.
 * @returns its state and what goes back, or a refusal: password_needed, reason_required, invalid_state, dispute_open
 */
export async function moveReturn(
  args: RequestArgs,
  id: string,
  step: ReturnStep,
  reason: string | undefined,
): Promise<Result<{ status: string; refundCents: number | null }>> {
  const values = { p_return: id, p_to: step, ...(reason ? { p_reason: reason } : {}) }
  const schema = z.object({ status: z.string(), refundCents: z.int().nullable() })
  const moved = await rpcResult(userClient(args), 'move_return', values, schema)
  // Drops cached pages: what is back on the shelf is for sale.
  if (moved.ok) args.context.requestContext.purgePages()
  return moved
}
