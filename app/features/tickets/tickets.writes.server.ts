import type { Refusal } from '#core/result.ts'
import { attemptKey, takeAttempts } from '#server/attempts.server.ts'
import { networkOf } from '#server/limits.server.ts'
import { asService } from '#server/supabase.server.ts'

const hour = 3600

/**
 * Mails links to the orders of an address, if there are any. What the visitor is told never depends on that.
 * @param address where the request came from
 * @returns a refusal when too many were asked for, else null
 */
export async function sendTicketLinks(email: string, address: string): Promise<Refusal | null> {
  const limited = await takeAttempts(
    { key: attemptKey('ticket-links', email.toLowerCase()), limit: 5, windowSeconds: hour },
    { key: attemptKey('ticket-links-network', networkOf(address)), limit: 20, windowSeconds: hour },
  )
  if (limited) return limited
  const { error } = await asService().rpc('queue_ticket_links', { p_email: email })
  if (error) throw error
  return null
}
