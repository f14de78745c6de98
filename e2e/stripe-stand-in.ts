import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

/**
 * Replaces Stripe in this process: its API in the shapes of its library, its payment page at an origin of its own, and its
 * signed events. Amounts come from the line items, references are its own, and an idempotency key repeats its first response.
 */

/** The part of a session that the site may depend on. */
type Session = Pick<
  Stripe.Checkout.Session,
  | 'object'
  | 'id'
  | 'url'
  | 'client_secret'
  | 'status'
  | 'payment_status'
  | 'amount_total'
  | 'currency'
  | 'customer_email'
  | 'success_url'
  | 'cancel_url'
  | 'expires_at'
  | 'metadata'
> & { payment_intent: string | null }
type Refund = Pick<
  Stripe.Refund,
  | 'object'
  | 'id'
  | 'amount'
  | 'currency'
  | 'charge'
  | 'status'
  | 'failure_reason'
  | 'metadata'
  | 'payment_intent'
  | 'created'
>
type Dispute = Pick<
  Stripe.Dispute,
  'object' | 'id' | 'amount' | 'currency' | 'charge' | 'reason' | 'status' | 'payment_intent' | 'created'
> & { evidence_details: { due_by: number | null }; evidence: Record<string, string> }

export type StripeStandIn = {
  url: string
  /** Settings of a site that uses it. */
  settings: Record<string, string>
  /** Address of the webhook; null drops events. */
  webhookUrl: string | null
  sessions: Map<string, Session>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  /** Fingerprint of the card of the next payments; null for a payment without a card. */
  card: string | null
  /** All events, in their order, delivered or not. */
  events: string[]
  /** Outcome of the next refunds. */
  refundStatus: Refund['status']
  /** Returns a client secret instead of an address. */
  embedded: boolean
  /** Responds to all API calls as while it is down. */
  failing: boolean
  /** Faults of the next calls of the API, in their order, before one is responded to. */
  faults: Fault[]
  /** Paths and forms of all calls that wrote. */
  calls: { path: string; form: Record<string, string> }[]
  /** Runs before the response of a new session is sent, with its id. */
  beforeResponse: ((id: string) => Promise<void>) | null
  /** Decides a session as the buyer and the bank do, and delivers the event. @returns the event's body */
  decide(id: string, decision: Decision): Promise<string>
  /** Ends a pending refund and delivers the event. */
  endRefund(id: string, status: 'succeeded' | 'failed'): Promise<string>
  /** Disputes the payment of a session, and delivers the event. @returns the event's body */
  dispute(sessionId: string, status?: Dispute['status']): Promise<string>
  /** Moves a dispute, and delivers the event. @returns the event's body */
  moveDispute(id: string, status: Dispute['status']): Promise<string>
  /** Refunds part of a payment as somebody does in the dashboard, and delivers both events about it. @returns their bodies */
  refundInDashboard(sessionId: string, amount: number): Promise<string[]>
  /** Delivers a body. @param signature in place of the right one; null sends none */
  deliver(
    body: string,
    signature?: string | null,
    url?: string,
  ): Promise<{ status: number; outcome: string | null }>
  stop(): Promise<void>
}

/** `lost` carries the call out and then closes the connection, so that the response never arrives. */
type Fault = 429 | 500 | 'lost'

/** `bank` is a debit that takes days; `cleared` and `bounced` end it. */
type Decision = 'pay' | 'bank' | 'cleared' | 'bounced' | 'expire'

/** The signing secret, after the one that it is replacing. */
export const webhookSecrets = ['whsec_old_0123456789abcdef0123456789', 'whsec_new_0123456789abcdef0123456789']

const eventTypes = {
  pay: 'checkout.session.completed',
  bank: 'checkout.session.completed',
  cleared: 'checkout.session.async_payment_succeeded',
  bounced: 'checkout.session.async_payment_failed',
  expire: 'checkout.session.expired',
} as const

const { webhooks } = new Stripe('sk_test_signs_only')

/** @returns the header during a change of secrets: a signature by each */
export function stripeSignature(payload: string, timestamp: number, secrets = webhookSecrets): string {
  const parts = secrets.map(
    (secret) => webhooks.generateTestHeaderString({ payload, secret, timestamp }).split(',')[1],
  )
  return [`t=${timestamp}`, ...parts, `v0=${'0'.repeat(64)}`].join(',')
}

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const key = `sk_test_${randomUUID().replaceAll('-', '')}`
  const responses = new Map<string, { form: string; response: unknown }>()
  /** States of payment intents by id. */
  const intents = new Map<string, string>()
  /** Fingerprints of cards by payment intent. */
  const cards = new Map<string, string | null>()
  const seconds = () => Math.floor(Date.now() / 1000)
  const chargeOf = (intent: string) => intent.replace(/^pi_/, 'ch_')
  const random = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`

  async function emit(type: string, object: unknown): Promise<string> {
    const created = Math.floor(Date.now() / 1000)
    const event = {
      id: random('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      type,
      data: { object },
    }
    const body = JSON.stringify(event)
    standIn.events.push(body)
    if (standIn.webhookUrl) await standIn.deliver(body)
    return body
  }

  function openSession(form: URLSearchParams): Session | string {
    let amount = 0
    const expiresAt = Number(form.get('expires_at'))
    const lifetime = expiresAt - Date.now() / 1000
    if (lifetime < 30 * 60 || lifetime > 24 * 3600)
      return 'expires_at must be 30 minutes to 24 hours from now'
    for (let n = 0; form.has(`line_items[${n}][quantity]`); n++) {
      const unit = Number(form.get(`line_items[${n}][price_data][unit_amount]`))
      amount += unit * Number(form.get(`line_items[${n}][quantity]`))
    }
    const id = random('cs_test')
    const session: Session = {
      object: 'checkout.session',
      id,
      url: standIn.embedded ? null : `${url}/c/pay/${id}`,
      client_secret: standIn.embedded ? `${id}_secret_${randomUUID()}` : null,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amount,
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      customer_email: form.get('customer_email') ?? '',
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      expires_at: expiresAt,
      metadata: { order: form.get('metadata[order]') ?? '', payment: form.get('metadata[payment]') ?? '' },
    }
    standIn.sessions.set(id, session)
    return session
  }

  async function refund(form: URLSearchParams): Promise<Refund> {
    const made: Refund = {
      object: 'refund',
      id: random('re'),
      payment_intent: form.get('payment_intent') ?? '',
      charge: chargeOf(form.get('payment_intent') ?? ''),
      amount: Number(form.get('amount')),
      currency: 'usd',
      created: seconds(),
      status: standIn.refundStatus,
      ...(standIn.refundStatus === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
      metadata: form.has('metadata[refund]') ? { refund: form.get('metadata[refund]') ?? '' } : {},
    }
    standIn.refunds.set(made.id, made)
    return made
  }

  async function api(
    request: IncomingMessage,
    path: string,
    text: string,
  ): Promise<[number, unknown] | null> {
    if (request.headers.authorization !== `Bearer ${key}`)
      return [401, { error: { message: 'Invalid API Key' } }]
    if (standIn.failing) return [503, { error: { type: 'api_error' } }]
    const fault = standIn.faults.shift()
    if (fault === 429) return [429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }]
    if (fault === 500) return [500, { error: { type: 'api_error' } }]
    const done = await carryOut(request, path, text)
    return fault === 'lost' ? null : done
  }

  async function carryOut(request: IncomingMessage, path: string, text: string): Promise<[number, unknown]> {
    const invalid = (message: string): [number, unknown] => [
      400,
      { error: { type: 'invalid_request_error', message } },
    ]
    const [, kind, id, verb] =
      /^\/v1\/(checkout\/sessions|refunds|disputes)(?:\/(\w+))?(?:\/(expire))?$/.exec(path) ?? []
    if (request.method === 'GET') {
      const query = new URL(request.url ?? '', url).searchParams
      const list = (rows: { id: string }[]): [number, unknown] => [
        200,
        { object: 'list', url: path, has_more: false, data: rows },
      ]
      if (!id && kind === 'checkout/sessions')
        return list(
          [...standIn.sessions.values()].filter(
            ({ payment_intent }) => payment_intent === query.get('payment_intent'),
          ),
        )
      if (!id && kind === 'refunds')
        return list(
          [...standIn.refunds.values()].filter(
            ({ charge }) => !query.has('charge') || charge === query.get('charge'),
          ),
        )
      if (!id && kind === 'disputes') return list([...standIn.disputes.values()])
      const dispute = standIn.disputes.get(id ?? '')
      if (dispute) return [200, dispute]
      const found = standIn.sessions.get(id ?? '') ?? standIn.refunds.get(id ?? '')
      if (!found) return [404, { error: { type: 'invalid_request_error', message: 'No such object' } }]
      if (found.object === 'refund' || !found.payment_intent) return [200, found]
      const intent = {
        object: 'payment_intent',
        id: found.payment_intent,
        status: intents.get(found.payment_intent),
        last_payment_error: null,
        latest_charge: {
          object: 'charge',
          id: chargeOf(found.payment_intent),
          payment_method_details: {
            type: 'card',
            card: { fingerprint: cards.get(found.payment_intent) ?? null },
          },
        },
      }
      return [200, { ...found, payment_intent: intent }]
    }
    if (verb === 'expire') {
      const session = standIn.sessions.get(id ?? '')
      if (session?.status !== 'open')
        return invalid('Only Checkout Sessions with a status of open can be expired.')
      await standIn.decide(session.id, 'expire')
      return [200, session]
    }
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '')
    const earlier = responses.get(idempotencyKey)
    if (earlier && earlier.form !== text) return [400, { error: { type: 'idempotency_error' } }]
    if (earlier) return [200, earlier.response]
    const form = new URLSearchParams(text)
    standIn.calls.push({ path, form: Object.fromEntries(form) })
    if (kind === 'disputes') {
      const dispute = standIn.disputes.get(id ?? '')
      if (dispute?.status !== 'needs_response') return invalid('This dispute takes no evidence.')
      dispute.evidence = Object.fromEntries(
        [...form].flatMap(([name, value]) => {
          const [, field] = /^evidence\[(\w+)\]$/.exec(name) ?? []
          return field ? [[field, value]] : []
        }),
      )
      await standIn.moveDispute(dispute.id, 'under_review')
      return [200, dispute]
    }
    const made = kind === 'refunds' ? await refund(form) : openSession(form)
    if (typeof made === 'string') return invalid(made)
    responses.set(idempotencyKey, { form: text, response: { ...made } })
    if (made.object === 'checkout.session') await standIn.beforeResponse?.(made.id)
    return [200, responses.get(idempotencyKey)?.response]
  }

  async function page(request: IncomingMessage, response: ServerResponse, id: string, text: string) {
    const session = standIn.sessions.get(id)
    if (!session) return void response.writeHead(404).end()
    const decision = new URLSearchParams(text).get('decision')
    if (request.method === 'POST' && (decision === 'pay' || decision === 'bank')) {
      await standIn.decide(id, decision)
      return void response.writeHead(303, { location: session.success_url ?? '' }).end()
    }
    if (decision === 'authenticate') {
      // The bank's own step: the buyer confirms, and the payment goes through.
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
        `<!DOCTYPE html><html lang="en"><title>Bank</title><link rel="icon" href="data:,"><h1>Confirm it's you</h1><form method="post">
          <button name="decision" value="pay">Confirm</button><button name="decision" value="decline">Not me</button></form></html>`,
      )
    }
    const note = decision === 'decline' ? '<p role="alert">Your card was declined.</p>' : ''
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!DOCTYPE html><html lang="en"><title>Pay</title><link rel="icon" href="data:,"><h1>${session.amount_total}</h1>${note}<form method="post">
        <button name="decision" value="pay">Pay</button><button name="decision" value="decline">Decline</button>
        <button name="decision" value="bank">Pay by bank</button>
        <button name="decision" value="authenticate">Pay with a second step</button></form><a href="${session.cancel_url}">Back</a></html>`,
    )
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { pathname } = new URL(request.url ?? '', url)
    if (!pathname.startsWith('/v1/')) return page(request, response, pathname.split('/').at(-1) ?? '', text)
    const reply = await api(request, pathname, text)
    if (!reply) return void request.socket.destroy()
    const [status, body] = reply
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const standIn: StripeStandIn = {
    url,
    settings: {
      STRIPE_API_URL: url,
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
    },
    webhookUrl: null,
    sessions: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    card: null,
    events: [],
    refundStatus: 'succeeded',
    embedded: false,
    failing: false,
    faults: [],
    calls: [],
    beforeResponse: null,
    async decide(id, decision) {
      const session = standIn.sessions.get(id)
      if (!session) throw new Error(`there is no session ${id}`)
      session.status = decision === 'expire' ? 'expired' : 'complete'
      session.url = null
      session.client_secret = null
      if (decision === 'pay' || decision === 'cleared') session.payment_status = 'paid'
      session.payment_intent ??= decision === 'expire' ? null : random('pi')
      if (session.payment_intent) cards.set(session.payment_intent, standIn.card)
      const states = {
        pay: 'succeeded',
        cleared: 'succeeded',
        bank: 'processing',
        bounced: 'requires_payment_method',
      }
      if (session.payment_intent && decision !== 'expire')
        intents.set(session.payment_intent, states[decision])
      return await emit(eventTypes[decision], session)
    },
    async endRefund(id, status) {
      const made = standIn.refunds.get(id)
      if (!made) throw new Error(`there is no refund ${id}`)
      Object.assign(made, {
        status,
        ...(status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
      })
      return await emit(status === 'failed' ? 'refund.failed' : 'refund.updated', made)
    },
    async dispute(sessionId, status = 'needs_response') {
      const session = standIn.sessions.get(sessionId)
      if (!session?.payment_intent) throw new Error(`session ${sessionId} was not paid`)
      const dispute: Dispute = {
        object: 'dispute',
        id: random('dp'),
        amount: session.amount_total ?? 0,
        currency: session.currency ?? '',
        charge: chargeOf(session.payment_intent),
        payment_intent: session.payment_intent,
        reason: 'fraudulent',
        status,
        created: seconds(),
        evidence_details: { due_by: seconds() + 7 * 86_400 },
        evidence: {},
      }
      standIn.disputes.set(dispute.id, dispute)
      return await emit('charge.dispute.created', dispute)
    },
    async moveDispute(id, status) {
      const dispute = standIn.disputes.get(id)
      if (!dispute) throw new Error(`there is no dispute ${id}`)
      dispute.status = status
      return await emit(`charge.dispute.${/won|lost|closed/.test(status) ? 'closed' : 'updated'}`, dispute)
    },
    async refundInDashboard(sessionId, amount) {
      const { payment_intent: intent } = standIn.sessions.get(sessionId) ?? {}
      if (!intent) throw new Error(`session ${sessionId} was not paid`)
      const made = await refund(new URLSearchParams({ payment_intent: intent, amount: String(amount) }))
      const charge = {
        object: 'charge',
        id: chargeOf(intent),
        payment_intent: intent,
        amount_refunded: amount,
      }
      return [await emit('refund.created', made), await emit('charge.refunded', charge)]
    },
    async deliver(
      body,
      signature = stripeSignature(body, Math.floor(Date.now() / 1000)),
      to = standIn.webhookUrl ?? '',
    ) {
      const response = await fetch(to, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...(signature === null ? {} : { 'stripe-signature': signature }),
        },
        body,
      })
      const { outcome }: { outcome?: string } = await response.json()
      return { status: response.status, outcome: outcome ?? null }
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
  return standIn
}
