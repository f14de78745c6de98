import { expect, it } from 'vitest'
import { choose, totalsOf } from './choices.fixtures.ts'
import { stepQuantity, subtotalOf } from './ticket-choice.rules.ts'

const choice = choose({ id: 'a', priceCents: 3420, feeCents: 420, totals: totalsOf(3420, 420) })

it('quantities are stepped through over the gap', () => {
  const offered = [0, 4, 5, 6]
  expect(stepQuantity(offered, 0, 1)).toBe(4)
  expect(stepQuantity(offered, 4, -1)).toBe(0)
  expect(stepQuantity(offered, 6, 1)).toBe(6)
  expect(stepQuantity(offered, 0, -1)).toBe(0)
})

it('adds up what is chosen, all fees in', () => {
  const vip = { ...choice, id: 'b', priceCents: 8000, feeCents: 800, totals: totalsOf(8000, 800) }
  expect(subtotalOf([choice, vip], { a: 2, b: 1, c: 5 })).toMatchObject({
    count: 3,
    tickets: 3,
    cents: 14_840,
    feeCents: 1640,
  })
  const coat = {
    ...choice,
    id: 'd',
    kind: 'add_on' as const,
    priceCents: 500,
    feeCents: 0,
    totals: totalsOf(500, 0),
  }
  expect(subtotalOf([choice, coat], { a: 1, d: 1 })).toMatchObject({ count: 2, tickets: 1 })
})
