import { expect, test } from 'vitest'
import type * as z from 'zod'
import {
  keptValues,
  optionsProblem,
  otherProductValues,
  otherVariantValues,
  readSizeChart,
  readValues,
  writeSizeChart,
  writeValues,
} from './product-form.rules.ts'
import type { productEditorSchema } from './products.types.ts'

test('reads values between commas and writes them again', () => {
  expect(readValues(' S,M ,, Extra   large ')).toEqual(['S', 'M', 'Extra large'])
  expect(readValues(writeValues(['S', 'M']))).toEqual(['S', 'M'])
  expect(readValues(' ')).toEqual([])
})

test('reads a size chart with commas or tabs and writes it again', () => {
  const chart = {
    columns: ['Size', 'Chest'],
    rows: [
      ['S', '38'],
      ['M', '41'],
    ],
  }
  expect(readSizeChart('Size, Chest\r\nS\t38\n\nM, 41\n')).toEqual(chart)
  expect(readSizeChart(writeSizeChart(chart))).toEqual(chart)
  expect(readSizeChart('  \n')).toBeNull()
  expect(writeSizeChart(null)).toBe('')
})

test.each([
  ['Size\nS', 'columns'],
  ['Size, Chest', 'rows'],
  ['Size, Chest\nS', 'each column'],
  [`Size, Chest\nS, ${'x'.repeat(41)}`, '40 characters'],
])('says what is wrong with the size chart %j', (text, problem) => {
  expect(readSizeChart(text)).toContain(problem)
})

test.each<[{ name: string; values: string[] }[], string]>([
  [[{ name: '', values: ['S'] }], 'Name each option'],
  [[{ name: 'Size', values: [] }], 'values of each option'],
  [[{ name: 'Size', values: ['S', 's'] }], 'twice'],
  [[{ name: 'Size', values: ['x'.repeat(25)] }], '24 characters'],
  [
    [
      { name: 'Size', values: ['S'] },
      { name: 'size', values: ['M'] },
    ],
    'same name',
  ],
  [
    [
      { name: 'A', values: Array.from({ length: 11 }, (_, n) => `a${n}`) },
      { name: 'B', values: Array.from({ length: 10 }, (_, n) => `b${n}`) },
    ],
    '100 variants',
  ],
])('says what is wrong with the options %j', (options, problem) => {
  expect(optionsProblem(options)).toContain(problem)
})

test('accepts options that are whole', () => {
  expect(optionsProblem([])).toBeNull()
  expect(optionsProblem([{ name: 'Size', values: ['S', 'M'] }])).toBeNull()
})

const product: NonNullable<z.output<typeof productEditorSchema>> = {
  id: '3f0b3e6d-6f3c-4b55-9d5e-0f4e5a3d7c11',
  version: 8,
  status: 'active',
  name: 'Road Shirt',
  slug: 'road-shirt',
  summary: 'Theirs',
  description: 'One\nTwo',
  options: [{ name: 'Size', values: ['S', 'M'] }],
  sizeChart: { columns: ['Size', 'Chest'], rows: [['S', '38']] },
  finalSale: true,
  taxClass: 'clothing',
  dropAt: '2026-11-24T20:00',
  membersMinutes: 10,
  maxPerPerson: 2,
  position: 5,
  currency: 'usd',
  timeZone: 'America/New_York',
  collections: ['6d3f0b3e-6f3c-4b55-9d5e-0f4e5a3d7c11'],
  allCollections: [{ id: '6d3f0b3e-6f3c-4b55-9d5e-0f4e5a3d7c11', name: 'Road' }],
  pictures: [],
  variants: [
    {
      id: '9a4c2d10-3c1b-4f43-8a35-6f0a5d1f2b22',
      name: 'S',
      sku: 'ROAD-S',
      priceCents: 3500,
      weightGrams: 200,
      lowStockAt: null,
      archived: false,
      available: 3,
      sold: 0,
    },
  ],
  checklist: [],
}
const sent = {
  version: '7',
  name: 'Road Shirt',
  slug: 'road-shirt',
  summary: 'Theirs',
  description: 'One\r\nTwo',
  options: [
    { name: 'Size', values: 'S,M' },
    { name: '', values: '' },
  ],
  sizeChart: 'Size,Chest\nS,38',
  finalSale: 'on',
  taxClass: 'clothing',
  dropAt: '2026-11-24T20:00',
  membersMinutes: '10',
  maxPerPerson: '2',
  position: '5',
  collections: '6d3f0b3e-6f3c-4b55-9d5e-0f4e5a3d7c11',
}

test('lists every field that another person saved differently, and none that is the same', () => {
  const others = (typed: Record<string, unknown>) =>
    otherProductValues(product, typed, { clothing: 'Clothing', none: 'Not taxed' })
  expect(others(sent)).toEqual([])
  const changed = {
    version: '7',
    name: 'Road Tee',
    slug: 'road-tee',
    summary: 'Mine',
    options: [{ name: 'Size', values: 'S, M, L' }],
    taxClass: 'none',
    membersMinutes: '5',
    position: '6',
  }
  expect(others(changed)).toHaveLength(13)
  expect(others(changed)).toContainEqual({ label: 'Options', theirs: 'Size: S, M', yours: 'Size: S, M, L' })
  expect(others(changed)).toContainEqual({ label: 'Collections', theirs: 'Road', yours: '' })
  expect(others(changed)).toContainEqual({ label: 'Tax class', theirs: 'Clothing', yours: 'Not taxed' })
  expect(others({ ...changed, version: '8' })).toEqual([])
})

test('lists what another person saved of variants', () => {
  const row = { id: product.variants[0]?.id, sku: 'road-s', price: '35', weightGrams: '200' }
  expect(otherVariantValues(product, { version: '7', variants: [row] })).toEqual([])
  expect(otherVariantValues(product, { version: '7', variants: [{ ...row, price: '30' }] })).toEqual([
    { label: 'Price of S', theirs: '35.00', yours: '30.00' },
  ])
  expect(otherVariantValues(product, { version: '7', variants: [] })).toHaveLength(1)
})

test('what was typed is kept while another form is saved: for the new version, unless another person changed the same', () => {
  const next = { ...product, version: 9 }
  const words = { ...sent, version: '8', summary: 'Mine' }
  expect(keptValues(next, null)).toBeNull()
  expect(keptValues(next, { values: words, stored: product })).toEqual({ ...words, version: '9' })
  expect(keptValues({ ...next, name: 'Theirs' }, { values: words, stored: product })).toEqual(words)

  const [first] = product.variants
  if (!first) throw new Error('there is a variant')
  const added = { ...first, id: '1b4c2d10-3c1b-4f43-8a35-6f0a5d1f2b22', sku: 'ROAD-M', weightGrams: 210 }
  const row = { id: first.id, sku: 'ROAD-S', price: '40', weightGrams: '200', lowStockAt: '' }
  const typed = { values: { intent: 'variants', version: '8', variants: [row] }, stored: product }
  const stored = { id: added.id, sku: 'ROAD-M', price: '35.00', weightGrams: '210', lowStockAt: '' }
  // Another option came: its variant stands beside what was typed.
  expect(keptValues({ ...next, variants: [first, added] }, typed)).toEqual({
    intent: 'variants',
    version: '9',
    variants: [row, stored],
  })
  // It was taken away.
  expect(keptValues({ ...next, variants: [{ ...first, archived: true }, added] }, typed)).toMatchObject({
    version: '9',
    variants: [stored],
  })
  expect(keptValues({ ...next, variants: [{ ...first, priceCents: 3000 }] }, typed)).toMatchObject({
    version: '8',
    variants: [row],
  })
})
