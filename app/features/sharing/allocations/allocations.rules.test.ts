import { expect, test } from 'vitest'
import { countPlaces, splitText } from './allocations.rules.ts'

test('the split of places is one line', () => {
  expect(splitText({ capacity: 1900, public: 1400, committee: 350, invited: 150 })).toBe(
    '1,900 places: 1,400 public, 350 committee, 150 invited',
  )
})

test('places are counted by what became of them', () => {
  const rows = (['free', 'bought', 'bought'] as const).map((state, number) => ({
    id: `${number}`,
    number,
    guestName: null,
    state,
  }))
  expect(countPlaces(rows, 'bought')).toBe(2)
})
