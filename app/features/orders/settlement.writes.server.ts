import * as z from 'zod'
import { type PaymentEvent, readPaymentProvider } from '#server/payments.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const outcomeSchema = z.object({
  outcome: z.enum(['paid', 'already_paid', 'failed', 'processing', 'ignored', 'refunding', 'parked']),
  order_id: z.uuid().nullable(),
  reason: z.string().nullable(),
  duplicate: z.boolean(),
})
export type Settlement = z.output<typeof outcomeSchema>

const openSchema = z.array(z.object({ ref: z.string(), order_id: z.uuid() }))

/**
 * Takes in one report of the provider. The webhook, the page the buyer returns to and the reconciliation all end here;
 * the database makes the same report harmless however often and from wherever it comes.
 * @param provider the provider's name
 */
export async function applyPaymentEvent(provider: string, event: PaymentEvent): Promise<Settlement> {
  const { data, error } = await serviceClient().rpc('apply_payment_event', {
    p_provider: provider,
    p_event_id: event.id,
    p_kind: event.kind,
    p_payment_ref: event.ref,
    p_amount_cents: event.amountCents,
    p_currency: event.currency,
    p_payload: { created: event.createdAt, failure_code: event.failureCode },
  })
  if (error) throw error
  return outcomeSchema.parse(data)
}

/**
 * Asks the provider how open payments stand and takes in its answers: of one order, when its buyer has returned; of all,
 * for reports that never arrived.
 * @returns how many answers there were
 */
export async function settleOpenPayments(
  of: { orderId: string } | { olderThanSeconds: number },
): Promise<number> {
  const provider = readPaymentProvider()
  if (!provider) return 0
  const { data, error } = await serviceClient().rpc('list_open_payments', {
    p_provider: provider.name,
    p_order: 'orderId' in of ? of.orderId : null,
    p_older_than_seconds: 'orderId' in of ? 0 : of.olderThanSeconds,
    p_limit: 50,
  })
  if (error) throw error
  let answers = 0
  for (const { ref } of openSchema.parse(data)) {
    const event = await provider.lookUp(ref)
    if (!event) continue
    await applyPaymentEvent(provider.name, event)
    answers++
  }
  return answers
}
