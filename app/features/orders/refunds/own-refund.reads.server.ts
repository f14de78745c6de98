import { linkTokenSchema } from '#core/account-fields.ts'
import { hashToken } from '#server/link-token.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type OwnRefundPage, ownRefundPageSchema } from './own-refund.types.ts'

/** Says how a buyer names an order: by the token of a secret link, or by the code of an own order in a session. */
export type OwnOrder = { token: string } | { code: string }

/**
 * Reads what of an order its buyer can return.
 * @param tickets ids of those whose refund is shown
 * @returns null for an order that is not theirs and a link that ended
 */
export function readOwnRefund(
  args: RequestArgs,
  order: OwnOrder,
  tickets: string[],
): Promise<OwnRefundPage | null> {
  const schema = ownRefundPageSchema.nullable()
  if ('code' in order) {
    const own = { p_code: order.code, p_tickets: tickets }
    return rpc(userClient(args), 'read_own_refund', own, schema)
  }
  if (!linkTokenSchema.safeParse(order.token).success) return Promise.resolve(null)
  const byLink = { p_token_hash: hashToken(order.token), p_tickets: tickets }
  return rpc(serviceClient(), 'read_refund_by_link', byLink, schema)
}
