import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { jobs } from '#background.server.ts'
import { defineJob } from '#server/define-job.server.ts'
import { LeaseLostError } from '#server/job-lease.server.ts'
import { type JobQueue, startJobWorker } from '#server/job-worker.server.ts'
import { openTestUsers } from './test-users.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users

const name = (end: string) => `test_${randomUUID().replaceAll(/[^a-f]/g, '')}_${end}`
const keyed = name('keyed')
const cron = name('cron')
beforeAll(async () => {
  await sql`insert into private.job_kinds (kind, lease, most_attempts, first_pause, longest_pause)
    values (${keyed}, '1 minute', 4, '10 minutes', '30 minutes')`
  await sql`insert into private.job_kinds (kind, every) values (${cron}, '5 minutes')`
})
afterAll(async () => {
  await sql`delete from private.jobs where kind in (${keyed}, ${cron})`
  await sql`delete from private.job_kinds where kind in (${keyed}, ${cron})`
  await users.close()
})

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
type Claimed = z.output<typeof claimedSchema>[number]
async function claim(kind = keyed, room = 10): Promise<Claimed[]> {
  const { data } = await service.rpc('claim_jobs', { p_room: { [kind]: room } }).throwOnError()
  return claimedSchema.parse(data)
}
async function claimOne(kind = keyed): Promise<Claimed> {
  const [job, ...others] = await claim(kind)
  if (!job) throw new Error('nothing was due')
  expect(others).toEqual([])
  return job
}
async function finish(
  { id, lease }: Pick<Claimed, 'id' | 'lease'>,
  report: Record<string, unknown> = {},
): Promise<boolean> {
  const { data } = await service.rpc('finish_jobs', { p_results: [{ id, lease, ...report }] }).throwOnError()
  const [isOurs] = z.array(z.boolean()).length(1).parse(data)
  return isOurs === true
}
const enqueue = (key: string, payload: Record<string, string | number> = {}) =>
  sql`select private.enqueue_job(${keyed}, ${key}, ${sql.json(payload)})`
const end = () => sql`delete from private.jobs where kind = ${keyed}`
/** Lets the time of all waits and leases pass. */
const wait = (kind = keyed) =>
  sql`update private.jobs set run_at = now() - interval '1 second',
    leased_until = case when leased_until is not null then now() - interval '1 second' end where kind = ${kind}`
async function row(kind = keyed) {
  const [one] = await sql<
    { attempts: number; error: string | null; wait: number; parked: boolean; leased: boolean }[]
  >`
    select attempts, last_error as error, round(extract(epoch from run_at - now()) / 60)::int as wait, parked_at is not null as parked,
      leased_until is not null as leased from private.jobs where kind = ${kind}`
  return one
}

test('each kind of job has a handler, and each handler a kind', async () => {
  const kinds = await sql<
    { kind: string }[]
  >`select kind from private.job_kinds where kind !~ '^test_' order by kind`
  expect(jobs.map(({ kind }) => kind).toSorted()).toEqual(kinds.map(({ kind }) => kind))
  expect(
    await sql`select k.kind from private.job_kinds k
      where (k.every is not null) <> exists (select 1 from private.jobs j where j.kind = k.kind and j.key = '') and k.kind !~ '^test_'`,
  ).toEqual([])
})

test('a job is in the queue only if the transaction that causes it commits, and once per key', async () => {
  await sql
    .begin(async (tx) => {
      await tx`select private.enqueue_job(${keyed}, 'never')`
      throw new Error('taken back')
    })
    .catch(() => undefined)
  await enqueue('one', { cents: 1 })
  await enqueue('one', { cents: 2 })
  const job = await claimOne()
  expect(job).toMatchObject({ key: 'one', payload: { cents: 2 }, attempts: 1 })
  expect(await claim()).toEqual([])
  expect(await finish(job)).toBe(true)
  expect(await row()).toBeUndefined()
})

test('eight workers at once get each job once', async () => {
  await sql`select private.enqueue_job(${keyed}, n::text) from generate_series(1, 60) n`
  const all = (await Promise.all(Array.from({ length: 8 }, () => claim(keyed, 10)))).flat()
  const rest = await claim(keyed, 60)
  const ids = [...all, ...rest].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toHaveLength(60)
  expect(all.length).toBeGreaterThan(10)
  await end()
})

test('when a worker is killed its job runs again after the lease, and what it reports too late changes nothing', async () => {
  await enqueue('killed')
  const first = await claimOne()
  expect(await claim()).toEqual([])
  await wait()
  const second = await claimOne()
  expect([second.id, second.attempts]).toEqual([first.id, 2])
  expect(await finish(first)).toBe(false)
  expect(await finish(first, { error: 'too late' })).toBe(false)
  expect(await row()).toMatchObject({ attempts: 2, error: null, leased: true })
  expect(await finish(second)).toBe(true)
  expect(await finish(second)).toBe(false)
  expect(await row()).toBeUndefined()
})

test('a failure is tried again after a pause that doubles up to the longest, and parked after the last attempt', async () => {
  await enqueue('failing')
  const waits: (number | undefined)[] = []
  for (let attempt = 1; attempt <= 4; attempt++) {
    const job = await claimOne()
    expect(job.attempts).toBe(attempt)
    await finish(job, { error: `no ${attempt}` })
    if (attempt < 4) waits.push((await row())?.wait)
    expect(await claim()).toEqual([])
    if (attempt < 4) await wait()
  }
  expect(waits).toEqual([10, 20, 30])
  expect(await row()).toMatchObject({ attempts: 4, error: 'no 4', parked: true, leased: false })
  await wait()
  expect(await claim()).toEqual([])
  await enqueue('failing')
  expect(await claimOne()).toMatchObject({ attempts: 1 })
  await end()
})

test('results are reported together, each for itself', async () => {
  await enqueue('a')
  await enqueue('b')
  const [a, b] = await claim()
  const { data } = await service
    .rpc('finish_jobs', {
      p_results: [
        { id: a?.id, lease: a?.lease, error: 'no' },
        { id: b?.id, lease: '2026-01-01T00:00:00Z' },
        { id: b?.id, lease: b?.lease },
      ],
    })
    .throwOnError()
  expect(data).toEqual([true, false, true])
  expect(await row()).toMatchObject({ error: 'no', attempts: 1 })
  await end()
})

test('a job whose worker is killed in its last attempt is parked, not run for ever', async () => {
  await enqueue('poison')
  for (let attempt = 1; attempt <= 4; attempt++) {
    expect((await claimOne()).attempts).toBe(attempt)
    await wait()
  }
  expect(await claim()).toEqual([])
  expect(await row()).toMatchObject({ attempts: 4, parked: true, error: 'The process ended while it ran.' })
  await end()
})

test('a failure that no attempt can mend is parked at once', async () => {
  await enqueue('refused')
  await finish(await claimOne(), { error: 'payload', isFinal: true })
  expect(await row()).toMatchObject({ attempts: 1, parked: true, error: 'payload' })
  await end()
})

test.each([
  ['worked', {}],
  ['failed', { error: 'no' }],
])('a job that is queued again while it runs runs again with the new payload, when the first run %s', async (_, report) => {
  await enqueue('changed', { at: 'first' })
  const first = await claimOne()
  await enqueue('changed', { at: 'second' })
  expect(await claim(), 'two runs of one key at once').toEqual([])
  await finish(first, report)
  expect(await claimOne()).toMatchObject({ payload: { at: 'second' }, attempts: 1 })
  await end()
})

test('a run may ask for another one later, which uses up no attempt', async () => {
  await enqueue('pending')
  await finish(await claimOne(), { againSeconds: 3600 })
  expect(await row()).toMatchObject({ attempts: 0, wait: 60, leased: false })
  await end()
})

test('a cron entry runs again after its pause, however it ended, and is never parked', async () => {
  await sql`insert into private.jobs (kind) values (${cron})`
  await finish(await claimOne(cron))
  expect(await row(cron)).toMatchObject({ attempts: 0, wait: 5, error: null })
  for (let n = 1; n <= 12; n++) {
    await wait(cron)
    await finish(await claimOne(cron), { error: 'down' })
  }
  expect(await row(cron)).toMatchObject({ attempts: 12, wait: 5, error: 'down', parked: false })
  await wait(cron)
  await finish(await claimOne(cron), { againSeconds: 0 })
  expect(await claimOne(cron)).toMatchObject({ attempts: 1 })
  expect(await row(cron)).toMatchObject({ error: null })
})

describe('a handler that runs longer than its lease', () => {
  const slow = name('slow')
  const log = pino({ level: 'silent' })
  const leaseOf = async () => {
    const [one] = await sql<{ until: Date | null; attempts: number }[]>`
      select leased_until as until, attempts from private.jobs where kind = ${slow}`
    return one
  }
  const queue: JobQueue = {
    async claim(room) {
      const { data } = await service.rpc('claim_jobs', { p_room: room }).throwOnError()
      return claimedSchema.parse(data)
    },
    async renew(id, lease) {
      const { data } = await service.rpc('renew_job', { p_id: id, p_lease: lease }).throwOnError()
      return z.string().nullable().parse(data)
    },
    finish: ({ id, lease, ...report }) => finish({ id, lease }, report),
  }
  /** A worker whose handler is under way until it is let go. */
  function startSlow() {
    const release = Promise.withResolvers<undefined>()
    const begun: { at: number; stopping: AbortSignal }[] = []
    const job = defineJob({
      kind: slow,
      async run({ stopping }) {
        begun.push({ at: Date.now(), stopping })
        await release.promise
        return undefined
      },
    })
    return { begun, release, worker: startJobWorker({ jobs: [job], log, queue, pauseMs: 100 }) }
  }
  beforeAll(async () => {
    await sql`insert into private.job_kinds (kind, lease, most_attempts, first_pause, longest_pause)
      values (${slow}, '5 seconds', 4, '10 minutes', '30 minutes')`
  })
  afterAll(async () => {
    await sql`delete from private.jobs where kind = ${slow}`
    await sql`delete from private.job_kinds where kind = ${slow}`
  })

  test('keeps the job: another worker never gets it, and the result counts', async () => {
    const mine = startSlow()
    await sql`select private.enqueue_job(${slow}, 'long')`
    await expect.poll(() => mine.begun.length).toBe(1)
    const other = startSlow()
    const first = (await leaseOf())?.until?.getTime() ?? 0
    await expect.poll(async () => (await leaseOf())?.until?.getTime()).toBeGreaterThan(first + 5000)
    expect(await leaseOf()).toMatchObject({ attempts: 1 })
    expect([mine.begun.length, other.begun.length]).toEqual([1, 0])
    mine.release.resolve(undefined)
    other.release.resolve(undefined)
    await Promise.all([mine.worker.stop(), other.worker.stop()])
    expect(await leaseOf()).toBeUndefined()
    expect(other.begun).toEqual([])
  })

  test('is told when the job was given to another worker, and its report changes nothing', async () => {
    const mine = startSlow()
    await sql`select private.enqueue_job(${slow}, 'taken')`
    await expect.poll(() => mine.begun.length).toBe(1)
    // As after a time without the database.
    await wait(slow)
    const theirs = await claimOne(slow)
    await expect.poll(() => mine.begun[0]?.stopping.reason).toBeInstanceOf(LeaseLostError)
    mine.release.resolve(undefined)
    await mine.worker.stop()
    expect(await leaseOf()).toMatchObject({ attempts: 2, until: new Date(theirs.lease) })
    expect(await finish(theirs)).toBe(true)
  })
})

/** Functions of the database that pass over locked rows, and why that is not a claim. */
const passOver: Record<string, string> = {
  'public.claim_jobs': 'the one claim',
  'private.fail_job': 'a job that runs sees for itself: the caller has the rows locked that it is about',
  'private.drop_job': 'lock order, as fail_job',
  'public.claim_open_payments': 'a payment that is being settled at this moment needs no look-up',
  'public.queue_alerts': 'a run that outlasts its lease does not make the next one wait',
  'private.end_holds': 'lock order: a hold that somebody pays or releases at this moment is not ended',
  'private.lock_due_goods': 'lock order: an order that somebody works on waits for the next run',
  'private.work_on_event_change':
    'lock order: an order whose holder chooses at this moment waits for the next run',
  'public.sweep': 'lock order: an order that somebody works on waits for the next run',
  'public.settle_guest_lists': 'a list that somebody changes at this moment waits for the next run',
  'public.end_transfers': 'a ticket that is taken or given back at this moment waits for the next run',
  'private.close_waitlist': 'an entry that somebody works on waits for the next run',
  'public.hand_on_place': 'parallel calls get different places of one allocation',
  'public.claim_next_case': 'a person claims it, and parallel moderators get different cases',
  'private.tick_on_air': 'a stream that its source or staff move at this moment waits for the next run',
  'private.tick_ended': 'a stream that staff move at this moment waits for the next run of the clock',
  'private.tick_called_off': 'lock order: a stream whose last pass is being given back is cancelled by that',
  'public.purge_posts': 'a post that somebody works on waits for the next run',
  'public.claim_recipients': 'parallel workers of one campaign get different recipients of it',
  'private.end_claims': 'a recipient whose result is being written at this moment has one',
  'public.tend_campaigns': 'a campaign that staff move at this moment waits for the next run',
}

test('the queue has the one claim: no other function passes over locked rows, but for those with a reason', async () => {
  const found = await sql<{ name: string }[]>`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosrc ilike '%skip locked%'`
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(passOver).toSorted())
})

test('the worker is the one loop of the server: nothing else repeats by a timer but the sending of traces, the report of a connected sender, and what keeps open connections open', () => {
  const found = globSync('app/**/*.{server.ts,server.tsx}')
    .filter((path) => !path.includes('.test.'))
    .filter((path) => /\bsetInterval\(/.test(readFileSync(path, 'utf8')))
  expect(found.toSorted()).toEqual([
    'app/server/event-stream.server.ts',
    'app/server/rtmp-ingest.server.ts',
    'app/server/tracing.server.ts',
  ])
})
