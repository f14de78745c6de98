import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { readPaymentProviders } from '#server/payments.server.ts'
import type { PaymentProvider, RefundStart } from '#server/payments-port.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { settleOpenPayments } from './settlement.writes.server.ts'

const minute = 60_000
/** Age of an open payment, in seconds, from which its state is read from the provider. */
const lookUpAfterSeconds = 30

/** Ends holds whose time is over, each minute. Stock is right without it; screens and mails are only more timely. */
export function startSweeper(log: Logger): Task {
  return startTask({
    name: 'sweeper',
    everyMs: minute,
    log,
    run: async () => {
      const { error } = await serviceClient().rpc('sweep')
      if (error) throw error
      return false
    },
  })
}

/** Asks the providers about payments whose event never came, and carries out refunds. */
export function startReconciler(log: Logger): Task {
  return startTask({
    name: 'reconciler',
    everyMs: 10_000,
    log,
    run: async () => {
      try {
        await settleOpenPayments({ olderThanSeconds: lookUpAfterSeconds })
      } finally {
        await carryOutRefunds(log)
      }
      return false
    },
  })
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
 * Sends approved refunds to the providers. The refund's id makes a repeat harmless there.
 * @returns how many were claimed
 */
export async function carryOutRefunds(log: Logger): Promise<number> {
  let count = 0
  for (const provider of readPaymentProviders().values()) {
    const args = { p_limit: 10, p_provider: provider.name }
    const claimed = await rpc(serviceClient(), 'claim_refunds', args, claimedSchema)
    for (const refund of claimed) {
      const sent = await sendRefund(provider, refund)
      if (sent.p_status === 'failed')
        log.error({ refund: refund.refundId, error: sent.p_error }, 'refund failed')
      await rpc(serviceClient(), 'record_refund', { p_refund: refund.refundId, ...sent }, z.string())
    }
    count += claimed.length
  }
  return count
}

async function sendRefund(provider: PaymentProvider, refund: RefundStart) {
  try {
    const { refundRef, status, failureCode } = await provider.refund(refund)
    const error = status === 'failed' ? (failureCode ?? 'The provider refused.') : null
    return { p_status: status, p_provider_ref: refundRef, p_error: error }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { p_status: 'failed', p_provider_ref: null, p_error: message }
  }
}
