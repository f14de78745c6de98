import { hashToken, makeToken } from '#server/link-token.server.ts'
import { asService } from '#server/supabase.server.ts'

/**
 * Gives an order a secret link for a day, in place of the one it had for that purpose. Only the caller sees the token.
 * @returns the token
 */
export async function addLookupLink(orderId: string): Promise<string> {
  const token = makeToken()
  const { error } = await asService().rpc('add_order_link', {
    p_order: orderId,
    p_token_hash: hashToken(token),
    p_purpose: 'lookup',
  })
  if (error) throw error
  return token
}
