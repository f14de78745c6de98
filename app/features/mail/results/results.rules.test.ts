import { expect, test } from 'vitest'
import { formatShare, liftOf } from './results.rules.ts'

test('shares have a decimal where it says something', () => {
  expect([formatShare(0, 100), formatShare(3, 1000), formatShare(1, 3), formatShare(1, 0)]).toEqual([
    '0%',
    '0.3%',
    '33%',
    '–',
  ])
})

test('the lift is what recipients spent beyond those who were held out, by person', () => {
  expect(liftOf({ sent: 900, heldOut: 100 }, { cents: 90_000, heldOutCents: 5_000 })).toEqual({
    each: 100,
    heldOutEach: 50,
    extraCents: 45_000,
  })
  expect(liftOf({ sent: 900, heldOut: 0 }, { cents: 90_000, heldOutCents: 0 })).toBeNull()
})
