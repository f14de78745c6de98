import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
// Edge functions load this file too, where `#core` means nothing.
import * as paths from '../core/paths.ts'
import { isSignedBy, signatureHeader, signPayload } from './payment-signature.server.ts'
import type {
  DisputeReport,
  PaymentEvent,
  PaymentProvider,
  PaymentProviderDefinition,
  PaymentReport,
  PaymentVariables,
} from './payments-port.server.ts'

const refSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/)
const cents = z.int().min(0).max(100_000_000)
const currencySchema = z.string().regex(/^[A-Z]{3}$/)

const money = { payment_ref: refSchema, amount_cents: cents, currency: currencySchema }
const envelope = { id: z.string().regex(/^[A-Za-z0-9_-]{8,80}$/), created: z.int().min(0) }
const ownRef = z.string().regex(/^[A-Za-z0-9_-]{8,80}$/)

const paymentReportSchema = z.strictObject({
  ...envelope,
  type: z.enum(['payment.succeeded', 'payment.failed', 'payment.processing']),
  data: z.strictObject({
    ...money,
    failure_code: z.string().max(60).optional(),
    card_fingerprint: z.string().max(60).optional(),
  }),
})
const refundReportSchema = z.strictObject({
  ...envelope,
  type: z.literal('refund.succeeded'),
  data: z.strictObject({ ...money, refund_ref: ownRef }),
})
const disputeReportSchema = z.strictObject({
  ...envelope,
  type: z.enum(['dispute.open', 'dispute.review', 'dispute.won', 'dispute.lost']),
  data: z.strictObject({
    ...money,
    dispute_ref: ownRef,
    reason: z.string().max(60),
    opened_at: z.int(),
    due_at: z.int(),
  }),
})
const reportSchema = z.discriminatedUnion('type', [
  paymentReportSchema,
  refundReportSchema,
  disputeReportSchema,
])
type Report = z.output<typeof reportSchema>
type TestPaymentReport = z.output<typeof paymentReportSchema>
type TestDisputeReport = z.output<typeof disputeReportSchema>

const startSchema = z.object({
  ref: refSchema,
  amountCents: cents,
  currency: currencySchema,
  orderCode: z.string().max(20),
  expiresAt: z.string(),
  returnPath: z.string().startsWith('/'),
})

/** Decides a payment as the buyer's bank would. */
export type TestDecision = {
  outcome: 'succeeded' | 'failed' | 'processing'
  /** Says why a failed one failed, in Stripe's codes. */
  failureCode?: string
  /** Says how the site learns of it: once, by two copies, in the wrong order, or when the hold has ended. */
  delivery?: 'once' | 'twice' | 'reordered' | 'late'
  /** Stands for the card: payments with the same text have the same fingerprint. */
  card?: string
}

/** A payment in the provider's own books. */
type StartedPayment = z.output<typeof startSchema>

/** A payment with what became of it, for the provider's own page. */
export type TestPayment = StartedPayment & {
  /** `late` = paid, and reported when its hold has ended. */
  state: TestDecision['outcome'] | 'open' | 'late'
  dispute: 'none' | 'open' | 'review' | 'won' | 'lost'
}

export type TestProvider = PaymentProvider & {
  /** The payment behind a payment page; null when it was never started. */
  readPayment(ref: string): Promise<TestPayment | null>
  /**
   * Decides a payment as the buyer's bank would, then sends the site a signed event over HTTP.
   * Keeps the first final decision; a later call returns it again.
   */
  decide(ref: string, decision: TestDecision): Promise<void>
  /** Disputes a payment that succeeded, or ends its dispute, and reports it. Harmless where that is not possible. */
  dispute(ref: string, to: 'open' | 'won' | 'lost'): Promise<void>
  /** Refunds part of a payment as somebody does in the provider's dashboard, and reports it. Its page keeps to what is left. */
  refundHere(ref: string, amountCents: number): Promise<void>
}

export type TestProviderOptions = {
  /** Folder of the provider's own books. It keeps them apart from the site's database, as a real one does. */
  folder: string
  /** Names the URL to which payment events are sent. */
  webhookUrl: string
  /** Secrets that sign reports, the newest first. */
  secrets: string[]
  /** Called about reports that could not be delivered. */
  onUndelivered?: (message: string, error: unknown) => void
}

/** Milliseconds to wait before a report is sent again. */
const retryDelays = [500, 2000, 10_000, 60_000]

/**
 * A payment provider that moves no money but behaves like a real one: payments live in books of its own, reports are
 * signed, sent over HTTP and sent again when they fail, and a payment can be looked up. Refused in production.
 */
export function createTestProvider(options: TestProviderOptions): TestProvider {
  const { folder, webhookUrl, secrets } = options
  const file = (ref: string, kind: 'start' | 'processing' | 'final' | 'dispute') =>
    path.join(folder, `${refSchema.parse(ref)}.${kind}.json`)

  async function readStart(ref: string): Promise<StartedPayment> {
    const text = await readText(file(ref, 'start'))
    if (text === null) throw new Error('This payment was never started.')
    return startSchema.parse(JSON.parse(text))
  }

  async function readStored(ref: string, kind: 'processing' | 'final'): Promise<TestPaymentReport | null> {
    const text = await readText(file(ref, kind))
    return text === null ? null : paymentReportSchema.parse(JSON.parse(text))
  }

  /** @returns the last report about a payment, one of which the time has not come left aside */
  async function readReport(ref: string): Promise<TestPaymentReport | null> {
    const final = await readStored(ref, 'final')
    return final && !isLater(final) ? final : await readStored(ref, 'processing')
  }

  async function readDispute(ref: string): Promise<TestDisputeReport | null> {
    const text = await readText(file(ref, 'dispute'))
    return text === null ? null : disputeReportSchema.parse(JSON.parse(text))
  }

  async function moveDispute(dispute: TestDisputeReport, type: TestDisputeReport['type']): Promise<void> {
    const report = { ...dispute, ...newEnvelope(), type }
    await replace(file(dispute.data.payment_ref, 'dispute'), JSON.stringify(report))
    await deliver(report)
  }

  async function deliver(report: Report, attempt = 0): Promise<void> {
    const body = JSON.stringify(report)
    const now = Math.floor(Date.now() / 1000)
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: signPayload(body, secrets[0] ?? '', now),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`the site responded with ${response.status}`)
    } catch (error) {
      const delay = retryDelays[attempt]
      if (delay === undefined) {
        options.onUndelivered?.(`a report of payment ${report.data.payment_ref} was given up`, error)
        return
      }
      setTimeout(() => void deliver(report, attempt + 1), delay).unref()
    }
  }

  return {
    name: testProvider.name,
    isTest: true,
    leastCents: 1,

    async start({ paymentId: ref, amountCents, currency, orderCode, expiresAt, returnPath }) {
      // This provider finds a payment by our id.
      const start = startSchema.parse({ ref, amountCents, currency, orderCode, expiresAt, returnPath })
      await mkdir(folder, { recursive: true })
      await writeOnce(file(ref, 'start'), JSON.stringify(start))
      return { ref, kind: 'redirect', url: paths.testPayment(ref) }
    },

    async lookUp(ref) {
      const report = await readReport(ref)
      return report && toPaymentEvent(report)
    },

    // Stays open, so that a payment that comes too late can be tried.
    async end() {},

    async readEvent(body, headers, now) {
      const signature = headers.get(signatureHeader)
      if (signature === null || !isSignedBy(body, signature, secrets, now)) return null
      const report = reportSchema.safeParse(readJson(body))
      return report.success ? { events: [toEvent(report.data)] } : null
    },

    async refund({ refundId }) {
      return { refundRef: `test_refund_${refundId}`, status: 'succeeded', failureCode: null }
    },

    // Its reports are sent until they arrive.
    async listRecent() {
      return []
    },

    async lookUpDispute(ref) {
      const dispute = await readDispute(ref.replace(/^dp_/, ''))
      return dispute && toDisputeEvent(dispute)
    },

    async sendEvidence(ref) {
      const paymentRef = ref.replace(/^dp_/, '')
      // Takes the answer about a payment of the demo brand, which is in no book here.
      if (paymentRef.startsWith('seed_')) return true
      const dispute = await readDispute(paymentRef)
      if (dispute?.type !== 'dispute.open') return false
      await moveDispute(dispute, 'dispute.review')
      return true
    },

    async readPayment(ref) {
      if (!refSchema.safeParse(ref).success || (await readText(file(ref, 'start'))) === null) return null
      const final = await readStored(ref, 'final')
      const report = await readReport(ref)
      const dispute = await readDispute(ref)
      return {
        ...(await readStart(ref)),
        state: final && isLater(final) ? 'late' : report ? outcomes[report.type] : 'open',
        dispute: dispute ? disputeStates[dispute.type] : 'none',
      }
    },

    async decide(ref, { outcome, failureCode, delivery = 'once', card }) {
      const { amountCents, currency, expiresAt } = await readStart(ref)
      const report: TestPaymentReport = {
        ...newEnvelope(),
        type: `payment.${outcome}`,
        data: {
          payment_ref: ref,
          amount_cents: amountCents,
          currency,
          ...(outcome === 'failed' ? { failure_code: failureCode ?? 'card_declined' } : {}),
          ...(card ? { card_fingerprint: createHash('sha256').update(card).digest('base64url') } : {}),
        },
      }
      if (outcome === 'processing') {
        await writeOnce(file(ref, 'processing'), JSON.stringify(report))
        await deliver((await readReport(ref)) ?? report)
        return
      }
      // Reports of later are found by looking the payment up, as one that got lost.
      if (delivery === 'late') report.created = Math.ceil(Date.parse(expiresAt) / 1000) + 1
      await writeOnce(file(ref, 'final'), JSON.stringify(report))
      const stored = await readStored(ref, 'final')
      if (!stored || isLater(stored)) return
      await deliver(stored)
      if (delivery === 'twice') await deliver(stored)
      if (delivery === 'reordered') {
        const { failure_code: _, ...data } = stored.data
        await deliver({ ...newEnvelope(), created: stored.created - 1, type: 'payment.processing', data })
      }
    },

    async dispute(ref, to) {
      const paid = await readReport(ref)
      if (paid?.type !== 'payment.succeeded') return
      const dispute = await readDispute(ref)
      if (to !== 'open') {
        if (dispute && ['dispute.open', 'dispute.review'].includes(dispute.type))
          await moveDispute(dispute, `dispute.${to}`)
        return
      }
      if (dispute) return
      const { amount_cents, currency } = paid.data
      const { created } = newEnvelope()
      const days = 24 * 60 * 60
      const data = {
        payment_ref: ref,
        amount_cents,
        currency,
        dispute_ref: `dp_${ref}`,
        reason: 'fraudulent',
      }
      await moveDispute(
        {
          ...newEnvelope(),
          type: 'dispute.open',
          data: { ...data, opened_at: created, due_at: created + 7 * days },
        },
        'dispute.open',
      )
    },

    async refundHere(ref, amountCents) {
      const paid = await readReport(ref)
      if (paid?.type !== 'payment.succeeded') return
      await deliver({
        ...newEnvelope(),
        type: 'refund.succeeded',
        data: {
          payment_ref: ref,
          amount_cents: amountCents,
          currency: paid.data.currency,
          refund_ref: `test_refund_here_${randomUUID()}`,
        },
      })
    },
  }
}

/**
 * Opens the test provider.
 * @returns null without the secret that signs its reports
 */
export function openTestProvider(variables: PaymentVariables): TestProvider | null {
  const secrets = (variables.PAYMENT_WEBHOOK_SECRET ?? '').split(',').flatMap((text) => text.trim() || [])
  if (secrets.length === 0) return null
  return createTestProvider({
    folder: path.join(variables.DATA_DIR ?? '', 'test-payments'),
    webhookUrl: variables.SITE_URL + paths.apiPaymentWebhook(testProvider.name),
    secrets,
  })
}

/** The test provider's entry in the registry. Its payment page is a page of ours. */
export const testProvider: PaymentProviderDefinition = {
  name: 'test',
  isTest: true,
  pageSources: () => ({}),
  open: openTestProvider,
}

const outcomes = {
  'payment.succeeded': 'succeeded',
  'payment.failed': 'failed',
  'payment.processing': 'processing',
} as const

const disputeStates = {
  'dispute.open': 'open',
  'dispute.review': 'review',
  'dispute.won': 'won',
  'dispute.lost': 'lost',
} as const

function newEnvelope() {
  return { id: `evt_${randomUUID()}`, created: Math.floor(Date.now() / 1000) }
}

/** Returns whether a report is of a time that has not come. */
function isLater(report: Report): boolean {
  return report.created > Date.now() / 1000
}

/** Returns the last digits of a made-up card: those that the payment page shows, or others of its own for a card with a name. */
function cardDigits(fingerprint: string | undefined): string {
  if (!fingerprint) return '4242'
  const number = Buffer.from(fingerprint, 'base64url').readUInt16BE(0)
  return String(number % 10_000).padStart(4, '0')
}

function toPaymentEvent({ id, type, created, data }: TestPaymentReport): PaymentReport {
  return {
    id,
    kind: outcomes[type],
    ref: data.payment_ref,
    amountCents: data.amount_cents,
    currency: data.currency,
    failureCode: data.failure_code ?? null,
    cardFingerprint: data.card_fingerprint ?? null,
    card: { brand: 'visa', last4: cardDigits(data.card_fingerprint) },
    createdAt: created,
  }
}

function toDisputeEvent({ id, type, created, data }: TestDisputeReport): DisputeReport {
  return {
    id,
    kind: `dispute_${disputeStates[type]}`,
    disputeRef: data.dispute_ref,
    paymentRef: data.payment_ref,
    amountCents: data.amount_cents,
    currency: data.currency,
    reasonCode: data.reason,
    isInquiry: false,
    dueAt: data.due_at,
    openedAt: data.opened_at,
    createdAt: created,
  }
}

function toEvent(report: Report): PaymentEvent {
  switch (report.type) {
    case 'refund.succeeded':
      return {
        id: report.id,
        kind: 'refund_succeeded',
        refundRef: report.data.refund_ref,
        refundId: null,
        paymentRef: report.data.payment_ref,
        amountCents: report.data.amount_cents,
        currency: report.data.currency,
        failureCode: null,
        createdAt: report.created,
      }
    case 'dispute.open':
    case 'dispute.review':
    case 'dispute.won':
    case 'dispute.lost':
      return toDisputeEvent(report)
    default:
      return toPaymentEvent(report)
  }
}

/** Replaces a file in one step. */
async function replace(target: string, text: string): Promise<void> {
  const draft = `${target}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, target)
}

/** Writes a file atomically, unless it exists already: the first decision is kept. */
async function writeOnce(target: string, text: string): Promise<void> {
  const draft = `${target}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  try {
    await link(draft, target)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}

async function readText(target: string): Promise<string | null> {
  try {
    return await readFile(target, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
