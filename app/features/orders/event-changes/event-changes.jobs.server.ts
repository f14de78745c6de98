import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { readPaymentProviders } from '#server/payments.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Orders in one transaction: few enough that a refund by staff waits for no longer than a moment. */
const batch = 25

/**
 * Works on orders of cancelled and moved events until none is due: refunds, tickets, mails. Each batch is a transaction, so a
 * process that ends in between leaves nothing half done, and several at once never work on the same order.
 * @param providers names of the payment providers in use
 * @param stopping ends the work after the batch that runs
 * @returns how many orders were worked on
 */
export async function workOnEventChanges(providers: string[], stopping?: AbortSignal): Promise<number> {
  let count = 0
  while (!stopping?.aborted) {
    const args = { p_limit: batch, p_providers: providers }
    const done = await rpc(serviceClient(), 'run_event_changes', args, z.int())
    if (done === 0) break
    count += done
  }
  return count
}

/** Works on the orders of cancelled and moved events, every few seconds. */
export function startEventChanges(log: Logger): Task {
  return startTask({
    name: 'event-changes',
    everyMs: 5_000,
    log,
    run: async (stopping) => {
      const count = await workOnEventChanges([...readPaymentProviders().keys()], stopping)
      if (count > 0) log.info({ orders: count }, 'orders of changed events worked on')
      return false
    },
  })
}
