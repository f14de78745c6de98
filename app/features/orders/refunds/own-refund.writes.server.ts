import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { type Result, refused } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { OwnOrder } from './own-refund.reads.server.ts'
import { type AskedRefund, askedRefundSchema } from './own-refund.types.ts'

/** Counts one try against the limits of an order and of a network. */
async function limit(args: RequestArgs, order: OwnOrder) {
  const subject = 'code' in order ? order.code : order.token
  return countAttempt({ limit: 'own_refund', subject, network: await visitorNetwork(args) })
}

/**
 * Returns tickets of the buyer's own order: at once where its policy allows it, else with the agreement of an admin.
 * @param of the tickets, the amount that was shown, in cents, and the reason that is needed after the deadline
 * @param key idempotency key
 * @returns the refund, or a refusal: not_found, not_refundable, dispute_open, refund_whole, refund_changed, reason_required,
 * key_reused, rate_limited
 */
export async function askRefund(
  args: RequestArgs,
  order: OwnOrder,
  of: { tickets: string[]; amountCents: number; reason: string | undefined },
  key: string,
): Promise<Result<AskedRefund>> {
  const limited = await limit(args, order)
  if (limited) return { ok: false, refusal: limited }
  const values = {
    p_tickets: of.tickets,
    p_amount_cents: of.amountCents,
    p_key: key,
    ...(of.reason ? { p_reason: of.reason } : {}),
  }
  if ('code' in order)
    return rpcResult(userClient(args), 'ask_own_refund', { ...values, p_code: order.code }, askedRefundSchema)
  if (!linkTokenSchema.safeParse(order.token).success) return refused('not_found')
  const byLink = { ...values, p_token_hash: hashToken(order.token) }
  return rpcResult(serviceClient(), 'ask_refund_by_link', byLink, askedRefundSchema)
}

/**
 * Withdraws a refund that the buyer asked for and nobody decided yet.
 * @returns its state, or a refusal: not_found, invalid_state, rate_limited
 */
export async function withdrawRefund(
  args: RequestArgs,
  order: OwnOrder,
  refund: string,
): Promise<Result<string>> {
  const limited = await limit(args, order)
  if (limited) return { ok: false, refusal: limited }
  if ('code' in order) {
    const values = { p_code: order.code, p_refund: refund }
    return rpcResult(userClient(args), 'withdraw_own_refund', values, z.string())
  }
  if (!linkTokenSchema.safeParse(order.token).success) return refused('not_found')
  const values = { p_token_hash: hashToken(order.token), p_refund: refund }
  return rpcResult(serviceClient(), 'withdraw_refund_by_link', values, z.string())
}
