import { describe, expect, test } from 'vitest'
import { priceText, shownCard, shownPage } from './catalogue.rules.ts'
import type { ProductCard, ProductPage } from './catalogue.types.ts'
import { productJsonLd } from './product-json-ld.ts'

const terms = { currency: 'USD', timeZone: 'America/New_York', now: '2026-11-24T17:00:00Z' }
const card: ProductCard = {
  id: '6f1d6a4e-6a3c-4f4e-9a3f-2b1d3c4e5f60',
  slug: 'road-tee',
  name: 'Road tee',
  summary: 'Heavy cotton.',
  imagePath: null,
  imageAlt: '',
  state: 'on_sale',
  fromCents: 3200,
  toCents: 3200,
  few: null,
  dropAt: null,
  membersFrom: null,
}
// Friday, 8 PM in New York.
const drop = { dropAt: '2026-11-28T01:00:00Z', membersFrom: '2026-11-28T00:50:00Z' }

describe('a card', () => {
  test.each<[string, Partial<ProductCard>, string | undefined]>([
    ['simply on sale', {}, undefined],
    ['few left', { few: 3 }, 'Only 3 left'],
    ['sold out', { state: 'sold_out' }, 'Sold out'],
    ['before its drop', { state: 'not_yet', ...drop }, 'Drops Fri 8 PM ET'],
    ['in the early minutes of members', { state: 'on_sale', ...drop }, 'Drops Fri 8 PM ET'],
  ])('%s', (_what, facts, badge) => {
    expect(shownCard({ ...card, ...facts }, terms).badge?.text).toBe(badge)
  })

  test('says from when variants differ in price', () => {
    expect(priceText({ fromCents: 3200, toCents: 3200 }, 'USD')).toBe('$32')
    expect(priceText({ fromCents: 3200, toCents: 3450 }, 'USD')).toBe('From $32')
  })
})

const page: ProductPage = {
  status: 'active',
  product: {
    ...card,
    description: 'One.\n\nTwo.',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    sizeChart: null,
    finalSale: false,
    pictures: [],
  },
  state: 'on_sale',
  buyableFrom: null,
  variants: [
    { id: 'v1', values: ['S'], priceCents: 3200, soldOut: false, few: 2 },
    { id: 'v2', values: ['M'], priceCents: 3450, soldOut: true, few: null },
  ],
  maxQuantity: 8,
  maxPerPerson: null,
  ticketPercent: 0,
  handling: { min: 2, max: 4 },
  collections: [],
  more: [],
  nextDropAt: null,
  ...terms,
}

test('a page says when members may buy by the clock alone on the day of the drop', () => {
  const timed = (membersFrom: string) =>
    shownPage({ ...page, product: { ...page.product, ...drop, membersFrom } })
  expect(timed(drop.membersFrom)).toMatchObject({ dropTime: 'Fri 8 PM ET', membersTime: '7:50 PM' })
  expect(timed('2026-11-27T01:00:00Z').membersTime).toBe('Thu 8 PM ET')
  expect(shownPage(page)).toMatchObject({ dropTime: null, membersTime: null, paragraphs: ['One.', 'Two.'] })
})

test('structured data has an offer with price, currency and availability for each variant', () => {
  const where = { origin: 'https://fete.example', path: `/shop/${card.id}/road-tee` }
  expect(productJsonLd(page, where, 'Jouvay')).toMatchObject({
    '@type': 'Product',
    name: 'Road tee',
    offers: [
      {
        '@type': 'Offer',
        name: 'S',
        price: '32.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: `https://fete.example/shop/${card.id}/road-tee?size=S`,
      },
      { name: 'M', price: '34.50', availability: 'https://schema.org/OutOfStock' },
    ],
  })
  const before = productJsonLd({ ...page, product: { ...page.product, ...drop } }, where, 'Jouvay')
  expect(before).toMatchObject({
    offers: [
      { availability: 'https://schema.org/PreSale', availabilityStarts: drop.dropAt },
      { availability: 'https://schema.org/PreSale' },
    ],
  })
})
