import { linkTokenSchema } from '#core/account-fields.ts'
import { hashToken } from '#server/link-token.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type OwnRefundPage, ownRefundPageSchema } from './own-refund.types.ts'

/** How a buyer names an order: by the token of a secret link, or by the code of an own order in a session. */
export type OwnOrder = { token: string } | { code: string }

/** Reads what of an order its buyer can return; null for an order that is not theirs and a link that ended. */
export function readOwnRefund(args: RequestArgs, order: OwnOrder): Promise<OwnRefundPage | null> {
  const schema = ownRefundPageSchema.nullable()
  if ('code' in order) return rpc(userClient(args), 'read_own_refund', { p_code: order.code }, schema)
  if (!linkTokenSchema.safeParse(order.token).success) return Promise.resolve(null)
  return rpc(serviceClient(), 'read_refund_by_link', { p_token_hash: hashToken(order.token) }, schema)
}
