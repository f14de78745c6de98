import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { stackSettings } from '../../scripts/local-stack.ts'
import { localSecrets, readSettings, root, temporaryFolder } from '../../tools/settings.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, refundedSchema } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** The job that sends refunds, killed in the middle of ordinary ones. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
const folder = mkdtempSync(join(temporaryFolder(), 'jouvay-refunds-'))
/** A provider of this test alone, so that no other worker takes its refunds. */
const provider = `test_${randomUUID().replaceAll(/[^a-z]/g, '')}x`.slice(0, 28)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** Starts a worker. @param when it kills itself: before or after the provider has paid its `nth` refund */
const startWorker = (when: 'before' | 'after' | 'never', nth = 0): ChildProcess =>
  spawn(
    process.execPath,
    [join(import.meta.dirname, 'refund-worker.ts'), folder, provider, when, String(nth)],
    {
      cwd: root,
      env: {
        ...process.env,
        ...localSecrets(readSettings(), folder),
        ...stackSettings(stack),
        SITE_MODE: 'local',
        SITE_URL: 'http://localhost',
        BACKGROUND_JOBS: 'off',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
const ended = (child: ChildProcess) =>
  new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)))
const lines = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)
/** Ends the leases of what a dead worker had in hand, as two minutes would. */
const leasesEnd = () => sql`
  update private.jobs j set leased_until = null, run_at = now() from public.refunds r join public.payments p on p.id = r.payment_id
  where j.kind = 'refund' and j.key = r.id::text and p.provider = ${provider} and r.status in ('approved', 'submitted')`

test('36 refunds, two workers killed, before and after the provider paid: none is paid twice, each ends with a reason', async () => {
  const testEvent = await createEvent(sql, { feeFixedCents: 150, pools: { Room: 500 }, maxPerPerson: 20 })
  const ada = await users.actingAs('Ada')
  const orders = await Promise.all(
    Array.from(
      { length: 36 },
      async () => (await buy(service, await users.extra(), testEvent, { Entry: 2 })).order,
    ),
  )
  await sql`update public.payments set provider = ${provider} where order_id in ${sql(orders.map(({ orderId }) => orderId))}`
  await Promise.all(
    orders.map((order, n) =>
      call(
        ada,
        'refund_order',
        {
          p_order: order.orderId,
          p_amount_cents: n % 3 === 0 ? 500 + n : order.totalCents,
          p_reason: 'asked nicely',
          p_void: n % 3 !== 0,
          p_key: randomUUID(),
        },
        refundedSchema,
      ),
    ),
  )
  expect(await Promise.all([startWorker('before', 5), startWorker('after', 9)].map(ended))).toEqual([
    'SIGKILL',
    'SIGKILL',
  ])
  const [left] = await sql<{ open: number }[]>`
    select count(*)::int as open from public.refunds r join public.payments p on p.id = r.payment_id
    where p.provider = ${provider} and r.status in ('approved', 'submitted')`
  expect(left?.open).toBeGreaterThan(0)
  await leasesEnd()
  expect(await ended(startWorker('never'))).toBe('code 0')

  const rows = await sql<
    { id: string; status: string; error: string | null; cents: number; notes: number; mails: number }[]
  >`
    select r.id, r.status, r.last_error as error, r.amount_cents::int as cents,
      (select count(*)::int from private.receipts n where n.refund_id = r.id) as notes,
      (select count(*)::int from private.mail_outbox m where m.payload ->> 'refundId' = r.id::text and m.kind = 'order_refunded') as mails
    from public.refunds r join public.payments p on p.id = r.payment_id where p.provider = ${provider}`
  expect(rows).toHaveLength(36)
  const byStatus = (status: string) => rows.filter((row) => row.status === status)
  expect(byStatus('succeeded').length + byStatus('failed').length).toBe(36)
  expect(byStatus('failed').every(({ error }) => error === 'expired_or_canceled_card')).toBe(true)
  // the provider paid each that succeeded once, and exactly what it says
  const paid = lines('paid').map((line) => line.split(' '))
  expect(new Set(paid.map(([id]) => id)).size).toBe(paid.length)
  expect(paid.toSorted()).toEqual(
    byStatus('succeeded')
      .map(({ id, cents }) => [id, String(cents)])
      .toSorted(),
  )
  expect(byStatus('succeeded').every(({ notes, mails }) => notes === 1 && mails === 1)).toBe(true)
  expect(byStatus('failed').every(({ notes, mails }) => notes === 0 && mails === 0)).toBe(true)
  // at least one was sent again after it had been paid, under the same key
  expect(lines('calls').length).toBeGreaterThan(new Set(lines('calls')).size)
  // running it again sends nothing
  const calls = lines('calls').length
  expect(await ended(startWorker('never'))).toBe('code 0')
  expect(lines('calls')).toHaveLength(calls)
})
