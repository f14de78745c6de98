import { describe, expect, test } from 'vitest'
import { forecastSales } from './pace-report.rules.ts'

const sold = (...days: [daysLeft: number, units: number][]) =>
  days.map(([daysLeft, units]) => ({ daysLeft, units }))
/** Half of its tickets ten days before, the rest on the day. */
const half = (units: number) => sold([10, units / 2], [0, units / 2])

describe('the forecast of what an event sells', () => {
  test('divides what is sold by the share that past events had sold by then', () => {
    const past = [half(100), half(200), half(80), half(60)]
    expect(forecastSales(sold([12, 30]), past, 10, 0)).toEqual({
      middle: 60,
      low: 60,
      high: 60,
      events: 4,
      soldOut: 0,
      soldOutDaysLeft: null,
    })
  })

  test('has a range without the outer quarters, and is never above the places', () => {
    const past = [
      sold([10, 10], [0, 90]),
      sold([10, 20], [0, 80]),
      sold([10, 40], [0, 60]),
      sold([10, 50], [0, 50]),
      sold([10, 80], [0, 20]),
    ]
    // guesses: 400, 200, 100, 80, 50
    expect(forecastSales(sold([15, 40]), past, 10, 0)).toMatchObject({ middle: 100, low: 80, high: 200 })
    expect(forecastSales(sold([15, 40]), past, 10, 150)).toMatchObject({
      middle: 100,
      low: 80,
      high: 150,
      soldOut: 2,
      soldOutDaysLeft: null,
    })
    expect(forecastSales(sold([15, 40]), past, 10, 90)).toMatchObject({
      middle: 90,
      soldOut: 3,
      soldOutDaysLeft: 0,
    })
  })

  test.each([
    ['two past events', sold([3, 5]), [half(100), half(100)]],
    ['nothing sold', [], [half(100), half(100), half(100)]],
    ['past events that sold hardly anything', sold([3, 5]), [half(8), half(8), half(8)]],
    ['past events that had not begun to sell', sold([3, 5]), [sold([0, 90]), sold([0, 90]), sold([1, 90])]],
  ])('says nothing with %s', (_, now, past) => {
    expect(forecastSales(now, past, 5, 100)).toBeNull()
  })
})
