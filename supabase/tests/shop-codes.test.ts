import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { cartChangeSchema, cartSchema, startedCheckoutSchema } from '#features/orders/cart/cart.types.ts'
import { checkoutPageSchema, placedOrderSchema } from '#features/orders/orders.types.ts'
import { receiptSchema } from '#features/orders/receipts.types.ts'
import { shopCodeEditorSchema, shopCodesSchema } from '#features/shop/staff/shop-codes.types.ts'
import { makeCode, unlock, unlockedSchema, usesOf } from './codes.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { rolledBack } from './rolled-back.ts'
import {
  beginPayment,
  call,
  holdItems,
  holdTickets,
  linesOf,
  placeOrder,
  refusal,
  report,
  setDelivery,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/** Codes for goods: their scope, their limits under parallel holds, their way through cart, hold, order, receipt and refund. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
let ada: SupabaseClient
beforeAll(async () => {
  ada = await users.actingAs('Ada')
})
const rules: string[] = []
afterAll(async () => {
  await archiveProducts(sql)
  await sql`update public.price_rules set archived_at = now() where id = any (${rules}) and archived_at is null`
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Fields = Record<string, unknown>
const newCode = () => `S${randomUUID().slice(0, 8).toUpperCase()}`
const save = (client: SupabaseClient, fields: Fields) =>
  call(
    client,
    'save_shop_code',
    { p_code: { effect: 'percent', percent: 10, goods: 'all', ...fields } },
    z.uuid(),
  )
/** Writes a code for goods as an admin, 10 % off the products named unless fields say otherwise. */
async function shopCode(fields: Fields = {}) {
  const code = newCode()
  return { code, id: await save(ada, { code, ...fields }) }
}
const listed = (...products: string[]): Fields => ({ goods: 'listed', products })
const add = (owner: string, variant: string, units = 1) =>
  call(
    service,
    'change_cart',
    { p_owner: owner, p_variant: variant, p_mode: 'set', p_units: units, p_key: randomUUID() },
    cartChangeSchema,
  )
const apply = (owner: string, code: string) =>
  call(service, 'apply_code', { p_owner: owner, p_code: code }, unlockedSchema)
const drop = (owner: string) => call(service, 'drop_code', { p_owner: owner }, z.boolean())
const start = (owner: string, code: string | null) =>
  call(
    service,
    'start_checkout',
    { p_owner: owner, p_take_what_is_left: false, p_key: randomUUID(), p_code: code },
    startedCheckoutSchema,
  )
const linesOfHold = (hold: string | null) => sql<
  { kind: string; quantity: number; discount: number; units: number }[]
>`select kind, quantity, discount_cents::int as discount, code_units as units from public.hold_lines where hold_id = ${hold}
  order by kind, unit_face_cents, code_units desc`
const storeDay = async () => {
  const [row] = await sql<{ id: string }[]>`insert into public.pickup_points ${sql({
    kind: 'store',
    name: `Store day ${randomUUID().slice(0, 8)}`,
    state: 'OR',
    postal_code: '97201',
    opens_at: new Date(),
    closes_at: new Date(Date.now() + 86_400_000),
  })} returning id`
  return row?.id ?? ''
}
const pay = async (owner: string, holdId: string) => {
  const order = await placeOrder(service, owner, holdId)
  const payment = order.totalCents > 0 ? await beginPayment(service, owner, order.orderId) : null
  if (payment) await report(service, payment, 'succeeded')
  return order
}

describe('a code for goods', () => {
  test('is for the whole shop, a product or a collection, also for variants that are added later', async () => {
    const owner = await users.extra()
    const shirt = await makeVariant(sql, { priceCents: 2000 })
    const flag = await makeVariant(sql, { priceCents: 1000 })
    const [collection] = await sql<{ id: string }[]>`
      insert into public.product_collections ${sql({ slug: `c-${randomUUID()}`, name: 'Coded' })} returning id`
    await sql`insert into public.product_collection_items ${sql({ collection_id: collection?.id ?? '', product_id: flag.productId })}`
    const [later] = await sql<{ id: string }[]>`insert into public.product_variants ${sql({
      product_id: shirt.productId,
      name: 'L',
      sku: randomUUID().toUpperCase(),
      price_cents: 3000,
    })} returning id`
    await sql`select private.move_stock(${later?.id ?? ''}, private.main_place(), 5, 'received')`
    for (const variant of [shirt.variantId, flag.variantId, later?.id ?? '']) await add(owner, variant)
    const scopes: [Fields, number[]][] = [
      [{}, [100, 200, 300]],
      [listed(shirt.productId), [0, 200, 300]],
      [{ goods: 'listed', collections: [collection?.id] }, [100, 0, 0]],
    ]
    for (const [fields, discounts] of scopes) {
      const code = await shopCode(fields)
      await apply(owner, code.code)
      const { holdId } = await start(owner, code.id)
      expect((await linesOfHold(holdId)).map(({ discount }) => discount)).toEqual(discounts)
      expect(await usesOf(sql, code.id)).toMatchObject({
        orders: [1, 0],
        units: [discounts.filter((cents) => cents > 0).length, 0],
        cents: [discounts.reduce((sum, cents) => sum + cents), 0],
      })
    }
  })

  test('for a product that was deleted is for nothing any more', async () => {
    const owner = await users.extra()
    const shirt = await makeVariant(sql, { priceCents: 2000 })
    const gone = await makeVariant(sql)
    const code = await shopCode(listed(gone.productId))
    await sql`delete from public.promo_code_goods where code_id = ${code.id}`
    await add(owner, shirt.variantId)
    expect((await refusal(apply(owner, code.code))).code).toBe('code_not_for_cart')
  })

  test.each([
    ['percent', { effect: 'percent', percent: 33 }, 1995, 658],
    ['a fixed amount', { effect: 'fixed', percent: null, amountCents: 500 }, 1995, 500],
    ['a fixed amount above the price', { effect: 'fixed', percent: null, amountCents: 5000 }, 1995, 1995],
    ['a set price', { effect: 'price', percent: null, amountCents: 1500 }, 1995, 495],
  ])('takes %s off each unit', async (_, fields, price, off) => {
    const owner = await users.extra()
    const { variantId, productId } = await makeVariant(sql, { priceCents: price, stock: 9 })
    const code = await shopCode({ ...listed(productId), ...fields })
    await add(owner, variantId, 3)
    await apply(owner, code.code.toLowerCase())
    const { holdId } = await start(owner, code.id)
    expect(await linesOfHold(holdId)).toMatchObject([{ discount: 3 * off, units: 3 }])
  })

  test('stops at its limits: units of an order, units in all, its budget; the rest costs the full price', async () => {
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 50 })
    const limits: [Fields, number][] = [
      [{ maxUnitsPerOrder: 2 }, 2],
      [{ maxUnits: 3 }, 3],
      [{ budgetCents: 150 }, 1],
    ]
    for (const [fields, covered] of limits) {
      const owner = await users.extra()
      const code = await shopCode({ ...listed(productId), ...fields })
      await add(owner, variantId, 5)
      await apply(owner, code.code)
      const { holdId } = await start(owner, code.id)
      expect(await linesOfHold(holdId)).toEqual([
        { kind: 'product', quantity: covered, discount: covered * 100, units: covered },
        { kind: 'product', quantity: 5 - covered, discount: 0, units: 0 },
      ])
    }
  })

  test('is refused with its reason: unknown, over, not begun, paused, used up, not for the cart, too small an order', async () => {
    const owner = await users.extra()
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 9 })
    const other = await makeVariant(sql)
    await add(owner, variantId, 2)
    const refused = async (fields: Fields, work = async (_id: string) => {}) => {
      const code = await shopCode({ ...listed(productId), ...fields })
      await work(code.id)
      return (await refusal(apply(owner, code.code))).code
    }
    const state = (to: string) => async (id: string) => {
      await call(ada, 'set_code_state', { p_id: id, p_state: to }, z.string())
    }
    expect((await refusal(apply(owner, 'NOSUCH'))).code).toBe('code_unknown')
    expect(await refused({ validUntil: '2020-01-01T00:00' })).toBe('code_ended')
    expect(await refused({ validFrom: '2120-01-01T00:00' })).toBe('code_not_started')
    expect(await refused({}, state('paused'))).toBe('code_ended')
    expect(await refused({}, state('archived'))).toBe('code_unknown')
    expect(await refused(listed(other.productId))).toBe('code_not_for_cart')
    expect(await refused({ minGoodsCents: 2001 })).toBe('code_minimum')
    expect(await refused({ minGoodsCents: 2000 })).toContain('answered')
    expect(
      await refused({ maxOrders: 1 }, async (id) => {
        await sql`update public.promo_codes set orders_held = 1 where id = ${id}`
      }),
    ).toBe('code_used_up')
    await sql`update public.promo_codes set orders_held = 0 where orders_held = 1 and max_orders = 1 and units_held = 0`
  })

  test('covers nothing when the order shrinks below its sum, and again when it grows', async () => {
    const owner = await users.extra()
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 9 })
    const code = await shopCode({ ...listed(productId), minGoodsCents: 3000 })
    await add(owner, variantId, 3)
    await apply(owner, code.code)
    const { holdId } = await start(owner, code.id)
    expect(await linesOfHold(holdId)).toMatchObject([{ discount: 300, units: 3 }])
    await add(owner, variantId, 2)
    expect(await linesOfHold(holdId)).toMatchObject([{ discount: 0, units: 0 }])
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 0], units: [0, 0], cents: [0, 0] })
    await add(owner, variantId, 4)
    // the hold has no code any more: the buyer starts the checkout again with it
    await start(owner, code.id)
    expect(await linesOfHold(holdId)).toMatchObject([{ discount: 400, units: 4 }])
  })

  test('is removed from what is held, which costs its full price again', async () => {
    const owner = await users.extra()
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 9 })
    const code = await shopCode(listed(productId))
    await add(owner, variantId, 2)
    await apply(owner, code.code)
    const { holdId } = await start(owner, code.id)
    expect(await drop(owner)).toBe(true)
    expect(await linesOfHold(holdId)).toMatchObject([{ discount: 0, units: 0 }])
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 0] })
    expect(await drop(owner)).toBe(false)
    expect((await refusal(start(owner, code.id))).code).toBe('code_unknown')
  })

  test('keeps the price of what is held when it is paused, and covers nothing more', async () => {
    const owner = await users.extra()
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 9 })
    const code = await shopCode(listed(productId))
    await add(owner, variantId, 2)
    await apply(owner, code.code)
    const { holdId } = await start(owner, code.id)
    await call(ada, 'set_code_state', { p_id: code.id, p_state: 'paused' }, z.string())
    await setDelivery(service, owner, holdId ?? '', { [variantId]: await storeDay() }, null)
    expect(await linesOfHold(holdId)).toMatchObject([{ quantity: 2, discount: 200 }])
    await add(owner, variantId, 3)
    expect(await linesOfHold(holdId)).toMatchObject([
      { quantity: 2, discount: 200, units: 2 },
      { quantity: 1, discount: 0, units: 0 },
    ])
  })

  test('with one use: of 50 holds at the same time one has it', async () => {
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 100 })
    const code = await shopCode({ ...listed(productId), maxOrders: 1 })
    const buyers = await Promise.all(Array.from({ length: 50 }, () => users.extra()))
    await sql`insert into public.cart_items ${sql(buyers.map((owner_id) => ({ owner_id, variant_id: variantId, quantity: 1 })))}`
    await sql`insert into private.cart_codes ${sql(buyers.map((owner_id) => ({ owner_id, code_id: code.id })))}`
    const endings = await Promise.all(
      buyers.map((owner) =>
        start(owner, code.id).then(
          () => 'held',
          (error: { code?: string }) => error.code ?? String(error),
        ),
      ),
    )
    expect(endings.filter((ending) => ending === 'held')).toHaveLength(1)
    expect(new Set(endings)).toEqual(new Set(['held', 'code_used_up']))
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [1, 0], units: [1, 0], cents: [100, 0] })
  })

  test('one use per person, across all accounts of a mailbox', async () => {
    const owner = await users.extra()
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 9 })
    const code = await shopCode({ ...listed(productId), maxPerPerson: 1 })
    await add(owner, variantId)
    await apply(owner, code.code)
    const { holdId } = await start(owner, code.id)
    await setDelivery(service, owner, holdId ?? '', { [variantId]: await storeDay() }, null)
    await pay(owner, holdId ?? '')
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 1], units: [0, 1], cents: [0, 100] })
    await add(owner, variantId)
    expect((await refusal(apply(owner, code.code))).code).toBe('code_person_limit')
    expect((await refusal(start(owner, code.id))).code).toBe('code_person_limit')
  })
})

describe('with tickets', () => {
  test('of a rule and a code the one that takes more off counts, they are not added', async () => {
    const owner = await users.extra()
    const testEvent = await createEvent(sql)
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1995, stock: 9 })
    const [collection] = await sql<{ id: string }[]>`
      insert into public.product_collections ${sql({ slug: `c-${randomUUID()}`, name: 'Ruled' })} returning id`
    await sql`insert into public.product_collection_items ${sql({ collection_id: collection?.id ?? '', product_id: productId })}`
    const [rule] = await sql<{ id: string }[]>`
      insert into public.price_rules ${sql({ name: 'With a ticket', percent: 20, collection_id: collection?.id ?? '' })} returning id`
    rules.push(rule?.id ?? '')
    await add(owner, variantId, 3)
    const [less, more] = [
      await shopCode({ ...listed(productId), percent: 10 }),
      await shopCode({ ...listed(productId), percent: 30, maxUnitsPerOrder: 1 }),
    ]
    await apply(owner, less.code)
    await holdTickets(service, owner, testEvent, { Entry: 1 })
    const { holdId } = await start(owner, less.id)
    const goods = async () => (await linesOfHold(holdId)).filter(({ kind }) => kind === 'product')
    expect(await goods()).toEqual([{ kind: 'product', quantity: 3, discount: 3 * 399, units: 0 }])
    expect(await usesOf(sql, less.id)).toMatchObject({ orders: [0, 0] })
    expect((await refusal(apply(owner, less.code))).code).toBe('code_no_gain')
    await apply(owner, more.code)
    expect(await goods()).toEqual([
      { kind: 'product', quantity: 1, discount: 599, units: 1 },
      { kind: 'product', quantity: 2, discount: 2 * 399, units: 0 },
    ])
  })

  test('a code of an event covers its tickets and goods of one order, and no goods without them', async () => {
    const owner = await users.extra()
    const [testEvent, other] = [await createEvent(sql), await createEvent(sql)]
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 9 })
    const code = newCode()
    const id = await call(
      ada,
      'save_code',
      {
        p_code: {
          eventId: testEvent.eventId,
          code,
          effect: 'percent',
          percent: 10,
          items: [],
          ...listed(productId),
        },
      },
      z.uuid(),
    )
    await add(owner, variantId, 2)
    expect((await refusal(apply(owner, code))).code).toBe('code_unknown')
    await unlock(service, owner, testEvent, code)
    const lines = linesOf(testEvent, { Entry: 2 })
    const held = await holdItems(service, owner, testEvent.eventId, lines, randomUUID(), id)
    await start(owner, id)
    expect(await usesOf(sql, id)).toMatchObject({ orders: [1, 0], units: [4, 0], cents: [400 + 200, 0] })
    // tickets of another event end its use
    await holdTickets(service, owner, other, { Entry: 1 })
    expect(await usesOf(sql, id)).toMatchObject({ orders: [0, 0], units: [0, 0], cents: [0, 0] })
    expect((await linesOfHold(held.holdId)).every(({ units }) => units === 0)).toBe(true)
  })

  test('typed at checkout, a code of the event prices the held tickets again, and the last one counts', async () => {
    const owner = await users.extra()
    const testEvent = await createEvent(sql)
    const { variantId, productId } = await makeVariant(sql, { priceCents: 1000, stock: 9 })
    const [ticketCode, goodsCode] = [await makeCode(sql, testEvent), await shopCode(listed(productId))]
    await add(owner, variantId)
    const held = await holdTickets(service, owner, testEvent, { Entry: 1 })
    await start(owner, null)
    await apply(owner, ticketCode.code)
    expect(await linesOfHold(held.holdId)).toMatchObject([
      { kind: 'product', discount: 0 },
      { kind: 'ticket', discount: 200, units: 1 },
    ])
    await apply(owner, goodsCode.code)
    expect(await linesOfHold(held.holdId)).toMatchObject([
      { kind: 'product', discount: 100, units: 1 },
      { kind: 'ticket', discount: 0 },
    ])
    expect(await usesOf(sql, ticketCode.id)).toMatchObject({ orders: [0, 0], units: [0, 0] })
    expect(await usesOf(sql, goodsCode.id)).toMatchObject({ orders: [1, 0], units: [1, 0] })
    // other tickets keep the goods' code
    await holdTickets(service, owner, testEvent, { Entry: 2 })
    expect(await usesOf(sql, goodsCode.id)).toMatchObject({ orders: [1, 0], units: [1, 0] })
    expect((await refusal(start(owner, ticketCode.id))).code).toBe('code_unknown')
  })

  test('tickets that only a code opens keep it', async () => {
    const owner = await users.extra()
    const testEvent = await createEvent(sql)
    await sql`update public.ticket_types set visibility = 'code' where id = ${testEvent.types.Entry ?? ''}`
    const opening = await makeCode(sql, testEvent, { effect: 'access', types: ['Entry'] })
    const { variantId, productId } = await makeVariant(sql, { stock: 9 })
    const code = await shopCode(listed(productId))
    await add(owner, variantId)
    await unlock(service, owner, testEvent, opening.code)
    const lines = linesOf(testEvent, { Entry: 1 })
    await holdItems(service, owner, testEvent.eventId, lines, randomUUID(), opening.id)
    expect((await refusal(apply(owner, code.code))).code).toBe('code_needed')
    expect((await refusal(drop(owner))).code).toBe('code_needed')
    expect(await usesOf(sql, opening.id)).toMatchObject({ orders: [1, 0] })
  })
})

test('costs the same in the cart, at checkout, in the order, on the receipt, in the mail and in the ledger, and goes back whole', async () => {
  const mia = await users.id('Mia')
  await sql`delete from public.cart_items where owner_id = ${mia}`
  const client = await users.actingAs('Mia')
  const { variantId, productId } = await makeVariant(sql, { priceCents: 1995, stock: 9 })
  const code = await shopCode({ ...listed(productId), percent: 15, maxUnitsPerOrder: 2 })
  await add(mia, variantId, 3)
  await apply(mia, code.code)
  const cart = await call(client, 'read_cart', {}, cartSchema)
  expect(cart.code).toMatchObject({ code: code.code, state: 'active', isUsed: true })
  expect(cart.items).toMatchObject([
    { variantId, discountCents: 598, codeCents: 598, totalCents: 5985 - 598 },
  ])
  const { holdId } = await start(mia, code.id)
  const ship = { [variantId]: 'ship' }
  const set = await setDelivery(service, mia, holdId ?? '', ship)
  expect(set.totalCents - set.shippingCents - set.taxCents).toBe(cart.goodsCents)
  const page = await call(client, 'read_checkout', { p_hold: holdId }, checkoutPageSchema)
  expect(page?.promoCode).toMatchObject({ code: code.code })
  const order = await pay(mia, holdId ?? '')
  const placed = await call(client, 'read_order', { p_code: order.code }, placedOrderSchema)
  const receipt = await call(client, 'read_receipt', { p_code: order.code }, receiptSchema)
  const [mail] = await sql<
    { order: { lines: { byCode: boolean }[]; discountCents: number; totalCents: number } }[]
  >`
    select private.mail_order(${order.orderId}) as order`
  const [booked] = await sql<{ cents: number }[]>`
    select sum(cents)::int as cents from public.ledger_entries where order_id = ${order.orderId}`
  for (const total of [
    page?.totals.totalCents,
    order.totalCents,
    placed?.totals.totalCents,
    receipt.content.totalCents,
    mail?.order.totalCents,
    booked?.cents,
  ])
    expect(total).toBe(set.totalCents)
  for (const discount of [
    page?.totals.discountCents,
    placed?.totals.discountCents,
    receipt.content.discountCents,
    mail?.order.discountCents,
  ])
    expect(discount).toBe(598)
  const byCode = [page?.lines, placed?.lines, receipt.content.lines, mail?.order.lines].map((lines) =>
    lines?.map((line) => line.byCode),
  )
  for (const flags of byCode) expect(flags?.filter(Boolean)).toHaveLength(1)
  // paid units leave the cart, the code stays for the next one
  expect(await usesOf(sql, code.id)).toMatchObject({ orders: [0, 1], units: [0, 2], cents: [0, 598] })
})

test('a hold that ended gives its use back', async () => {
  const [owner, next] = [await users.extra(), await users.extra()]
  const { variantId, productId } = await makeVariant(sql, { stock: 9 })
  const code = await shopCode({ ...listed(productId), maxOrders: 1 })
  for (const who of [owner, next]) {
    await add(who, variantId)
    await sql`insert into private.cart_codes ${sql({ owner_id: who, code_id: code.id })}`
  }
  const { holdId } = await start(owner, code.id)
  expect((await refusal(start(next, code.id))).code).toBe('code_used_up')
  await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${holdId}`
  expect((await start(next, code.id)).refused).toEqual([])
  expect(await usesOf(sql, code.id)).toMatchObject({ orders: [1, 0], units: [1, 0] })
})

describe('admins alone write them', () => {
  test.each(['Gus', 'Mia', 'Mo'] as const)('not %s', async (who) => {
    const client = await users.actingAs(who)
    expect((await refusal(save(client, { code: newCode() }))).code).toBe('not_allowed')
    expect((await refusal(call(client, 'read_shop_codes', {}, shopCodesSchema))).code).toBe('not_allowed')
    expect((await refusal(call(client, 'read_shop_code', {}, shopCodeEditorSchema))).code).toBe('not_allowed')
  })

  test('with a name of its own, the version that was read, and limits not below its uses', async () => {
    const code = await shopCode({ maxOrders: 5, minGoodsCents: 1000, validFrom: '2026-11-22T10:00' })
    const read = async () => {
      const { code: stored } = await call(ada, 'read_shop_code', { p_id: code.id }, shopCodeEditorSchema)
      return stored
    }
    const before = await read()
    expect(before).toMatchObject({
      maxOrders: 5,
      minGoodsCents: 1000,
      validFrom: '2026-11-22T10:00',
      goods: 'all',
    })
    expect((await refusal(save(ada, { code: code.code.toLowerCase() }))).code).toBe('code_taken')
    const form = { id: code.id, code: code.code, version: before?.version }
    await save(ada, { ...form, percent: 20 })
    expect(await read()).toMatchObject({ percent: 20, maxOrders: null, minGoodsCents: null })
    expect((await refusal(save(ada, { ...form, percent: 30 }))).code).toBe('changed_meanwhile')
    expect((await refusal(save(ada, { code: newCode(), ...listed(randomUUID()) }))).code).toBe('not_found')
    expect((await refusal(save(ada, { code: newCode(), effect: 'access' }))).code).toBe('invalid')
    expect(
      await sql`select action, facts -> 'changed' as changed from private.audit_log where subject_id = ${code.id} order by id`,
    ).toMatchObject([
      { action: 'save_code' },
      { action: 'save_code', changed: { percent: [expect.any(Number), 20], max_orders: [5, null] } },
    ])
  })

  test('from a bounded choice of products, with the chosen ones first, and in pages of codes', async () => {
    const { productId } = await makeVariant(sql, { stock: 0 })
    const code = await shopCode(listed(productId))
    const [editor, found, firstPage, nextPage] = await rolledBack(users, 'Ada', async (tx) => {
      await tx`
        insert into public.products (slug, name, price_cents, status, position)
        select 'bounded-' || n, 'Bounded 100%_' || n, 100, 'archived', -n from generate_series(1, 300) n`
      await tx`
        insert into public.promo_code_goods (code_id, product_id)
        select ${code.id}, p.id from public.products p where p.slug like 'bounded-2_'`
      await tx`
        insert into public.promo_codes (code, kinds, goods, effect, amount_cents, created_at)
        select 'BOUNDED' || n, '{}', 'all', 'price', 0, now() + n * interval '1 second' from generate_series(1, 60) n`
      const read = async <Schema extends z.ZodType>(query: Promise<{ found: unknown }[]>, schema: Schema) =>
        schema.parse((await query)[0]?.found)
      const page = await read(tx`select public.read_shop_codes() as found`, shopCodesSchema)
      return [
        await read(tx`select public.read_shop_code(${code.id}) as found`, shopCodeEditorSchema),
        await read(
          tx`select public.read_shop_code(null, '100%_29', array[${productId}::uuid]) as found`,
          shopCodeEditorSchema,
        ),
        page,
        await read(tx`select public.read_shop_codes(${page.next}) as found`, shopCodesSchema),
      ] as const
    })
    const chosen = editor.products.slice(0, 11).map(({ id }) => id)
    expect(new Set(chosen)).toEqual(new Set(editor.code?.products))
    expect(new Set(editor.chosen)).toEqual(new Set(chosen))
    expect([editor.products.length, editor.hasMore]).toEqual([61, true])
    expect(found.products.map(({ id }) => id)[0]).toBe(productId)
    expect(found.products.slice(1).every(({ name }) => name.startsWith('Bounded 100%_29'))).toBe(true)
    expect([found.products.length, found.hasMore, found.code]).toEqual([12, false, null])
    expect(firstPage.codes.map(({ code: each }) => each)).toEqual(
      Array.from({ length: 50 }, (_, n) => `BOUNDED${60 - n}`),
    )
    const mine = nextPage.codes.find(({ id }) => id === code.id)
    expect([mine?.names.length, mine?.unnamed]).toEqual([5, 6])
    expect(nextPage.codes.filter(({ code: each }) => each.startsWith('BOUNDED'))).toHaveLength(10)
  })

  test('also for tickets of all events: then it shows on the event’s page and is shown in its editor', async () => {
    const owner = await users.extra()
    const testEvent = await createEvent(sql)
    const { variantId } = await makeVariant(sql, { priceCents: 1000, stock: 9 })
    const code = await shopCode({ forTickets: true })
    await add(owner, variantId)
    await apply(owner, code.code)
    const held = await holdItems(
      service,
      owner,
      testEvent.eventId,
      linesOf(testEvent, { Entry: 1 }),
      randomUUID(),
      code.id,
    )
    await start(owner, code.id)
    expect(await linesOfHold(held.holdId)).toMatchObject([
      { kind: 'product', discount: 100, units: 1 },
      { kind: 'ticket', discount: 200, units: 1 },
    ])
    expect(await usesOf(sql, code.id)).toMatchObject({ orders: [1, 0], units: [2, 0], cents: [300, 0] })
  })
})
