import { describe, expect, test } from 'vitest'
import { zoneDefinition, zonedProperty } from './calendar-zone.ts'

type Observance = { kind: string; start: string; from: string; to: string; name: string }

/** Parses the observances of a VTIMEZONE, as a calendar program reads them. */
function read(lines: string[]): Observance[] {
  const blocks = lines.join('\n').matchAll(/BEGIN:(STANDARD|DAYLIGHT)\n([\s\S]*?)\nEND:\1/g)
  return [...blocks].map(([, kind = '', body = '']) => {
    const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(body)?.[1] ?? ''
    return {
      kind,
      start: value('DTSTART'),
      from: value('TZOFFSETFROM'),
      to: value('TZOFFSETTO'),
      name: value('TZNAME'),
    }
  })
}

const minutesOf = (offset: string) =>
  (offset.startsWith('-') ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5)))
const instantOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'))

/**
 * Computes the instant that a calendar program takes a property for: by the last observance that has begun on those
 * clocks.
 */
function resolve(property: string, observances: Observance[]): string {
  const [, stamp = ''] = property.split(':')
  if (stamp.endsWith('Z')) return new Date(instantOf(stamp.slice(0, -1))).toISOString()
  const local = instantOf(stamp)
  const latest = observances
    .filter(
      (each) =>
        local - minutesOf(each.from) * 60_000 >= instantOf(each.start) - minutesOf(each.from) * 60_000,
    )
    .at(-1)
  return new Date(local - minutesOf(latest?.to ?? '') * 60_000).toISOString()
}

describe('the definition of a zone', () => {
  test('New York around the end of 2026: both changes, at two in the morning by the old clocks', () => {
    const found = read(zoneDefinition('America/New_York', '2026-12-05T02:00:00Z', '2026-12-05T09:00:00Z'))
    expect(found).toContainEqual({
      kind: 'STANDARD',
      start: '20261101T020000',
      from: '-0400',
      to: '-0500',
      name: 'EST',
    })
    expect(found).toContainEqual({
      kind: 'DAYLIGHT',
      start: '20270314T020000',
      from: '-0500',
      to: '-0400',
      name: 'EDT',
    })
  })

  test('a zone that never changes its clocks has one observance', () => {
    for (const [zone, offset] of [
      ['America/Jamaica', '-0500'],
      ['America/Barbados', '-0400'],
      ['America/Port_of_Spain', '-0400'],
    ] as const) {
      const found = read(zoneDefinition(zone, '2027-01-09T02:00:00Z', '2027-01-09T08:00:00Z'))
      expect(found.map(({ kind, from, to }) => [kind, from, to])).toEqual([['STANDARD', offset, offset]])
    }
  })

  test.each([
    'America/New_York',
    'America/Los_Angeles',
    'America/Toronto',
    'Europe/London',
    'Australia/Lord_Howe', // half an hour
    'America/St_Johns', // half past
    'Africa/Casablanca', // a break in Ramadan
    'Asia/Kathmandu',
    'America/Jamaica',
  ])('every hour of two years in %s means the same instant in the file', (zone) => {
    const from = Date.parse('2026-01-01T00:30:00Z')
    const to = Date.parse('2028-01-01T00:30:00Z')
    const observances = read(zoneDefinition(zone, new Date(from).toISOString(), new Date(to).toISOString()))
    for (let at = from; at < to; at += 3 * 3_600_000) {
      const iso = new Date(at).toISOString()
      expect(resolve(zonedProperty('DTSTART', iso, zone), observances)).toBe(iso)
    }
    // the hours around each change, by half hours
    for (const { start, from: before } of observances.slice(1)) {
      const change = instantOf(start) - minutesOf(before) * 60_000
      for (let at = change - 4 * 3_600_000; at <= change + 4 * 3_600_000; at += 1_800_000) {
        const iso = new Date(at).toISOString()
        expect(resolve(zonedProperty('DTSTART', iso, zone), observances)).toBe(iso)
      }
    }
  })
})

test('of two equal hours the first is named by the clocks, the second in UTC', () => {
  const zone = 'America/New_York'
  expect(zonedProperty('DTSTART', '2026-11-01T05:30:00Z', zone)).toBe(
    'DTSTART;TZID=America/New_York:20261101T013000',
  )
  expect(zonedProperty('DTSTART', '2026-11-01T06:30:00Z', zone)).toBe('DTSTART:20261101T063000Z')
})
