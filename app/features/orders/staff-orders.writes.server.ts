import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type TicketMailResult, ticketMailResultSchema } from './orders.types.ts'

/**
 * Mails the links to their tickets again to the buyers of orders.
 * @param codes of 1 to 200 orders
 * @param hurryReason why orders that were mailed in the last 10 minutes are mailed too; null skips them
 * @param key idempotency key: the same one again mails nothing and returns the same result
 * @returns how many mails were queued and which orders were skipped, or a refusal: not_allowed, invalid, reason_required, key_reused
 */
export async function resendTicketMails(
  args: RequestArgs,
  codes: string[],
  hurryReason: string | null,
  key: string,
): Promise<Result<TicketMailResult>> {
  const values = { p_codes: codes, p_key: key, p_hurry_reason: hurryReason }
  return rpcResult(userClient(args), 'resend_ticket_mails', values, ticketMailResultSchema)
}
