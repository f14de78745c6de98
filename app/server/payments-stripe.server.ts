import type Stripe from 'stripe'
import type {
  PaymentEvent,
  PaymentProviderDefinition,
  PaymentReport,
  PaymentStart,
  RefundResult,
} from './payments-port.server.ts'

/**
 * Moves money through Stripe Checkout Sessions (https://docs.stripe.com/payments/checkout). A payment's reference is its session's id.
 * Cards, wallets and debits are those that the account has switched on; Stripe's page shows them.
 */

/** The version that the library's types describe; webhook endpoints are created with it (docs/payments.md). */
const apiVersion = '2026-10-28.endive'
/** The origin of Stripe's payment page, for an account without a domain of its own there. */
const checkoutOrigin = 'https://checkout.stripe.com'
/** Seconds that a session lives at least, by Stripe's rules, and some for clocks that differ. It is ended with its hold. */
const shortestSession = 30 * 60 + 60
/** From this amount on, in cents, the buyer's bank is asked to authenticate. */
const authenticateFromCents = 30_000

const refundStates: Record<string, RefundResult['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export const stripeProvider: PaymentProviderDefinition = {
  name: 'stripe',
  isTest: false,

  pageSources: ({ STRIPE_API_URL }) => ({
    formAction: [STRIPE_API_URL ? new URL(STRIPE_API_URL).origin : checkoutOrigin],
  }),

  open({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: api, SITE_URL: site = '' }) {
    if (!key || !secret) return null
    const secrets = secret.split(',').map((text) => text.trim())
    let opened: Promise<Stripe> | undefined
    // Loaded at the first call: a site with another provider never needs the library.
    const client = () => (opened ??= openClient(key, api))

    async function readSession(ref: string): Promise<Stripe.Checkout.Session> {
      return (await client()).checkout.sessions.retrieve(ref, { expand: ['payment_intent'] })
    }

    return {
      name: stripeProvider.name,
      isTest: /^[rs]k_test_/.test(key),
      wallets: ['apple_pay', 'google_pay'],

      async start(payment) {
        const { checkout } = await client()
        const session = payment.ref
          ? await readSession(payment.ref)
          : await checkout.sessions.create(sessionOf(payment, site), { idempotencyKey: payment.paymentId })
        const { id: ref, url, client_secret: clientSecret } = session
        if (session.amount_total !== payment.amountCents)
          throw new Error(`Session ${ref} is over ${session.amount_total}, not ${payment.amountCents} cents.`)
        if (session.status !== 'open') return null
        if (url) return { ref, kind: 'redirect', url }
        return clientSecret ? { ref, kind: 'embedded', clientSecret } : null
      },

      async lookUp(ref) {
        const session = await readSession(ref)
        const kind = stateOf(session)
        return kind && toReport(session, kind, `look_up_${ref}_${kind}`, Math.floor(Date.now() / 1000))
      },

      async end(ref) {
        const { checkout, errors } = await openedWithErrors(client)
        try {
          await checkout.sessions.expire(ref)
        } catch (error) {
          // It was paid or had ended: its event or a look-up says which.
          if (!(error instanceof errors.StripeInvalidRequestError)) throw error
        }
      },

      async readEvent(body, headers, now) {
        const signature = headers.get('stripe-signature')
        if (signature === null) return null
        const { webhooks, errors } = await openedWithErrors(client)
        for (const each of secrets) {
          try {
            const event = await webhooks.constructEventAsync(
              body,
              signature,
              each,
              300,
              undefined,
              now * 1000,
            )
            return { event: toEvent(event) }
          } catch (error) {
            if (!(error instanceof errors.StripeSignatureVerificationError)) throw error
          }
        }
        return null
      },

      async refund({ refundId, refundRef, paymentRef, amountCents }) {
        const { refunds } = await client()
        if (refundRef) {
          const latest = toRefund(await refunds.retrieve(refundRef))
          if (latest.status !== 'failed') return latest
        }
        const { payment_intent: intent } = await readSession(paymentRef)
        if (!intent) throw new Error(`Session ${paymentRef} has no payment to refund.`)
        const payment_intent = typeof intent === 'string' ? intent : intent.id
        // After a failure the same key would repeat that failure.
        const idempotencyKey = refundRef ? `${refundId}-after-${refundRef}` : refundId
        return toRefund(
          await refunds.create(
            { payment_intent, amount: amountCents, metadata: { refund: refundId } },
            { idempotencyKey },
          ),
        )
      },
    }
  },
}

async function openClient(key: string, api: string | undefined): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const { protocol, hostname, port } = new URL(api || 'https://api.stripe.com')
  return new Library(key, {
    apiVersion,
    // The library retries failed connections, conflicts and errors of the API's, with the same idempotency key.
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    httpClient: Library.createFetchHttpClient(),
  })
}

async function openedWithErrors(client: () => Promise<Stripe>) {
  const [{ default: Library }, { checkout, webhooks }] = await Promise.all([import('stripe'), client()])
  return { errors: Library.errors, checkout, webhooks }
}

/**
 * Describes a session. The same payment always gives the same text, because Stripe refuses an idempotency key with another one.
 * @param site the site's origin
 */
function sessionOf(payment: PaymentStart, site: string): Stripe.Checkout.SessionCreateParams {
  const { amountCents, orderCode, paymentId, title } = payment
  const currency = payment.currency.toLowerCase()
  const metadata = { order: orderCode, payment: paymentId }
  return {
    mode: 'payment',
    client_reference_id: orderCode,
    customer_email: payment.email,
    line_items: payment.lines.map(({ name, quantity, totalCents }) => ({
      quantity: 1,
      price_data: {
        currency,
        unit_amount: totalCents,
        product_data: { name: `${quantity} × ${name}, ${title}` },
      },
    })),
    expires_at: Math.floor(Date.parse(payment.expiresAt) / 1000) + shortestSession,
    success_url: site + payment.returnPath,
    cancel_url: site + payment.cancelPath,
    metadata,
    payment_intent_data: {
      description: `Order ${orderCode}, ${title}`.slice(0, 500),
      statement_descriptor_suffix: orderCode,
      metadata,
    },
    payment_method_options:
      amountCents > authenticateFromCents ? { card: { request_three_d_secure: 'any' } } : {},
  }
}

/** @returns how a session stands; null while it is open */
function stateOf(session: Stripe.Checkout.Session): PaymentReport['kind'] | null {
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return null
  if (session.payment_status === 'paid') return 'succeeded'
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
    ? 'failed'
    : 'processing'
}

function toRefund({ id, status, failure_reason }: Stripe.Refund): RefundResult {
  return {
    refundRef: id,
    status: refundStates[status ?? ''] ?? 'pending',
    failureCode: failure_reason ?? null,
  }
}

function toReport(
  session: Stripe.Checkout.Session,
  kind: PaymentReport['kind'],
  id: string,
  createdAt: number,
): PaymentReport {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  return {
    kind,
    id,
    ref: session.id,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    failureCode: kind === 'failed' ? (intent?.last_payment_error?.code ?? 'payment_failed') : null,
    createdAt,
  }
}

/** @returns null for events that mean nothing to the site */
function toEvent(event: Stripe.Event): PaymentEvent | null {
  const { id, created } = event
  switch (event.type) {
    case 'checkout.session.completed': {
      const session = event.data.object
      return toReport(session, session.payment_status === 'paid' ? 'succeeded' : 'processing', id, created)
    }
    case 'checkout.session.async_payment_succeeded':
      return toReport(event.data.object, 'succeeded', id, created)
    case 'checkout.session.async_payment_failed':
      return toReport(event.data.object, 'failed', id, created)
    case 'checkout.session.expired':
      return toReport(event.data.object, 'expired', id, created)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { refundRef, status, failureCode } = toRefund(event.data.object)
      const refundId = event.data.object.metadata?.refund ?? null
      return { kind: `refund_${status}`, id, refundRef, refundId, failureCode, createdAt: created }
    }
    default:
      return null
  }
}
