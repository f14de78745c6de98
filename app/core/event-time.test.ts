import { describe, expect, test } from 'vitest'
import {
  dayOf,
  daysBetween,
  exactZoneAbbreviation,
  formatClock,
  formatClockWithZone,
  formatDay,
  formatHours,
  formatLongDay,
  formatMoment,
  isoWithOffset,
  isTimeZone,
  wallTimeOf,
  zoneAbbreviation,
} from './event-time.ts'
import { formatLongMoment } from './long-moment.ts'

const NEW_YORK = 'America/New_York'
const PORT_OF_SPAIN = 'America/Port_of_Spain'

describe('clock and zone', () => {
  test('a full hour has no minutes, other times do', () => {
    expect(formatClock('2026-11-22T03:00:00Z', NEW_YORK)).toBe('10 PM')
    expect(formatClock('2026-11-22T03:30:00Z', NEW_YORK)).toBe('10:30 PM')
    expect(formatClock('2026-11-22T05:00:00Z', NEW_YORK)).toBe('12 AM')
  })

  test('is written without narrow spaces', () => {
    expect(formatClockWithZone('2026-11-22T03:00:00Z', NEW_YORK)).toBe('10 PM ET')
  })

  test('names the zone of the event, wherever the reader is', () => {
    const at = '2026-07-05T02:00:00Z'
    expect(zoneAbbreviation(at, NEW_YORK)).toBe('ET')
    expect(zoneAbbreviation(at, 'America/Chicago')).toBe('CT')
    expect(zoneAbbreviation(at, PORT_OF_SPAIN)).toBe('AST')
    expect(zoneAbbreviation(at, 'Europe/London')).toBe('GMT+1')
  })

  test('the exact name tells summer from winter', () => {
    expect(exactZoneAbbreviation('2026-11-01T05:30:00Z', NEW_YORK)).toBe('EDT')
    expect(exactZoneAbbreviation('2026-11-01T06:30:00Z', NEW_YORK)).toBe('EST')
  })

  test('knows real zones only', () => {
    expect(isTimeZone(NEW_YORK)).toBe(true)
    expect(isTimeZone('America/Brooklyn')).toBe(false)
  })
})

describe('days', () => {
  test('the day is that of the zone', () => {
    expect(dayOf('2026-11-22T03:00:00Z', NEW_YORK)).toBe('2026-11-21')
    expect(dayOf('2026-11-22T03:00:00Z', 'Europe/London')).toBe('2026-11-22')
  })

  test('counts days, not 24 hours, over both clock changes', () => {
    expect(daysBetween('2026-03-07T23:30:00-05:00', '2026-03-08T23:30:00-04:00', NEW_YORK)).toBe(1)
    expect(daysBetween('2026-10-31T23:30:00-04:00', '2026-11-01T23:30:00-05:00', NEW_YORK)).toBe(1)
    expect(daysBetween('2026-11-22T03:00:00Z', '2026-11-22T04:59:00Z', NEW_YORK)).toBe(0)
  })

  test('leaves the year out while it is this year', () => {
    const at = '2026-11-22T03:00:00Z'
    expect(formatDay(at, NEW_YORK, '2026-01-01T12:00:00Z')).toBe('Sat, Nov 21')
    expect(formatDay(at, NEW_YORK, '2027-01-01T12:00:00Z')).toBe('Sat, Nov 21, 2026')
    expect(formatLongDay(at, NEW_YORK)).toBe('Saturday, November 21, 2026')
  })

  test('a full date and time has at between them, the minutes, and the zone', () => {
    expect(formatLongMoment('2026-11-22T03:00:00Z', NEW_YORK)).toBe(
      'Saturday, November 21, 2026 at 10:00 PM ET',
    )
  })
})

describe('instants', () => {
  const now = '2026-11-21T17:00:00Z'
  test.each([
    ['2026-11-21T20:00:00Z', 'today 3 PM ET'],
    ['2026-11-22T15:00:00Z', 'tomorrow 10 AM ET'],
    ['2026-11-27T15:00:00Z', 'Fri 10 AM ET'],
    ['2026-11-28T15:00:00Z', 'Sat, Nov 28, 10 AM ET'],
    ['2027-01-08T15:00:00Z', 'Fri, Jan 8, 2027, 10 AM ET'],
  ])('%s is said as "%s"', (at, text) => {
    expect(formatMoment(at, NEW_YORK, now)).toBe(text)
  })

  test('an event within one evening names one day, a weekend both', () => {
    expect(formatHours('2026-11-22T03:00:00Z', '2026-11-22T09:00:00Z', NEW_YORK, now)).toBe('10 PM – 4 AM ET')
    expect(formatHours('2026-11-21T19:00:00Z', '2026-11-23T01:00:00Z', NEW_YORK, now)).toBe(
      '2 PM – Sun, Nov 22, 8 PM ET',
    )
  })

  test('an event over the autumn change keeps the wall times of its zone', () => {
    expect(formatHours('2026-11-01T02:00:00Z', '2026-11-01T09:00:00Z', NEW_YORK, now)).toBe('10 PM – 4 AM ET')
  })
})

describe('for machines', () => {
  test('wall time for a field', () => {
    expect(wallTimeOf('2026-11-22T05:05:00Z', NEW_YORK)).toBe('2026-11-22T00:05')
  })

  test('the offset is that of the instant', () => {
    expect(isoWithOffset('2026-11-22T03:00:00Z', NEW_YORK)).toBe('2026-11-21T22:00:00-05:00')
    expect(isoWithOffset('2026-07-05T02:00:00Z', NEW_YORK)).toBe('2026-07-04T22:00:00-04:00')
    expect(isoWithOffset('2026-07-05T02:00:00Z', 'Asia/Kolkata')).toBe('2026-07-05T07:30:00+05:30')
    expect(isoWithOffset('2026-07-05T02:00:00Z', 'UTC')).toBe('2026-07-05T02:00:00+00:00')
  })
})
