/**
 * Formats times of events: always in the zone of the event, never in that of the reader or the server, and built
 * from `Intl` parts, so that Node and every browser write the same characters (no narrow spaces).
 */

/** A day in a zone, `YYYY-MM-DD`. */
export type CalendarDay = string

type Piece = 'weekday' | 'month' | 'day' | 'year' | 'hour' | 'minute' | 'dayPeriod'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
    formats.set(key, format)
  }
  return format
}

function piecesOf(at: string | Date, zone: string, options: Intl.DateTimeFormatOptions) {
  const parts = formatOf(zone, options).formatToParts(new Date(at))
  return (type: Piece) => parts.find((part) => part.type === type)?.value ?? ''
}

/**
 * Tells whether the runtime knows an IANA time zone.
 * @param zone for example `America/New_York`
 */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/**
 * Names the zone as Americans write it beside a time: `ET`, `CT`, `AST`; where no such short name exists, the exact
 * one (`GMT+1`).
 * @param at the instant (the name of a zone may change with it)
 * @param zone IANA time zone
 */
export function zoneAbbreviation(at: string | Date, zone: string): string {
  const named = (style: 'short' | 'shortGeneric') =>
    formatOf(zone, { timeZoneName: style, hour: 'numeric' })
      .formatToParts(new Date(at))
      .find((part) => part.type === 'timeZoneName')?.value ?? ''
  const generic = named('shortGeneric')
  return /^[A-Z]{2,4}$/.test(generic) ? generic : named('short')
}

/**
 * Names the zone with its summer or winter name: `EST`, `EDT`. For staff, who must see on which side of a clock
 * change a time lies.
 * @param at the instant
 * @param zone IANA time zone
 */
export function exactZoneAbbreviation(at: string | Date, zone: string): string {
  return (
    formatOf(zone, { timeZoneName: 'short', hour: 'numeric' })
      .formatToParts(new Date(at))
      .find((part) => part.type === 'timeZoneName')?.value ?? ''
  )
}

/**
 * Finds the day of an instant in a zone.
 * @returns `YYYY-MM-DD`
 */
export function dayOf(at: string | Date, zone: string): CalendarDay {
  const piece = piecesOf(at, zone, { year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${piece('year').padStart(4, '0')}-${piece('month')}-${piece('day')}`
}

/**
 * Counts the whole days from one instant's day to another's, both in the zone: 0 today, 1 tomorrow, -1 yesterday.
 */
export function daysBetween(from: string | Date, to: string | Date, zone: string): number {
  const day = (at: string | Date) => Date.parse(`${dayOf(at, zone)}T00:00:00Z`)
  return Math.round((day(to) - day(from)) / 86_400_000)
}

/** Formats `10 PM` or `10:30 PM`, without the zone. */
export function formatClock(at: string | Date, zone: string): string {
  const piece = piecesOf(at, zone, { hour: 'numeric', minute: '2-digit', hour12: true })
  const minute = piece('minute')
  return `${piece('hour')}${minute === '00' ? '' : `:${minute}`} ${piece('dayPeriod').toUpperCase()}`
}

/** Formats `10 PM ET`: a time with its zone. */
export function formatClockWithZone(at: string | Date, zone: string): string {
  return `${formatClock(at, zone)} ${zoneAbbreviation(at, zone)}`
}

/** Formats `Sat, Nov 21`; with the year (`Sat, Nov 21, 2026`) where it isn't the year of `now`. */
export function formatDay(at: string | Date, zone: string, now?: string | Date): string {
  const piece = piecesOf(at, zone, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
  const sameYear = now !== undefined && dayOf(now, zone).slice(0, 4) === piece('year')
  return `${piece('weekday')}, ${piece('month')} ${piece('day')}${sameYear ? '' : `, ${piece('year')}`}`
}

/** Formats `Saturday, November 21, 2026`. */
export function formatLongDay(at: string | Date, zone: string): string {
  const piece = piecesOf(at, zone, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
  return `${piece('weekday')}, ${piece('month')} ${piece('day')}, ${piece('year')}`
}

/** Splits a date into the parts of a calendar sheet: `{ weekday: 'Sat', month: 'Nov', day: '21' }`. */
export function dateStamp(at: string | Date, zone: string): { weekday: string; month: string; day: string } {
  const piece = piecesOf(at, zone, { weekday: 'short', month: 'short', day: 'numeric' })
  return { weekday: piece('weekday'), month: piece('month'), day: piece('day') }
}

/**
 * Formats a moment by its distance: `today 10 AM ET`, `tomorrow 10 AM ET`, `Fri 10 AM ET` within six days, `Fri,
 * Dec 4, 10 AM ET` later.
 * @param at the moment
 * @param zone the zone to write it in
 * @param now the current instant
 */
export function formatMoment(at: string | Date, zone: string, now: string | Date): string {
  const days = daysBetween(now, at, zone)
  const clock = formatClockWithZone(at, zone)
  if (days === 0) return `today ${clock}`
  if (days === 1) return `tomorrow ${clock}`
  if (days > 1 && days <= 6) return `${dateStamp(at, zone).weekday} ${clock}`
  return `${formatDay(at, zone, now)}, ${clock}`
}

/**
 * Formats the hours of an event beside the day on which it starts: `10 PM – 4 AM ET`, or `2 PM – Sun, Nov 22, 8 PM ET` where it is
 * longer than a night: than 14 hours.
 */
export function formatHours(startsAt: string, endsAt: string, zone: string, now?: string | Date): string {
  const day =
    Date.parse(endsAt) - Date.parse(startsAt) > 50_400_000 ? `${formatDay(endsAt, zone, now)}, ` : ''
  return `${formatClock(startsAt, zone)} – ${day}${formatClockWithZone(endsAt, zone)}`
}

/**
 * Formats the wall time of an instant in a zone, as a `datetime-local` field takes it.
 * @returns `YYYY-MM-DDTHH:mm`
 */
export function wallTimeOf(at: string | Date, zone: string): string {
  const parts = formatOf(zone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at))
  const piece = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${piece('year').padStart(4, '0')}-${piece('month')}-${piece('day')}T${piece('hour')}:${piece('minute')}`
}

/**
 * Formats the instant with the zone's offset at that time, ISO 8601 (`2026-11-21T22:00:00-05:00`), for
 * machine-readable data.
 */
export function isoWithOffset(at: string | Date, zone: string): string {
  const instant = new Date(at)
  const wall = Date.parse(`${wallTimeOf(instant, zone)}:00Z`)
  const minutes = Math.round((wall - Math.floor(instant.getTime() / 60_000) * 60_000) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const sign = minutes < 0 ? '-' : '+'
  const size = Math.abs(minutes)
  return `${wallTimeOf(instant, zone)}:${two(instant.getUTCSeconds())}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
