import * as z from 'zod'
import { isSignedBy } from '../../app/server/payment-signature.server.ts'
import type {
  PaymentEvent,
  PaymentProviderDefinition,
  PaymentReport,
  RefundResult,
} from '../../app/server/payments-port.server.ts'

/**
 * A payment provider for tests that works as Stripe's Checkout Sessions do: references, an origin, a signature and events of
 * its own. A site takes it in by PAYMENT_PROVIDER_MODULE, which production refuses. Its other side is e2e/stripe-stand-in.ts.
 */

const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  id: z.string(),
  url: z.string().nullable(),
  client_secret: z.string().nullable(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid']),
  payment_intent: z.union([z.string(), z.object({ id: z.string(), status: z.string() })]).nullable(),
  amount_total: z.int(),
  currency: z.string(),
})
type Session = z.output<typeof sessionSchema>

const refundSchema = z.object({
  object: z.literal('refund'),
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed', 'canceled']),
  failure_reason: z.string().nullable(),
  metadata: z.object({ refund: z.string().optional() }),
})

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  data: z.object({ object: z.unknown() }),
})

const refundStates = {
  pending: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
} as const

export const provider: PaymentProviderDefinition = {
  name: 'test_stripe',
  isTest: true,

  pageSources: ({ TEST_STRIPE_URL }) =>
    TEST_STRIPE_URL ? { formAction: [new URL(TEST_STRIPE_URL).origin] } : {},

  open({ TEST_STRIPE_URL: url, TEST_STRIPE_KEY: key, TEST_STRIPE_WEBHOOK_SECRET: secret, SITE_URL: site }) {
    if (!secret) return null
    const secrets = secret.split(',')

    /** Calls the API. @param form fields to post; without them it reads */
    async function call(path: string, form?: Record<string, string>, idempotencyKey = ''): Promise<unknown> {
      const response = await fetch(`${url}/v1/${path}`, {
        method: form ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, ...(form ? { 'idempotency-key': idempotencyKey } : {}) },
        body: form ? new URLSearchParams(form) : null,
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) throw new Error(`${path} responded with ${response.status} ${await response.text()}`)
      return await response.json()
    }

    async function readSession(ref: string): Promise<Session> {
      return sessionSchema.parse(await call(`checkout/sessions/${ref}?expand[]=payment_intent`))
    }

    return {
      name: provider.name,
      isTest: true,
      wallets: ['apple_pay', 'google_pay'],

      async start(payment) {
        const form: Record<string, string> = {
          mode: 'payment',
          client_reference_id: payment.orderCode,
          customer_email: payment.email,
          expires_at: String(Math.floor(Date.parse(payment.expiresAt) / 1000)),
          success_url: site + payment.returnPath,
          cancel_url: site + payment.cancelPath,
        }
        for (const [n, { name, quantity, totalCents }] of payment.lines.entries()) {
          form[`line_items[${n}][quantity]`] = '1'
          form[`line_items[${n}][price_data][currency]`] = payment.currency.toLowerCase()
          form[`line_items[${n}][price_data][unit_amount]`] = String(totalCents)
          form[`line_items[${n}][price_data][product_data][name]`] = `${quantity} × ${name}, ${payment.title}`
        }
        const session = payment.ref
          ? await readSession(payment.ref)
          : sessionSchema.parse(await call('checkout/sessions', form, payment.paymentId))
        const { id: ref } = session
        const opened = payment.wallet ? `?wallet=${payment.wallet}` : ''
        if (session.url) return { ref, kind: 'redirect', url: session.url + opened }
        if (session.client_secret) return { ref, kind: 'embedded', clientSecret: session.client_secret }
        return null
      },

      async lookUp(ref) {
        const session = await readSession(ref)
        const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
        if (session.status === 'open') return null
        const kind =
          session.status === 'expired'
            ? 'expired'
            : session.payment_status === 'paid'
              ? 'succeeded'
              : intent?.status === 'requires_payment_method'
                ? 'failed'
                : 'processing'
        return toReport(session, kind, `look_up_${ref}_${kind}`, Math.floor(Date.now() / 1000))
      },

      async readEvent(body, headers, now) {
        const signature = headers.get('stripe-signature')
        if (signature === null || !isSignedBy(body, signature, secrets, now)) return null
        return { event: toEvent(eventSchema.parse(JSON.parse(body))) }
      },

      async refund({ refundId, refundRef, paymentRef, amountCents }) {
        if (refundRef) {
          const earlier = toRefund(await call(`refunds/${refundRef}`))
          if (earlier.status !== 'failed') return earlier
        }
        const { payment_intent: intent } = await readSession(paymentRef)
        const form = {
          payment_intent: typeof intent === 'object' ? (intent?.id ?? '') : intent,
          amount: String(amountCents),
          'metadata[refund]': refundId,
        }
        // After a failure the same key would repeat that failure.
        return toRefund(await call('refunds', form, refundRef ? `${refundId}-after-${refundRef}` : refundId))
      },
    }
  },
}

function toRefund(value: unknown): RefundResult {
  const { id, status, failure_reason: failureCode } = refundSchema.parse(value)
  return { refundRef: id, status: refundStates[status], failureCode }
}

function toReport(
  { id: ref, amount_total: amountCents, currency }: Session,
  kind: PaymentReport['kind'],
  id: string,
  createdAt: number,
): PaymentReport {
  const failureCode = kind === 'failed' ? 'payment_intent_payment_attempt_failed' : null
  return { kind, id, ref, amountCents, currency: currency.toUpperCase(), failureCode, createdAt }
}

/** @returns null for events that mean nothing to the site */
function toEvent({ id, type, created, data }: z.output<typeof eventSchema>): PaymentEvent | null {
  switch (type) {
    case 'checkout.session.completed': {
      const session = sessionSchema.parse(data.object)
      return toReport(session, session.payment_status === 'paid' ? 'succeeded' : 'processing', id, created)
    }
    case 'checkout.session.async_payment_succeeded':
      return toReport(sessionSchema.parse(data.object), 'succeeded', id, created)
    case 'checkout.session.async_payment_failed':
      return toReport(sessionSchema.parse(data.object), 'failed', id, created)
    case 'checkout.session.expired':
      return toReport(sessionSchema.parse(data.object), 'expired', id, created)
    case 'refund.updated':
    case 'refund.failed': {
      const refund = refundSchema.parse(data.object)
      return {
        kind: `refund_${refundStates[refund.status]}`,
        id,
        refundRef: refund.id,
        refundId: refund.metadata.refund ?? null,
        failureCode: refund.failure_reason,
        createdAt: created,
      }
    }
    default:
      return null
  }
}
