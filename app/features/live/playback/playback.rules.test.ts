import { expect, test } from 'vitest'
import { afterGap, behindText, fastestRate, rateFor, retryAfter } from './playback.rules.ts'

test.each([
  [0, 1, false, 1],
  [1.4, 1, false, 1],
  [2, 1, false, 1.02],
  [60, 1, false, fastestRate],
  [1, 1.02, false, 1.02],
  [0.3, 1.05, false, 1],
  [60, 1.05, true, 1],
  [Number.NaN, 1.05, false, 1],
])('%s s behind at speed %s, chosen by the viewer: %s, plays at %s', (behind, current, isChosen, rate) =>
  expect(rateFor(behind, current, isChosen)).toBe(rate))

test.each([
  [0, null],
  [3.9, null],
  [12.4, '12 s behind'],
  [89, '89 s behind'],
  [125, '2 min behind'],
  [Number.NaN, null],
])('%s seconds: %s', (behind, text) => expect(behindText(behind)).toBe(text))

test('a gap is left at the next loaded range; where playback can go on by itself, nothing is done', () => {
  const loaded = [
    { start: 0, end: 8 },
    { start: 12, end: 20 },
  ]
  expect(afterGap(8, loaded)).toBeCloseTo(12.05)
  expect(afterGap(10, loaded)).toBeCloseTo(12.05)
  expect(afterGap(4, loaded)).toBeNull()
  expect(afterGap(20, loaded)).toBeNull()
  expect(afterGap(0, [])).toBeNull()
})

test('tries again after 1, 2, 4 and then every 8 seconds', () =>
  expect([1, 2, 3, 4, 5].map(retryAfter)).toEqual([1000, 2000, 4000, 8000, 8000]))
