import { expect, test } from 'vitest'
import { formatShare } from './results.rules.ts'

test('shares have a decimal where it says something', () => {
  expect([formatShare(0, 100), formatShare(3, 1000), formatShare(1, 3), formatShare(1, 0)]).toEqual([
    '0%',
    '0.3%',
    '33%',
    '–',
  ])
})
