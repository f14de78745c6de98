import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventChangeSchema } from '#features/orders/event-changes/event-changes.types.ts'
import { stackSettings } from '../../scripts/local-stack.ts'
import { localSecrets, readSettings, root, temporaryFolder } from '../../tools/settings.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Cancels an event of many orders while its job is killed: each is refunded once, or listed with its reason. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

async function cancel(eventId: string) {
  const change = { p_id: eventId, p_status: 'cancelled', p_note: 'Storm.' }
  await call(await users.actingAs('Ada'), 'set_event_status', change, z.unknown())
}
const changeOf = async (eventId: string) =>
  call(await users.actingAs('Ada'), 'read_event_change', { p_event: eventId }, eventChangeSchema.unwrap())
const rowsOf = (eventId: string) => sql<{ status: string; n: number }[]>`
  select r.status, count(*)::int as n from public.event_change_orders r join public.event_changes c on c.id = r.change_id
  where c.event_id = ${eventId} and c.superseded_at is null group by 1 order by 1`

/** `CANCELED_ORDERS=5000` cancels as many as a festival has, which takes a minute more. */
const orderCount = Number(process.env.CANCELED_ORDERS ?? 1500)

describe(`${orderCount} orders`, () => {
  const provider = 'test_bulk'
  const folder = mkdtempSync(join(temporaryFolder(), 'jouvay-cancel-'))
  const file = join(folder, 'paid-out')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Writes paid orders as the product's rows would be: the past can't be bought that often in a test. */
  async function sellMany(testEvent: TestEvent, count: number) {
    const type = testEvent.types.Entry ?? ''
    await sql.begin(async (tx) => {
      await tx`
        create temporary table many on commit drop as
        select n, gen_random_uuid() as id, gen_random_uuid() as line_id, gen_random_uuid() as payment_id, 1 + n % 2 as quantity,
          private.random_code(8) as code, (select id from public.price_releases where ticket_type_id = ${type}) as release_id
        from generate_series(1, ${count}) n`
      await tx`
        insert into public.orders (id, code, event_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
          terms_accepted_at, terms_version, paid_at)
        select id, code, ${testEvent.eventId}, 'paid', 'many' || n || '@example.com', 'Many ' || n, 'USD', quantity * 2000, quantity * 150, 0,
          quantity * 2150, now(), '2026-11-22', now() from many`
      await tx`
        insert into public.order_lines (id, order_id, kind, item_id, release_id, item_name, quantity, ticket_count, unit_face_cents, fee_cents, tax_cents)
        select line_id, id, 'ticket', ${type}, release_id, 'Entry', quantity, quantity, 2000, quantity * 150, 0 from many`
      await tx`
        insert into public.payments (id, order_id, provider, provider_ref, attempt, amount_cents, currency, status, settled_at)
        select payment_id, id, ${provider}, 'pay_' || payment_id, 1, quantity * 2150, 'USD', 'succeeded', now() from many`
      await tx`select private.post_sales(array(select id from many))`
      await tx`
        insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, holder_name, code, line_unit)
        select m.id, m.line_id, ${testEvent.eventId}, ${type}, 'Many ' || n, private.new_ticket_code(), unit
        from many m cross join lateral generate_series(1, m.quantity) unit`
      await tx`update public.price_releases set sold = (select sum(quantity) from many) where ticket_type_id = ${type}`
      await tx`update public.capacity_pools set sold = (select sum(quantity) from many) where event_id = ${testEvent.eventId}`
    })
  }

  const startWorker = (): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, 'event-change-worker.ts'), file, provider], {
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
    })
  const ended = (child: ChildProcess) =>
    new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)))
  const countOf = async (eventId: string, status: string) =>
    (await rowsOf(eventId)).find((row) => row.status === status)?.n ?? 0
  const paidOut = () =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => line.split(' '))
      : []

  test('of which 3 % fail at the provider, with the job killed twice: each is refunded or listed with its reason, none twice', async () => {
    const testEvent = await createEvent(sql, { doorsIn: 48, feeFixedCents: 150, pools: { Room: 10_000 } })
    const { eventId } = testEvent
    await sellMany(testEvent, orderCount)
    await cancel(eventId)
    expect(await countOf(eventId, 'pending')).toBe(orderCount - 50)

    // Killed while it goes through the orders.
    const first = startWorker()
    const firstEnd = ended(first)
    await expect
      .poll(() => countOf(eventId, 'pending'), { interval: 250, timeout: 280_000 })
      .toBeLessThan(0.8 * orderCount)
    first.kill('SIGKILL')
    expect(await firstEnd).toBe('SIGKILL')
    expect(await countOf(eventId, 'pending')).toBeGreaterThan(0)
    // Killed while it sends the money. Two work side by side from here.
    const second = [startWorker(), startWorker()]
    const secondEnds = second.map(ended)
    await expect
      .poll(() => countOf(eventId, 'refunded'), { interval: 250, timeout: 280_000 })
      .toBeGreaterThan(0.2 * orderCount)
    for (const child of second) child.kill('SIGKILL')
    expect(await Promise.all(secondEnds)).toEqual(['SIGKILL', 'SIGKILL'])
    expect(await countOf(eventId, 'refunding')).toBeGreaterThan(0)
    // Twice, because a request that a killed worker had sent may take refunds in hand after it.
    for (const _ of ['the rest', 'what was taken meanwhile']) {
      // Ends the leases of what they had in hand, which last two minutes.
      await sql`
        update private.jobs j set leased_until = null, run_at = now() from public.refunds r join public.payments p on p.id = r.payment_id
        where j.kind = 'refund' and j.key = r.id::text and p.provider = ${provider} and r.status in ('approved', 'submitted')`
      const workers = [startWorker(), startWorker()]
      expect(await Promise.all(workers.map(ended))).toEqual(['code 0', 'code 0'])
    }

    const { figures, reasons } = await changeOf(eventId)
    expect(figures).toMatchObject({ orders: orderCount, pending: 0, refunding: 0, kept: 0 })
    expect(figures.refunded + figures.failed).toBe(orderCount)
    expect(figures.failed).toBeGreaterThan(0.01 * orderCount)
    expect(reasons).toMatchObject([{ reason: 'expired_or_canceled_card', orders: figures.failed }])
    // One refund and one mail for each order; the provider paid each refund once, by its key, and exactly what they say.
    const [rows] = await sql<
      { refunds: number; orders: number; cents: number; mails: number; valid: number }[]
    >`
      select count(*)::int as refunds, count(distinct r.order_id)::int as orders,
        sum(r.amount_cents) filter (where r.status = 'succeeded')::int as cents,
        (select count(*)::int from private.mail_outbox m join public.orders o on o.id = m.subject_id
          where o.event_id = ${eventId} and m.kind = 'event_cancelled') as mails,
        (select count(*)::int from public.tickets k where k.event_id = ${eventId} and k.status = 'valid') as valid
      from public.refunds r join public.orders o on o.id = r.order_id where o.event_id = ${eventId}`
    const byKey = new Map(paidOut().map(([id, cents]) => [id, Number(cents)]))
    expect(rows).toEqual({
      refunds: orderCount,
      orders: orderCount,
      cents: [...byKey.values()].reduce((sum, cents) => sum + cents, 0),
      mails: orderCount,
      valid: 0,
    })
    expect(byKey.size).toBe(figures.refunded)
    // Running it again does nothing.
    const calls = paidOut().length
    expect(await ended(startWorker())).toBe('code 0')
    expect(paidOut()).toHaveLength(calls)
    expect((await changeOf(eventId)).figures).toEqual(figures)
  }, 600_000)
})
