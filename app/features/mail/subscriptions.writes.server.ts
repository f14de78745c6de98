/** Joins and leaves the mailing list. */
import * as z from 'zod'
import type { Refusal } from '#core/result.ts'
import { hashNetwork } from '#server/consent-network.server.ts'
import { hashToken } from '#server/link-token.server.ts'
import { countTypedEmail } from '#server/rate-limit.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { subscriptionTextVersion } from './subscription-text.ts'
import { type SubscriptionLink, subscriptionLinkSchema } from './subscriptions.types.ts'

/**
 * Asks the owner of an address to confirm by mail that it joins the list. The response is the same whether the address is on
 * it or not. With the invisible field filled in, nothing happens and nothing is said.
 * @returns null, or a refusal: `rate_limited`
 */
export async function requestSubscription(
  args: RequestArgs,
  form: { email: string; website?: string | undefined },
): Promise<Refusal | null> {
  if (form.website) return null
  const limited = await countTypedEmail(args, 'newsletter', form.email)
  if (limited) return limited
  const values = {
    p_email: form.email,
    p_text_version: subscriptionTextVersion,
    p_address_hash: hashNetwork(args),
  }
  await rpc(serviceClient(), 'request_subscription', values, z.unknown())
  return null
}

/** Reads what a link of the list is for, without using it. */
export async function readSubscriptionLink(token: string): Promise<SubscriptionLink> {
  const values = { p_token_hash: hashToken(token) }
  return await rpc(serviceClient(), 'read_subscription_link', values, subscriptionLinkSchema)
}

/**
 * Does what a link of the list is for: joins or leaves.
 * @returns what is true now; null when the link has ended
 */
export async function followSubscriptionLink(token: string): Promise<'joined' | 'left' | null> {
  const link = await readSubscriptionLink(token)
  if (!link) return null
  const confirms = link.purpose === 'subscription_confirm'
  const name = confirms ? 'confirm_subscription' : 'end_subscription'
  const done = await rpc(serviceClient(), name, { p_token_hash: hashToken(token) }, z.boolean())
  if (!done) return null
  return confirms ? 'joined' : 'left'
}
