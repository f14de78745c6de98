import { expect, test } from 'vitest'
import { shipsIn } from './handling.ts'

test('says in how many business days goods are shipped, and nothing where no days are set', () => {
  expect(shipsIn({ min: 2, max: 4 })).toBe('Ships in 2–4 business days')
  expect(shipsIn({ min: 3, max: 3 })).toBe('Ships in 3 business days')
  expect(shipsIn({ min: 1, max: 1 })).toBe('Ships in 1 business day')
  expect([shipsIn(null), shipsIn(undefined)]).toEqual(['', ''])
})
