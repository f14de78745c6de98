import path from 'node:path'
import { readEnv } from './env.server.ts'
import { createTestProvider, type TestProvider } from './payments-test.server.ts'

/** What a provider reports about one payment. */
export type PaymentEvent = {
  /** The provider's id of this report; the same id never takes effect twice. */
  id: string
  kind: 'succeeded' | 'failed' | 'processing'
  /** Our reference of the payment, given to the provider when it began. */
  ref: string
  amountCents: number
  currency: string
  /** Why a payment failed, as the provider's word. */
  failureCode: string | null
  /** When it happened, Unix seconds. */
  createdAt: number
}

/** A payment about to be made; the amount is the database's. */
export type PaymentStart = {
  ref: string
  amountCents: number
  currency: string
  orderCode: string
  /** Path of the page that the buyer returns to. */
  returnPath: string
}

/** A refund about to be made. The same `refundId` is carried out once, however often it is sent. */
export type RefundStart = { refundId: string; ref: string; amountCents: number; currency: string }

/** Where money moves. One is chosen when the process starts. */
export type PaymentProvider = {
  name: string
  /** Opens a payment at the provider and answers the address of its payment page. Repeating it with one `ref` is safe. */
  start(payment: PaymentStart): Promise<{ url: string }>
  /** The latest report about a payment, asked for instead of waited for; null while there is none. */
  lookUp(ref: string): Promise<PaymentEvent | null>
  /**
   * Checks and reads a report that was sent to us.
   * @param body the exact text that arrived
   * @param signature the signature header, null when absent
   * @param now Unix seconds
   * @returns null when it was not sent by the provider, was altered, is too old, or says nothing we know
   */
  readEvent(body: string, signature: string | null, now: number): PaymentEvent | null
  /** Sends money back. Throws when the provider could not be reached. */
  refund(
    refund: RefundStart,
  ): Promise<{ providerRef: string; succeeded: boolean; failureCode: string | null }>
}

let known: TestProvider | null | undefined

/** The built-in test provider; null where it is not in use. Only its own payment page asks for it by this name. */
export function readTestProvider(): TestProvider | null {
  if (known !== undefined) return known
  const env = readEnv()
  known =
    env.PAYMENT_PROVIDER === 'test' && !env.production
      ? createTestProvider({
          folder: path.resolve(env.DATA_DIR, 'test-payments'),
          webhookUrl: `${env.SITE_URL}/api/payments/webhook`,
          secrets: env.PAYMENT_WEBHOOK_SECRET.split(',').map((secret) => secret.trim()),
        })
      : null
  return known
}

/** Where money moves; null when no provider is set up: then paid checkouts are closed, free ones still work. */
export function readPaymentProvider(): PaymentProvider | null {
  return readTestProvider()
}
