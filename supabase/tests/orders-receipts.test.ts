import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { receiptSchema } from '#features/orders/receipts.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { withLockTimeout } from './lock-timeout.ts'
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

/** Numbers all receipts that have no number, as the worker does. */
const numberAll = async () => {
  while ((await call(service, 'number_receipts', { p_limit: 500 }, z.int())) > 0);
}

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
  await sql`update public.refunds set status = 'submitted' where id = ${refundId}`
  await call(service, 'record_refund', { p_refund: refundId, p_status: 'succeeded' }, z.string())
  return refundId ?? ''
}

test('a paid order has one receipt, which adds up and names nobody', async () => {
  const { order } = await buy(service, await users.id('Mia'), event, { Entry: 3 })
  await numberAll()
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
  // Opens it by the link to goods: who bought goods alone has none to tickets.
  const goods = hashToken(makeToken())
  await service.rpc('add_link', { p_purpose: 'order_goods', p_subject: order.orderId, p_token_hash: goods })
  expect((await read(goods))?.content.orderCode).toBe(order.code)
  const choice = hashToken(makeToken())
  await service.rpc('add_link', { p_purpose: 'event_choice', p_subject: order.orderId, p_token_hash: choice })
  expect(await read(choice)).toBeNull()
})

test('a receipt does not change with what it is about, and cannot be changed or deleted', async () => {
  const { order } = await buy(service, await users.extra(), event, { Entry: 1 })
  await numberAll()
  const before = await receiptsOf(order.orderId)
  await sql`update public.events set title = 'Renamed since', tax_bps = 0 where id = ${event.eventId}`
  expect(await receiptsOf(order.orderId)).toEqual(before)
  await sql`update public.events set tax_bps = 888 where id = ${event.eventId}`
  for (const change of [
    () => sql`update private.receipts set content = '{}' where order_id = ${order.orderId}`,
    () => sql`update private.receipts set sequence = sequence + 1000000 where order_id = ${order.orderId}`,
    () => sql`update private.receipts set sequence = null where order_id = ${order.orderId}`,
    () => sql`delete from private.receipts where order_id = ${order.orderId}`,
    () => withLockTimeout(sql, (tx) => tx`truncate private.receipts`),
  ])
    await expect(change()).rejects.toThrow(/append-only/)
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

test.each([
  'the site',
  'the provider',
])('a second payment that goes back is no credit of the first, sent by %s', async (sender) => {
  const owner = await users.extra()
  const { order } = await buy(service, owner, event, { Entry: 1 })
  const ref = randomUUID()
  const [second] = await sql<{ id: string; amount_cents: number }[]>`
    insert into public.payments (order_id, attempt, provider, provider_ref, amount_cents, currency, status)
    select order_id, attempt + 1, ${provider}, ${ref}, amount_cents, currency, 'created'
    from public.payments where order_id = ${order.orderId} returning id, amount_cents::int`
  await sql`select private.settle_order(${order.orderId}, ${second?.id ?? ''})`
  if (sender === 'the provider') {
    const payload = { payment_ref: ref, amount_cents: second?.amount_cents, currency: 'USD' }
    await sql`select public.apply_refund_event(${provider}, ${randomUUID()}, 'refund_succeeded', ${randomUUID()}, null, ${sql.json(payload)})`
  } else {
    const [sent] = await sql<{ id: string }[]>`
      select id from public.refunds where order_id = ${order.orderId} and kind = 'double_payment'`
    await sql`update public.refunds set status = 'submitted' where id = ${sent?.id ?? ''}`
    await call(service, 'record_refund', { p_refund: sent?.id, p_status: 'succeeded' }, z.string())
  }
  const [back] =
    await sql`select refunded_cents::int as cents from public.payments where id = ${second?.id ?? ''}`
  expect(back?.cents).toBe(second?.amount_cents)
  expect((await receiptsOf(order.orderId)).map(({ kind }) => kind)).toEqual(['receipt'])
})

test('a settlement waits for no number; a receipt that is read has one', async () => {
  const pool = users.connect(2)
  const { order, payment } = await checkOut(service, await users.id('Mia'), event, { Entry: 1 })
  const locked = Promise.withResolvers<void>()
  const looked = Promise.withResolvers<void>()
  const holder = pool.begin(async (tx) => {
    await tx`select private.lock_receipt_numbers()`
    locked.resolve()
    await looked.promise
  })
  await locked.promise
  try {
    expect((await report(service, payment, 'succeeded')).outcome).toBe('paid')
    const [issued] = await sql<{ number: string | null; paid: boolean }[]>`
      select r.number, r.content ->> 'paidAt' is not null as paid from private.receipts r where r.order_id = ${order.orderId}`
    expect(issued).toEqual({ number: null, paid: true })
    // Nobody may give it a second content before it has a number.
    await expect(
      sql`update private.receipts set sequence = 7, content = '{}' where order_id = ${order.orderId}`,
    ).rejects.toThrow(/append-only/)
  } finally {
    looked.resolve()
    await holder
  }
  const [first, second] = await Promise.all([readAs('Mia', order.code), readAs('Ada', order.code)])
  expect(first?.number).toMatch(/^R-20\d\d-\d{6}$/)
  expect(second?.number).toBe(first?.number)
})

test('a refund that is paid out numbers the receipt that it credits', async () => {
  const { order } = await buy(service, await users.id('Mia'), event, { Entry: 1 })
  await refund(order.orderId, 400)
  const [receipt, note] = await receiptsOf(order.orderId)
  expect(receipt?.number).toMatch(/^R-/)
  expect(note?.content.receipt).toBe(receipt?.number)
})

test('settlements, workers and readers at once number each receipt once; one that is rolled back leaves no gap', async () => {
  const pool = users.connect(16)
  const orders = await Promise.all(
    Array.from({ length: 12 }, async () => checkOut(service, await users.extra(), event, { Entry: 1 })),
  )
  const settle = ({ payment }: (typeof orders)[number]) =>
    pool`select public.apply_payment_event(${provider}, ${randomUUID()}, 'succeeded', ${payment.paymentId},
      ${payment.amountCents}, ${payment.currency})`
  const number = (limit: number) => pool`select public.number_receipts(${limit})`
  // The first half is settled; a worker numbers them and ends before its commit, as one that is killed does, while others wait for it.
  await Promise.all(orders.slice(0, 6).map(settle))
  const taken = Promise.withResolvers<void>()
  const rolledBack = pool.begin(async (tx) => {
    const ids = orders.slice(0, 6).map(({ order }) => order.orderId)
    await tx`select private.number_receipts(array(select id from private.receipts where order_id = any (${ids})))`
    const [mine] = await tx<{ n: number }[]>`
      select count(*)::int as n from private.receipts where order_id = any (${ids}) and sequence is not null`
    expect(mine?.n).toBe(6)
    taken.resolve()
    for (let waiting = 0; waiting < 3; ) {
      const [row] = await sql<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%number_receipts(%'`
      waiting = row?.n ?? 0
    }
    throw new Error('gave up')
  })
  await taken.promise
  const others = Promise.all([
    ...orders.slice(6).map(settle),
    number(500),
    number(2),
    number(3),
    ...orders.slice(0, 3).map(({ order }) => readAs('Ada', order.code)),
  ])
  await expect(rolledBack).rejects.toThrow('gave up')
  await others
  await Promise.all([number(500), number(500), numberAll()])

  const rows = await sql<{ sequence: number }[]>`
    select sequence from private.receipts where kind = 'receipt'
      and order_id = any (${orders.map(({ order }) => order.orderId)}) order by sequence`
  const numbers = rows.map(({ sequence }) => sequence)
  expect(numbers).not.toContain(null)
  expect(new Set(numbers).size).toBe(12)
  // Other files sell meanwhile; over the whole series nothing is missing and nothing double.
  const [series] = await sql<{ last: number; issued: number }[]>`
    select s.last, (select count(*)::int from private.receipts r where r.kind = s.kind and r.year = s.year and r.sequence is not null) as issued
    from private.receipt_series s where s.kind = 'receipt' order by s.year desc limit 1`
  expect(series?.issued).toBe(series?.last)
})

test('no rule is broken', async () => {
  expect(await brokenRules(sql)).toEqual([])
})
