import { expect, test } from 'vitest'
import {
  optionsProblem,
  readSizeChart,
  readValues,
  writeSizeChart,
  writeValues,
} from './product-form.rules.ts'

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
