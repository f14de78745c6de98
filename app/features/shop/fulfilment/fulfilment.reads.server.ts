import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { FulfilmentQuery } from './fulfilment.schema.ts'
import {
  type FulfilmentList,
  fulfilmentListSchema,
  type GoodsAction,
  type GoodsPreview,
  goodsPreviewSchema,
  type PackingSlip,
  type PickList,
  packingSlipSchema,
  pickListSchema,
} from './fulfilment.types.ts'

/** Reads a page of what the shop desk has to do, for admins. @param limit most rows of a page, up to 200 */
export function listFulfilments(
  args: RequestArgs,
  { show, q, delivery, event, place, after }: FulfilmentQuery,
  limit = 50,
): Promise<FulfilmentList> {
  const values = {
    p_show: show,
    p_limit: limit,
    ...(q ? { p_search: q } : {}),
    ...(delivery ? { p_delivery: delivery } : {}),
    ...(event ? { p_event: event } : {}),
    ...(place ? { p_place: place } : {}),
    ...(after ? { p_after: after } : {}),
  }
  return rpc(userClient(args), 'list_fulfilments', values, fulfilmentListSchema)
}

/** Reads what an action would be done to, for admins. @param ids a fulfilment of each group */
export function previewGoodsAction(
  args: RequestArgs,
  action: GoodsAction,
  ids: string[],
): Promise<GoodsPreview> {
  return rpc(userClient(args), 'preview_goods_action', { p_action: action, p_ids: ids }, goodsPreviewSchema)
}

/** Reads what has to be fetched for goods that are not shipped yet, by place and SKU, for admins. */
export function readPickList(args: RequestArgs, ids: string[]): Promise<PickList> {
  return rpc(userClient(args), 'read_pick_list', { p_ids: ids }, pickListSchema)
}

/** Reads what the packing slip of a parcel says, for admins; null where there is none. @param id as it is in the address */
export async function readPackingSlip(args: RequestArgs, id: string): Promise<PackingSlip | null> {
  const parsed = z.uuid().safeParse(id)
  if (!parsed.success) return null
  return rpc(userClient(args), 'read_packing_slip', { p_fulfilment: parsed.data }, packingSlipSchema)
}
