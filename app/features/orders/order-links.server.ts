import { createHash, randomBytes } from 'node:crypto'
import { asService } from '#server/supabase.server.ts'

/** A link's token as the database knows it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Gives an order a secret link, in place of the one it had for that purpose. Only the caller ever sees the token.
 * @param purpose `tickets` lives until a day after the event, `lookup` for a day
 * @returns the token: 256 random bits, base64url
 */
export async function addOrderLink(orderId: string, purpose: 'tickets' | 'lookup'): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { error } = await asService().rpc('add_order_link', {
    p_order: orderId,
    p_token_hash: hashToken(token),
    p_purpose: purpose,
  })
  if (error) throw error
  return token
}
