import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { type Result, refused } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { listedTicketSchema, returnsSchema, type TicketReturns } from './returns.types.ts'

/** Names the holder of a ticket: a person, or whoever has a secret link. */
export type Holder = { user: string } | { token: string }

/**
 * Lists a ticket for return, or takes it back.
 * @returns a refusal: not_found, rate_limited; not_returnable for one to list; return_over, resale_selling for one to take back
 */
export async function changeListing(
  args: RequestArgs,
  holder: Holder,
  { intent, ticket }: { intent: 'list' | 'unlist'; ticket: string },
): Promise<Result<unknown>> {
  const limited = await countAttempt({
    limit: 'ticket_return',
    subject: ticket,
    network: await visitorNetwork(args),
  })
  if (limited) return { ok: false, refusal: limited }
  if ('token' in holder && !linkTokenSchema.safeParse(holder.token).success) return refused('not_found')
  const values = {
    p_user: 'user' in holder ? holder.user : null,
    p_token_hash: 'token' in holder ? hashToken(holder.token) : null,
    p_ticket: ticket,
  }
  return intent === 'list'
    ? await rpcResult(serviceClient(), 'return_ticket', values, listedTicketSchema)
    : await rpcResult(serviceClient(), 'unlist_ticket', values, z.unknown())
}

/** Reads the returns of the tickets that a secret link opens. @param token the link's, as its address has it */
export async function readReturnsByLink(token: string): Promise<TicketReturns> {
  if (!linkTokenSchema.safeParse(token).success) return []
  return await rpc(serviceClient(), 'read_returns_by_link', { p_token_hash: hashToken(token) }, returnsSchema)
}
