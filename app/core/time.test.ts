import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { longDateTime, relativeTime, shortDate } from './time.ts'

const zone = 'America/New_York'
const now = new Date('2026-11-21T22:00:00Z')
const earlier = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('relative time', () => {
  // Specification 9.7
  test.each([
    [0, '0 seconds ago'],
    [second, '1 second ago'],
    [59 * second, '59 seconds ago'],
    [minute, '1 minute ago'],
    [59 * minute + 59 * second, '59 minutes ago'],
    [hour, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [day, '1 day ago'],
    [6 * day + 23 * hour, '6 days ago'],
    [7 * day, 'Nov 14, 2026'],
    [400 * day, 'Oct 17, 2025'],
  ])('%d ms before now is "%s"', (passed, text) => {
    expect(relativeTime(earlier(passed), now, zone)).toBe(text)
  })

  test('a time ahead of our clock counts as now', () => {
    expect(relativeTime(earlier(-5000), now, zone)).toBe('0 seconds ago')
  })

  test('something that is no time is empty', () => {
    expect(relativeTime('soon', now, zone)).toBe('')
    expect(shortDate('soon', zone)).toBe('')
    expect(longDateTime('soon', zone)).toBe('')
  })

  // Specification 9.7
  property.prop([fc.integer({ min: 0, max: 20_000 * day })])(
    'has one of five shapes, by age alone',
    (passed) => {
      const text = relativeTime(earlier(passed), now, zone)
      if (passed < 7 * day) {
        const [, count = '', unit = ''] = /^(\d+) (second|minute|hour|day)s? ago$/.exec(text) ?? []
        const size = { second, minute, hour, day }[unit] ?? Number.NaN
        expect(Number(count)).toBe(Math.floor(passed / size))
        expect(text.includes('s ago')).toBe(Number(count) !== 1)
        const limit = { second: 60, minute: 60, hour: 24, day: 7 }[unit] ?? 0
        expect(Number(count)).toBeLessThan(limit)
      } else {
        expect(text).toMatch(/^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [1-3]?\d, \d{4}$/)
      }
    },
  )

  property.prop([fc.integer({ min: 0, max: 7 * day - 1 }), fc.integer({ min: 0, max: 7 * day - 1 })])(
    'never makes the older of two sound younger',
    (a, b) => {
      const size: Record<string, number> = { second, minute, hour, day }
      const textFor = (passed: number) => {
        const [, count, unit = ''] =
          /^(\d+) (\w+?)s? ago$/.exec(relativeTime(earlier(passed), now, zone)) ?? []
        return Number(count) * (size[unit] ?? Number.NaN)
      }
      expect(textFor(Math.min(a, b))).toBeLessThanOrEqual(textFor(Math.max(a, b)))
    },
  )
})

describe('long form', () => {
  // Specification 9.8
  test.each([
    ['2024-01-05T17:05:00Z', 'January 5, 2024 at 12:05 PM'],
    ['2024-01-05T05:00:00Z', 'January 5, 2024 at 12:00 AM'],
    ['2026-07-04T23:30:00Z', 'July 4, 2026 at 7:30 PM'],
  ])('%s in New York is "%s"', (at, text) => {
    expect(longDateTime(at, zone)).toBe(text)
  })

  property.prop([fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })])(
    'holds plain spaces only, and reads back as the same minute',
    (at) => {
      const text = longDateTime(at, 'UTC')
      expect(text).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M$/)
      const back = new Date(`${text.replace(' at ', ' ')} UTC`)
      expect(Math.floor(back.getTime() / minute)).toBe(Math.floor(at.getTime() / minute))
    },
  )
})
