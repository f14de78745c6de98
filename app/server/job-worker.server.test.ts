import { pino } from 'pino'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { defineJob, type JobDefinition } from './define-job.server.ts'
import { type JobQueue, runDueJobs, startJobWorker } from './job-worker.server.ts'

const log = pino({ level: 'silent' })
const soon = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true)

type Waiting = { kind: string; key: string; payload: Record<string, unknown> }

/** A queue in memory that keeps what was reported. */
function memoryQueue(waiting: Waiting[]) {
  const finished: { key: string; error: string | null; isFinal: boolean }[] = []
  const claims: Record<string, number>[] = []
  const taken = new Map<number, Waiting>()
  let id = 0
  const queue: JobQueue = {
    async claim(room) {
      claims.push(room)
      return Object.entries(room).flatMap(([kind, most]) => {
        const due = waiting.filter((job) => job.kind === kind).slice(0, most)
        for (const job of due) waiting.splice(waiting.indexOf(job), 1)
        return due.map((job) => {
          taken.set(++id, job)
          return { ...job, id, attempts: 1, lease: 'a moment', leaseSeconds: 60 }
        })
      })
    },
    renew: async () => 'another moment',
    async finish({ id: of, error, isFinal, againSeconds }) {
      const job = taken.get(of)
      if (!job) return false
      finished.push({ key: job.key, error, isFinal })
      if (againSeconds !== null) waiting.push(job)
      return true
    },
  }
  return { queue, finished, claims }
}

const worker = (jobs: JobDefinition[], queue: JobQueue, pauseMs = 60_000) =>
  startJobWorker({ jobs, log, queue, pauseMs })
const job = (kind: string, key: string, payload = {}) => ({ kind, key, payload })
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('works through a queue longer than its room without a pause, never more at once than the kind allows', async () => {
  let inside = 0
  let most = 0
  const slow = defineJob({
    kind: 'slow',
    atOnce: 4,
    async run() {
      most = Math.max(most, ++inside)
      await later(2)
      inside--
      return undefined
    },
  })
  const memory = memoryQueue(Array.from({ length: 30 }, (_, n) => job('slow', String(n))))
  const running = worker([slow], memory.queue)
  await soon(() => memory.finished.length === 30)
  await running.stop()
  expect([most, inside]).toEqual([4, 0])
  expect(new Set(memory.finished.map(({ key }) => key)).size).toBe(30)
})

it('runs a kind while all room of another is taken', async () => {
  const release = Promise.withResolvers<undefined>()
  const stuck = defineJob({ kind: 'stuck', run: () => release.promise })
  const quick = defineJob({ kind: 'quick', run: async () => undefined })
  const waiting = [job('stuck', 'a'), job('stuck', 'b')]
  const memory = memoryQueue(waiting)
  const running = worker([stuck, quick], memory.queue, 1)
  await soon(() => memory.claims.some((room) => !('stuck' in room)))
  waiting.push(job('quick', 'c'))
  await soon(() => memory.finished.length === 1)
  expect(memory.finished).toEqual([{ key: 'c', error: null, isFinal: false }])
  release.resolve(undefined)
  await running.stop()
})

it('claims again at once when a run says that there is more', async () => {
  let runs = 0
  const cron = defineJob({ kind: 'cron', run: async () => (++runs < 5 ? { againSeconds: 0 } : undefined) })
  const memory = memoryQueue([job('cron', '')])
  const running = worker([cron], memory.queue)
  await soon(() => runs === 5)
  await running.stop()
})

it('reports a failure and works on; a payload that its schema refuses is final and never reaches the handler', async () => {
  const seen: unknown[] = []
  const strict = defineJob({
    kind: 'strict',
    payload: z.strictObject({ cents: z.int() }),
    async run({ payload: { cents } }) {
      seen.push(cents)
      if (cents === 0) throw new Error('nothing to do')
      return undefined
    },
  })
  const memory = memoryQueue([
    job('strict', 'bad', { cents: '5' }),
    job('strict', 'failing', { cents: 0 }),
    job('strict', 'good', { cents: 5 }),
  ])
  expect(await runDueJobs([strict], log, memory.queue)).toBe(3)
  expect(seen).toEqual([0, 5])
  expect(memory.finished).toEqual([
    { key: 'bad', error: expect.stringContaining('cents'), isFinal: true },
    { key: 'failing', error: 'nothing to do', isFinal: false },
    { key: 'good', error: null, isFinal: false },
  ])
})

it('survives a queue that cannot be reached, for a claim or for a report', async () => {
  let runs = 0
  const cron = defineJob({
    kind: 'cron',
    async run() {
      runs++
      return undefined
    },
  })
  const memory = memoryQueue([job('cron', '')])
  let calls = 0
  const running = worker(
    [cron],
    {
      claim: (room) => (++calls < 3 ? Promise.reject(new Error('no connection')) : memory.queue.claim(room)),
      renew: memory.queue.renew,
      finish: () => Promise.reject(new Error('no connection')),
    },
    1,
  )
  await soon(() => runs === 1 && calls > 5)
  await running.stop()
})

it('ends what it began before it stops, and tells it to', async () => {
  const release = Promise.withResolvers<undefined>()
  let isTold = false
  const slow = defineJob({
    kind: 'slow',
    async run({ stopping }) {
      stopping.addEventListener('abort', () => {
        isTold = true
      })
      await release.promise
      return undefined
    },
  })
  const memory = memoryQueue([job('slow', 'a'), job('slow', 'b')])
  const running = worker([slow], memory.queue)
  await soon(() => memory.claims.length > 0)
  await later(1)
  let isStopped = false
  const stopped = running.stop().then(() => {
    isStopped = true
  })
  await soon(() => isTold)
  expect(isStopped).toBe(false)
  release.resolve(undefined)
  await stopped
  expect(memory.finished).toEqual([{ key: 'a', error: null, isFinal: false }])
})

it('leaves the jobs of a kind that this process cannot run to another', async () => {
  const off = defineJob({ kind: 'off', isOn: () => false, run: async () => undefined })
  const on = defineJob({ kind: 'on', run: async () => undefined })
  const memory = memoryQueue([job('off', 'a'), job('on', 'b')])
  const running = worker([off, on], memory.queue)
  await soon(() => memory.finished.length === 1)
  await running.stop()
  expect(memory.claims[0]).toEqual({ on: 1 })
})
