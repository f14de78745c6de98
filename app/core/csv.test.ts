import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1 347 555', "'+1 347 555"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
])('a spreadsheet reads %j as text', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test.each([
  [-250, '-250'],
  [12.5, '12.5'],
  [true, 'true'],
  [null, ''],
  ['', ''],
  ['Mia Joseph', 'Mia Joseph'],
  ['Joseph, Mia', '"Joseph, Mia"'],
  ['the "Boss"', '"the ""Boss"""'],
  ['two\nlines', '"two\nlines"'],
  ['a=b', 'a=b'],
])('%j is written as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('a line ends as RFC 4180 says', () => {
  expect(csvLine(['a', 1, null])).toBe('a,1,\r\n')
})
