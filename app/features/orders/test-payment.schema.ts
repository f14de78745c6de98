import * as z from 'zod'

/** Lists what the buttons of the test provider's page decide. */
const decisions = [
  'succeeded',
  'failed',
  'processing',
  'second_step',
  'disputed',
  'won',
  'lost',
  'refunded',
] as const

/** The form of the test provider's page. It is ours alone: whatever else is sent has no message. */
export const testPaymentSchema = z.object({
  decision: z.enum(decisions),
  /** Says why a card is declined; Stripe uses the same codes. */
  failureCode: z
    .enum(['card_declined', 'insufficient_funds', 'expired_card', 'authentication_failed'])
    .default('card_declined'),
  delivery: z.enum(['once', 'twice', 'reordered', 'late']).default('once'),
  card: z.string().trim().max(60).default(''),
  /** Dollars of a refund, as cents; absent for all that is left. */
  amount: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .transform((dollars) => Math.round(Number(dollars) * 100))
    .optional(),
})
