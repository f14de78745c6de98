import { describe, expect, it } from 'vitest'
import { choose } from './choices.fixtures.ts'
import { spansOf } from './code-reach.rules.ts'
import type { Choice, Quote } from './orders.types.ts'
import { unitLines } from './ticket-choice.rules.ts'

/** A code takes 20% off 30.00; the fee is 1.50 and 5%. */
const entry = choose({ priceCents: 2670, fullPriceCents: 3300 })
const quote = (lines: Omit<Quote['lines'][number], 'itemId'>[], codeLeft: Quote['codeLeft']): Quote => ({
  ...{ lines: lines.map((line) => ({ itemId: entry.id, ...line })), codeLeft },
  ...{ units: 0, priceCents: 0, feeCents: 0, totalCents: 0 },
})
const none = { units: 0, cents: null }

describe('a price by a code that reaches only so far', () => {
  it('is struck for all units that the code covers', () => {
    const covered = quote([{ quantity: 4, eachCents: 2670, byCode: true }], none)
    expect(spansOf(entry, 4, covered)).toEqual([{ cents: 2670, fullCents: 3300, units: null }])
  })
  it('is said apart for the units beyond its reach', () => {
    const mixed = quote(
      [
        { quantity: 4, eachCents: 2670, byCode: true },
        { quantity: 2, eachCents: 3300, byCode: false },
      ],
      none,
    )
    expect(spansOf(entry, 6, mixed)).toEqual([
      { cents: 2670, fullCents: 3300, units: 4 },
      { cents: 3300, fullCents: null, units: 2 },
    ])
  })
  it('is the full one for units that it does not reach', () => {
    const full = quote([{ quantity: 2, eachCents: 3300, byCode: false }], none)
    expect(spansOf(entry, 2, full)).toEqual([{ cents: 3300, fullCents: null, units: null }])
  })
  it('of what is not chosen is struck while the code has something left for it', () => {
    const struck = [{ cents: 2670, fullCents: 3300, units: null }]
    const plain = [{ cents: 3300, fullCents: null, units: null }]
    expect(spansOf(entry, 0, quote([], { units: 1, cents: null }))).toEqual(struck)
    expect(spansOf(entry, 0, quote([], { units: null, cents: 630 }))).toEqual(struck)
    expect(spansOf(entry, 0, quote([], none))).toEqual(plain)
    expect(spansOf(entry, 0, quote([], { units: 5, cents: 629 }))).toEqual(plain)
  })
  it('is not struck for units of another release, whose full price is not known', () => {
    const mixed = quote(
      [
        { quantity: 1, eachCents: 2670, byCode: true },
        { quantity: 1, eachCents: 3470, byCode: true },
      ],
      none,
    )
    expect(spansOf(entry, 2, mixed)).toEqual([
      { cents: 2670, fullCents: 3300, units: 1 },
      { cents: 3470, fullCents: null, units: 1 },
    ])
  })
  it('is the only one of what the code is not for', () => {
    const other = choose({ id: '22222222-2222-4222-8222-222222222222' })
    expect(spansOf(other, 0, quote([], { units: 1, cents: null }))).toEqual([
      { cents: 3300, fullCents: null, units: null },
    ])
  })
})

describe('a price that spans releases', () => {
  const totals: Choice['totals'] = [
    [2500, 0, 0],
    [6000, 0, 0],
    [9500, 0, 0],
  ]
  const spanning = choose({ priceCents: 2500, totals })
  it('is said apart for the units of each', () => {
    expect([1, 2].map((quantity) => unitLines(spanning, quantity).length)).toEqual([1, 2])
    expect(spansOf(spanning, 3, null)).toEqual([
      { cents: 2500, fullCents: null, units: 1 },
      { cents: 3500, fullCents: null, units: 2 },
    ])
  })
  it('is struck as far as its full price is known', () => {
    expect(spansOf({ ...spanning, fullPriceCents: 3000 }, 2, null)).toEqual([
      { cents: 2500, fullCents: 3000, units: 1 },
      { cents: 3500, fullCents: null, units: 1 },
    ])
  })
})
