import { describe, expect, test } from 'vitest'
import { lowType, sampleBoard, sampleNow, samplePool, sampleType } from './capacity.fixtures.ts'
import { differencesOf, eventSums, newsBetween, poolState, sellOutAt, totalPace } from './capacity.rules.ts'
import type { Pace } from './capacity.types.ts'

const until = sampleBoard.event.endsAt
const pace = (...hours: number[]): Pace => ({
  id: sampleType.id,
  lastHour: 0,
  hours: [...Array.from({ length: 24 - hours.length }, () => 0), ...hours],
})

describe('when something sells out', () => {
  test('at the pace of the last six hours and the running one, to the full hour', () => {
    // 26 in six and a half hours are 4 in an hour: 10 last two and a half more, until 6 in the morning.
    expect(sellOutAt(10, pace(4, 4, 4, 4, 4, 4, 2), sampleNow, until)?.toISOString()).toBe(
      '2026-11-28T06:00:00.000Z',
    )
  })
  test.each([
    ['nothing sold', undefined, 10],
    ['few sold', pace(3, 3, 3, 2), 10],
    ['all sold in one hour', pace(60, 0), 10],
    ['nothing is left', pace(9, 9, 9, 9), 0],
    ['sales end before', pace(4, 4, 4, 4), 200],
    ['it sold long ago', pace(9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0), 10],
  ])('is not said when %s', (_, sold, left) => {
    expect(sellOutAt(left, sold, sampleNow, until)).toBeNull()
  })
  test('is not said when it is more than two days away', () => {
    expect(sellOutAt(1000, pace(4, 4, 4, 4), sampleNow, '2027-01-01T00:00:00Z')).toBeNull()
  })
})

describe('the sums of an event', () => {
  const types = [sampleType]
  const balcony = { ...samplePool, id: lowType.id, ofAll: false, capacity: 60, left: 16, blocked: 2 }
  const floor = { ...balcony, id: sampleType.id, capacity: 300, left: 200, blocked: 0 }
  const token = { ...samplePool, purpose: 'add_on', ofAll: false, capacity: 1000, left: 900 }
  test('are those of the pool of all types, where the others together have more', () => {
    expect(eventSums({ pools: [samplePool, balcony, floor], types })).toMatchObject({
      capacity: 360,
      left: 143,
    })
  })
  test('are the others together without one; add-ons count no people', () => {
    expect(eventSums({ pools: [balcony, floor, token], types })).toEqual({
      capacity: 360,
      left: 216,
      sold: 231,
      held: 12,
      offered: 4,
      blocked: 2,
    })
  })
  test('are nothing without pools', () => {
    expect(eventSums({ pools: [], types: [] })).toMatchObject({ capacity: 0, left: 0 })
  })
  test('of the pace are those of the types, not of their pools again', () => {
    expect(totalPace(sampleBoard)).toMatchObject({ lastHour: 9, hours: sampleBoard.pace[0]?.hours })
  })
})

test.each([
  [0, 400, 'full'],
  [-2, 400, 'full'],
  [20, 30, 'low'],
  [40, 400, 'low'],
  [41, 400, 'open'],
])('%i left of %i: %s', (left, capacity, state) => {
  expect(poolState({ left, capacity })).toBe(state)
})

test('what is read aloud are types whose state changed', () => {
  const gone = { ...lowType, state: 'sold_out' as const, left: 0 }
  expect(newsBetween([sampleType, lowType], [{ ...sampleType, left: 9 }, gone])).toEqual([
    expect.stringContaining(lowType.name),
  ])
  expect(newsBetween([sampleType], [sampleType, lowType])).toEqual([])
})

test('differences are the figures that a change alters, a new release among them', () => {
  const before = { pools: [samplePool], types: [sampleType], extras: [] }
  const [early, standard] = sampleType.releases
  if (!early || !standard) throw new Error('the fixture has two releases')
  const added = {
    ...standard,
    id: lowType.id,
    name: 'Door',
    quantity: 50,
    priceCents: 4500,
    state: 'later' as const,
  }
  const price = (cents: number) => `$${cents / 100}`
  expect(differencesOf(before, before, price)).toEqual([])
  const after = {
    ...before,
    pools: [{ ...samplePool, capacity: 1300, left: 1043 }],
    types: [{ ...sampleType, left: 1043, releases: [early, standard, added] }],
  }
  expect(differencesOf(before, after, price).map(({ before: old, after: now }) => [old, now])).toEqual([
    ['400', '1,300'],
    ['143', '1,043'],
    ['143', '1,043'],
    ['None', 'Door, $45, 50'],
  ])
})
