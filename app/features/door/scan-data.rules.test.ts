import { describe, expect, test } from 'vitest'
import { clockOf, curvePoints, liveRows, minutesLater } from './scan-data.rules.ts'
import type { ScanRow } from './scan-data.types.ts'

const row = (id: string, at: string) => ({ id, at }) as ScanRow
const ids = ({ scans }: { scans: readonly ScanRow[] }) => scans.map(({ id }) => id)

describe('the rows of an open page', () => {
  const shown = { scans: [row('c', '2026-11-27T22:03:00Z'), row('b', '2026-11-27T22:02:00Z')], next: 'b' }

  test('those that are shown stay, and a new one stands in its place by time', () => {
    const read = {
      scans: [
        row('d', '2026-11-27T22:04:00Z'),
        row('c', '2026-11-27T22:03:00Z'),
        row('x', '2026-11-27T22:02:30Z'),
      ],
      next: 'x',
    }
    const live = liveRows(shown, read)
    expect(ids(live)).toEqual(['d', 'c', 'x', 'b'])
    expect(live.next).toBe('b')
  })

  test('a scan that happened before the last row is on the next page', () => {
    const read = { scans: [...shown.scans, row('a', '2026-11-27T22:01:00Z')], next: null }
    expect(ids(liveRows(shown, read))).toEqual(['c', 'b'])
    expect(ids(liveRows({ ...shown, next: null }, read))).toEqual(['c', 'b', 'a'])
  })

  test('nothing new leaves them as they are; where rows are missing between the two the read ones take their place', () => {
    expect(liveRows(shown, shown)).toBe(shown)
    const far = { scans: [row('z', '2026-11-27T23:00:00Z')], next: 'z' }
    expect(liveRows(shown, far)).toBe(far)
  })
})

test('a curve has each step from doors to the last scan, also over midnight', () => {
  const curve = {
    step: 5,
    from: '2026-11-27T23:50',
    points: [{ at: '2026-11-28T00:05', admitted: 2, refused: 1 }],
  }
  expect(curvePoints(curve)).toEqual([
    { at: '2026-11-27T23:50', admitted: 0, refused: 0 },
    { at: '2026-11-27T23:55', admitted: 0, refused: 0 },
    { at: '2026-11-28T00:00', admitted: 0, refused: 0 },
    { at: '2026-11-28T00:05', admitted: 2, refused: 1 },
  ])
  expect(curvePoints({ ...curve, points: [] })).toEqual([])
  expect([clockOf('2026-11-28T00:05'), clockOf('2026-11-27T22:50')]).toEqual(['12:05 AM', '10:50 PM'])
  expect(minutesLater('2026-11-27T23:58', 4)).toBe('2026-11-28T00:02')
})
