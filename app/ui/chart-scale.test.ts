import { describe, expect, test } from 'vitest'
import { axisValues, linePath, tickPlaces } from './chart-scale.ts'

describe('the values of an axis', () => {
  test.each([
    [[0, 93], 1, [0, 25, 50, 75, 100]],
    [[480_000, 12_000], 100, [0, 200_000, 400_000, 600_000]],
    [[3], 1, [0, 1, 2, 3]],
    [[-40, 100], 1, [-50, 0, 50, 100]],
    [[], 1, [0, 1]],
    [[0], 100, [0, 100]],
    [[0.38], 0.001, [0, 0.1, 0.2, 0.3, 0.4]],
  ])('of %j are round', (values, least, expected) => {
    expect(axisValues(values, least).map((value) => Number(value.toFixed(6)))).toEqual(expected)
  })

  test('hold every value in six lines at most', () => {
    for (let size = 1; size < 1e9; size = size * 1.7 + 1) {
      const lines = axisValues([size, -size / 3], 1)
      expect(lines.length).toBeLessThanOrEqual(7)
      expect(lines.at(-1)).toBeGreaterThanOrEqual(size)
      expect(lines[0]).toBeLessThanOrEqual(-size / 3)
      expect(lines).toContain(0)
    }
  })
})

test('names of points stand in even steps from the first or the last, as many as fit', () => {
  expect(tickPlaces(3, 7, 'first')).toEqual([0, 1, 2])
  expect(tickPlaces(18, 7, 'first')).toEqual([0, 3, 6, 9, 12, 15])
  expect(tickPlaces(30, 7, 'last')).toEqual([4, 9, 14, 19, 24, 29])
  expect(tickPlaces(0, 3, 'last')).toEqual([])
})

test('a line is interrupted where there is no value', () => {
  expect(linePath([0, 1, null, 0.5], (value) => value)).toBe('M125 100L375 0M875 50')
})
