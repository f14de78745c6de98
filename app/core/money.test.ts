import { expect, it } from 'vitest'
import { formatMoney, formatPrice } from './money.ts'
import { hundredthsText } from './number-input.ts'

it.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [3420, '$34.20'],
  [123_456_789, '$1,234,567.89'],
  [-600, '-$6.00'],
])('prints %d cents as %s', (cents, text) => {
  expect(formatMoney(cents, 'USD')).toBe(text)
})

it.each([
  [0, 'Free'],
  [3400, '$34'],
  [3420, '$34.20'],
  [250_000, '$2,500'],
])('says %d cents as %s', (cents, text) => {
  expect(formatPrice(cents, 'USD')).toBe(text)
})

it('writes cents as they are typed', () => {
  expect([0, 2500, 2550, 2505].map(hundredthsText)).toEqual(['0', '25', '25.50', '25.05'])
})
