import { pino } from 'pino'
import type { Sql } from 'postgres'
import * as z from 'zod'
import type { JobDefinition } from '#server/define-job.server.ts'

/** Runs the job of one refund as the worker does, whatever else is due in the database that test files share. */

const claimedSchema = z.array(z.object({ id: z.int(), key: z.string(), lease: z.string() }))
type Claimed = z.output<typeof claimedSchema>[number]

const startSchema = z.object({
  refundId: z.uuid(),
  provider: z.string(),
  paymentRef: z.string(),
  refundRef: z.string().nullable(),
  amountCents: z.int(),
  currency: z.string(),
})

/** Result at the provider. */
export type RefundEnd = { status: 'succeeded' | 'failed' | 'pending'; ref?: string; error?: string }

/**
 * Has the queue's claim hand out the job of a refund, which is made the longest due; a lease that another worker has of it ends.
 * @returns undefined when it is parked, or was parked by this claim, or does not exist
 */
export const claimRefund = (sql: Sql, refundId: string | null) => claimJob(sql, 'refund', refundId)

/** The same for a job of any kind. */
export const claimJob = (sql: Sql, kind: string, of: string | null): Promise<Claimed | undefined> =>
  sql.begin(async (tx) => {
    const due = await tx`
      update private.jobs set run_at = 'epoch', leased_until = null
      where kind = ${kind} and key = ${of} and parked_at is null returning id`
    if (due.length === 0) return undefined
    const [row] = await tx`select public.claim_jobs(${tx.json({ [kind]: 1 })}) as jobs`
    return claimedSchema.parse(row?.jobs).find(({ key }) => key === of)
  })

/** Tells whether a worker would get the job of a refund now. */
export async function isRefundDue(sql: Sql, refundId: string | null): Promise<boolean> {
  const due = await sql`
    select 1 from private.jobs j where j.kind = 'refund' and j.key = ${refundId} and j.parked_at is null and j.run_at <= now()
      and coalesce(j.leased_until, '-infinity') <= now()`
  return due.length > 0
}

/** Begins a claimed refund. @returns null when nothing is to be sent, or it can't be sent now */
export async function startRefund(sql: Sql, refundId: string | null) {
  const [row] = await sql`select public.start_refund(${refundId}) as start`
  const start = startSchema.safeParse(row?.start)
  return start.success ? start.data : null
}

/** Claims and begins a refund, whose result nobody reports yet. */
export async function claimAndStart(sql: Sql, refundId: string | null) {
  const job = await claimRefund(sql, refundId)
  const start = job && (await startRefund(sql, refundId))
  return job && start ? { job, start } : null
}

/** Reports the result of a claimed job to the queue. */
export async function finishJob(sql: Sql, { id, lease }: Claimed, error: string | null, again?: number) {
  await sql`select public.finish_jobs(${sql.json([{ id, lease, error, againSeconds: again ?? null }])})`
}

/**
 * Runs the job of a refund once.
 * @returns state of the refund afterwards, or null when it was not sent
 */
export async function tryRefund(sql: Sql, refundId: string | null, end: RefundEnd): Promise<string | null> {
  const begun = await claimAndStart(sql, refundId)
  if (!begun) return null
  const error = end.error ?? (end.status === 'failed' ? 'card closed' : null)
  const [row] = await sql<{ state: string }[]>`
    select public.record_refund(${refundId}, ${end.status}, ${end.ref ?? null}, ${error}) as state`
  const again = row?.state === 'submitted' ? 3600 : undefined
  await finishJob(sql, begun.job, row?.state === 'failed' ? error : null, again)
  return row?.state ?? null
}

/**
 * Claims the job of a refund and has its handler run it, as the worker of a process does.
 * @param workers how many have it: each takes the lease of the one before, and then all of them run it
 */
export async function runRefundJob(
  sql: Sql,
  definition: JobDefinition,
  refundId: string,
  workers = 1,
): Promise<void> {
  const claimed: Claimed[] = []
  for (let worker = 0; worker < workers; worker++) {
    const job = await claimRefund(sql, refundId)
    if (!job) throw new Error(`no job for refund ${refundId}`)
    claimed.push(job)
  }
  await Promise.all(claimed.map((job) => runClaimed(sql, definition, refundId, job)))
}

async function runClaimed(
  sql: Sql,
  definition: JobDefinition,
  refundId: string,
  job: Claimed,
): Promise<void> {
  const log = pino({ level: 'silent' })
  const run = { key: refundId, payload: {}, attempts: 1, log, stopping: new AbortController().signal }
  try {
    const result = await definition.run(run)
    await finishJob(sql, job, null, result?.againSeconds)
  } catch (error) {
    await finishJob(sql, job, error instanceof Error ? error.message : String(error))
  }
}
