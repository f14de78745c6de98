import { serviceClient } from '#server/supabase.server.ts'

/**
 * Reads how much of a payment can still be refunded, in cents; 0 for one that is not known.
 * @param provider the provider's name
 * @param ref the provider's reference of it
 */
export async function readRefundableCents(provider: string, ref: string): Promise<number> {
  const { data, error } = await serviceClient()
    .from('payments')
    .select('left_cents')
    .match({ provider, provider_ref: ref })
    .maybeSingle()
  if (error) throw error
  return data?.left_cents ?? 0
}
