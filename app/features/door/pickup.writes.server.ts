import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { StationQuery } from './pickup.schema.ts'
import { type HandedOver, handedOverSchema } from './pickup.types.ts'

/**
 * Hands goods to their buyer, with the session of whoever does it. Each thing goes once, across all devices.
 * @param of the fulfilments, the id of this try and of the browser
 * @returns what was handed over by this try and what before, or a refusal: not_allowed, not_found, dispute_open, stock_not_there
 */
export function handOver(
  args: RequestArgs,
  { event, point }: StationQuery,
  of: { items: string[]; scan: string; device: string | undefined },
): Promise<Result<HandedOver>> {
  const values = {
    p_event: event,
    p_point: point,
    p_fulfilments: of.items,
    p_scan: of.scan,
    ...(of.device ? { p_device: of.device } : {}),
  }
  return rpcResult(userClient(args), 'hand_over', values, handedOverSchema)
}
