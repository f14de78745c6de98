import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Shipping, shippingSchema } from './shipping.types.ts'

/** Reads what admins edit of shipping and tax; the database lets admins only. */
export function readShipping(args: RequestArgs): Promise<Shipping> {
  return rpc(userClient(args), 'read_shipping', {}, shippingSchema)
}
