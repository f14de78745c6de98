import { describe, expect, it, test } from 'vitest'
import { limitsText } from './choice-text.ts'
import { choose, offered } from './choices.fixtures.ts'

describe('the quantities on offer', () => {
  it('start at none and end at the limit of the order', () => {
    expect(choose({}, 4).quantities).toEqual([0, 1, 2, 3, 4])
  })
  it('respect a minimum', () => {
    expect(choose({ minPerOrder: 4, maxPerOrder: 6 }, 10).quantities).toEqual([0, 4, 5, 6])
  })
  it('drop the minimum when fewer are left', () => {
    const few = { state: 'low', left: 3, minPerOrder: 4, totals: offered.totals.slice(0, 3) } as const
    expect(choose(few, 10).quantities).toEqual([0, 3])
  })
  it.each([
    'sold_out',
    'not_yet',
    'ended',
    'paused',
    'members_only',
  ] as const)('are none when %s', (state) => {
    expect(choose({ state }, 10).quantities).toEqual([0])
  })
})

describe('what cannot be bought', () => {
  test.each([
    [{ state: 'sold_out' }, 'Sold out'],
    [{ state: 'sold_out', kind: 'table' }, 'Booked'],
    [{ state: 'ended' }, 'Sales ended'],
    [{ state: 'paused' }, 'Sales paused'],
    [{ state: 'not_yet', saleStartsAt: '2026-11-27T15:00:00Z' }, 'On sale Fri 10 AM ET'],
    [{ state: 'not_yet', saleStartsAt: null }, 'Not on sale yet'],
  ] as const)('says so: %o', (about, text) => {
    expect(choose(about).closed).toBe(text)
  })
})

describe('limits', () => {
  it('are said of the order and of the person', () => {
    expect(limitsText(10, 20)).toBe('Up to 10 tickets per order, 20 per person')
    expect(limitsText(4, 4)).toBe('Up to 4 tickets per person')
    expect(limitsText(1, 1)).toBe('Up to 1 ticket per person')
  })
  it('are said of a choice that has a smaller one, and answer a larger number', () => {
    expect(choose({ maxPerOrder: 2 }, 10)).toMatchObject({
      note: 'Early · up to 2 per order',
      limit: '2 is the most per order',
    })
    expect(choose({}, 10)).toMatchObject({ note: 'Early', limit: '10 is the most per order' })
    expect(choose({ kind: 'add_on', releaseName: null, maxPerOrder: 6 }, 4).note).toBe('up to 6 per order')
  })
  it('are what is left, where that is less', () => {
    const few = { state: 'low', left: 3, maxPerOrder: 3, totals: offered.totals.slice(0, 3) } as const
    expect(choose(few, 10)).toMatchObject({ badge: '3 left', note: 'Early', limit: 'Only 3 left' })
  })
  it('do not count the tickets of a table, which it says', () => {
    const table = {
      maxGuests: 12,
      remainderCents: 45_000,
      gratuityBps: 2000,
      gratuityCents: 12_000,
      lastArrivalAt: null,
    }
    const { lines, limit } = choose({ kind: 'table', detail: 'Deck, 6 to 12 guests', table })
    expect(lines[0]).toBe('Deck, 6 to 12 guests')
    expect(lines).toContain('Comes with 12 tickets, on top of the limit per order.')
    expect(limit).toBe('A table is booked once')
  })
})
