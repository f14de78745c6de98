import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type * as z from 'zod'
import {
  productListSchema,
  productPageSchema,
  productShareCardSchema,
  sitemapProductsSchema,
  suggestedProductsSchema,
} from '#features/shop/public/catalogue.types.ts'
import { createEvent } from './event-fixture.ts'
import { beginPayment, call, holdItems, placeOrder, report } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'
import { archiveProducts, lineOf, makeCollection, makeProduct } from './variants.ts'

/** Tests what the shop's lists and pages say of products: who sees which, what is left, and when a drop opens to whom. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
type Caller = Name | 'visitor'
const callers: Caller[] = ['visitor', 'Gus', 'Mia', 'Mo', 'Ada']

/** A word of ten different letters, so that a search finds the rows of this file alone. */
function newTerm(): string {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return Array.from({ length: 10 }, () => letters.splice(randomInt(letters.length), 1)[0]).join('')
}
const term = newTerm()
const named = (word: string) => `${word} ${term}`

async function list(args: Record<string, unknown> = {}, who: Caller = 'visitor') {
  return call(await users.actingAs(who), 'list_products', { p_query: term, ...args }, productListSchema)
}
async function names(args: Record<string, unknown> = {}, who: Caller = 'visitor'): Promise<string[]> {
  return (await list(args, who)).products.map(({ name }) => name.split(' ')[0] ?? '')
}
async function pageOf(id: string, who: Caller = 'visitor') {
  return call(await users.actingAs(who), 'read_product', { p_id: id }, productPageSchema)
}
type Page = z.output<typeof productPageSchema>
/** The page of a product that is there. */
function shown(page: Page) {
  if (!page || page.status === 'archived') throw new Error('no such product')
  return page
}

const sizes = { name: 'Size', values: ['S', 'M'] }
const colours = { name: 'Colour', values: ['Black', 'Bone'] }
const minute = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute)

let tee: Awaited<ReturnType<typeof makeProduct>>
let draft: typeof tee
let old: typeof tee

beforeAll(async () => {
  tee = await makeProduct(
    sql,
    { name: named('Tee'), position: 1, created_at: inMinutes(-300) },
    [colours, sizes],
    [
      { values: ['Black', 'S'], priceCents: 3000, stock: 40 },
      { values: ['Black', 'M'], priceCents: 3200, stock: 5 },
      { values: ['Bone', 'S'], priceCents: 2800, stock: 0 },
    ],
  )
  const made: [string, Record<string, unknown>, number][] = [
    ['Gone', { position: 0, created_at: inMinutes(-10) }, 0],
    ['Cup', { position: 2, created_at: inMinutes(-20) }, 20],
    ['Flag', { position: 3, created_at: inMinutes(-30) }, 3],
  ]
  for (const [name, row, stock] of made)
    await makeProduct(
      sql,
      { name: named(name), ...row },
      [],
      [{ values: [], priceCents: 1000 + stock * 100, stock }],
    )
  draft = await makeProduct(sql, { name: named('Draft'), status: 'draft' })
  old = await makeProduct(sql, { name: named('Old'), status: 'archived' })
  await makeCollection(sql, `c-${term}`, [tee.id, draft.id])
})
afterAll(async () => {
  await archiveProducts(sql)
  await sql`delete from public.product_collections where slug like ${`%${term}%`}`
  await users.close()
})

describe('the list', () => {
  test('is the same for everybody: products in the shop, sold out last; no draft, and none that left', async () => {
    for (const who of callers) expect(await names({}, who), who).toEqual(['Tee', 'Cup', 'Flag', 'Gone'])
    const [visitor, admin] = [await list({}, 'visitor'), await list({}, 'Ada')]
    expect({ ...admin, now: '' }).toEqual({ ...visitor, now: '' })
  })

  test('says the lowest price that can be bought, and how many are left where they are few', async () => {
    const { products } = await list()
    const facts = products.map(({ state, fromCents, toCents, few }) => ({ state, fromCents, toCents, few }))
    expect(facts).toEqual([
      { state: 'on_sale', fromCents: 3000, toCents: 3200, few: null },
      { state: 'on_sale', fromCents: 3000, toCents: 3000, few: null },
      { state: 'on_sale', fromCents: 1300, toCents: 1300, few: 3 },
      { state: 'sold_out', fromCents: 1000, toCents: 1000, few: null },
    ])
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['newest', { p_sort: 'newest' }, ['Cup', 'Flag', 'Tee', 'Gone']],
    ['price', { p_sort: 'price' }, ['Flag', 'Tee', 'Cup', 'Gone']],
    ['price, falling', { p_sort: '-price' }, ['Tee', 'Cup', 'Flag', 'Gone']],
    ['an unknown order is that of the shop', { p_sort: 'x' }, ['Tee', 'Cup', 'Flag', 'Gone']],
    ['from a price', { p_from_cents: 1300 }, ['Tee', 'Cup', 'Flag']],
    ['up to a price', { p_to_cents: 1300 }, ['Flag', 'Gone']],
    ['a price range without products', { p_from_cents: 5000, p_to_cents: 6000 }, []],
    ['a size', { p_size: 's' }, ['Tee']],
    ['a size that nothing has', { p_size: 'XXL' }, []],
    ['a collection', { p_collection: `c-${term}` }, ['Tee']],
    ['a collection that is not there', { p_collection: 'no-such' }, []],
    ['a word of one name', { p_query: `cup ${term}` }, ['Cup']],
    ['the beginning of a word', { p_query: term.slice(0, -1) }, ['Tee', 'Cup', 'Flag', 'Gone']],
  ])('by %s', async (_what, args, expected) => {
    expect(await names(args)).toEqual(expected)
    expect((await list(args)).total).toBe(expected.length)
  })

  test('counts the variants of a size alone', async () => {
    const [one] = (await list({ p_size: 'M' })).products
    expect(one).toMatchObject({ state: 'on_sale', fromCents: 3200, toCents: 3200, few: 5 })
  })

  test('comes in pages', async () => {
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((p_page) => list({ p_sort: 'price', p_limit: 3, p_page })),
    )
    expect([first, second, third].map((one) => one?.products.map(({ name }) => name.split(' ')[0]))).toEqual([
      ['Flag', 'Tee', 'Cup'],
      ['Gone'],
      [],
    ])
    expect(third).toMatchObject({ total: 4, pages: 2, page: 3 })
  })

  test('names the collections with products, and the sizes', async () => {
    const { collections, sizes: all } = await list()
    expect(collections.filter(({ slug }) => slug.endsWith(term))).toHaveLength(1)
    expect(all).toEqual(expect.arrayContaining(['S', 'M']))
    await makeCollection(sql, `empty-${term}`, [draft.id])
    expect((await list()).collections.map(({ slug }) => slug)).not.toContain(`empty-${term}`)
  })

  test('refuses a search that is too long', async () => {
    await expect(list({ p_query: 'x'.repeat(81) })).rejects.toThrow('invalid')
  })
})

describe('the page', () => {
  test('of a draft is for admins, one that left the shop says no more than that, and others are not there', async () => {
    for (const who of callers) {
      expect((await pageOf(draft.id, who))?.status, who).toBe(who === 'Ada' ? 'draft' : undefined)
      expect(await pageOf(old.id, who), who).toEqual({ status: 'archived' })
      expect(await pageOf(randomUUID(), who), who).toBeNull()
    }
  })

  test('has each variant with its price; a number only of few', async () => {
    for (const who of callers) {
      const page = shown(await pageOf(tee.id, who))
      expect(page.state).toBe('on_sale')
      expect(page.product).toMatchObject({ fromCents: 3000, toCents: 3200, dropAt: null, membersFrom: null })
      expect(page.variants).toEqual([
        {
          id: tee.variants['Black / S'],
          values: ['Black', 'S'],
          priceCents: 3000,
          soldOut: false,
          few: null,
        },
        { id: tee.variants['Black / M'], values: ['Black', 'M'], priceCents: 3200, soldOut: false, few: 5 },
        { id: tee.variants['Bone / S'], values: ['Bone', 'S'], priceCents: 2800, soldOut: true, few: null },
      ])
      expect(page.collections).toEqual([{ slug: `c-${term}`, name: `c-${term}` }])
    }
  })

  test('no figure of the stock is in any result, whoever asks', async () => {
    for (const who of callers) {
      const results = [await pageOf(tee.id, who), await list({}, who)]
      expect(JSON.stringify(results)).not.toMatch(/"(stock|held|sold|left|units|onHand)"/)
    }
  })

  test('a held unit cannot be bought, and can again once its hold has ended, swept or not', async () => {
    const one = await makeProduct(sql, { name: named('One') }, [], [{ values: [], stock: 1 }])
    const variant = one.variants[''] ?? ''
    const soldOut = async () => shown(await pageOf(one.id)).variants[0]?.soldOut
    expect(await soldOut()).toBe(false)
    const { holdId } = await holdItems(service, await users.id('Sid'), null, [lineOf(variant, 1)])
    expect([await soldOut(), shown(await pageOf(one.id)).state]).toEqual([true, 'sold_out'])
    await sql`update public.holds set expires_at = now() - interval '1 second' where id = ${holdId}`
    expect([await soldOut(), shown(await pageOf(one.id)).state]).toEqual([false, 'on_sale'])
    await sql`update public.products set status = 'archived' where id = ${one.id}`
  })

  test('shows an archived variant to nobody', async () => {
    const hat = await makeProduct(
      sql,
      { name: `Hat ${randomUUID()}` },
      [sizes],
      [{ values: ['S'] }, { values: ['M'] }],
    )
    await sql`update public.product_variants set archived_at = now() where id = ${hat.variants.M ?? ''}`
    for (const who of callers)
      expect(shown(await pageOf(hat.id, who)).variants.map(({ values }) => values)).toEqual([['S']])
  })

  test('says what it costs less beside a ticket: the best of the rules for it', async () => {
    const [collection] = await sql<{ id: string }[]>`
      select id from public.product_collections where slug = ${`c-${term}`}`
    const before = shown(await pageOf(tee.id)).ticketPercent
    await sql`insert into public.price_rules ${sql({ name: term, percent: 83, collection_id: collection?.id ?? '' })}`
    expect([before < 83, shown(await pageOf(tee.id)).ticketPercent]).toEqual([true, 83])
    await sql`update public.price_rules set archived_at = now() where name = ${term}`
    expect(shown(await pageOf(tee.id)).ticketPercent).toBe(before)
  })

  test('limits how many of one thing an order may have', async () => {
    const [settings] = await sql<{ most: number }[]>`select max_per_order as most from public.settings`
    const two = await makeProduct(sql, { name: `Two ${randomUUID()}`, max_per_person: 2 })
    expect(shown(await pageOf(two.id))).toMatchObject({ maxQuantity: 2, maxPerPerson: 2 })
    expect(shown(await pageOf(tee.id))).toMatchObject({ maxQuantity: settings?.most, maxPerPerson: null })
  })
})

describe('a drop', () => {
  /** Reads what visitor, guest, member and admin are told of a product that drops so many minutes from now. */
  async function at(minutes: number, membersMinutes: number) {
    const product = await makeProduct(
      sql,
      { name: `Drop ${randomUUID()}`, drop_at: inMinutes(minutes), members_minutes: membersMinutes },
      [],
      [{ values: [], stock: 2 }],
    )
    const pages = await Promise.all(
      (['visitor', 'Gus', 'Mia', 'Ada'] as const).map((who) => pageOf(product.id, who)),
    )
    return { product, pages: pages.map(shown) }
  }
  const states = (pages: ReturnType<typeof shown>[]) => pages.map(({ state }) => state)

  test('before it nobody can buy, the page says from when, and not how few there are', async () => {
    const { product, pages } = await at(30, 10)
    expect(states(pages)).toEqual(['not_yet', 'not_yet', 'not_yet', 'not_yet'])
    const [visitor, guest, mia, ada] = pages.map(({ buyableFrom }) => Date.parse(buyableFrom ?? ''))
    expect([guest, mia, ada]).toEqual([visitor, Number(visitor) - 10 * minute, mia])
    for (const page of pages) {
      expect(Date.parse(page.product.dropAt ?? '')).toBe(visitor)
      expect(Date.parse(page.product.membersFrom ?? '')).toBe(mia)
      expect(page.variants[0]).toMatchObject({ soldOut: false, few: null })
    }
    const { products } = await call(
      await users.actingAs('Mia'),
      'list_products',
      { p_limit: 60, p_sort: 'newest' },
      productListSchema,
    )
    expect(products.find(({ id }) => id === product.id)).toMatchObject({ state: 'not_yet', few: null })
  })

  test('in the early minutes members can, and nobody else; lists stay the same for all', async () => {
    const { product, pages } = await at(5, 10)
    expect(states(pages)).toEqual(['not_yet', 'not_yet', 'on_sale', 'on_sale'])
    expect(pages.map(({ buyableFrom }) => buyableFrom === null)).toEqual([false, false, true, true])
    expect(pages.map(({ variants }) => variants[0]?.few)).toEqual([null, null, 2, 2])
    for (const who of ['visitor', 'Mia'] as const) {
      const args = { p_limit: 60, p_sort: 'newest' }
      const { products } = await call(await users.actingAs(who), 'list_products', args, productListSchema)
      expect(products.find(({ id }) => id === product.id)?.state).toBe('not_yet')
    }
  })

  test('without early minutes members wait as everybody does', async () => {
    const { pages } = await at(5, 0)
    expect(states(pages)).toEqual(['not_yet', 'not_yet', 'not_yet', 'not_yet'])
    expect(pages.map(({ product }) => product.membersFrom)).toEqual([null, null, null, null])
  })

  test('after it everybody can, and nothing of it is said any more', async () => {
    const { pages } = await at(-1, 10)
    expect(states(pages)).toEqual(['on_sale', 'on_sale', 'on_sale', 'on_sale'])
    expect(pages[0]?.product).toMatchObject({ dropAt: null, membersFrom: null })
  })

  test('pages and lists know the next moment at which one of them changes', async () => {
    const { pages } = await at(20, 15)
    const next = Date.parse(pages[0]?.nextDropAt ?? '')
    expect(next).toBeGreaterThan(Date.now())
    expect(next).toBeLessThanOrEqual(Date.now() + 5 * minute)
    const later = await at(1, 15)
    expect(Date.parse(later.pages[0]?.nextDropAt ?? '')).toBeLessThanOrEqual(Date.now() + minute)
    await sql`update public.products set status = 'archived' where id in ${sql([later.product.id])}`
  })
})

describe('suggestions', () => {
  const suggested = async (event: string | null, who: Caller = 'visitor') =>
    call(await users.actingAs(who), 'list_suggested_products', { p_event: event }, suggestedProductsSchema)

  test('are at most two that can be bought now: those of the event first, never sold out, dropped later or hidden', async () => {
    const { eventId } = await createEvent(sql, {})
    const slug = `fete-${term}`
    await sql`update public.events set slug = ${slug} where id = ${eventId}`
    const soldOut = await makeProduct(sql, { name: 'Sold out' }, [], [{ values: [], stock: 0 }])
    const later = await makeProduct(sql, { name: 'Later', drop_at: inMinutes(60), members_minutes: 120 })
    const hidden = await makeProduct(sql, { name: 'Hidden', status: 'draft' })
    const fits = await Promise.all(['A', 'B', 'C'].map((name) => makeProduct(sql, { name: `Fits ${name}` })))
    const order = fits.map(({ id }) => id)
    await makeCollection(sql, slug, [soldOut.id, later.id, hidden.id, ...order])
    for (const who of callers) {
      const { products } = await suggested(eventId, who)
      expect(products).toHaveLength(2)
      for (const product of products) expect(order).toContain(product.id)
    }
    // Nobody is offered what their cart has already; that says nothing to others.
    const [first] = (await suggested(eventId, 'Mia')).products
    const chosen = fits.find(({ id }) => id === first?.id)?.variants[''] ?? ''
    await sql`
      insert into public.cart_items ${sql({ owner_id: await users.id('Mia'), variant_id: chosen, quantity: 1 })}`
    const without = (await suggested(eventId, 'Mia')).products.map(({ id }) => id)
    expect(without).not.toContain(first?.id)
    expect(order).toEqual(expect.arrayContaining(without))
    expect((await suggested(eventId)).products[0]?.id).toBe(first?.id)
    // Puts first what sold most.
    const best = fits[2]
    const sid = await users.id('Sid')
    const { holdId } = await holdItems(service, sid, null, [lineOf(best?.variants[''] ?? '', 3)])
    const { orderId } = await placeOrder(service, sid, holdId)
    await report(service, await beginPayment(service, sid, orderId), 'succeeded')
    expect((await suggested(eventId)).products[0]?.id).toBe(best?.id)
  })

  test('without an event there are two, or as many as can be bought', async () => {
    for (const who of callers) {
      const { products } = await suggested(null, who)
      for (const { state } of products) expect(state).toBe('on_sale')
    }
  })
})

test('the picture of a shared link and the sitemap know products in the shop alone', async () => {
  for (const who of callers) {
    const client = await users.actingAs(who)
    const card = (p_id: string) =>
      call(client, 'read_product_share_card', { p_id }, productShareCardSchema.nullable())
    expect(await card(tee.id)).toMatchObject({
      name: named('Tee'),
      fromCents: 3000,
      toCents: 3200,
      dropAt: null,
    })
    expect([await card(draft.id), await card(old.id), await card(randomUUID())]).toEqual([null, null, null])
    const listed = (await call(client, 'list_sitemap_products', {}, sitemapProductsSchema)).map(
      ({ id }) => id,
    )
    expect(listed).toContain(tee.id)
    expect(listed).not.toContain(old.id)
  }
})
