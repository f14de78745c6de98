import type { Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import {
  type RefundPreview,
  refundPreviewSchema,
  type StaffOrderDetail,
  staffOrderDetailSchema,
} from './order-desk.types.ts'

/** Reads one order with everything that happened to it, for admins; null when no order has the code. */
export function readStaffOrder(args: RequestArgs, code: string): Promise<StaffOrderDetail | null> {
  return rpc(userClient(args), 'read_staff_order', { p_code: code }, staffOrderDetailSchema.nullable())
}

/**
 * Reads what a refund would be, for admins.
 * @param of the tickets it is for, and the amount in cents; null: what these tickets cost
 * @returns it, or the refusal refund_too_large
 */
export function previewRefund(
  args: RequestArgs,
  order: string,
  of: { tickets: string[]; amountCents: number | null },
): Promise<Result<RefundPreview>> {
  const values = { p_order: order, p_tickets: of.tickets, p_amount_cents: of.amountCents }
  return rpcResult(userClient(args), 'preview_refund', values, refundPreviewSchema)
}
