import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
// Edge functions load this file too, where `#core` means nothing.
import * as paths from '../core/paths.ts'
import { isSignedBy, signatureHeader, signPayload } from './payment-signature.server.ts'
import type {
  PaymentProvider,
  PaymentProviderDefinition,
  PaymentReport,
  PaymentVariables,
} from './payments-port.server.ts'

const refSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/)
const cents = z.int().min(0).max(100_000_000)
const currencySchema = z.string().regex(/^[A-Z]{3}$/)

const reportSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{8,80}$/),
  type: z.enum(['payment.succeeded', 'payment.failed', 'payment.processing']),
  created: z.int().min(0),
  data: z.strictObject({
    payment_ref: refSchema,
    amount_cents: cents,
    currency: currencySchema,
    failure_code: z.string().max(60).optional(),
  }),
})
type Report = z.output<typeof reportSchema>

const startSchema = z.object({
  ref: refSchema,
  amountCents: cents,
  currency: currencySchema,
  orderCode: z.string().max(20),
  returnPath: z.string().startsWith('/'),
})

/** Lists what the buyer can let the test provider decide. */
export type TestDecision = 'succeeded' | 'failed' | 'processing'

/** A payment in the provider's own books. */
type StartedPayment = z.output<typeof startSchema>

export type TestProvider = PaymentProvider & {
  /** The payment behind a payment page; null when it was never started. */
  readPayment(ref: string): Promise<(StartedPayment & { state: TestDecision | 'open' }) | null>
  /**
   * Decides a payment as the buyer's bank would, then sends the site a signed event over HTTP.
   * Keeps the first final decision; a later call returns it again.
   */
  decide(ref: string, decision: TestDecision): Promise<void>
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
  const file = (ref: string, kind: 'start' | 'processing' | 'final') =>
    path.join(folder, `${refSchema.parse(ref)}.${kind}.json`)

  async function readReport(ref: string): Promise<Report | null> {
    const text = (await readText(file(ref, 'final'))) ?? (await readText(file(ref, 'processing')))
    return text === null ? null : reportSchema.parse(JSON.parse(text))
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
    wallets: [],

    async start({ paymentId: ref, amountCents, currency, orderCode, returnPath }) {
      // This provider finds a payment by our id.
      const start = startSchema.parse({ ref, amountCents, currency, orderCode, returnPath })
      await mkdir(folder, { recursive: true })
      await writeOnce(file(ref, 'start'), JSON.stringify(start))
      return { ref, kind: 'redirect', url: paths.testPayment(ref) }
    },

    async lookUp(ref) {
      const report = await readReport(ref)
      return report && toEvent(report)
    },

    // Stays open, so that a payment that comes too late can be tried.
    async end() {},

    async readEvent(body, headers, now) {
      const signature = headers.get(signatureHeader)
      if (signature === null || !isSignedBy(body, signature, secrets, now)) return null
      const report = reportSchema.safeParse(readJson(body))
      return report.success ? { event: toEvent(report.data) } : null
    },

    async refund({ refundId }) {
      return { refundRef: `test_refund_${refundId}`, status: 'succeeded', failureCode: null }
    },

    async readPayment(ref) {
      if (!refSchema.safeParse(ref).success) return null
      const text = await readText(file(ref, 'start'))
      if (text === null) return null
      const report = await readReport(ref)
      return { ...startSchema.parse(JSON.parse(text)), state: report ? decisionOf(report) : 'open' }
    },

    async decide(ref, decision) {
      const text = await readText(file(ref, 'start'))
      if (text === null) throw new Error('This payment was never started.')
      const start = startSchema.parse(JSON.parse(text))
      const report: Report = {
        id: `evt_${randomUUID()}`,
        type: `payment.${decision}`,
        created: Math.floor(Date.now() / 1000),
        data: {
          payment_ref: start.ref,
          amount_cents: start.amountCents,
          currency: start.currency,
          ...(decision === 'failed' ? { failure_code: 'card_declined' } : {}),
        },
      }
      await writeOnce(file(ref, decision === 'processing' ? 'processing' : 'final'), JSON.stringify(report))
      const stored = await readReport(ref)
      if (stored) await deliver(stored)
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

const decisions = {
  'payment.succeeded': 'succeeded',
  'payment.failed': 'failed',
  'payment.processing': 'processing',
} as const

function decisionOf(report: Report): TestDecision {
  return decisions[report.type]
}

function toEvent(report: Report): PaymentReport {
  return {
    id: report.id,
    kind: decisionOf(report),
    ref: report.data.payment_ref,
    amountCents: report.data.amount_cents,
    currency: report.data.currency,
    failureCode: report.data.failure_code ?? null,
    createdAt: report.created,
  }
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
