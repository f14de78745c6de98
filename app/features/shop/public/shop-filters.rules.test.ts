import { describe, expect, test } from 'vitest'
import { filterChips, shopPath, sortSizes } from './shop-filters.rules.ts'
import { shopFiltersSchema } from './shop-filters.schema.ts'

describe('filters from an address', () => {
  test.each([
    [
      { q: ' tee ', collection: 'to-wear', size: 'M', min: '20', max: '$40', sort: 'price', page: '2' },
      { q: 'tee', collection: 'to-wear', size: 'M', min: 20, max: 40, sort: 'price', page: 2 },
    ],
    [{ q: '', size: '', min: '', max: 'x', sort: 'best', page: '1', collection: 'A b' }, {}],
    [{ q: 'x'.repeat(81), min: '-3', page: '1001' }, {}],
  ])('%j', (query, filters) => {
    expect(JSON.parse(JSON.stringify(shopFiltersSchema.parse(query)))).toEqual(filters)
  })
})

test('a changed filter keeps the others and starts at the first page', () => {
  const filters = { q: 'tee', size: 'M', sort: 'price', page: 3 } as const
  expect(shopPath(filters, { size: undefined })).toBe('/shop?q=tee&sort=price')
  expect(shopPath(filters, { collection: 'new' })).toBe('/shop?q=tee&collection=new&size=M&sort=price')
  expect(shopPath(filters, { page: 2 })).toBe('/shop?q=tee&size=M&sort=price&page=2')
  expect(shopPath({})).toBe('/shop')
})

test.each([
  [{ min: 20 }, 'From $20'],
  [{ max: 40 }, 'Up to $40'],
  [{ min: 20, max: 40 }, '$20 to $40'],
])('a price range has one chip that removes both ends: %j', (filters, text) => {
  expect(filterChips({ ...filters, size: 'M' })).toEqual([
    { key: 'size', text: 'Size M', path: expect.stringContaining('m') },
    { key: 'price', text, path: '/shop?size=M' },
  ])
})

test('sizes are sorted as shops do', () => {
  expect(sortSizes(['XL', 'One size', '10', 'S', '9', 'm', '2XL'])).toEqual([
    'S',
    'm',
    'XL',
    '2XL',
    '9',
    '10',
    'One size',
  ])
})
