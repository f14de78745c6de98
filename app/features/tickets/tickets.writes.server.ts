import * as z from 'zod'
import type { Refusal } from '#core/result.ts'
import { networkOf } from '#server/limits.server.ts'
import { consumeRateLimits, rateLimitKey } from '#server/rate-limit.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

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
