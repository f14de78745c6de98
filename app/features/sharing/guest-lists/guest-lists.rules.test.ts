import { describe, expect, test } from 'vitest'
import type { Guest } from '#core/door-guests.ts'
import { firstCutoff, guestState, headsOf, readNames, resultText } from './guest-lists.rules.ts'

const guest: Guest = {
  id: 'a0000000-0000-4000-8000-000000000000',
  name: 'Keisha Joseph',
  plusOnes: 2,
  arrived: 0,
  note: null,
  list: 'Friends',
  kind: 'free',
  priceCents: 0,
  closesAt: '2026-11-22T05:00:00Z',
  isClosed: false,
  latePriceCents: 2000,
  currency: 'USD',
}

describe('pasted names', () => {
  test.each([
    ['Keisha Joseph', { name: 'Keisha Joseph', plusOnes: 0, note: '' }],
    ['  Keisha   Joseph +2 ', { name: 'Keisha Joseph', plusOnes: 2, note: '' }],
    ['Keisha Joseph+ 1', { name: 'Keisha Joseph', plusOnes: 1, note: '' }],
    ['Keisha Joseph +2, wristband', { name: 'Keisha Joseph', plusOnes: 2, note: 'wristband' }],
    ['Anne-Marie O’Neil - plus cake', { name: 'Anne-Marie O’Neil', plusOnes: 0, note: 'plus cake' }],
  ])('%s', (line, read) => {
    expect(readNames(line)).toEqual({ guests: [read], problems: [] })
  })

  test('problems name their lines; empty lines count and are skipped', () => {
    const { guests, problems } = readNames(
      `Keisha Joseph\n\nBunji\nAnn Lee +6\r\n${'a'.repeat(60)} ${'b'.repeat(60)}`,
    )
    expect(guests).toHaveLength(1)
    expect(problems).toEqual([
      'Line 3: Enter first and last name',
      'Line 4: Plus-ones can be at most 5',
      'Line 5: Name can have at most 100 characters',
    ])
  })

  test('heads count plus-ones', () => {
    expect(headsOf([{ plusOnes: 2 }, { plusOnes: 0 }])).toBe(4)
  })
})

test.each<[Partial<Guest> & { removedAt?: string }, string]>([
  [{}, 'Listed'],
  [{ arrived: 1 }, '1 of 3 in'],
  [{ arrived: 3, isClosed: true }, 'All 3 in'],
  [{ isClosed: true }, 'Late'],
  [{ isClosed: true, latePriceCents: null }, 'Closed'],
  [{ removedAt: '2026-11-22T05:00:00Z' }, 'Removed'],
])('an entry with %o is %s', (more, text) => {
  expect(guestState({ ...guest, ...more }).text).toBe(text)
})

test('the door reads what a closed list asks for, in the event’s zone', () => {
  expect(resultText('list_closed', guest, 1, 'America/New_York')).toBe(
    'List closed at 12 AM – pay at the door $20.00. Get the door manager.',
  )
  expect(resultText('already_in', { ...guest, arrived: 2 }, 2, 'America/New_York')).toBe(
    'Only 1 of 3 can still come in.',
  )
})

test.each([
  ['a night', '2026-11-28T03:00:00Z', '2026-11-28T09:00:00Z', '2026-11-28T00:00'],
  ['a day', '2026-11-27T17:00:00Z', '2026-11-28T01:00:00Z', '2026-11-27T13:00'],
  ['doors after midnight', '2026-11-27T07:00:00Z', '2026-11-27T15:00:00Z', '2026-11-27T03:00'],
  ['less than an hour', '2026-11-27T17:00:00Z', '2026-11-27T17:30:00Z', '2026-11-27T12:30'],
  ['two days', '2026-11-27T17:00:00Z', '2026-11-29T05:00:00Z', '2026-11-28T00:00'],
])('a new list of %s closes before the event ends', (_name, doorsAt, endsAt, cutoff) => {
  expect(firstCutoff({ doorsAt, endsAt, timeZone: 'America/New_York' })).toBe(cutoff)
})
