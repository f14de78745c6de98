import { describe, expect, it } from 'vitest'
import type { Choice } from './orders.types.ts'
import { quantitiesOf, stepQuantity, subtotalOf } from './ticket-choice.rules.ts'

/** The totals of a thing that costs the same each time. */
const totalsOf = (price: number, fee: number): Choice['totals'] =>
  Array.from({ length: 10 }, (_, n) => [(n + 1) * price, (n + 1) * fee, 0])

const choice: Choice = {
  id: 'a',
  name: 'General admission',
  description: null,
  state: 'on_sale',
  priceCents: 3420,
  fullPriceCents: null,
  feeCents: 420,
  taxCents: 0,
  totals: totalsOf(3420, 420),
  releaseName: 'Early',
  left: null,
  minPerOrder: 1,
  maxPerOrder: 10,
  saleStartsAt: null,
  membersSaleStartsAt: null,
  saleEndsAt: null,
}

describe('the quantities on offer', () => {
  it('start at none and end at the limit of the order', () => {
    expect(quantitiesOf(choice, 4)).toEqual([0, 1, 2, 3, 4])
  })
  it('respect a minimum', () => {
    expect(quantitiesOf({ ...choice, minPerOrder: 4, maxPerOrder: 6 }, 10)).toEqual([0, 4, 5, 6])
  })
  it('drop the minimum when fewer are left', () => {
    const few = {
      ...choice,
      state: 'low' as const,
      left: 3,
      minPerOrder: 4,
      totals: choice.totals.slice(0, 3),
    }
    expect(quantitiesOf(few, 10)).toEqual([0, 3])
  })
  it.each([
    'sold_out',
    'not_yet',
    'ended',
    'paused',
    'members_only',
  ] as const)('are none when %s', (state) => {
    expect(quantitiesOf({ ...choice, state }, 10)).toEqual([0])
  })
  it('are stepped through over the gap', () => {
    const offered = [0, 4, 5, 6]
    expect(stepQuantity(offered, 0, 1)).toBe(4)
    expect(stepQuantity(offered, 4, -1)).toBe(0)
    expect(stepQuantity(offered, 6, 1)).toBe(6)
    expect(stepQuantity(offered, 0, -1)).toBe(0)
  })
})

it('adds up what is chosen, all fees in', () => {
  const vip = { ...choice, id: 'b', priceCents: 8000, feeCents: 800, totals: totalsOf(8000, 800) }
  expect(subtotalOf([choice, vip], { a: 2, b: 1, c: 5 })).toMatchObject({
    count: 3,
    isTickets: true,
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
  expect(subtotalOf([choice, coat], { a: 1, d: 1 })).toMatchObject({ count: 2, isTickets: false })
})
