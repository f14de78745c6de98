import { linkTokenSchema } from '#core/account-fields.ts'
import { hashToken } from '#server/link-token.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type Receipt, receiptSchema } from './receipts.types.ts'

/**
 * Reads the receipt of an order.
 * @param code the order's
 * @param token of the secret link that the order was opened by; null for the caller's own, and for admins
 * @returns null where the caller has no such order, or it has no receipt
 */
export async function readReceipt(
  args: RequestArgs,
  code: string,
  token: string | null,
): Promise<Receipt | null> {
  if (token === null) return rpc(userClient(args), 'read_receipt', { p_code: code }, receiptSchema.nullable())
  if (!linkTokenSchema.safeParse(token).success) return null
  const hash = { p_token_hash: hashToken(token) }
  const found = await rpc(serviceClient(), 'read_receipt_by_link', hash, receiptSchema.nullable())
  return found?.content.orderCode === code ? found : null
}
