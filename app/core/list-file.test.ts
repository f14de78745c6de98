import { describe, expect, test } from 'vitest'
import { fileName, linesFile, listFile, localTime } from './list-file.ts'

type Row = { name: string; at: string | null; parts: string[] }
const data = { zone: 'America/New_York' }
const row: Row = { name: 'Mia', at: '2026-11-23T02:05:00+00:00', parts: ['a', 'b'] }
const zone = ({ zone: name }: typeof data) => name

describe('the file of a list', () => {
  const file = listFile<Row, typeof data>(zone, [
    { header: 'Name', value: ({ name }) => name },
    { header: 'Placed', time: ({ at }) => at },
  ])

  test('writes times as they are in its zone, which its header names', () => {
    expect(file.header(data)).toEqual(['Name', 'Placed (America/New_York)'])
    expect(file.lines(row, data)).toEqual([['Mia', '2026-11-22 21:05']])
  })

  test('leaves a time empty that there is not, holds no contacts and is about no event unless it says so', () => {
    expect(file.lines({ ...row, at: null }, data)).toEqual([['Mia', null]])
    expect([file.holdsContacts, file.event(data)]).toEqual([false, null])
  })

  test('has several lines for a row where its list says so', () => {
    const parts = linesFile(
      zone,
      ({ name, parts: own }: Row) => own.map((part) => ({ name, part })),
      [
        { header: 'Name', value: ({ name }) => name },
        { header: 'Part', value: ({ part }) => part },
      ],
      { holdsContacts: true, event: () => 'Dutty Friday' },
    )
    expect(parts.lines(row, data)).toEqual([
      ['Mia', 'a'],
      ['Mia', 'b'],
    ])
    expect([parts.holdsContacts, parts.event(data)]).toEqual([true, 'Dutty Friday'])
  })
})

test('a time in summer is written as clocks show it then', () => {
  expect(localTime('2026-07-04T03:30:00Z', 'America/New_York')).toBe('2026-07-03 23:30')
})

test.each([
  ['Dutty Friday: J’ouvert!', 'orders-dutty-friday-j-ouvert'],
  ['Fête à Montréal', 'orders-fete-a-montreal'],
  ['"../x"', 'orders-x'],
  ['***', 'orders'],
  [null, 'orders'],
])('the name of a file with the event %s', (event, name) => {
  expect(fileName('orders', event)).toBe(name)
})
