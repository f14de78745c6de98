/**
 * Writes times in a calendar file (RFC 5545): as the clocks of a zone show them, with the definition of that zone,
 * computed from the offsets that `Intl` knows.
 */
import { exactZoneAbbreviation, wallTimeOf } from './event-time.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Extends the wanted times to at least one clock change before and after, where there are any. */
const margin = 400 * day

/** Computes how far a zone's clocks are ahead of UTC at an instant, in minutes. */
function offsetAt(at: number, zone: string): number {
  return (Date.parse(`${wallTimeOf(new Date(at), zone)}:00Z`) - Math.floor(at / minute) * minute) / minute
}

const digits = (iso: string) => iso.replace(/[-:]|\.\d{3}/g, '')
const two = (value: number) => String(value).padStart(2, '0')

/** Formats minutes as `-0500`. */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

/** Finds the first minute after `from`, up to `to`, at which the offset is that of `to`. */
function changeBetween(from: number, to: number, zone: string): number {
  const after = offsetAt(to, zone)
  let low = from
  let high = to
  while (high - low > minute) {
    const middle = low + Math.floor((high - low) / 2 / minute) * minute
    if (offsetAt(middle, zone) === after) high = middle
    else low = middle
  }
  return high
}

/** Writes one stretch of time in which a zone keeps its offset. */
function observance(kind: string, start: string, offsets: [from: number, to: number], name: string) {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetText(offsets[0])}`,
    `TZOFFSETTO:${offsetText(offsets[1])}`,
    `TZNAME:${name}`,
    `END:${kind}`,
  ]
}

/**
 * Defines a zone for a calendar file.
 * @param zone IANA time zone
 * @param from,to the first and last instant that the file names, ISO 8601
 * @returns the lines of a VTIMEZONE that holds for at least a year on either side
 */
export function zoneDefinition(zone: string, from: string, to: string): string[] {
  const start = Math.floor((Date.parse(from) - margin) / day) * day
  const end = Date.parse(to) + margin
  const first = offsetAt(start, zone)
  const changes: { at: number; before: number; after: number }[] = []
  for (let at = start; at < end; at += 7 * day) {
    const before = offsetAt(at, zone)
    const after = offsetAt(at + 7 * day, zone)
    if (before !== after) changes.push({ at: changeBetween(at, at + 7 * day, zone), before, after })
  }
  const standard = Math.min(first, ...changes.map((change) => change.after))
  const kindOf = (offset: number) => (offset > standard ? 'DAYLIGHT' : 'STANDARD')
  const name = (at: number) => exactZoneAbbreviation(new Date(at), zone)
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(kindOf(first), '19700101T000000', [first, first], name(start)),
    ...changes.flatMap(({ at, before, after }) =>
      // A change begins at the time that the clocks showed until then.
      observance(
        kindOf(after),
        digits(new Date(at + before * minute).toISOString()).replace('Z', ''),
        [before, after],
        name(at),
      ),
    ),
    'END:VTIMEZONE',
  ]
}

/** Formats an instant in UTC, as a calendar file writes it: `20261205T020000Z`. */
export function utcStamp(at: string): string {
  return digits(new Date(at).toISOString())
}

/**
 * Writes a property with an instant in a zone: `DTSTART;TZID=America/New_York:20261204T210000`. When clocks go
 * back, the second of two equal hours can't be named that way and is written in UTC.
 */
export function zonedProperty(name: string, at: string, zone: string): string {
  const wall = wallTimeOf(at, zone)
  const isSecond = [30, 60, 120].some(
    (minutes) => wallTimeOf(new Date(Date.parse(at) - minutes * minute), zone) === wall,
  )
  return isSecond ? `${name}:${utcStamp(at)}` : `${name};TZID=${zone}:${digits(wall)}00`
}
