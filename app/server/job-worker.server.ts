import type { Logger } from 'pino'
import * as z from 'zod'
import { createBatchWriter, isRowFault } from './batch-writer.server.ts'
import { type JobDefinition, type JobResult, PayloadError } from './define-job.server.ts'
import { keepLease } from './job-lease.server.ts'
import { operate } from './operations.server.ts'
import { rpc } from './rpc.server.ts'
import { serviceClient } from './supabase.server.ts'

/** A task that runs beside the requests. */
export type Task = { stop(): Promise<void> }

const claimedSchema = z.array(
  z.object({
    id: z.int(),
    kind: z.string(),
    key: z.string(),
    payload: z.record(z.string(), z.unknown()),
    attempts: z.int(),
    lease: z.string(),
    leaseSeconds: z.number(),
  }),
)
type ClaimedJob = z.output<typeof claimedSchema>[number]

type JobReport = {
  id: number
  lease: string
  error: string | null
  isFinal: boolean
  againSeconds: number | null
}

/** Calls of the worker to the queue. */
export type JobQueue = {
  /** @param room how many jobs of each kind there is room for */
  claim(room: Record<string, number>): Promise<ClaimedJob[]>
  /** @returns new lease of a job that runs, or null when it is no longer this worker's */
  renew(id: number, lease: string): Promise<string | null>
  /** @returns null when the report was dropped because too many wait */
  finish(report: JobReport): Promise<boolean> | null
}

/** The queue in the database. Jobs that end together, as cron entries that are due together do, are reported in one call. */
function databaseQueue(): JobQueue {
  const reports = createBatchWriter<JobReport, boolean>({
    name: 'job reports',
    write: (results) => rpc(serviceClient(), 'finish_jobs', { p_results: results }, z.array(z.boolean())),
    isItemFault: isRowFault,
    size: 50,
    waitMs: 20,
    most: 1000,
  })
  return {
    claim: (room) => rpc(serviceClient(), 'claim_jobs', { p_room: room }, claimedSchema),
    renew: (id, lease) =>
      rpc(serviceClient(), 'renew_job', { p_id: id, p_lease: lease }, z.string().nullable()),
    finish: (report) => reports.add(report),
  }
}

const textOf = (error: unknown) =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : JSON.stringify(error)

/**
 * Runs one claimed job, whose lease is renewed meanwhile, and reports its result. A report that fails is only logged: the lease ends, and
 * the job runs again. When the lease is lost the handler's signal says so, and nothing is reported.
 * @returns whether it worked, and whether there is more to do at once
 */
async function runJob(
  definition: JobDefinition,
  job: ClaimedJob,
  { log, stopping, queue }: { log: Logger; stopping: AbortSignal; queue: JobQueue },
): Promise<{ error: unknown; isMore: boolean }> {
  const { id, leaseSeconds } = job
  const kept = keepLease({ lease: job.lease, leaseSeconds, renew: (lease) => queue.renew(id, lease) })
  let result: JobResult
  let error: unknown = null
  try {
    result = await operate('job', job.kind, async () =>
      definition.run({ ...job, log, stopping: AbortSignal.any([stopping, kept.lost]) }),
    )
  } catch (thrown) {
    error = thrown ?? new Error('failed without a reason')
  }
  const lease = await kept.end()
  if (lease === null) return { error: kept.lost.reason, isMore: false }
  try {
    const isFinal = error instanceof PayloadError
    const report = { id, lease, error: error === null ? null : textOf(error), isFinal }
    await queue.finish({ ...report, againSeconds: result?.againSeconds ?? null })
  } catch (unreported) {
    log.warn({ job: job.kind, key: job.key, err: unreported }, 'result of a job not reported')
  }
  return { error, isMore: result?.againSeconds === 0 }
}

/**
 * Claims jobs that are due and runs them, those of each kind beside the others, until it is stopped. A kind that has no room left is
 * not claimed, so slow jobs of one kind never hold up another.
 * @param options.pauseMs time between two claims while nothing more is known to be due
 */
export function startJobWorker({
  jobs,
  log,
  pauseMs = 2000,
  queue = databaseQueue(),
}: {
  jobs: readonly JobDefinition[]
  log: Logger
  pauseMs?: number
  queue?: JobQueue
}): Task {
  const definitions = new Map(jobs.filter(({ isOn }) => isOn()).map((job) => [job.kind, job]))
  const running = new Map<string, number>()
  const under = new Set<Promise<void>>()
  const stopping = new AbortController()
  /** Kinds of which the last claim filled all room: more of them may be due. */
  const full = new Set<string>()
  /** Cron entries, and the claim itself, whose last run failed: logged once until they work again. */
  const failing = new Set<string>()
  let wake = () => {}
  let isWoken = false

  const pause = () =>
    new Promise<void>((resolve) => {
      if (isWoken || stopping.signal.aborted) return resolve()
      const timer = setTimeout(resolve, pauseMs)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const claimNow = () => {
    isWoken = true
    wake()
  }

  function note(name: string, error: unknown, key = ''): void {
    if (error === null && failing.delete(name)) log.info({ job: name }, 'job works again')
    if (error === null || failing.has(name)) return
    log[key === '' ? 'error' : 'warn']({ job: name, key, err: error }, 'job failed')
    if (key === '') failing.add(name)
  }

  async function run(definition: JobDefinition, job: ClaimedJob): Promise<void> {
    const { kind, atOnce } = definition
    running.set(kind, (running.get(kind) ?? 0) + 1)
    const { error, isMore } = await runJob(definition, job, { log, stopping: stopping.signal, queue })
    note(kind, error, job.key)
    const left = (running.get(kind) ?? 1) - 1
    running.set(kind, left)
    // Claims the next ones of a long queue before the last of these ends, but not one by one.
    if (isMore || (job.key !== '' && full.has(kind) && left <= atOnce / 2)) claimNow()
  }

  async function claim(): Promise<void> {
    const room: Record<string, number> = {}
    for (const { kind, atOnce } of definitions.values()) {
      const free = atOnce - (running.get(kind) ?? 0)
      if (free > 0) room[kind] = free
    }
    if (Object.keys(room).length === 0) return
    const claimed = await queue.claim(room)
    for (const kind of Object.keys(room)) {
      if (claimed.filter((job) => job.kind === kind).length === room[kind]) full.add(kind)
      else full.delete(kind)
    }
    for (const job of claimed) {
      const definition = definitions.get(job.kind)
      if (!definition) continue
      const work = run(definition, job).finally(() => under.delete(work))
      under.add(work)
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false
      try {
        await claim()
        note('claim', null)
      } catch (error) {
        note('claim', error)
      }
      await pause()
    }
  }

  const done = work()
  return {
    stop: async () => {
      stopping.abort()
      wake()
      await done
      await Promise.all(under)
    },
  }
}

/**
 * Runs what is due of some kinds until nothing is, and then returns: for tests and scripts, which do not wait for a worker.
 * @returns how many jobs ran
 */
export async function runDueJobs(
  jobs: readonly JobDefinition[],
  log: Logger,
  queue = databaseQueue(),
): Promise<number> {
  const room = Object.fromEntries(jobs.map(({ kind, atOnce }) => [kind, atOnce]))
  const stopping = new AbortController().signal
  let count = 0
  for (;;) {
    const claimed = await queue.claim(room)
    if (claimed.length === 0) return count
    count += claimed.length
    await Promise.all(
      claimed.map(async (job) => {
        const definition = jobs.find(({ kind }) => kind === job.kind)
        if (definition) await runJob(definition, job, { log, stopping, queue })
      }),
    )
  }
}
