import { linkTokenSchema } from '#core/account-fields.ts'
import { type Result, refused } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import type { RequestArgs } from '#server/session.server.ts'

/** Names the holder of a ticket: a person, or whoever has a secret link. */
export type Holder = { user: string } | { token: string }

/**
 * Finds who asks for a change of a ticket on the page of tickets.
 * @param user the person who asks; null for a visitor, who needs the token of a link
 * @returns `order`, the token of the link that the page was opened with, and the holder, null for a visitor without one
 */
export function readHolder({ request }: RequestArgs, user: string | null) {
  const order = new URL(request.url).searchParams.get('order')
  const holder: Holder | null = order !== null ? { token: order } : user ? { user } : null
  return { order, holder }
}

/**
 * Counts a try of a holder to change a ticket, and turns the holder into the arguments of the function that changes it.
 * @returns a refusal: rate_limited, not_found for a token that cannot be one
 */
export async function checkHolder(
  args: RequestArgs,
  limit: 'ticket_transfer' | 'ticket_return',
  holder: Holder,
  ticket: string,
): Promise<Result<{ p_user: string | null; p_token_hash: string | null; p_ticket: string }>> {
  const limited = await countAttempt({ limit, subject: ticket, network: await visitorNetwork(args) })
  if (limited) return { ok: false, refusal: limited }
  if ('user' in holder)
    return { ok: true, value: { p_user: holder.user, p_token_hash: null, p_ticket: ticket } }
  if (!linkTokenSchema.safeParse(holder.token).success) return refused('not_found')
  return { ok: true, value: { p_user: null, p_token_hash: hashToken(holder.token), p_ticket: ticket } }
}
