import { expect, test } from 'vitest'
import { readCompFile } from './comp-file.rules.ts'

const row = { type: 'Early', quantity: '1', reason: 'press', note: '', transferable: '' }

test('columns in any order, others ignored, empty lines skipped, with the number of each line', () => {
  expect(
    readCompFile(
      'Email,name,seat,TYPE,reason\nkim@example.com,Kim,4,Early,press\n\n,,,,\nlee@example.com,Lee,,Early,press\n',
    ),
  ).toEqual({
    rows: [
      { ...row, name: 'Kim', email: 'kim@example.com' },
      { ...row, name: 'Lee', email: 'lee@example.com' },
    ],
    lines: [2, 5],
    problem: null,
  })
})

test('the apostrophe in front of a formula is taken off, that of a name stays', () => {
  const { rows } = readCompFile(`name,email,type,reason,note\n'Abdul,a@example.com,Early,press,'=1+1\n`)
  expect(rows).toEqual([{ ...row, name: "'Abdul", email: 'a@example.com', note: '=1+1' }])
})

test.each([
  ['an open quotation mark', 'name,email,type,reason\n"Kim', /quotation/],
  ['missing columns', 'name,type\nKim,Early', /email, reason/],
  ['no line', 'name,email,type,reason\n', /no lines/],
  ['a control character', 'name,email,type,reason\nK\u0007im,k@example.com,Early,press', /Line 2/],
  ['too many lines', `name,email,type,reason\n${'Kim,k@example.com,Early,press\n'.repeat(1001)}`, /1000/],
])('%s: the file is refused as a whole', (_, text, problem) => {
  const read = readCompFile(text)
  expect(read).toMatchObject({ rows: [], lines: [] })
  expect(read.problem).toMatch(problem)
})
