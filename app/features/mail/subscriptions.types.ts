import * as z from 'zod'

/** Result of `read_subscription_link`; null for a link that has ended. */
export const subscriptionLinkSchema = z
  .object({
    purpose: z.enum(['subscription_confirm', 'subscription_end']),
    email: z.string(),
    status: z.enum(['requested', 'active', 'ended']),
  })
  .nullable()
export type SubscriptionLink = z.output<typeof subscriptionLinkSchema>
