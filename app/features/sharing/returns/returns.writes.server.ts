import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import type { Result } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { checkHolder, type Holder } from '../ticket-holder.server.ts'
import { listedTicketSchema, returnsSchema, type TicketReturns } from './returns.types.ts'

/**
 * Lists a ticket for return, or takes it back.
 * @returns a refusal: not_found, rate_limited; not_returnable for one to list; return_over, resale_selling for one to take back
 */
export async function changeListing(
  args: RequestArgs,
  holder: Holder,
  { intent, ticket }: { intent: 'list' | 'unlist'; ticket: string },
): Promise<Result<unknown>> {
  const asked = await checkHolder(args, 'ticket_return', holder, ticket)
  if (!asked.ok) return asked
  return intent === 'list'
    ? await rpcResult(serviceClient(), 'return_ticket', asked.value, listedTicketSchema)
    : await rpcResult(serviceClient(), 'unlist_ticket', asked.value, z.unknown())
}

/** Reads the returns of the tickets that a secret link opens. @param token the link's, as its address has it */
export async function readReturnsByLink(token: string): Promise<TicketReturns> {
  if (!linkTokenSchema.safeParse(token).success) return []
  return await rpc(serviceClient(), 'read_returns_by_link', { p_token_hash: hashToken(token) }, returnsSchema)
}
