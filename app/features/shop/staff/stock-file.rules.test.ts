import { expect, test } from 'vitest'
import { mostStockLines, readStockFile } from './stock-file.rules.ts'

test('reads counts and deltas, whatever the order of the columns', () => {
  const text =
    '\ufeffPlace,SKU,Delta,Counted,Reason,Note\r\nWarehouse,tee-s,,12,,\r\n"Main, hall",CUP,-3,,damaged,"fell ""down"""\r\n,,,,,\r\nWarehouse,CAP,+7,,,\r\n'
  expect(readStockFile(text)).toEqual({
    lines: [
      { line: 2, sku: 'TEE-S', place: 'Warehouse', counted: 12, reason: 'count' },
      { line: 3, sku: 'CUP', place: 'Main, hall', delta: -3, reason: 'damaged', note: 'fell "down"' },
      { line: 5, sku: 'CAP', place: 'Warehouse', delta: 7, reason: 'received' },
    ],
    problems: [],
  })
})

test.each([
  ['A,Shop,1,2,', 'either counted or delta'],
  ['A,Shop,,,', 'either counted or delta'],
  ['A,Shop,1.5,,', 'not a whole number'],
  ['A,Shop,"12,50",,', 'not a whole number'],
  ['A,Shop,1e3,,', 'not a whole number'],
  ['A,Shop,0x10,,', 'not a whole number'],
  ['A,Shop,２５,,', 'not a whole number'],
  ['A,Shop,=1+1,,', 'not a whole number'],
  ['A,Shop,-1,,', 'below 0'],
  ['A,Shop,,0,', 'changes nothing'],
  ['A,Shop,4,,received', 'is count'],
  ['A,Shop,,4,damaged', 'is received'],
  [',Shop,4,,', 'Enter a SKU'],
  ['A,,4,,', 'Enter a place'],
  ['A\0,Shop,4,,', 'special characters'],
  ['A,Shop\u202e,4,,', 'special characters'],
])('says what is wrong with the line %s', (line, problem) => {
  const { lines, problems } = readStockFile(`sku,place,counted,delta,reason\nB,Shop,1,,\n${line}`)
  expect(lines).toHaveLength(1)
  expect(problems).toEqual([{ line: 3, text: expect.stringContaining(problem) }])
})

test.each([
  ['', 'must name'],
  ['sku,counted\nA,1', 'place'],
  ['sku,place,counted\n', 'no lines'],
  ['sku,place,counted\nA,"Shop,1', 'not closed'],
  [`sku,place,counted\n${'A,Shop,1\n'.repeat(mostStockLines + 1)}`, 'at most 2000'],
])('refuses a file that is no list of stock', (text, problem) => {
  expect(readStockFile(text)).toEqual({
    lines: [],
    problems: [{ line: 1, text: expect.stringContaining(problem) }],
  })
})
