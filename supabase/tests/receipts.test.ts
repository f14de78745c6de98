import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { receiptSchema } from '#features/orders/receipts.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { buy, call, checkOut, provider, refundedSchema, report } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Receipts and credit notes: their numbers, what they say, and who reads them. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let event: TestEvent

beforeAll(async () => {
  event = await createEvent(sql, { feeFixedCents: 150, feeBps: 300, taxBps: 888, pools: { Room: 500 } })
})
afterAll(async () => {
  await users.close()
})

const receiptsOf = (order: string) =>
  sql<
    { kind: string; number: string; year: number; sequence: number; content: Record<string, unknown> }[]
  >`select kind, number, year, sequence, content from private.receipts where order_id = ${order} order by issued_at, number`

const readAs = async (who: Name, code: string) =>
  call(await users.actingAs(who), 'read_receipt', { p_code: code }, receiptSchema.nullable())

/** Refunds a part of an order and reports it as paid out. */
async function refund(orderId: string, cents: number): Promise<string> {
  const ada = await users.actingAs('Ada')
  const asked = {
    p_order: orderId,
    p_amount_cents: cents,
    p_reason: 'Broken heel',
    p_void: false,
    p_key: randomUUID(),
  }
  const { refundId } = await call(ada, 'refund_order', asked, refundedSchema)
  await sql`update public.refunds set status = 'submitted', attempts = 1 where id = ${refundId}`
  await call(service, 'record_refund', { p_refund: refundId, p_status: 'succeeded' }, z.string())
  return refundId ?? ''
}

test('a paid order has one receipt, which adds up and names nobody', async () => {
  const { order } = await buy(service, await users.id('Mia'), event, { Entry: 3 })
  const [receipt, ...others] = await receiptsOf(order.orderId)
  expect(others).toEqual([])
  expect(receipt?.number).toMatch(/^R-20\d\d-\d{6}$/)
  expect(JSON.stringify(receipt?.content)).not.toContain('Bea Buyer')

  const read = await readAs('Mia', order.code)
  expect(read).toMatchObject({ number: receipt?.number, buyerName: 'Bea Buyer', creditNotes: [] })
  const { lines, faceCents, discountCents, feeCents, taxCents, totalCents } = read?.content ?? {}
  expect(totalCents).toBe(order.totalCents)
  expect([faceCents, discountCents]).toEqual([6000, 0])
  expect((faceCents ?? 0) - (discountCents ?? 0) + (feeCents ?? 0) + (taxCents ?? 0)).toBe(totalCents)
  expect(lines?.reduce((sum, line) => sum + line.totalCents, 0)).toBe(totalCents)
  expect(feeCents).toBeGreaterThan(0)
  expect(taxCents).toBeGreaterThan(0)
})

test('its owner, admins and who has the link read a receipt; nobody else', async () => {
  const { order } = await buy(service, await users.id('Mia'), event, { Entry: 1 })
  expect((await readAs('Ada', order.code))?.number).toBeTruthy()
  for (const who of ['Sid', 'Gus', 'Mo'] as const) expect(await readAs(who, order.code), who).toBeNull()
  const visitor = await users.actingAs('visitor')
  expect((await visitor.rpc('read_receipt', { p_code: order.code })).error?.code).toBe('42501')
  const p_token_hash = hashToken(makeToken())
  await service.rpc('add_link', { p_purpose: 'order_reminder', p_subject: order.orderId, p_token_hash })
  const read = (hash: string) =>
    call(service, 'read_receipt_by_link', { p_token_hash: hash }, receiptSchema.nullable())
  expect((await read(p_token_hash))?.content.orderCode).toBe(order.code)
  expect(await read(hashToken(makeToken()))).toBeNull()
})

test('a receipt does not change with what it is about, and cannot be changed or deleted', async () => {
  const { order } = await buy(service, await users.extra(), event, { Entry: 1 })
  const before = await receiptsOf(order.orderId)
  await sql`update public.events set title = 'Renamed since', tax_bps = 0 where id = ${event.eventId}`
  expect(await receiptsOf(order.orderId)).toEqual(before)
  await sql`update public.events set tax_bps = 888 where id = ${event.eventId}`
  for (const change of [
    sql`update private.receipts set content = '{}' where order_id = ${order.orderId}`,
    sql`delete from private.receipts where order_id = ${order.orderId}`,
    sql`truncate private.receipts`,
  ])
    await expect(change).rejects.toThrow(/append-only/)
})

test('what cost nothing, or was refunded instead of sold, has no receipt', async () => {
  const soldOut = await createEvent(sql, { pools: { Room: 1 } })
  const first = await checkOut(service, await users.extra(), soldOut, { Entry: 1 })
  await sql`update public.holds set status = status, expires_at = now() - interval '1 minute' where id = ${first.hold.holdId}`
  await sql`select public.sweep()`
  await buy(service, await users.extra(), soldOut, { Entry: 1 })
  expect((await report(service, first.payment, 'succeeded')).outcome).toBe('refunding')
  expect(await receiptsOf(first.order.orderId)).toEqual([])
})

test('each refund that is paid out has a credit note, once, however often it is reported', async () => {
  const { order } = await buy(service, await users.id('Mia'), event, { Entry: 2 })
  const id = await refund(order.orderId, 700)
  await call(service, 'record_refund', { p_refund: id, p_status: 'succeeded' }, z.string())
  await refund(order.orderId, 300)
  const [receipt, ...notes] = await receiptsOf(order.orderId)
  expect(notes.map(({ kind, content }) => [kind, content.amountCents, content.receipt])).toEqual([
    ['credit_note', 700, receipt?.number],
    ['credit_note', 300, receipt?.number],
  ])
  const read = await readAs('Mia', order.code)
  expect(read?.paidAfterRefundsCents).toBe(order.totalCents - 1000)
  expect(read?.creditNotes.map(({ amountCents }) => amountCents)).toEqual([700, 300])
})

test('a second payment that goes back is no credit of the first', async () => {
  const owner = await users.extra()
  const { order } = await buy(service, owner, event, { Entry: 1 })
  const [second] = await sql<{ id: string; amount_cents: number }[]>`
    insert into public.payments (order_id, attempt, provider, provider_ref, amount_cents, currency, status)
    select order_id, attempt + 1, ${provider}, ${randomUUID()}, amount_cents, currency, 'created'
    from public.payments where order_id = ${order.orderId} returning id, amount_cents`
  await sql`select private.settle_order(${order.orderId}, ${second?.id ?? ''})`
  const [sent] = await sql<{ id: string }[]>`
    select id from public.refunds where order_id = ${order.orderId} and kind = 'double_payment'`
  await sql`update public.refunds set status = 'submitted', attempts = 1 where id = ${sent?.id ?? ''}`
  await call(service, 'record_refund', { p_refund: sent?.id, p_status: 'succeeded' }, z.string())
  expect((await receiptsOf(order.orderId)).map(({ kind }) => kind)).toEqual(['receipt'])
})

test('ten settlements at once get ten numbers in a row; one that is rolled back leaves no gap', async () => {
  const pool = users.connect(11)
  const orders = await Promise.all(
    Array.from({ length: 10 }, async () => checkOut(service, await users.extra(), event, { Entry: 1 })),
  )
  const doomed = await checkOut(service, await users.extra(), event, { Entry: 1 })
  const settle = ({ payment }: (typeof orders)[number]) =>
    pool`select public.apply_payment_event(${provider}, ${randomUUID()}, 'succeeded', ${payment.paymentId},
      ${payment.amountCents}, ${payment.currency})`
  // Takes a number first, while the others begin to wait for it, and gives up.
  const taken = Promise.withResolvers<void>()
  const rolledBack = pool.begin(async (tx) => {
    await tx`select public.apply_payment_event(${provider}, ${randomUUID()}, 'succeeded', ${doomed.payment.paymentId},
      ${doomed.payment.amountCents}, ${doomed.payment.currency})`
    const [mine] = await tx`select 1 from private.receipts where order_id = ${doomed.order.orderId}`
    expect(mine).toBeTruthy()
    taken.resolve()
    for (let waiting = 0; waiting < 10; ) {
      const [row] = await sql<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%apply_payment_event%'`
      waiting = row?.n ?? 0
    }
    throw new Error('gave up')
  })
  await taken.promise
  const settled = Promise.all(orders.map(settle))
  await expect(rolledBack).rejects.toThrow('gave up')
  await settled
  expect(await receiptsOf(doomed.order.orderId)).toEqual([])

  const rows = await sql<{ sequence: number }[]>`
    select sequence from private.receipts where kind = 'receipt'
      and order_id = any (${orders.map(({ order }) => order.orderId)}) order by sequence`
  const numbers = rows.map(({ sequence }) => sequence)
  expect(new Set(numbers).size).toBe(10)
  // Other files sell meanwhile; over the whole series nothing is missing and nothing double.
  const [series] = await sql<{ last: number; issued: number }[]>`
    select s.last, (select count(*)::int from private.receipts r where r.kind = s.kind and r.year = s.year) as issued
    from private.receipt_series s where s.kind = 'receipt' order by s.year desc limit 1`
  expect(series?.issued).toBe(series?.last)
})

test('no rule is broken', async () => {
  expect(await brokenRules(sql)).toEqual([])
})
