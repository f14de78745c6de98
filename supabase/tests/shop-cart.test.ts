import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { cartChangeSchema, cartSchema, startedCheckoutSchema } from '#features/orders/cart/cart.types.ts'
import { checkoutPageSchema } from '#features/orders/orders.types.ts'
import { receiptSchema } from '#features/orders/receipts.types.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { rolledBack } from './rolled-back.ts'
import {
  address,
  beginPayment,
  call,
  holdItems,
  holdTickets,
  linesOf,
  placeOrder,
  refusal,
  report,
  setDelivery,
  sweep,
} from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant, stockOf } from './variants.ts'

/** The cart of goods, its way into a hold, delivery, tax and shipping. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  await archiveProducts(sql)
  await sql`update public.price_rules set archived_at = now() where id = any (${rules}) and archived_at is null`
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})
const rules: string[] = []

const change = (owner: string, variant: string, mode: 'add' | 'set', units: number, key = randomUUID()) =>
  call(
    service,
    'change_cart',
    { p_owner: owner, p_variant: variant, p_mode: mode, p_units: units, p_key: key },
    cartChangeSchema,
  )
const start = (owner: string, take = false) =>
  call(
    service,
    'start_checkout',
    { p_owner: owner, p_take_what_is_left: take, p_key: randomUUID() },
    startedCheckoutSchema,
  )
const cartOf = (owner: string) => sql<{ variant: string; quantity: number }[]>`
  select variant_id as variant, quantity from public.cart_items where owner_id = ${owner} order by variant_id`
const heldBy = (holdId: string | null) => sql<{ kind: string; quantity: number; total: number }[]>`
  select kind, quantity, total_cents::int as total from public.hold_lines where hold_id = ${holdId} order by kind`
const pay = async (owner: string, holdId: string) => {
  const order = await placeOrder(service, owner, holdId)
  const payment = await beginPayment(service, owner, order.orderId)
  return { order, payment, ...(await report(service, payment, 'succeeded')) }
}
const storeDay = async (state = 'OR', postalCode = '97201') => {
  const [row] = await sql<{ id: string }[]>`insert into public.pickup_points ${sql({
    kind: 'store',
    name: `Store day ${randomUUID().slice(0, 8)}`,
    state,
    postal_code: postalCode,
    opens_at: new Date(),
    closes_at: new Date(Date.now() + 86_400_000),
  })} returning id`
  return row?.id ?? ''
}

describe('a cart of goods', () => {
  test('reserves nothing until the checkout starts, and then all of it', async () => {
    const owner = await users.extra()
    const one = await makeVariant(sql, { stock: 5, priceCents: 2000 })
    const other = await makeVariant(sql, { stock: 5, priceCents: 500 })
    expect(await change(owner, one.variantId, 'add', 2)).toEqual({ quantity: 2, units: 2 })
    expect(await change(owner, one.variantId, 'add', 1)).toEqual({ quantity: 3, units: 3 })
    await change(owner, other.variantId, 'set', 1)
    expect(await stockOf(sql, one.variantId)).toMatchObject({ held: 0 })
    const { holdId, refused } = await start(owner)
    expect(refused).toEqual([])
    expect(await stockOf(sql, one.variantId)).toMatchObject({ held: 3 })
    expect(await heldBy(holdId)).toEqual(
      expect.arrayContaining([
        { kind: 'product', quantity: 3, total: 6000 },
        { kind: 'product', quantity: 1, total: 500 },
      ]),
    )
    // and what is held changes with the cart
    await change(owner, one.variantId, 'set', 1)
    expect(await stockOf(sql, one.variantId)).toMatchObject({ held: 1 })
    await change(owner, other.variantId, 'set', 0)
    expect(await heldBy(holdId)).toEqual([{ kind: 'product', quantity: 1, total: 2000 }])
  })

  test('is the same after the same request twice', async () => {
    const owner = await users.extra()
    const { variantId } = await makeVariant(sql)
    const key = randomUUID()
    await change(owner, variantId, 'add', 2, key)
    expect(await change(owner, variantId, 'add', 2, key)).toEqual({ quantity: 2, units: 2 })
    expect((await refusal(change(owner, variantId, 'add', 3, key))).code).toBe('key_reused')
  })

  test('refuses what cannot be had, with what is left', async () => {
    const owner = await users.extra()
    const { variantId, name } = await makeVariant(sql, { stock: 3 })
    expect(await refusal(change(owner, variantId, 'add', 4))).toEqual({
      code: 'sold_out',
      facts: { left: 3, type: name },
    })
    const draft = await makeVariant(sql, { status: 'draft' })
    expect((await refusal(change(owner, draft.variantId, 'add', 1))).code).toBe('not_found')
    const archived = await makeVariant(sql, { archived: true })
    expect((await refusal(change(owner, archived.variantId, 'add', 1))).code).toBe('not_found')
    expect((await refusal(change(owner, variantId, 'add', 0))).code).toBe('invalid')
  })

  test('is held whole or not at all, and one tap takes what is there', async () => {
    const [owner, rival] = [await users.extra(), await users.extra()]
    const scarce = await makeVariant(sql, { stock: 3 })
    const plenty = await makeVariant(sql, { stock: 9 })
    await change(owner, scarce.variantId, 'add', 3)
    await change(owner, plenty.variantId, 'add', 2)
    await change(rival, scarce.variantId, 'add', 2)
    await start(rival)
    expect(await start(owner)).toEqual({
      holdId: null,
      refused: [{ variantId: scarce.variantId, state: 'short', left: 1 }],
    })
    expect(await stockOf(sql, plenty.variantId)).toMatchObject({ held: 0 })
    const taken = await start(owner, true)
    expect(taken.refused).toEqual([])
    expect((await heldBy(taken.holdId)).map(({ quantity }) => quantity).toSorted()).toEqual([1, 2])
  })

  test('costs what can be bought of it: what is left of short goods, nothing of what is sold out', async () => {
    const [owner, rival] = [await users.id('Dot'), await users.extra()]
    const [scarce, plenty, none] = await Promise.all([
      makeVariant(sql, { stock: 3, priceCents: 1000 }),
      makeVariant(sql, { stock: 9, priceCents: 2000 }),
      makeVariant(sql, { stock: 1, priceCents: 4000 }),
    ])
    for (const { variantId, units } of [
      { ...scarce, units: 3 },
      { ...plenty, units: 2 },
      { ...none, units: 1 },
    ])
      await change(owner, variantId, 'add', units)
    await change(rival, scarce.variantId, 'add', 2)
    await change(rival, none.variantId, 'add', 1)
    await start(rival)
    const cart = await call(await users.actingAs('Dot'), 'read_cart', {}, cartSchema)
    const row = ({ variantId }: { variantId: string }) =>
      cart.items.find((item) => item.variantId === variantId)
    expect(row(scarce)).toMatchObject({ quantity: 3, left: 1, state: 'short', totalCents: 1000 })
    expect(row(plenty)).toMatchObject({ quantity: 2, state: 'available', totalCents: 4000 })
    expect(row(none)).toMatchObject({ quantity: 1, state: 'sold_out', totalCents: 4000 })
    expect(cart).toMatchObject({ goodsCents: 5000, subtotalCents: 5000 })
    const { holdId } = await start(owner, true)
    const held = await heldBy(holdId)
    expect(held.reduce((sum, { total }) => sum + total, 0)).toBe(cart.goodsCents)
  })

  test('keeps its goods when the hold ends, and loses them when they are paid', async () => {
    const owner = await users.extra()
    const { variantId } = await makeVariant(sql, { stock: 4 })
    await change(owner, variantId, 'add', 2)
    const first = await start(owner)
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${first.holdId}`
    await sweep(sql)
    expect(await cartOf(owner)).toEqual([{ variant: variantId, quantity: 2 }])
    const again = await start(owner)
    expect((await pay(owner, again.holdId ?? '')).outcome).toBe('paid')
    expect(await cartOf(owner)).toEqual([])
    expect(await stockOf(sql, variantId)).toEqual({ stock: 4, held: 0, sold: 2 })
  })

  test('joins the tickets that are held, for the time that they have left', async () => {
    const owner = await users.extra()
    const testEvent = await createEvent(sql)
    const { variantId } = await makeVariant(sql, { stock: 4 })
    const tickets = await holdTickets(service, owner, testEvent, { Entry: 1 })
    await change(owner, variantId, 'add', 1)
    const { holdId } = await start(owner)
    expect(holdId).toBe(tickets.holdId)
    const [hold] = await sql`select expires_at from public.holds where id = ${holdId}`
    expect(hold?.expires_at.toISOString()).toBe(new Date(tickets.expiresAt).toISOString())
    expect((await heldBy(holdId)).map(({ kind }) => kind)).toEqual(['product', 'ticket'])
  })

  test('is read with prices, states and the hold by its owner alone', async () => {
    const mia = await users.id('Mia')
    const { variantId } = await makeVariant(sql, { stock: 2, priceCents: 1200 })
    await change(mia, variantId, 'set', 2)
    const read = async (name: 'Mia' | 'Sid') =>
      (await call(await users.actingAs(name), 'read_cart', {}, cartSchema)).items.filter(
        (item) => item.variantId === variantId,
      )
    expect(await read('Mia')).toMatchObject([
      { quantity: 2, totalCents: 2400, state: 'few', left: 2, most: 2 },
    ])
    expect(await read('Sid')).toEqual([])
    await change(mia, variantId, 'set', 0)
  })

  test('of a guest is added to that of the account, up to the limit, and says what was cut', async () => {
    const guest = await users.id('Gus')
    const account = await users.extra()
    const { variantId, name, productId } = await makeVariant(sql, { stock: 9 })
    await sql`update public.products set max_per_person = 3 where id = ${productId}`
    const free = await makeVariant(sql)
    await change(account, variantId, 'add', 2)
    await change(guest, variantId, 'add', 2)
    await change(guest, free.variantId, 'add', 1)
    const merged = await call(
      service,
      'merge_guest',
      { p_guest: guest, p_account: account },
      z.object({ cart: z.array(z.object({ name: z.string(), quantity: z.int() })) }),
    )
    expect(merged.cart).toEqual([{ name, quantity: 3 }])
    expect(await cartOf(account)).toEqual(
      expect.arrayContaining([
        { variant: variantId, quantity: 3 },
        { variant: free.variantId, quantity: 1 },
      ]),
    )
    expect(await cartOf(guest)).toEqual([])
  })
})

test('20 mixed carts at once for the last shirts and flags: whole holds only, and never more than there are', async () => {
  const shirt = await makeVariant(sql, { stock: 3 })
  const flag = await makeVariant(sql, { stock: 7 })
  const buyers: string[] = []
  for (let n = 0; n < 20; n++) {
    const owner = await users.extra()
    await change(owner, shirt.variantId, 'add', 1)
    await change(owner, flag.variantId, 'add', 1)
    buyers.push(owner)
  }
  const started = await Promise.all(buyers.map((owner) => start(owner)))
  const held = started.filter(({ holdId }) => holdId !== null)
  expect(held).toHaveLength(3)
  for (const { holdId } of held) expect(await heldBy(holdId)).toHaveLength(2)
  for (const { holdId, refused } of started)
    if (holdId === null) expect(refused).toMatchObject([{ variantId: shirt.variantId, state: 'sold_out' }])
  expect(await stockOf(sql, shirt.variantId)).toMatchObject({ held: 3 })
  expect(await stockOf(sql, flag.variantId)).toMatchObject({ held: 3 })
})

describe('drops and limits', () => {
  const dropAt = (productId: string, minutes: number, membersMinutes: number) => sql`
    update public.products set drop_at = now() + ${`${minutes} minutes`}::interval, members_minutes = ${membersMinutes}
    where id = ${productId}`

  test('nobody buys before the drop, members that many minutes earlier', async () => {
    const member = await users.extra()
    const guest = await users.id('Gus')
    const { variantId, productId } = await makeVariant(sql)
    const tryIt = async (who: string) =>
      (await refusal(holdItems(service, who, null, [{ kind: 'product', item: variantId, quantity: 1 }]))).code
    await dropAt(productId, 60, 30)
    expect([await tryIt(member), await tryIt(guest)]).toEqual(['sale_not_started', 'sale_not_started'])
    await dropAt(productId, 20, 30)
    expect(await tryIt(guest)).toBe('members_first')
    expect(await tryIt(member)).toContain('answered')
    await dropAt(productId, -1, 30)
    expect(await tryIt(guest)).toContain('answered')
  })

  test('one person has no more of a product than its limit: in all variants, holds, orders and accounts of a mailbox', async () => {
    const owner = await users.extra()
    const { variantId, productId } = await makeVariant(sql, { stock: 9 })
    await sql`update public.products set max_per_person = 2 where id = ${productId}`
    const [second] = await sql<{ id: string }[]>`insert into public.product_variants ${sql({
      product_id: productId,
      name: 'L',
      sku: randomUUID().toUpperCase(),
      price_cents: 1500,
    })} returning id`
    await sql`select private.move_stock(${second?.id ?? ''}, private.main_place(), 5, 'received')`
    const line = (item: string, quantity: number) => ({ kind: 'product', item, quantity })
    expect(
      await refusal(holdItems(service, owner, null, [line(variantId, 2), line(second?.id ?? '', 1)])),
    ).toMatchObject({
      code: 'product_limit',
      facts: { limit: 2, left: 2 },
    })
    const hold = await holdItems(service, owner, null, [line(variantId, 1)])
    // another variant counts with what the cart has, the same one replaces it
    expect((await refusal(holdItems(service, owner, null, [line(second?.id ?? '', 2)]))).code).toBe(
      'product_limit',
    )
    await holdItems(service, owner, null, [line(variantId, 2)])
    expect((await pay(owner, hold.holdId)).outcome).toBe('paid')
    expect(await refusal(change(owner, variantId, 'add', 1).then(() => start(owner)))).toMatchObject({
      code: 'product_limit',
    })
    // another account that typed the same mailbox learns it when the money has arrived
    const stranger = await users.extra()
    const typed = `b-${owner}@example.com`
    const theirs = await holdItems(service, stranger, null, [line(variantId, 1)])
    const order = await placeOrder(service, stranger, theirs.holdId, { email: typed })
    const payment = await beginPayment(service, stranger, order.orderId)
    expect((await report(service, payment, 'succeeded')).outcome).toBe('refunding')
  })
})

describe('delivery', () => {
  test('an order with goods has one: nothing is ordered before it is chosen', async () => {
    const owner = await users.extra()
    const { variantId } = await makeVariant(sql)
    await change(owner, variantId, 'add', 1)
    const { holdId } = await start(owner)
    const args = {
      p_owner: owner,
      p_hold: holdId,
      p_buyer: { email: 'a@example.com', name: 'A', terms: true, terms_version: 'x' },
      p_key: randomUUID(),
    }
    expect((await refusal(call(service, 'place_order', args, z.unknown()))).code).toBe('delivery_needed')
    expect((await refusal(setDelivery(service, owner, holdId ?? '', {}, null))).code).toBe('delivery_needed')
  })

  test.each([
    [{ name: ' ' }, 'address_name_invalid'],
    [{ line1: 'x' }, 'address_line_invalid'],
    [{ city: '' }, 'address_city_invalid'],
    [{ state: 'ZZ' }, 'address_state_invalid'],
    [{ postal_code: '9720' }, 'address_zip_invalid'],
    [{ postal_code: '10001' }, 'address_zip_invalid'],
  ])('names the field of an address that is wrong: %j', async (wrong, code) => {
    const owner = await users.extra()
    const { variantId } = await makeVariant(sql)
    const hold = await holdItems(service, owner, null, [{ kind: 'product', item: variantId, quantity: 1 }])
    const to = { ...address, ...wrong }
    expect((await refusal(setDelivery(service, owner, hold.holdId, { [variantId]: 'ship' }, to))).code).toBe(
      code,
    )
  })

  test('shipping is one charge by zone and weight, free above the zone’s sum, taxed where the state says so', async () => {
    const owner = await users.extra()
    const { variantId } = await makeVariant(sql, { priceCents: 2000, stock: 20, taxClass: 'general' })
    await sql`update public.product_variants set weight_grams = 240 where id = ${variantId}`
    const light = await holdItems(service, owner, null, [{ kind: 'product', item: variantId, quantity: 1 }])
    const ship = { [variantId]: 'ship' }
    const { holdId } = light
    expect(await setDelivery(service, owner, holdId, ship)).toMatchObject({
      shippingCents: 500,
      totalCents: 2500,
      taxCents: 0,
    })
    await holdItems(service, owner, null, [{ kind: 'product', item: variantId, quantity: 3 }])
    expect((await heldBy(holdId)).map(({ kind, total }) => [kind, total])).toEqual([
      ['product', 6000],
      ['shipping', 800],
    ])
    // New York taxes goods and their shipping: 8.875 % is 8.88 here, of 20.00 each and 8.00
    expect(
      await setDelivery(service, owner, holdId, ship, { ...address, state: 'NY', postal_code: '10001' }),
    ).toMatchObject({ shippingCents: 800, taxCents: 3 * 178 + 71 })
    expect(
      await setDelivery(service, owner, holdId, ship, { ...address, state: 'FL', postal_code: '33127' }),
    ).toMatchObject({ shippingCents: 800, taxCents: 3 * 140 })
    await holdItems(service, owner, null, [{ kind: 'product', item: variantId, quantity: 4 }])
    expect(await setDelivery(service, owner, holdId, ship)).toMatchObject({
      shippingCents: 0,
      totalCents: 8000,
    })
  })

  test.each([
    ['clothing under the state’s limit: neither it nor its shipping', ['clothing'], 0],
    ['untaxed things: not their shipping either', ['none'], 0],
    ['clothing and a taxed thing: the whole charge, and the thing', ['clothing', 'general'], 178 + 44],
  ] as const)('New York City taxes %s', async (_, classes, taxCents) => {
    const owner = await users.extra()
    const variants = await Promise.all(
      classes.map((taxClass) => makeVariant(sql, { priceCents: 2000, taxClass })),
    )
    for (const { variantId } of variants)
      await sql`update public.product_variants set weight_grams = 100 where id = ${variantId}`
    const { holdId } = await holdItems(
      service,
      owner,
      null,
      variants.map(({ variantId }) => ({ kind: 'product', item: variantId, quantity: 1 })),
    )
    expect(
      await setDelivery(
        service,
        owner,
        holdId,
        Object.fromEntries(variants.map(({ variantId }) => [variantId, 'ship'])),
        { ...address, state: 'NY', postal_code: '10001' },
      ),
    ).toMatchObject({ shippingCents: 500, taxCents })
  })

  test('is chosen line by line, and taxed at the place where it is picked up', async () => {
    const owner = await users.extra()
    const shirt = await makeVariant(sql, { priceCents: 1000 })
    const flag = await makeVariant(sql, { priceCents: 3000, taxClass: 'general' })
    const hold = await holdItems(service, owner, null, [
      { kind: 'product', item: shirt.variantId, quantity: 1 },
      { kind: 'product', item: flag.variantId, quantity: 1 },
    ])
    const store = await storeDay('NJ', '07030')
    const set = await setDelivery(service, owner, hold.holdId, {
      [shirt.variantId]: 'ship',
      [flag.variantId]: store,
    })
    expect(set).toMatchObject({ shippingCents: 500, taxCents: 199 })
    const { order, outcome } = await pay(owner, hold.holdId)
    expect([outcome, order.totalCents]).toEqual(['paid', set.totalCents])
    expect(
      await sql`
        select l.kind, l.delivery, l.pickup_point_id as point, f.delivery as handed from public.order_lines l
        left join public.fulfilments f on f.order_line_id = l.id where l.order_id = ${order.orderId} order by l.kind, l.delivery`,
    ).toEqual([
      { kind: 'product', delivery: 'pickup', point: store, handed: 'pickup' },
      { kind: 'product', delivery: 'ship', point: null, handed: 'ship' },
      { kind: 'shipping', delivery: null, point: null, handed: null },
    ])
  })

  test('at an event is for those who have or hold a ticket of it', async () => {
    const owner = await users.extra()
    const testEvent = await createEvent(sql)
    const [point] = await sql<{ id: string }[]>`insert into public.pickup_points ${sql({
      kind: 'event',
      event_id: testEvent.eventId,
      name: 'Merch table',
      state: 'OR',
      postal_code: '97201',
    })} returning id`
    const { variantId } = await makeVariant(sql)
    const goods = [{ kind: 'product', item: variantId, quantity: 1 }]
    const alone = await holdItems(service, owner, null, goods)
    const pick = (holdId: string) =>
      setDelivery(service, owner, holdId, { [variantId]: point?.id ?? '' }, null)
    expect((await refusal(pick(alone.holdId))).code).toBe('pickup_unavailable')
    const both = await holdItems(service, owner, testEvent.eventId, linesOf(testEvent, { Entry: 1 }))
    expect(both.holdId).toBe(alone.holdId)
    await pick(both.holdId)
    expect((await pay(owner, both.holdId)).outcome).toBe('paid')
    // now the ticket is owned
    const later = await holdItems(service, owner, null, goods)
    await pick(later.holdId)
  })

  test('changing it ends the order that was not paid, and the next one costs what is shown', async () => {
    const owner = await users.extra()
    const { variantId } = await makeVariant(sql, { priceCents: 1000 })
    const hold = await holdItems(service, owner, null, [{ kind: 'product', item: variantId, quantity: 1 }])
    await setDelivery(service, owner, hold.holdId, { [variantId]: 'ship' })
    const first = await placeOrder(service, owner, hold.holdId)
    expect(first.totalCents).toBe(1500)
    await setDelivery(service, owner, hold.holdId, { [variantId]: await storeDay() }, null)
    const second = await placeOrder(service, owner, hold.holdId)
    expect(second.totalCents).toBe(1000)
    expect(await sql`select status from public.orders where id = ${first.orderId}`).toEqual([
      { status: 'expired' },
    ])
    expect(
      await sql`select count(*)::int as kept from public.hold_addresses where hold_id = ${hold.holdId}`,
    ).toEqual([{ kept: 0 }])
  })
})

test('goods beside a ticket cost less by a rule, in cart, hold, order, receipt and refundable sum alike', async () => {
  const mia = await users.id('Mia')
  await sql`delete from public.cart_items where owner_id = ${mia}`
  const testEvent = await createEvent(sql)
  const { variantId, productId } = await makeVariant(sql, { priceCents: 1995, stock: 9 })
  const [collection] = await sql<{ id: string }[]>`
    insert into public.product_collections ${sql({ slug: `c-${randomUUID()}`, name: 'With a ticket' })} returning id`
  await sql`insert into public.product_collection_items ${sql({ collection_id: collection?.id ?? '', product_id: productId })}`
  const [rule] = await sql<{ id: string }[]>`
    insert into public.price_rules ${sql({ name: 'With a ticket', percent: 10, collection_id: collection?.id ?? '' })} returning id`
  rules.push(rule?.id ?? '')
  await change(mia, variantId, 'set', 2)
  const client = await users.actingAs('Mia')
  const shown = async () =>
    (await call(client, 'read_cart', {}, cartSchema)).items.find((item) => item.variantId === variantId)
      ?.totalCents
  const alone = await start(mia)
  expect(await heldBy(alone.holdId)).toMatchObject([{ total: 3990 }])
  // the ticket comes later: what is held gets cheaper, and dearer again without it
  const held = await holdTickets(service, mia, testEvent, { Entry: 1 })
  expect(held.holdId).toBe(alone.holdId)
  expect(await shown()).toBe(3990 - 2 * 200)
  const set = await setDelivery(service, mia, held.holdId, { [variantId]: 'ship' })
  const page = await call(client, 'read_checkout', { p_hold: held.holdId }, checkoutPageSchema)
  expect(page?.totals.totalCents).toBe(set.totalCents)
  const { order, payment, outcome } = await pay(mia, held.holdId)
  expect([outcome, order.totalCents, payment.amountCents]).toEqual(['paid', set.totalCents, set.totalCents])
  const receipt = await call(client, 'read_receipt', { p_code: order.code }, receiptSchema)
  expect(receipt.content.totalCents).toBe(set.totalCents)
  const [booked] =
    await sql`select sum(cents)::int as cents from public.ledger_entries where order_id = ${order.orderId}`
  expect(booked?.cents).toBe(set.totalCents)
})

test('an address need not be typed again when the hold ends; it is forgotten when it was used', async () => {
  const mia = await users.id('Mia')
  const client = await users.actingAs('Mia')
  await sql`delete from public.cart_items where owner_id = ${mia}`
  const { variantId } = await makeVariant(sql, { stock: 9 })
  await change(mia, variantId, 'set', 1)
  const first = await start(mia)
  const typed = { ...address, line1: '7 Typed Once St' }
  await setDelivery(service, mia, first.holdId ?? '', { [variantId]: 'ship' }, typed)
  await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${first.holdId}`
  const again = await start(mia)
  expect(again.holdId).not.toBe(first.holdId)
  const page = await call(client, 'read_checkout', { p_hold: again.holdId }, checkoutPageSchema)
  expect(page?.delivery).toMatchObject({ isChosen: false, address: { line1: typed.line1 } })
  const exported = () => call(client, 'export_my_data', {}, z.looseObject({}))
  expect(await exported()).toMatchObject({ cartAddress: { line1: typed.line1 } })
  await setDelivery(service, mia, again.holdId ?? '', { [variantId]: 'ship' }, typed)
  const { order } = await pay(mia, again.holdId ?? '')
  expect(await exported()).toMatchObject({
    cartAddress: null,
    orders: expect.arrayContaining([
      expect.objectContaining({
        code: order.code,
        shippedTo: expect.objectContaining({ line1: typed.line1 }),
      }),
    ]),
  })
})

test('addresses go with the account, the hold’s with the hold', async () => {
  const owner = await users.extra()
  const { variantId } = await makeVariant(sql)
  const hold = await holdItems(service, owner, null, [{ kind: 'product', item: variantId, quantity: 1 }])
  await setDelivery(service, owner, hold.holdId, { [variantId]: 'ship' })
  const { order } = await pay(owner, hold.holdId)
  expect(
    await sql`select count(*)::int as kept from public.hold_addresses where hold_id = ${hold.holdId}`,
  ).toEqual([{ kept: 0 }])
  await sql`insert into private.account_deletions (user_id, due_at) values (${owner}, now() - interval '1 minute')`
  await call(service, 'anonymise_due', { p_limit: 1000 }, z.unknown())
  expect(
    await sql`select name, line1, city, state, postal_code as zip from public.order_addresses where order_id = ${order.orderId}`,
  ).toEqual([{ name: 'Erased', line1: 'Erased', city: 'Erased', state: 'OR', zip: '97201' }])
})

test('buyers are told in how many business days goods are shipped, once both ends are set', async () => {
  const days = await rolledBack(users, 'Ada', async (tx) => {
    const said = async (min: number | null, max: number | null) => {
      await tx`update public.settings set handling_min_days = ${min}, handling_max_days = ${max}`
      const [row] = await tx`select private.handling_days() as days`
      return row?.days
    }
    return [await said(null, null), await said(3, 5)]
  })
  expect(days).toEqual([null, { min: 3, max: 5 }])
})

test('admins alone edit what shipping costs; who saw an older version is told', async () => {
  const save = async (name: 'Ada' | 'Mo', args: Record<string, unknown>) =>
    call(await users.actingAs(name), 'save_shipping', { p_id: null, p_version: null, ...args }, z.uuid())
  const rule = {
    p_kind: 'rule',
    p_fields: { name: 'Not in use', percent: 5, collectionId: null, archive: false },
  }
  expect((await refusal(save('Mo', rule))).code).toBe('not_allowed')
  const [collection] = await sql<{ id: string }[]>`
    insert into public.product_collections ${sql({ slug: `c-${randomUUID()}`, name: 'Nothing' })} returning id`
  const fields = { name: 'Not in use', percent: 5, collectionId: collection?.id, archive: false }
  const id = await save('Ada', { p_kind: 'rule', p_fields: fields })
  rules.push(id)
  await save('Ada', { p_kind: 'rule', p_id: id, p_version: 1, p_fields: { ...fields, percent: 6 } })
  const stale = { p_kind: 'rule', p_id: id, p_version: 1, p_fields: { ...fields, percent: 7 } }
  expect((await refusal(save('Ada', stale))).code).toBe('changed_meanwhile')
  const zone = { name: 'Twice', states: ['NY'], freeAboveCents: null, rates: [{ grams: 500, cents: 100 }] }
  expect((await refusal(save('Ada', { p_kind: 'zone', p_fields: zone }))).code).toBe('state_in_zone')
  const tax = { state: 'NY', zipPrefix: '', taxClass: 'general', bps: 1, taxesShipping: false }
  expect((await refusal(save('Ada', { p_kind: 'tax', p_fields: tax }))).code).toBe('rate_exists')
  expect(await sql`select action from private.audit_log where subject_id = ${id} order by id`).toMatchObject([
    { action: 'shipping.rule_saved' },
    { action: 'shipping.rule_saved' },
  ])
})
