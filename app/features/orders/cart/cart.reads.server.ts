import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Cart, cartSchema } from './cart.types.ts'

/** Reads the visitor's own cart: what is held, and goods that reserve nothing yet. */
export function readCart(args: RequestArgs): Promise<Cart> {
  return rpc(userClient(args), 'read_cart', {}, cartSchema)
}
