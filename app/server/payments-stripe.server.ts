import type Stripe from 'stripe'
import type {
  DisputeEvidence,
  DisputeReport,
  PaymentEvent,
  PaymentProviderDefinition,
  PaymentReport,
  PaymentStart,
  RefundReport,
  RefundResult,
} from './payments-port.server.ts'

/**
 * Moves money through Stripe Checkout Sessions (https://docs.stripe.com/payments/checkout). A payment's reference is its session's id.
 * Cards, wallets and debits are those that the account has switched on; Stripe's page shows them.
 */

/** The form of `metadata.refund` in our refunds. Another system on the same account may use the name for something else. */
const ourRefund = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The version that the library's types describe; webhook endpoints are created with it (docs/payments.md). */
const apiVersion = '2026-10-28.endive'
/** The origin of Stripe's payment page, for an account without a domain of its own there. */
const checkoutOrigin = 'https://checkout.stripe.com'
/** Seconds that a session lives at least, by Stripe's rules, and some for clocks that differ. It is ended with its hold. */
const shortestSession = 30 * 60 + 60
/** Length of one text of evidence, in characters, by Stripe's rules. */
const longestEvidence = 20_000
/** The smallest charge in US dollars, by Stripe's rules (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leastCents = 50
/** Above this amount, in cents, the buyer's bank is asked to authenticate. */
const authenticateAboveCents = 30_000

const refundStates: Record<string, RefundResult['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/** Says how the states of a dispute at Stripe stand for us; every other one waits for evidence. */
const disputeStates: Record<string, DisputeReport['kind']> = {
  won: 'dispute_won',
  warning_closed: 'dispute_won',
  prevented: 'dispute_won',
  lost: 'dispute_lost',
  under_review: 'dispute_review',
  warning_under_review: 'dispute_review',
  appeal_under_review: 'dispute_review',
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
      return (await client()).checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] })
    }

    /** @returns the session's id that a payment intent belongs to; null for a payment that the site did not open */
    async function sessionOfIntent(intent: string | { id: string } | null): Promise<string | null> {
      if (!intent) return null
      const payment_intent = typeof intent === 'string' ? intent : intent.id
      const { data } = await (await client()).checkout.sessions.list({ payment_intent, limit: 1 })
      return data[0]?.id ?? null
    }

    async function toDisputeReport(
      dispute: Stripe.Dispute,
      id: string,
      createdAt: number,
    ): Promise<DisputeReport | null> {
      const paymentRef = await sessionOfIntent(dispute.payment_intent)
      if (!paymentRef) return null
      const { status, evidence_details: details } = dispute
      return {
        kind: disputeStates[status] ?? 'dispute_open',
        id,
        disputeRef: dispute.id,
        paymentRef,
        amountCents: dispute.amount,
        currency: dispute.currency.toUpperCase(),
        reasonCode: dispute.reason,
        isInquiry: status.startsWith('warning_'),
        // Stripe writes 0 where no answer is taken.
        dueAt: details?.due_by || null,
        openedAt: dispute.created,
        createdAt,
      }
    }

    async function toRefundReport(
      refund: Stripe.Refund,
      id: string,
      createdAt: number,
    ): Promise<RefundReport | null> {
      const { refundRef, status, failureCode } = toRefund(refund)
      const refundId = refundIdOf(refund)
      const paymentRef = refundId ? null : await sessionOfIntent(refund.payment_intent)
      if (!refundId && !paymentRef) return null
      const currency = refund.currency.toUpperCase()
      const money = { paymentRef, amountCents: refund.amount, currency }
      return { kind: `refund_${status}`, id, refundRef, refundId, ...money, failureCode, createdAt }
    }

    /** @returns what an event means to the site: nothing, or one report or more */
    async function toEvents(event: Stripe.Event): Promise<PaymentEvent[]> {
      const { id, created } = event
      // Money of an account that is connected to ours is not ours.
      if (event.account) return []
      switch (event.type) {
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded': {
          const session = event.data.object
          if (session.payment_status !== 'paid') return [toReport(session, 'processing', id, created)]
          // The event names the payment only; the card is read with it.
          return [toReport(await readSession(session.id), 'succeeded', id, created)]
        }
        case 'checkout.session.async_payment_failed':
          return [toReport(event.data.object, 'failed', id, created)]
        case 'checkout.session.expired':
          return [toReport(event.data.object, 'expired', id, created)]
        case 'refund.created':
        case 'refund.updated':
        case 'refund.failed':
          return present([await toRefundReport(event.data.object, id, created)])
        case 'charge.refunded': {
          // It names no refund: those that are known already change nothing.
          const { data } = await (await client()).refunds.list({ charge: event.data.object.id, limit: 100 })
          return present(
            await Promise.all(data.map((refund) => toRefundReport(refund, `${id}_${refund.id}`, created))),
          )
        }
        case 'charge.dispute.created':
        case 'charge.dispute.updated':
        case 'charge.dispute.closed':
        case 'charge.dispute.funds_withdrawn':
        case 'charge.dispute.funds_reinstated':
          return present([await toDisputeReport(event.data.object, id, created)])
        default:
          return []
      }
    }

    return {
      name: stripeProvider.name,
      isTest: /^[rs]k_test_/.test(key),
      leastCents,

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
            return { events: await toEvents(event) }
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

      async listRecent(since) {
        const { disputes, refunds } = await client()
        const of = { created: { gte: since }, limit: 100 }
        const now = Math.floor(Date.now() / 1000)
        const reports: Promise<PaymentEvent | null>[] = []
        for await (const dispute of disputes.list(of))
          reports.push(toDisputeReport(dispute, lookUpId(dispute), now))
        for await (const refund of refunds.list(of)) {
          // Ours are asked about by their own job.
          if (!refundIdOf(refund)) reports.push(toRefundReport(refund, lookUpId(refund), now))
        }
        return present(await Promise.all(reports))
      },

      async lookUpDispute(ref) {
        const dispute = await (await client()).disputes.retrieve(ref)
        return await toDisputeReport(dispute, lookUpId(dispute), Math.floor(Date.now() / 1000))
      },

      async sendEvidence(ref, evidence) {
        const { disputes, errors } = await openedWithErrors(client)
        try {
          await disputes.update(ref, { evidence: evidenceOf(evidence), submit: true })
          return true
        } catch (error) {
          if (error instanceof errors.StripeInvalidRequestError) return false
          throw error
        }
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
  const [{ default: Library }, opened] = await Promise.all([import('stripe'), client()])
  const { checkout, disputes, webhooks } = opened
  return { errors: Library.errors, checkout, disputes, webhooks }
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
      statement_descriptor_suffix: statementSuffix(orderCode),
      metadata,
    },
    payment_method_options:
      amountCents > authenticateAboveCents ? { card: { request_three_d_secure: 'any' } } : {},
  }
}

/** Returns what follows our name on a card statement: the order's code, which Stripe refuses where it is digits only. */
function statementSuffix(orderCode: string): string {
  return /[A-Z]/.test(orderCode) ? orderCode : `N${orderCode}`
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

/** @returns our id of a refund; null for one that was made at Stripe, or by another system */
function refundIdOf({ metadata }: Stripe.Refund): string | null {
  const id = metadata?.refund
  return id && ourRefund.test(id) ? id : null
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
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  return {
    kind,
    id,
    ref: session.id,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    failureCode: kind === 'failed' ? (intent?.last_payment_error?.code ?? 'payment_failed') : null,
    cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? null,
    card: cardOf(charge?.payment_method_details?.card),
    createdAt,
  }
}

/** Returns what staff read of a card; null where the provider does not tell. */
function cardOf(
  card: { brand?: string | null; last4?: string | null } | null | undefined,
): PaymentReport['card'] {
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null
}

/** Names a state of an object, so that it takes effect once however often it is looked up. */
function lookUpId({ id, status }: { id: string; status: string | null }): string {
  return `look_up_${id}_${status}`
}

function present<T>(reports: (T | null)[]): T[] {
  return reports.filter((report) => report !== null)
}

function evidenceOf(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  const fields = {
    customer_name: evidence.customerName,
    customer_email_address: evidence.customerEmail,
    customer_purchase_ip: evidence.customerAddress,
    product_description: evidence.productDescription,
    service_date: evidence.serviceDate,
    access_activity_log: evidence.accessLog,
    refund_policy_disclosure: evidence.refundPolicy,
    uncategorized_text: evidence.otherText,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (text ? [[name, text.slice(0, longestEvidence)]] : [])),
  )
}
