import { appendFileSync } from 'node:fs'
import { pino } from 'pino'
import { workOnEventChanges } from '#features/orders/event-changes/event-changes.jobs.server.ts'
import { defineRefundJob } from '#features/orders/orders.jobs.server.ts'
import { runDueJobs } from '#server/job-worker.server.ts'

/**
 * The jobs of the site that cancelling an event needs, in a process of its own that orders-event-changes.test.ts kills. Its payment
 * provider appends every refund that it pays out to a file, by the refund's id, and refuses three of a hundred for good.
 */

const [file = '', name = ''] = process.argv.slice(2)

const provider = {
  name,
  async refund({ refundId, amountCents }: { refundId: string; amountCents: number }) {
    if (Number.parseInt(refundId.slice(0, 6), 16) % 100 < 3)
      return {
        refundRef: `re_${refundId}`,
        status: 'failed' as const,
        failureCode: 'expired_or_canceled_card',
      }
    appendFileSync(file, `${refundId} ${amountCents}\n`)
    return { refundRef: `re_${refundId}`, status: 'succeeded' as const, failureCode: null }
  },
}

const log = pino({ level: 'silent' })
const refunds = defineRefundJob(() => new Map([[name, provider]]))
/** Works once. Tries again later, as the site's jobs do, what the database stopped because it took too long. */
async function work(): Promise<number> {
  try {
    return (await workOnEventChanges([name])) + (await runDueJobs([refunds], log))
  } catch (error) {
    if ((error as { code?: string }).code === '57014') return 1
    throw error
  }
}
while ((await work()) > 0);
