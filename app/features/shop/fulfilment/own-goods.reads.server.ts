import { linkTokenSchema } from '#core/account-fields.ts'
import { fulfilmentStates } from '#core/states.ts'
import { drawQr } from '#server/draw-qr.server.ts'
import { readEnv } from '#server/env.server.ts'
import { hashToken } from '#server/link-token.server.ts'
import { signPickupCode } from '#server/pickup-code.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type OwnGoods, ownGoodsSchema } from './own-goods.types.ts'

/** Says how a buyer names an order: by the token of a secret link, or by the code of an own order in a session. */
export type OwnOrder = { token: string } | { code: string }

/** Reads the goods of a buyer's order; null for an order that is not theirs or has none, and a link that ended. */
export function readOwnGoods(args: RequestArgs, order: OwnOrder): Promise<OwnGoods | null> {
  if ('code' in order) return rpc(userClient(args), 'read_own_goods', { p_code: order.code }, ownGoodsSchema)
  if (!linkTokenSchema.safeParse(order.token).success) return Promise.resolve(null)
  return rpc(serviceClient(), 'read_goods_by_link', { p_token_hash: hashToken(order.token) }, ownGoodsSchema)
}

/** Draws the code that a pickup station reads, for an order of which something waits there; null for others. */
export function pickupCodeOf(goods: OwnGoods) {
  const waits = goods.goods.some(
    ({ delivery, status }) => delivery === 'pickup' && fulfilmentStates[status].awaitsPickup,
  )
  return waits ? drawQr(signPickupCode(readEnv().TICKET_SIGNING_KEY, goods.orderId)) : null
}
