import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type RefundResult, refundResultSchema } from './order-desk.types.ts'

/**
 * Sends money of an order back, for admins with a recent proof; above the threshold it waits for a second admin.
 * @param refund.amountCents 0 only voids tickets
 * @param refund.tickets what the money is for and, where `voidTickets` says so, which tickets end; empty: all
 * @param refund.restock whether the places of ended tickets go back on sale
 * @param refund.split whether tickets of one package or table may be refunded apart from the others
 * @param key idempotency key
 * @returns the refund, or a refusal: password_needed, reason_required, refund_too_large,
 * refund_whole, refund_open, dispute_open, invalid_state, already_in, key_reused
 */
export function refundOrder(
  args: RequestArgs,
  order: string,
  refund: {
    amountCents: number
    tickets: string[]
    voidTickets: boolean
    overrideInside: boolean
    restock: boolean
    notify: boolean
    split: boolean
    reason: string
  },
  key: string,
): Promise<Result<RefundResult>> {
  const values = {
    p_order: order,
    p_amount_cents: refund.amountCents,
    p_reason: refund.reason,
    p_void: refund.voidTickets,
    p_key: key,
    p_tickets: refund.tickets.length > 0 ? refund.tickets : null,
    p_override: refund.overrideInside,
    p_notify: refund.notify,
    p_restock: refund.restock,
    p_split: refund.split,
  }
  return rpcResult(userClient(args), 'refund_order', values, refundResultSchema)
}

/**
 * Approves or rejects a refund that waits for a second admin; who asked for it may withdraw it.
 * @returns the refund, or a refusal: password_needed, second_person_required, reason_required, invalid_state
 */
export function decideRefund(
  args: RequestArgs,
  decision: { refund: string; approve: boolean; reason: string | null },
): Promise<Result<RefundResult>> {
  const values = { p_refund: decision.refund, p_approve: decision.approve, p_reason: decision.reason }
  return rpcResult(userClient(args), 'decide_refund', values, refundResultSchema)
}

/**
 * Writes a note about an order for other staff.
 * @param key idempotency key
 * @returns its id, or a refusal: not_allowed, invalid, key_reused
 */
export function addOrderNote(
  args: RequestArgs,
  order: string,
  text: string,
  key: string,
): Promise<Result<string>> {
  const values = { p_order: order, p_text: text, p_key: key }
  return rpcResult(userClient(args), 'add_order_note', values, z.uuid())
}

/**
 * Corrects the email of an order, for admins with a recent proof; both addresses get an email.
 * @param change.newCodes whether valid tickets get new codes, because the old address has the present ones
 * @param key idempotency key
 * @returns how many tickets got a new code, or a refusal as `correct_order_email` says
 */
export function correctOrderEmail(
  args: RequestArgs,
  order: string,
  change: { email: string; reason: string; newCodes: boolean },
  key: string,
): Promise<Result<{ newCodes: number }>> {
  const { email, reason, newCodes } = change
  const values = { p_order: order, p_email: email, p_reason: reason, p_new_codes: newCodes, p_key: key }
  return rpcResult(userClient(args), 'correct_order_email', values, z.object({ newCodes: z.int() }))
}

/**
 * Sends the links to the tickets of an order to another address, once, for admins with a recent proof.
 * @param key idempotency key
 * @returns a refusal as `send_tickets_once` says
 */
export function sendTicketsOnce(
  args: RequestArgs,
  order: string,
  to: { email: string; reason: string },
  key: string,
): Promise<Result<unknown>> {
  const values = { p_order: order, p_email: to.email, p_reason: to.reason, p_key: key }
  return rpcResult(userClient(args), 'send_tickets_once', values, z.unknown())
}
