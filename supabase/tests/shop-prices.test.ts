import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { cartChangeSchema, cartSchema, startedCheckoutSchema } from '#features/orders/cart/cart.types.ts'
import { checkoutPageSchema, placedOrderSchema } from '#features/orders/orders.types.ts'
import { receiptSchema } from '#features/orders/receipts.types.ts'
import { makeCode, unlockedSchema } from './codes.ts'
import { createEvent } from './event-fixture.ts'
import { makePackage } from './extras.ts'
import { brokenRules } from './invariants.ts'
import { beginPayment, call, holdItems, placeOrder, Refused, report, setDelivery } from './selling.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/**
 * One price of carts with goods: random ones of tickets, packages, goods, codes, a price rule, shipping and tax. What each line costs
 * is computed here a second time, from the text of the rules alone, and compared to the cent with the cart, the checkout, the order,
 * the payment, the receipt, the mail and the ledger. `PRICED_CARTS=1000` prices more of them.
 */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const carts = Number(process.env.PRICED_CARTS ?? 30)
const seed = Number(process.env.PRICED_SEED ?? 20_261_122)
const ended: string[] = []
afterAll(async () => {
  await archiveProducts(sql)
  await sql`update public.price_rules set archived_at = now() where id = any (${ended}) and archived_at is null`
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

function randomOf(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
const random = randomOf(seed)
const upTo = (most: number) => Math.floor(random() * (most + 1))
const pick = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
/** Half a cent goes up, as everywhere. */
const share = (cents: number, bps: number) => Math.floor((cents * bps + 5000) / 10_000)

type Effect = { effect: 'percent' | 'fixed' | 'price'; percent?: number; amountCents?: number }
type Code = Effect & {
  id: string
  code: string
  /** Products that the code counts for; null = all. */
  products: string[] | null
  forTickets: boolean
  forGoods: boolean
  maxUnitsPerOrder?: number
  minGoodsCents?: number
}
type Thing = {
  kind: 'ticket' | 'package' | 'product'
  item: string
  product?: string
  cents: number
  /** Tickets in one unit: each has the fixed fee. */
  tickets: number
  taxClass?: 'general' | 'clothing' | 'none'
  grams?: number
  hasRule?: boolean
}
type Line = {
  kind: string
  item: string | null
  units: number
  off: number
  fee: number
  tax: number
  total: number
  byCode: boolean
}

/** Where goods may go, with the rates of the seed: goods, clothes, and whether shipping is taxed as they are. */
const places = [
  { state: 'OR', zip: '97201', general: 0, clothing: 0, shipping: false },
  { state: 'NY', zip: '11216', general: 888, clothing: 0, shipping: true },
  { state: 'NY', zip: '14604', general: 800, clothing: 400, shipping: true },
  { state: 'NJ', zip: '07030', general: 663, clothing: 0, shipping: true },
  { state: 'FL', zip: '33127', general: 700, clothing: 700, shipping: false },
  { state: 'HI', zip: '96813', general: 0, clothing: 0, shipping: false },
] as const
const rates = {
  near: [
    [250, 500],
    [1000, 800],
    [20_000, 1400],
  ],
  far: [
    [500, 1200],
    [20_000, 2600],
  ],
} as const
const event = { feeFixedCents: 99, feeBps: 333, taxBps: 888 }
const rulePercent = 12

const takenOff = (code: Effect, cents: number) =>
  code.effect === 'percent'
    ? share(cents, (code.percent ?? 0) * 100)
    : code.effect === 'fixed'
      ? Math.min(code.amountCents ?? 0, cents)
      : Math.max(cents - (code.amountCents ?? 0), 0)

/** Prices a cart by the rules: what a code covers first, in the order of the lines; else the rule of goods beside tickets. */
function priced(
  chosen: { thing: Thing; units: number; to: 'ship' | number }[],
  code: Code | null,
  address: (typeof places)[number],
  points: readonly { place: (typeof places)[number] }[],
): Line[] {
  const goodsCents = chosen.reduce(
    (sum, { thing, units }) => sum + (thing.kind === 'product' ? units * thing.cents : 0),
    0,
  )
  const usable = code && goodsCents >= (code.minGoodsCents ?? 0) ? code : null
  const withTickets = chosen.some(({ thing }) => thing.kind !== 'product')
  let left = usable?.maxUnitsPerOrder ?? Number.POSITIVE_INFINITY
  const lines: Line[] = []
  let grams = 0
  let shippedCents = 0
  let shippedBps = 0
  for (const { thing, units, to } of chosen) {
    const rule =
      thing.kind === 'product' && withTickets && thing.hasRule ? share(thing.cents, rulePercent * 100) : 0
    const byCode = usable ? takenOff(usable, thing.cents) : 0
    const covers =
      usable !== null &&
      (thing.kind === 'product'
        ? usable.forGoods &&
          (usable.products === null || usable.products.includes(thing.product ?? '')) &&
          byCode > rule
        : usable.forTickets)
    const covered = covers ? Math.min(units, left) : 0
    left -= covered
    for (const [n, off, isCode] of [
      [byCode > 0 ? covered : 0, byCode, true],
      [units - (byCode > 0 ? covered : 0), rule, false],
    ] as const) {
      if (n === 0) continue
      const net = thing.cents - off
      const fee =
        thing.kind === 'product' || net === 0
          ? 0
          : event.feeFixedCents * thing.tickets + share(net, event.feeBps)
      const place = to === 'ship' ? address : points[to]?.place
      const bps =
        thing.kind !== 'product'
          ? event.taxBps
          : thing.taxClass === 'none' || !place
            ? 0
            : place[thing.taxClass ?? 'general']
      const tax = share(net + fee, bps)
      lines.push({
        kind: thing.kind,
        item: thing.item,
        units: n,
        off: n * off,
        fee: n * fee,
        tax: n * tax,
        total: n * (net + fee + tax),
        byCode: isCode,
      })
      if (thing.kind === 'product' && to === 'ship') {
        grams += n * (thing.grams ?? 0)
        shippedCents += n * net
        shippedBps = Math.max(shippedBps, bps)
      }
    }
  }
  if (chosen.some(({ thing, to }) => thing.kind === 'product' && to === 'ship')) {
    const table = address.state === 'HI' ? rates.far : rates.near
    const cents =
      address.state !== 'HI' && shippedCents >= 7500
        ? 0
        : (table.find(([most]) => most >= grams)?.[1] ?? Number.NaN)
    const tax = share(cents, address.shipping ? shippedBps : 0)
    lines.push({
      kind: 'shipping',
      item: null,
      units: 1,
      off: 0,
      fee: 0,
      tax,
      total: cents + tax,
      byCode: false,
    })
  }
  return lines
}

const sorted = (lines: Line[]) =>
  lines
    .map((line) => JSON.stringify({ ...line, item: line.kind === 'shipping' ? null : line.item }))
    .toSorted()
const sum = (lines: Line[], of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0)

test(`${carts} random carts, seed ${seed}: the same to the cent from the product's page to the ledger`, async () => {
  const mia = await users.id('Mia')
  const client = await users.actingAs('Mia')
  await sql`delete from public.cart_items where owner_id = ${mia}`
  await sql`delete from private.cart_codes where owner_id = ${mia}`
  const testEvent = await createEvent(sql, {
    ...event,
    maxPerPerson: 20,
    pools: { Room: 100_000 },
    types: [{ name: 'Entry', pools: ['Room'], max: 20, releases: [{ name: 'First', faceCents: 2345 }] }],
  })
  await sql`update public.events set tax_on_fees = true where id = ${testEvent.eventId}`
  const squad = await makePackage(sql, testEvent, { Entry: 2 }, { priceCents: 4111, maxPerOrder: 5 })
  const [collection] = await sql<{ id: string }[]>`
    insert into public.product_collections ${sql({ slug: `c-${randomUUID()}`, name: 'Beside tickets' })} returning id`
  const [rule] = await sql<{ id: string }[]>`
    insert into public.price_rules ${sql({ name: 'Beside tickets', percent: rulePercent, collection_id: collection?.id ?? '' })} returning id`
  ended.push(rule?.id ?? '')
  const goods: Thing[] = []
  for (const [position, taxClass] of (['general', 'clothing', 'none', 'clothing'] as const).entries()) {
    const cents = 301 + upTo(4500)
    const grams = 40 + upTo(300)
    const made = await makeVariant(sql, { priceCents: cents, stock: 10_000 })
    const hasRule = position % 2 === 0
    await sql`update public.products set tax_class = ${taxClass}, position = ${90_000 + position} where id = ${made.productId}`
    await sql`update public.product_variants set weight_grams = ${grams} where id = ${made.variantId}`
    if (hasRule)
      await sql`insert into public.product_collection_items ${sql({ collection_id: collection?.id ?? '', product_id: made.productId })}`
    goods.push({
      kind: 'product',
      item: made.variantId,
      product: made.productId,
      cents,
      tickets: 0,
      taxClass,
      grams,
      hasRule,
    })
  }
  const ticket: Thing = { kind: 'ticket', item: testEvent.types.Entry ?? '', cents: 2345, tickets: 1 }
  const pair: Thing = { kind: 'package', item: squad, cents: 4111, tickets: 2 }
  const points = await Promise.all(
    [places[0], places[3]].map(async (place) => {
      const [row] = await sql<{ id: string }[]>`insert into public.pickup_points ${sql({
        kind: 'store',
        name: `Store ${randomUUID().slice(0, 8)}`,
        state: place.state,
        postal_code: place.zip,
        opens_at: new Date(),
        closes_at: new Date(Date.now() + 86_400_000),
      })} returning id`
      return { id: row?.id ?? '', place }
    }),
  )
  // the price of the card and of the page is the one that every rule starts from
  for (const { product, cents } of goods) {
    const shown = await call(client, 'read_product', { p_id: product ?? '' }, z.looseObject({}))
    const found = [...JSON.stringify(shown).matchAll(/"(?:priceCents|price)":(\d+)/g)].map(([, price]) =>
      Number(price),
    )
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found)).toEqual(new Set([cents]))
  }
  const ada = await users.actingAs('Ada')
  const codes: Code[] = []
  for (let n = 0; n < 8; n += 1) {
    const effect: Effect = pick([
      { effect: 'percent' as const, percent: 1 + upTo(59) },
      { effect: 'fixed' as const, amountCents: 1 + upTo(1500) },
      { effect: 'price' as const, amountCents: upTo(2500) },
    ])
    const products = random() < 0.5 ? [goods[0]?.product ?? '', goods[3]?.product ?? ''] : null
    const forTickets = random() < 0.3
    const limits = {
      ...(random() < 0.4 ? { maxUnitsPerOrder: 1 + upTo(4) } : {}),
      ...(!forTickets && random() < 0.3 ? { minGoodsCents: 2000 + upTo(4000) } : {}),
    }
    const code = `P${randomUUID().slice(0, 8).toUpperCase()}`
    const id = await call(
      ada,
      'save_shop_code',
      { p_code: { code, ...effect, ...limits, forTickets, goods: products ? 'listed' : 'all', products } },
      z.uuid(),
    )
    codes.push({ id, code, ...effect, ...limits, products, forTickets, forGoods: true })
  }
  for (let n = 0; n < 2; n += 1) {
    const percent = 5 + upTo(40)
    codes.push({
      ...(await makeCode(sql, testEvent, { percent })),
      effect: 'percent',
      percent,
      products: null,
      forTickets: true,
      forGoods: false,
    })
  }

  const seen = { discounted: 0, ruled: 0, shipped: 0, coded: 0, refused: 0 }
  for (let cart = 0; cart < carts; cart += 1) {
    await sql`delete from private.rate_limits where key = ${`hold:${mia}`}`
    await sql`delete from private.unlocked_codes where user_id = ${mia}`
    // ten minutes later, as far as the limits of a person and of a payment go
    await sql`update public.tickets set owner_id = null where owner_id = ${mia} and event_id = ${testEvent.eventId}`
    await sql`update public.orders set owner_id = null, email = ${`${randomUUID()}@example.com`} where owner_id = ${mia} and event_id = ${testEvent.eventId}`
    const address = pick(places)
    const code = random() < 0.75 ? pick(codes) : null
    const wanted = goods.filter(() => random() < 0.5)
    const chosen: { thing: Thing; units: number; to: 'ship' | number }[] = [
      ...(random() < 0.5 ? [{ thing: ticket, units: 1 + upTo(2), to: 'ship' as const }] : []),
      ...(random() < 0.2 ? [{ thing: pair, units: 1 + upTo(1), to: 'ship' as const }] : []),
      ...(wanted.length > 0 ? wanted : goods.slice(0, 1)).map((thing) => ({
        thing,
        units: 1 + upTo(3),
        to: random() < 0.6 ? ('ship' as const) : upTo(1),
      })),
    ]
    const ofEvent = chosen.filter(({ thing }) => thing.kind !== 'product')
    const ofShop = chosen.filter(({ thing }) => thing.kind === 'product')
    const facts = JSON.stringify({ cart, code, chosen, address })
    for (const { thing, units } of ofShop)
      await call(
        service,
        'change_cart',
        { p_owner: mia, p_variant: thing.item, p_mode: 'set', p_units: units, p_key: randomUUID() },
        cartChangeSchema,
      )
    if (ofEvent.length > 0)
      await holdItems(
        service,
        mia,
        testEvent.eventId,
        ofEvent.map(({ thing, units }) => ({ kind: thing.kind, item: thing.item, quantity: units })),
      )
    let used: Code | null = null
    const typeIn = async () => {
      if (!code) return
      try {
        await call(service, 'apply_code', { p_owner: mia, p_code: code.code }, unlockedSchema)
        used = code
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // one that covers nothing there, which the rules say, too
        seen.refused += 1
        const alone = priced(chosen, code, address, points)
        const without = priced(chosen, null, address, points)
        expect(error.code, facts).toMatch(/^code_(not_for_cart|minimum|no_gain|unknown)$/)
        expect(
          sum(alone, ({ off }) => off),
          facts,
        ).toBe(sum(without, ({ off }) => off))
      }
    }
    // typed into the cart, or at the checkout when everything is held
    const early = random() < 0.5
    if (early) await typeIn()
    const shown = await call(client, 'read_cart', {}, cartSchema)
    const { holdId } = await call(
      service,
      'start_checkout',
      {
        p_owner: mia,
        p_take_what_is_left: false,
        p_key: null,
        p_code: early && used ? (code?.id ?? null) : null,
      },
      startedCheckoutSchema,
    )
    const to = Object.fromEntries(
      ofShop.map(({ thing, to: where }) => [
        thing.item,
        where === 'ship' ? 'ship' : (points[where]?.id ?? ''),
      ]),
    )
    const where = {
      name: 'Mia',
      line1: '1 Water St',
      line2: '',
      city: 'Somewhere',
      state: address.state,
      postal_code: address.zip,
    }
    await setDelivery(service, mia, holdId ?? '', to, where)
    if (!early) await typeIn()
    const rulesSay = priced(chosen, used, address, points)
    const total = sum(rulesSay, (line) => line.total)
    const discount = sum(rulesSay, (line) => line.off)
    if (early) {
      // shipping and tax come later
      const net = sum(
        rulesSay.filter(({ kind }) => kind === 'product'),
        (line) => line.total - line.tax,
      )
      expect(shown.goodsCents, facts).toBe(net)
    }
    const page = await call(client, 'read_checkout', { p_hold: holdId }, checkoutPageSchema)
    const asLines = (lines: NonNullable<typeof page>['lines']): Line[] =>
      lines.map((line) => ({
        kind: line.kind,
        item: line.itemId,
        units: line.quantity,
        off: line.discountCents,
        fee: line.feeCents,
        tax: line.taxCents,
        total: line.totalCents,
        byCode: line.byCode,
      }))
    expect(sorted(asLines(page?.lines ?? [])), facts).toEqual(sorted(rulesSay))
    expect([page?.totals.totalCents, page?.totals.discountCents], facts).toEqual([total, discount])
    const order = await placeOrder(service, mia, holdId ?? '')
    expect(order.totalCents, facts).toBe(total)
    if (total > 0) {
      const payment = await beginPayment(service, mia, order.orderId)
      expect(payment.amountCents, facts).toBe(total)
      expect((await report(service, payment, 'succeeded')).outcome, facts).toBe('paid')
      const receipt = await call(client, 'read_receipt', { p_code: order.code }, receiptSchema)
      expect([receipt.content.totalCents, receipt.content.discountCents], facts).toEqual([total, discount])
      expect(
        receipt.content.lines.map((line) => [line.quantity, line.discountCents, line.totalCents]).toSorted(),
        facts,
      ).toEqual(rulesSay.map((line) => [line.units, line.off, line.total]).toSorted())
    }
    const placed = await call(client, 'read_order', { p_code: order.code }, placedOrderSchema)
    expect(sorted(asLines(placed?.lines ?? [])), facts).toEqual(sorted(rulesSay))
    const [rest] = await sql<{ mail: { totalCents: number; discountCents: number }; booked: number }[]>`
      select private.mail_order(${order.orderId}) as mail,
        (select coalesce(sum(cents), 0)::int from public.ledger_entries where order_id = ${order.orderId}) as booked`
    expect([rest?.mail.totalCents, rest?.mail.discountCents, rest?.booked], facts).toEqual([
      total,
      discount,
      total,
    ])
    if (discount > 0) seen.discounted += 1
    if (rulesSay.some(({ off, byCode }) => off > 0 && !byCode)) seen.ruled += 1
    if (rulesSay.some(({ kind }) => kind === 'shipping')) seen.shipped += 1
    if (rulesSay.some(({ byCode }) => byCode)) seen.coded += 1
    await call(service, 'drop_code', { p_owner: mia }, z.boolean())
  }
  for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(0)
}, 600_000)
