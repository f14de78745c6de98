import { describe, expect, test } from 'vitest'
import { filterChips, shopPath, sortSizes } from './shop-filters.rules.ts'
import { readShopFilters } from './shop-filters.schema.ts'

describe('filters from an address', () => {
  test.each([
    [
      { q: ' tee ', collection: 'to-wear', size: 'M', min: '20', max: '$40', sort: 'price', page: '2' },
      { q: 'tee', collection: 'to-wear', size: 'M', min: 20, max: 40, sort: 'price', page: 2 },
    ],
    [{ min: '$1,250' }, { min: 1250 }],
    [{ q: '', size: '', min: '', max: ' ', sort: 'best', page: '1', collection: 'A b' }, {}],
    [{ q: 'x'.repeat(81), page: '1001' }, {}],
  ])('%j', (query, filters) => {
    const read = readShopFilters(new URLSearchParams(JSON.parse(JSON.stringify(query))))
    expect(JSON.parse(JSON.stringify(read.filters))).toEqual(filters)
    expect(read.faults).toEqual({})
  })

  test('a price that cannot be read is refused at its field, and the others count', () => {
    expect(readShopFilters(new URLSearchParams({ min: '12,50', max: '-3', size: 'M' }))).toEqual({
      filters: { size: 'M' },
      faults: {
        min: { text: '12,50', message: 'Price must be a whole number' },
        max: { text: '-3', message: 'Price must be a whole number' },
      },
    })
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
