import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { readPaymentProvider } from '#server/payments.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { settleOpenPayments } from './settlement.writes.server.ts'

const minute = 60_000
/** A report that is this late, in seconds, is asked for. */
const reportsAreLateAfter = 30

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

/** Asks the provider about payments whose report never came, and carries out refunds. */
export function startReconciler(log: Logger): Task {
  return startTask({
    name: 'reconciler',
    everyMs: 10_000,
    log,
    run: async () => {
      await settleOpenPayments({ olderThanSeconds: reportsAreLateAfter })
      await carryOutRefunds(log)
      return false
    },
  })
}

const claimedSchema = z.array(
  z.object({
    refund_id: z.uuid(),
    provider: z.string(),
    payment_ref: z.string(),
    amount_cents: z.int(),
    currency: z.string(),
  }),
)

/** Sends approved refunds to the provider. The refund's id makes a repeat harmless there. */
export async function carryOutRefunds(log: Logger): Promise<number> {
  const provider = readPaymentProvider()
  if (!provider) return 0
  const { data, error } = await serviceClient().rpc('claim_refunds', {
    p_limit: 10,
    p_provider: provider.name,
  })
  if (error) throw error
  const claimed = claimedSchema.parse(data)
  for (const refund of claimed) {
    const answer = await sendRefund(provider.name, refund)
    if (answer.p_error) log.error({ refund: refund.refund_id, error: answer.p_error }, 'refund failed')
    const recorded = await serviceClient().rpc('record_refund', { p_refund: refund.refund_id, ...answer })
    if (recorded.error) throw recorded.error
  }
  return claimed.length
}

async function sendRefund(name: string, refund: z.output<typeof claimedSchema>[number]) {
  const failed = (p_error: string) => ({ p_ok: false, p_provider_ref: null, p_error })
  const provider = readPaymentProvider()
  if (!provider || refund.provider !== name) {
    return failed(`The payment was made with ${refund.provider}, which is not set up.`)
  }
  try {
    const sent = await provider.refund({
      refundId: refund.refund_id,
      ref: refund.payment_ref,
      amountCents: refund.amount_cents,
      currency: refund.currency,
    })
    if (!sent.succeeded) return failed(sent.failureCode ?? 'The provider refused.')
    return { p_ok: true, p_provider_ref: sent.providerRef, p_error: null }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}
