import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type ProductList, productListSchema } from './shop.types.ts'

/** Reads the products on sale, in the order of the shop. */
export async function listProducts(args: RequestArgs): Promise<ProductList> {
  return await rpc(userClient(args), 'list_products', {}, productListSchema)
}
