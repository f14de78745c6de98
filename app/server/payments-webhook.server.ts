import type { PaymentEvent, PaymentProvider } from './payments-port.server.ts'

/**
 * Where providers report: verification, reading and the response, shared by the site's route and the edge function. It
 * imports nothing of the site's, so that Deno can load it as it is.
 */

/** The call of the database that takes in an event: the function's name and its parameters. */
export type PaymentEventCall =
  | { name: 'apply_payment_event'; args: EventArgs & MoneyArgs & { p_payment_ref: string } }
  | { name: 'apply_refund_event'; args: EventArgs & { p_refund_ref: string; p_refund: string | null } }
  | {
      name: 'apply_dispute_event'
      args: EventArgs & MoneyArgs & { p_payment_ref: string; p_dispute_ref: string }
    }
type EventArgs = {
  p_provider: string
  p_event_id: string
  p_kind: string
  p_payload: Record<string, string | number | boolean | null>
}
type MoneyArgs = { p_amount_cents: number; p_currency: string }

/**
 * @param provider the provider's name
 * @returns the function of the database that takes in an event, with its parameters
 */
export function eventCall(provider: string, event: PaymentEvent): PaymentEventCall {
  const common = { p_provider: provider, p_event_id: event.id, p_kind: event.kind }
  const created = event.createdAt
  if ('disputeRef' in event) {
    const { disputeRef, paymentRef, amountCents, currency, reasonCode, isInquiry, dueAt, openedAt } = event
    const p_payload = {
      created,
      reason: reasonCode,
      is_inquiry: isInquiry,
      due_at: dueAt,
      opened_at: openedAt,
    }
    const named = { p_dispute_ref: disputeRef, p_payment_ref: paymentRef }
    const args = { ...common, ...named, p_amount_cents: amountCents, p_currency: currency, p_payload }
    return { name: 'apply_dispute_event', args }
  }
  if ('refundRef' in event) {
    const { refundRef, refundId, paymentRef, amountCents, currency, failureCode } = event
    const p_payload = {
      created,
      failure_code: failureCode,
      payment_ref: paymentRef,
      amount_cents: amountCents,
      currency,
    }
    return {
      name: 'apply_refund_event',
      args: { ...common, p_refund_ref: refundRef, p_refund: refundId, p_payload },
    }
  }
  const { ref, amountCents, currency, failureCode, cardFingerprint, card } = event
  const p_payload = {
    created,
    failure_code: failureCode,
    card_fingerprint: cardFingerprint,
    ...(card ? { card_brand: card.brand, card_last4: card.last4 } : {}),
  }
  const args = { ...common, p_payment_ref: ref, p_amount_cents: amountCents, p_currency: currency, p_payload }
  return { name: 'apply_payment_event', args }
}

/** Limits the length of a webhook's body, in bytes; the site reads no more of one. */
export const longestEvent = 256 * 1024

/**
 * Receives one request of a provider. The signature over the exact bytes is the only credential: without it nothing is
 * parsed.
 * @param provider whose webhook it is; null where none of that name is set up
 * @param applyEvent takes in a verified event and returns its outcome; what it throws becomes a 500, so that the provider
 *   sends the event again
 * @returns 200 with the outcome of its last event, `ignored` for events that mean nothing to us; 400 for what was not signed by the provider
 */
export async function receivePaymentEvent(
  request: Request,
  provider: PaymentProvider | null,
  applyEvent: (event: PaymentEvent, provider: string) => Promise<string>,
): Promise<Response> {
  if (!provider) return failure('No such payment provider is set up.')
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > longestEvent) return failure('The event is too long.')
  const body = new TextDecoder().decode(bytes)
  const read = await provider.readEvent(body, request.headers, Math.floor(Date.now() / 1000))
  if (!read) return failure('The signature is missing, wrong or too old, or the event is malformed.')
  let outcome = 'ignored'
  for (const event of read.events) outcome = await applyEvent(event, provider.name)
  return Response.json({ received: true, outcome }, { headers: { 'cache-control': 'no-store' } })
}

function failure(message: string): Response {
  const body = { message, errors: [{ message, field: null }] }
  return Response.json(body, { status: 400, headers: { 'cache-control': 'no-store' } })
}
