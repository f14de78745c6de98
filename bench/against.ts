import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import * as z from 'zod'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { StartError, supervise } from '../tools/processes.ts'
import { freePorts, root, temporaryFolder } from '../tools/settings.ts'
import { sized } from './size.ts'

/**
 * `npm run bench -- against <commit>`: compares the functions that sell and their two busiest lists with those of another commit, in
 * turns, each in a database of its own. It calls them directly and counts the CPU time of the connection's process, so other work
 * of the machine hardly matters to the ratio. Both commits must take the arguments that are used here.
 */

const rounds = sized(8, 1)
const ordersPerRound = sized(40, 2)
const readsPerRound = sized(10, 1)

const stackSchema = z.object({ url: z.string(), secretKey: z.string(), dbUrl: z.string() })
const placed = { email: 'bea@example.com', name: 'Bea Buyer', terms: true, terms_version: '2026-11-22' }

/** One of the two databases: the connection that sells, the one that reads as an admin, and `appear`, which makes a buyer. */
type Side = { sql: Sql; staff: Sql; appear(): Promise<string>; stop(): Promise<void> }

/** CPU milliseconds of one call, by function. */
type Costs = Map<string, number[]>

/**
 * Checks a commit out beside this checkout, with the dependencies of this one.
 * @throws StartError when there is no such commit
 */
function checkOutCommit(commit: string, folder: string): void {
  try {
    execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root, stdio: 'ignore' })
  } catch {
    throw new StartError(`There is no commit "${commit}" to compare with.`)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** Starts the embedded stack of a checkout on new data, with an admin. */
async function openSide(folder: string, dataDir: string): Promise<Side> {
  const [port, sitePort] = await freePorts()
  const env = { DATA_DIR: dataDir, STACK_PORT: String(port), SITE_URL: `http://localhost:${sitePort}` }
  const file = join(folder, 'supabase/embedded/main.ts')
  const stack = await supervise({ name: 'database', file, env, readySchema: stackSchema }, (error) =>
    console.error(error.message),
  )
  const { url, secretKey, dbUrl } = stack.ready
  const service = createClient(url, secretKey, { auth: { persistSession: false } })
  const appear = async () => {
    const email = `${randomUUID()}@example.com`
    const { data, error } = await service.auth.admin.createUser({ email, email_confirm: true })
    if (error) throw error
    return data.user.id
  }
  const admin = await appear()
  const { error } = await service.rpc('set_role', { p_user: admin, p_role: 'admin', p_reason: 'bench' })
  if (error) throw error
  const [sql, staff] = [postgres(dbUrl, { max: 1 }), postgres(dbUrl, { max: 1 })]
  const claims = JSON.stringify({ sub: admin, role: 'authenticated' })
  await staff`select set_config('request.jwt.claims', ${claims}, false)`
  const stop = async () => {
    await Promise.all([sql.end(), staff.end()])
    await stack.stop()
  }
  return { sql, staff, appear, stop }
}

/** Returns the CPU time so far of a connection's process, in milliseconds; Linux counts it in nanoseconds. */
async function spentBy(sql: Sql): Promise<number> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return Number(readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Makes one call for each item and notes what it cost. @returns the calls' results */
async function note<T, R>(
  { costs, name, sql }: { costs: Costs; name: string; sql: Sql },
  items: T[],
  call: (item: T) => Promise<R>,
): Promise<R[]> {
  const before = await spentBy(sql)
  const results: R[] = []
  for (const item of items) results.push(await call(item))
  costs.set(name, [...(costs.get(name) ?? []), ((await spentBy(sql)) - before) / items.length])
  return results
}

type Answer = {
  holdId: string
  orderId: string
  paymentId: string
  amountCents: number
  currency: string
  outcome: string
}

/** Sells two tickets of a new event to each of new buyers, step by step, and reads the lists of the event. */
async function sellRound({ sql, staff, appear }: Side, costs: Costs): Promise<void> {
  // New ones, because a person may begin few carts in an hour.
  const buyers: string[] = []
  while (buyers.length < ordersPerRound) buyers.push(await appear())
  const testEvent = await createEvent(sql, { doorsIn: 200, feeFixedCents: 150 })
  const first = async (rows: PromiseLike<{ answer: Answer }[]>) => {
    const [row] = await rows
    if (!row) throw new Error('no response')
    return row.answer
  }
  const lines = [{ kind: 'ticket', item: testEvent.types.Entry ?? '', quantity: 2 }]
  const held = await note({ costs, name: 'hold_items', sql }, buyers, async (owner) => {
    const { holdId } = await first(sql<{ answer: Answer }[]>`
      select public.hold_items(${owner}, ${testEvent.eventId}, ${sql.json(lines)}, ${randomUUID()}) as answer`)
    return { owner, holdId }
  })
  const orders = await note({ costs, name: 'place_order', sql }, held, async ({ owner, holdId }) => {
    const { orderId } = await first(sql<{ answer: Answer }[]>`
      select public.place_order(${owner}, ${holdId}, ${sql.json({ ...placed, email: `${owner}@example.com` })}, ${randomUUID()}) as answer`)
    return { owner, orderId }
  })
  const payments = await note({ costs, name: 'begin_payment', sql }, orders, ({ owner, orderId }) =>
    first(sql<{ answer: Answer }[]>`
      select public.begin_payment(${owner}, ${orderId}, 'test_paper', ${randomUUID()}) as answer`),
  )
  for (const { paymentId } of payments) await sql`select public.store_payment_ref(${paymentId}, ${paymentId})`
  const settle = { costs, name: 'apply_payment_event, which settles', sql }
  await note(settle, payments, async ({ paymentId, amountCents, currency }) => {
    const { outcome } = await first(sql<{ answer: Answer }[]>`
      select public.apply_payment_event('test_paper', ${randomUUID()}, 'succeeded', ${paymentId}, ${amountCents}, ${currency}) as answer`)
    if (outcome !== 'paid') throw new Error(`not paid but ${outcome}`)
  })
  const reads = Array.from({ length: readsPerRound }, () => testEvent.eventId)
  await note({ costs, name: 'read_capacity_board', sql: staff }, reads, async (id) => {
    await staff`select public.read_capacity_board(${id})`
  })
  await note({ costs, name: 'read_attendees', sql: staff }, reads, async (id) => {
    await staff`select public.read_attendees(p_event => ${id})`
  })
}

const median = (values: number[] = []) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Measures this checkout and another commit in turns, and prints the CPU time of each function and the ratio. */
export async function compareCommits(commit: string): Promise<void> {
  const folder = mkdtempSync(join(temporaryFolder(), 'jouvay-against-'))
  const other = join(folder, 'checkout')
  const sides: { side: Side; costs: Costs }[] = []
  try {
    checkOutCommit(commit, other)
    for (const [at, checkout] of [root, other].entries())
      sides.push({ side: await openSide(checkout, join(folder, `data-${at}`)), costs: new Map() })
    for (let round = 0; round <= rounds; round++) {
      // The first to be measured alternates; the round before all others warms both up.
      for (const { side, costs } of round % 2 === 0 ? sides : sides.toReversed())
        await sellRound(side, round === 0 ? new Map() : costs)
    }
    const [ours, theirs] = sides.map(({ costs }) => costs)
    console.log(
      `\n${commit}; ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}, ${new Date().toISOString().slice(0, 10)}; CPU ms of one call:\n`,
    )
    console.table(
      Object.fromEntries(
        [...(ours ?? [])].map(([name, all]) => {
          const [own, other] = [median(all), median(theirs?.get(name))]
          const shown = { ours: Number(own.toFixed(2)), theirs: Number(other.toFixed(2)) }
          return [name, { ...shown, ratio: Number((own / other).toFixed(2)) }]
        }),
      ),
    )
  } finally {
    for (const { side } of sides) await side.stop()
    execFileSync('git', ['worktree', 'remove', '--force', other], { cwd: root, stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  }
}
