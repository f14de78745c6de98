import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { defineRefundJob } from '#features/orders/orders.jobs.server.ts'
import { runDueJobs } from '#server/job-worker.server.ts'

/**
 * The job that sends refunds, in a process of its own that orders-refund-worker.proof.test.ts starts. Its payment provider writes down every call
 * and what it pays out, a refund's id once, as its idempotency key; it refuses one of eight for good. The process kills itself,
 * as a power cut would, at its n-th refund: before the provider has it, or at the first from then on that was paid, before that is recorded.
 */

const [folder = '', name = '', when = 'never', nth = '0'] = process.argv.slice(2)
const calls = `${folder}/calls`
const paid = `${folder}/paid`
let count = 0

const die = () => process.kill(process.pid, 'SIGKILL')

const provider = {
  name,
  async refund({ refundId, amountCents }: { refundId: string; amountCents: number }) {
    count += 1
    const isDue = count >= Number(nth)
    if (isDue && when === 'before') die()
    appendFileSync(calls, `${refundId}\n`)
    if (Number.parseInt(refundId.slice(0, 2), 16) % 8 === 0)
      return {
        refundRef: `re_${refundId}`,
        status: 'failed' as const,
        failureCode: 'expired_or_canceled_card',
      }
    if (!existsSync(paid) || !readFileSync(paid, 'utf8').includes(refundId))
      appendFileSync(paid, `${refundId} ${amountCents}\n`)
    if (isDue && when === 'after') die()
    return { refundRef: `re_${refundId}`, status: 'succeeded' as const, failureCode: null }
  },
}

const refunds = defineRefundJob(() => new Map([[name, provider]]))
await runDueJobs([refunds], pino({ level: 'silent' }))
