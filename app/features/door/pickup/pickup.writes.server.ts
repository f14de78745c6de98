import { ok, type Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { HandOvers, ResolveHandOver, StationQuery } from './pickup.schema.ts'
import {
  type HandedOver,
  handedOverSchema,
  resolvedHandOverSchema,
  type UploadedHandOvers,
  uploadedHandOversSchema,
} from './pickup.types.ts'

/**
 * Hands goods to their buyer, with the session of whoever does it. Each thing goes once, across all devices.
 * @param of the fulfilments, the id of this try and of the browser
 * @returns what was handed over by this try and what before, or a refusal: not_allowed, not_found, dispute_open, stock_not_there
 */
export function handOver(
  args: RequestArgs,
  { event, point, gate }: StationQuery,
  of: { items: string[]; scan: string; device: string | undefined },
): Promise<Result<HandedOver>> {
  const values = {
    p_event: event,
    p_point: point,
    p_fulfilments: of.items,
    p_scan: of.scan,
    p_gate: gate,
    ...(of.device ? { p_device: of.device } : {}),
  }
  return rpcResult(userClient(args), 'hand_over', values, handedOverSchema)
}

/**
 * Says what became of a hand-over in conflict.
 * @returns nothing, or a refusal: not_allowed, not_found, conflict_resolved, stock_taken, stock_not_there
 */
export async function resolveHandOver(
  args: RequestArgs,
  { scan, item, outcome }: ResolveHandOver,
): Promise<Result<null>> {
  const values = { p_scan: scan, p_fulfilment: item, p_outcome: outcome }
  const resolved = await rpcResult(userClient(args), 'resolve_hand_over', values, resolvedHandOverSchema)
  return resolved.ok ? ok(null) : resolved
}

/** Stores what a phone handed over without a network. In any order, as often as it likes; refused as `upload_hand_overs` refuses. */
export function storeHandOvers(
  args: RequestArgs,
  { event, device, clockOffsetMs, hands }: HandOvers,
): Promise<Result<UploadedHandOvers>> {
  const values = { p_event: event, p_device: device, p_offset_ms: clockOffsetMs, p_handed: hands }
  return rpcResult(userClient(args), 'upload_hand_overs', values, uploadedHandOversSchema)
}
