import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { readPaymentProviders } from '#server/payments.server.ts'
import type { PaymentProvider, RefundStart } from '#server/payments-port.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { applyPaymentEvent, settleOpenPayments } from './settlement.writes.server.ts'

/** Age of an open payment, in seconds, from which its state is read from the provider. */
const lookUpAfterSeconds = 30
/** Sets how far back the providers are asked for disputes and refunds that nobody reported, in days. */
const recentDays = 3

/** Sets how many receipts get their numbers in one transaction, in which refunds that are paid out wait. */
const receiptsAtOnce = 500

/** Ends holds whose time is over. Stock is right without it; screens and mails are only more timely. */
export const sweep = defineJob({
  kind: 'sweep',
  async run() {
    const { error } = await serviceClient().rpc('sweep')
    if (error) throw error
    return undefined
  },
})

/** Numbers the receipts of orders that were paid; one that is read is numbered at once. */
export const receiptNumbers = defineJob({
  kind: 'number_receipts',
  async run() {
    await numberReceipts()
    return undefined
  },
})

/** Asks the providers about payments whose event never came. */
export const openPayments = defineJob({
  kind: 'open_payments',
  async run() {
    await settleOpenPayments({ olderThanSeconds: lookUpAfterSeconds })
    return undefined
  },
})

/** Takes in the events of providers that waited for something else. */
export const parkedPaymentEvents = defineJob({
  kind: 'parked_payment_events',
  async run() {
    await retryParkedEvents()
    return undefined
  },
})

/** Asks the providers about disputes and refunds of theirs whose event never came. */
export const disputes = defineJob({
  kind: 'disputes',
  async run() {
    await askAboutDisputes()
    return undefined
  },
})

/** Gives the receipts that have none their numbers. */
export async function numberReceipts(): Promise<void> {
  let numbered: number
  do numbered = await rpc(serviceClient(), 'number_receipts', { p_limit: receiptsAtOnce }, z.int())
  while (numbered > 0)
}

/** Takes in the events that waited for their payment to succeed, or for a refund to end. */
export async function retryParkedEvents(): Promise<void> {
  let taken: number
  do taken = await rpc(serviceClient(), 'retry_parked_events', {}, z.int())
  while (taken > 0)
}

/** Applies what left payments at the providers in the last days, and the state of disputes that are open here. */
export async function askAboutDisputes(): Promise<void> {
  const since = Math.floor(Date.now() / 1000) - recentDays * 24 * 60 * 60
  for (const provider of readPaymentProviders().values()) {
    for (const event of await provider.listRecent(since)) await applyPaymentEvent(provider.name, event)
    const args = { p_provider: provider.name, p_limit: 50 }
    for (const ref of await rpc(serviceClient(), 'claim_open_disputes', args, z.array(z.string()))) {
      const event = await provider.lookUpDispute(ref)
      if (event) await applyPaymentEvent(provider.name, event)
    }
  }
}

/** Seconds until a refund that the provider has accepted is looked up, unless its event comes first. */
const lookUpRefundSeconds = 3600

const startSchema = z.union([
  z.null(),
  z.strictObject({ againSeconds: z.int() }),
  z.object({
    refundId: z.uuid(),
    provider: z.string(),
    paymentRef: z.string(),
    refundRef: z.string().nullable(),
    amountCents: z.int(),
    currency: z.string(),
  }),
])

type RefundSender = Pick<PaymentProvider, 'name' | 'refund'>

/**
 * Defines the job that sends an approved refund, whose id is its key, to the provider. The id makes a repeat harmless there. A refund
 * that can't be sent now, or that the provider has accepted, is looked at again, which uses up no attempt.
 * @param readProviders providers that are in use, by name
 */
export const defineRefundJob = (readProviders: () => ReadonlyMap<string, RefundSender>) =>
  defineJob({
    kind: 'refund',
    atOnce: 10,
    async run({ key }) {
      const providers = readProviders()
      const args = { p_refund: key, p_providers: [...providers.keys()] }
      const start = await rpc(serviceClient(), 'start_refund', args, startSchema)
      if (start === null) return undefined
      if ('againSeconds' in start) return start
      const provider = providers.get(start.provider)
      if (!provider) throw new Error(`payment provider not set up: ${start.provider}`)
      const sent = await sendRefund(provider, start)
      const state = await rpc(serviceClient(), 'record_refund', { p_refund: key, ...sent }, z.string())
      if (state === 'failed') throw new Error(sent.p_error ?? 'The provider failed after all.')
      return state === 'submitted' ? { againSeconds: lookUpRefundSeconds } : undefined
    },
  })

/** Sends refunds through the providers of this process: a cancelled event has thousands. */
export const refunds = defineRefundJob(readPaymentProviders)

async function sendRefund(provider: RefundSender, refund: RefundStart) {
  try {
    const { refundRef, status, failureCode } = await provider.refund(refund)
    const error = status === 'failed' ? (failureCode ?? 'The provider refused.') : null
    return { p_status: status, p_provider_ref: refundRef, p_error: error }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { p_status: 'failed', p_provider_ref: null, p_error: message }
  }
}
