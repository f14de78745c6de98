import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { GoodsActionForm } from './fulfilment.schema.ts'
import { type GoodsAction, type GoodsResult, goodsResultSchema } from './fulfilment.types.ts'

/**
 * Does an action to goods, for admins.
 * @param key idempotency key: the same one again does nothing and returns the same result
 * @returns what was done and which goods were skipped, or a refusal: password_needed, reason_required, key_reused; for goods alone
 * also invalid_state, dispute_open, tracking_needed, sold_out, stock_not_there, delivery_needed, pickup_unavailable
 */
export async function actOnGoods(
  args: RequestArgs,
  action: GoodsAction,
  form: GoodsActionForm,
  key: string,
): Promise<Result<GoodsResult>> {
  const items = form.items && Object.fromEntries(form.items.map(({ id, units }) => [id, units]))
  const parcels = (form.parcels ?? []).map(({ id, carrier, trackingCode }) => [
    id,
    { carrier, trackingCode: trackingCode ?? null, ...(items ? { items } : {}) },
  ])
  const moves = (form.moves ?? []).map(({ id, point }) => [id, { point }])
  const values = {
    p_action: action,
    p_ids: form.id,
    p_reason: form.reason ?? '',
    p_values: Object.fromEntries(action === 'ship' ? parcels : action === 'move' ? moves : []),
    p_key: key,
  }
  const done = await rpcResult(userClient(args), 'act_on_goods', values, goodsResultSchema)
  // Drops cached pages: what was cancelled or lost changes what is for sale.
  if (done.ok) args.context.requestContext.purgePages()
  return done
}
