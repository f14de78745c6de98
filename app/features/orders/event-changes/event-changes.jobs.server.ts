import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { readPaymentProviders } from '#server/payments.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Orders in one transaction: few enough that a refund by staff waits for no longer than a moment. */
const batch = 25
/** Batches in one run, which ends before its lease. */
const batches = 20

/**
 * Works on orders of cancelled and moved events until none is due: refunds, tickets, mails. Each batch is a transaction, so a
 * process that ends in between leaves nothing half done, and several at once never work on the same order.
 * @param providers names of the payment providers in use
 * @param options.stopping ends the work after the batch that runs
 * @param options.most batches after which it ends
 * @returns how many orders were worked on
 */
export async function workOnEventChanges(
  providers: string[],
  { stopping, most = Number.POSITIVE_INFINITY }: { stopping?: AbortSignal; most?: number } = {},
): Promise<number> {
  let count = 0
  for (let n = 0; n < most && !stopping?.aborted; n++) {
    const args = { p_limit: batch, p_providers: providers }
    const done = await rpc(serviceClient(), 'run_event_changes', args, z.int())
    if (done === 0) break
    count += done
  }
  return count
}

/** Works on one order of a changed event after it failed, the two of which are the job's key. */
export const changedOrders = defineJob({
  kind: 'changed_order',
  async run({ key }) {
    const args = { p_key: key, p_providers: [...readPaymentProviders().keys()] }
    const reason = await rpc(serviceClient(), 'retry_changed_order', args, z.string().nullable())
    if (reason !== null) throw new Error(reason)
    return undefined
  },
})

/** Works on the orders of cancelled and moved events. */
export const eventChanges = defineJob({
  kind: 'event_changes',
  async run({ log, stopping }) {
    const providers = [...readPaymentProviders().keys()]
    const count = await workOnEventChanges(providers, { stopping, most: batches })
    if (count === 0) return undefined
    log.info({ orders: count }, 'orders of changed events worked on')
    return { againSeconds: 0 }
  },
})
