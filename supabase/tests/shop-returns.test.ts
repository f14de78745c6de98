import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { act, askReturn, buyGoods, moveReturn, parcelOf } from './goods.ts'
import { brokenRules } from './invariants.ts'
import { together } from './races.ts'
import { refusal, reportDispute } from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant, stockOf } from './variants.ts'

/** Sending goods back: who may, until when, what it costs, and what becomes of the units and the money. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
const pool = users.connect(10)
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** Goods of somebody that were delivered. */
async function delivered(quantity = 1, options: { priceCents?: number; isFinal?: boolean } = {}) {
  const owner = await users.extra()
  const made = await makeVariant(sql, { priceCents: options.priceCents ?? 2500 })
  if (options.isFinal) await sql`update public.products set final_sale = true where id = ${made.productId}`
  const order = await buyGoods(service, sql, owner, [
    { variantId: made.variantId, quantity, delivery: 'ship' },
  ])
  const ada = await users.actingAs('Ada')
  await act(ada, 'ship', [order.first], parcelOf(order.first))
  await act(ada, 'delivered', [order.first])
  return { owner, ...made, ...order }
}

const picture = `${'a'.repeat(32)}.webp`
const refundsOf = (orderId: string) =>
  sql<{ cents: number; status: string; sum: number }[]>`
    select amount_cents::int as cents, status, (select sum(c)::int from unnest(line_cents) c) as sum
    from public.refunds where order_id = ${orderId} order by created_at`
const mailsOf = async (orderId: string) =>
  (
    await sql<{ kind: string }[]>`
      select kind from private.mail_outbox where subject_id = ${orderId} and kind like 'return%'`
  ).map(({ kind }) => kind)

describe('a return', () => {
  test('goes from the request to the refund less the label, with the unit back on the shelf and one mail', async () => {
    const ada = await users.actingAs('Ada')
    const goods = await delivered(2)
    const { returnId } = await askReturn(service, goods.owner, goods.code, goods.first)
    expect(
      await sql`select status, quantity from public.fulfilments where order_id = ${goods.orderId} order by 1`,
    ).toEqual([
      { status: 'delivered', quantity: 1 },
      { status: 'return_requested', quantity: 1 },
    ])
    for (const step of ['return_approved', 'return_approved', 'return_received', 'restocked', 'restocked'])
      await moveReturn(ada, returnId, step)
    expect(await refundsOf(goods.orderId)).toEqual([{ cents: 1900, status: 'approved', sum: 1900 }])
    expect(await stockOf(sql, goods.variantId)).toMatchObject({ stock: 10, sold: 1 })
    expect(await mailsOf(goods.orderId)).toEqual(['return_decided'])
    expect(
      await sql`select -sum(cents)::int as back from public.ledger_entries where order_id = ${goods.orderId} and kind = 'refund'`,
    ).toEqual([{ back: 1900 }])
  })

  test('the final-sale flag at purchase decides', async () => {
    const ask = (goods: { owner: string; code: string; first: string }) =>
      askReturn(service, goods.owner, goods.code, goods.first, {})
    const [later, before] = [await delivered(1), await delivered(1, { isFinal: true })]
    await sql`update public.products set final_sale = (id = ${later.productId}) where id in (${later.productId}, ${before.productId})`
    expect((await ask(later)).returnId).toBeTruthy()
    expect((await refusal(ask(before))).code).toBe('return_final_sale')
  })

  test('of what came broken costs nothing, needs a picture, and may be written off; the order ends with its last unit', async () => {
    const ada = await users.actingAs('Ada')
    const goods = await delivered(1, { isFinal: true })
    const ask = (more: Parameters<typeof askReturn>[4]) =>
      askReturn(service, goods.owner, goods.code, goods.first, more)
    expect((await refusal(ask({}))).code).toBe('return_final_sale')
    expect((await refusal(ask({ faulty: true }))).code).toBe('return_picture_needed')
    const { returnId } = await ask({ faulty: true, picture })
    for (const step of ['return_approved', 'return_received', 'written_off'])
      await moveReturn(ada, returnId, step)
    expect(await refundsOf(goods.orderId)).toMatchObject([{ cents: goods.totalCents }])
    expect(await stockOf(sql, goods.variantId)).toMatchObject({ stock: 9, sold: 0 })
    expect(await sql`select status from public.orders where id = ${goods.orderId}`).toEqual([
      { status: 'cancelled' },
    ])
  })

  test('is declined with a reason, which ends it', async () => {
    const ada = await users.actingAs('Ada')
    const goods = await delivered()
    const { returnId } = await askReturn(service, goods.owner, goods.code, goods.first)
    expect((await refusal(moveReturn(ada, returnId, 'return_rejected', ' '))).code).toBe('reason_required')
    await moveReturn(ada, returnId, 'return_rejected', 'It was worn')
    expect((await refusal(moveReturn(ada, returnId, 'return_approved'))).code).toBe('invalid_state')
    expect((await refusal(askReturn(service, goods.owner, goods.code, goods.first))).code).toBe(
      'invalid_state',
    )
    expect(await refundsOf(goods.orderId)).toEqual([])
  })

  test('above 500.00 waits for a second admin', async () => {
    const ada = await users.actingAs('Ada')
    const goods = await delivered(1, { priceCents: 60_000 })
    const { returnId } = await askReturn(service, goods.owner, goods.code, goods.first)
    for (const step of ['return_approved', 'return_received', 'restocked'])
      await moveReturn(ada, returnId, step)
    expect(await refundsOf(goods.orderId)).toEqual([{ cents: 59_400, status: 'requested', sum: 59_400 }])
    const abe = await users.actingAs('Abe')
    const [waiting] = await sql<
      { id: string }[]
    >`select id from public.refunds where order_id = ${goods.orderId}`
    const { error } = await abe.rpc('decide_refund', { p_refund: waiting?.id, p_approve: true })
    expect(error).toBeNull()
    expect(await refundsOf(goods.orderId)).toMatchObject([{ status: 'approved' }])
  })

  test('of goods cheaper than the label gives nothing back, and no step can be left out', async () => {
    const ada = await users.actingAs('Ada')
    const goods = await delivered(1, { priceCents: 500 })
    const { returnId } = await askReturn(service, goods.owner, goods.code, goods.first)
    for (const step of ['return_received', 'restocked', 'written_off'])
      expect((await refusal(moveReturn(ada, returnId, step))).code).toBe('invalid_state')
    for (const step of ['return_approved', 'return_received', 'restocked'])
      await moveReturn(ada, returnId, step)
    expect(await refundsOf(goods.orderId)).toEqual([])
  })

  test('is refused after 30 days, of what is on its way, during a dispute, of another buyer, above what was bought', async () => {
    const [late, other, disputed] = [await delivered(), await delivered(2), await delivered()]
    await sql`update public.fulfilments set handed_at = handed_at - interval '31 days' where order_id = ${late.orderId}`
    const codeOf = async (
      goods: typeof late,
      more: Parameters<typeof askReturn>[4] = {},
      owner = goods.owner,
    ) => (await refusal(askReturn(service, owner, goods.code, goods.first, more))).code
    expect(await codeOf(late)).toBe('return_too_late')
    expect(await codeOf(other, {}, late.owner)).toBe('not_found')
    expect(await codeOf(other, { units: 3 })).toBe('invalid')
    if (!disputed.payment) throw new Error('not paid')
    await reportDispute(service, disputed.payment, { p_kind: 'dispute_open', p_dispute_ref: randomUUID() })
    expect(await codeOf(disputed)).toBe('dispute_open')
  })

  test('asked for eight times at once, two units are sent back twice and no more', async () => {
    const goods = await delivered(2)
    const endings = await together(
      pool,
      8,
      (tx) =>
        tx`select public.ask_own_return(${goods.owner}, ${goods.code}, ${goods.first}, 1, 'Too small', false, null, ${randomUUID()})`,
    )
    expect(endings.map(({ refused }) => refused ?? 'ok').sort()).toEqual([
      ...Array<string>(6).fill('invalid_state'),
      'ok',
      'ok',
    ])
  })

  test('refunded by one of two admins at once, the money goes back once', async () => {
    const ada = await users.actingAs('Ada')
    const abe = await users.actingAs('Abe')
    const goods = await delivered()
    const { returnId } = await askReturn(service, goods.owner, goods.code, goods.first)
    for (const step of ['return_approved', 'return_received']) await moveReturn(ada, returnId, step)
    await Promise.all([moveReturn(ada, returnId, 'restocked'), moveReturn(abe, returnId, 'written_off')])
    expect(await refundsOf(goods.orderId)).toMatchObject([{ cents: 1900 }])
    expect(
      await sql`select count(*)::int as n from public.stock_entries e join public.order_lines l on l.id = e.order_line_id
        where l.order_id = ${goods.orderId} and e.reason in ('returned', 'written_off')`,
    ).toEqual([{ n: 1 }])
  })
})
