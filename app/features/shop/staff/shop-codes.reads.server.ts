import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type ShopCodes, shopCodesSchema } from './shop-codes.types.ts'

/** Reads the codes for goods that belong to no event, with their uses; the database lets admins only. */
export function readShopCodes(args: RequestArgs): Promise<ShopCodes> {
  return rpc(userClient(args), 'read_shop_codes', {}, shopCodesSchema)
}
