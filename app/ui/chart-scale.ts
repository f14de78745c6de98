/** Computes the scales of charts. */

const steps = [1, 2, 2.5, 5, 10]

/**
 * Chooses round values for an axis that holds all values and zero.
 * @param values of all series
 * @param least the smallest step, for example 1 where there are no halves
 * @returns the values of its lines from the lowest to the highest: at most six
 */
export function axisValues(values: readonly number[], least = 0): number[] {
  const high = Math.max(0, ...values)
  const low = Math.min(0, ...values)
  const span = high - low || least || 1
  const power = 10 ** Math.floor(Math.log10(span / 4))
  const step = Math.max(least, ...[(steps.find((factor) => span / (factor * power) <= 4) ?? 10) * power])
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step)
}

/**
 * Chooses which points have a name on the axis, in even steps.
 * @param count of points
 * @param most names that fit
 * @param from the point that has one for certain: the first or the last
 * @returns places from 0, from the left to the right
 */
export function tickPlaces(count: number, most: number, from: 'first' | 'last'): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  const places = Array.from({ length: Math.ceil(count / step) }, (_, tick) => tick * step)
  return from === 'first' ? places : places.map((place) => count - 1 - place).reverse()
}

/** Where a point stands from the left, from 0 to 1: each has a band of the same width. */
export function placeOf(point: number, count: number): number {
  return (point + 0.5) / count
}

/**
 * Draws lines through points, interrupted where a value is missing.
 * @param values of the points; null = none
 * @param height from 0 (low) to 1 (high) of a value
 * @returns the path in a box of 1000 by 100
 */
export function linePath(values: readonly (number | null)[], height: (value: number) => number): string {
  let isDrawing = false
  const parts = values.map((value, point) => {
    if (value === null) {
      isDrawing = false
      return ''
    }
    const to = `${isDrawing ? 'L' : 'M'}${round(placeOf(point, values.length) * 1000)} ${round(100 - height(value) * 100)}`
    isDrawing = true
    return to
  })
  return parts.join('')
}

const round = (value: number) => Number(value.toFixed(2))
