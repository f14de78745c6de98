import { appendFileSync } from 'node:fs'
import { setTimeout as later } from 'node:timers/promises'
import { pino } from 'pino'
import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { startJobWorker } from '#server/job-worker.server.ts'

/**
 * A worker of the queue in a process of its own, which server-jobs.proof.test.ts starts and kills. Its handler writes down the key of each
 * job when it begins and when it ends; one of seven fails in its first attempt.
 */

const [file = '', kind = '', name = ''] = process.argv.slice(2)

const job = defineJob({
  kind,
  payload: z.strictObject({ n: z.int() }),
  atOnce: 3,
  async run({ key, payload: { n }, attempts }) {
    appendFileSync(file, `began ${key} ${name}\n`)
    await later(20)
    if (n % 7 === 0 && attempts === 1) throw new Error('not this time')
    appendFileSync(file, `ended ${key} ${name}\n`)
    return undefined
  },
})

const worker = startJobWorker({ jobs: [job], log: pino({ level: 'silent' }), pauseMs: 200 })
process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
// Holds the process open: the worker's pauses do not.
setInterval(() => {}, 60_000)
