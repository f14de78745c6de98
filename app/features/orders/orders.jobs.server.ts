import type { Logger } from 'pino'
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

/** Carries out refunds: a cancelled event has thousands. */
export const refunds = defineJob({
  kind: 'refunds',
  run: async ({ log }) => ((await carryOutRefunds(log)) > 0 ? { againSeconds: 0 } : undefined),
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

const claimedSchema = z.array(
  z.object({
    refundId: z.uuid(),
    paymentRef: z.string(),
    refundRef: z.string().nullable(),
    amountCents: z.int(),
    currency: z.string(),
  }),
)

/**
 * Sends approved refunds to the providers, ten at once. The refund's id makes a repeat harmless there.
 * @param providers all that are in use, unless given
 * @returns how many were claimed
 */
export async function carryOutRefunds(
  log: Pick<Logger, 'error'>,
  providers: Iterable<Pick<PaymentProvider, 'name' | 'refund'>> = readPaymentProviders().values(),
): Promise<number> {
  let count = 0
  for (const provider of providers) {
    const args = { p_limit: 10, p_provider: provider.name }
    const claimed = await rpc(serviceClient(), 'claim_refunds', args, claimedSchema)
    const finish = async (refund: RefundStart) => {
      const sent = await sendRefund(provider, refund)
      if (sent.p_status === 'failed')
        log.error({ refund: refund.refundId, error: sent.p_error }, 'refund failed')
      await rpc(serviceClient(), 'record_refund', { p_refund: refund.refundId, ...sent }, z.string())
    }
    await Promise.all(claimed.map(finish))
    count += claimed.length
  }
  return count
}

async function sendRefund(provider: Pick<PaymentProvider, 'refund'>, refund: RefundStart) {
  try {
    const { refundRef, status, failureCode } = await provider.refund(refund)
    const error = status === 'failed' ? (failureCode ?? 'The provider refused.') : null
    return { p_status: status, p_provider_ref: refundRef, p_error: error }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { p_status: 'failed', p_provider_ref: null, p_error: message }
  }
}
