import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { type Refusal, type Result, refused } from '#core/result.ts'
import { networkOf } from '#server/limits.server.ts'
import { hashToken } from '#server/link-token.server.ts'
import { consumeRateLimits, rateLimitKey } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { renameTicketSchema } from './tickets.schema.ts'
import { renamedTicketSchema } from './tickets.types.ts'

const hour = 3600

/**
 * Mails links to the orders of an address, if there are any. The response never depends on that.
 * @param address where the request came from
 * @returns a refusal above the rate limit, else null
 */
export async function sendTicketLinks(email: string, address: string): Promise<Refusal | null> {
  const limited = await consumeRateLimits(
    { key: rateLimitKey('ticket-links', email.toLowerCase()), limit: 5, windowSeconds: hour },
    { key: rateLimitKey('ticket-links-network', networkOf(address)), limit: 20, windowSeconds: hour },
  )
  if (limited) return limited
  await rpc(serviceClient(), 'queue_ticket_links', { p_email: email }, z.int())
  return null
}

/**
 * Changes the name on a ticket.
 * @param form which ticket, and its new name
 * @param token of the secret link that the ticket was opened by; null for the caller's own tickets
 * @returns the name as it is now, or a refusal: not_found, name_invalid, invalid_state, renames_used, rename_closed, rate_limited
 */
export async function renameTicket(
  args: RequestArgs,
  form: z.output<typeof renameTicketSchema>,
  token: string | null,
): Promise<Result<z.output<typeof renamedTicketSchema>>> {
  const { address } = args.context.requestContext
  const limited = await consumeRateLimits(
    { key: rateLimitKey('ticket-rename', form.ticket), limit: 20, windowSeconds: hour },
    { key: rateLimitKey('ticket-rename-network', networkOf(address)), limit: 100, windowSeconds: hour },
  )
  if (limited) return { ok: false, refusal: limited }
  const change = { p_ticket: form.ticket, p_name: form.name }
  if (token === null) return rpcResult(userClient(args), 'rename_my_ticket', change, renamedTicketSchema)
  if (!linkTokenSchema.safeParse(token).success) return refused('not_found')
  return rpcResult(
    serviceClient(),
    'rename_ticket_by_link',
    { ...change, p_token_hash: hashToken(token) },
    renamedTicketSchema,
  )
}
