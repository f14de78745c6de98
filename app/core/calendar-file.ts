/**
 * Writes a calendar file (RFC 5545) with one entry, in a zone of its own.
 *
 * Uses no library, because those that were tried write less correct files. `ical-generator` 11 needs two more packages (luxon for
 * wall times, a table of all zones for VTIMEZONE), writes DTSTAMP and LAST-MODIFIED without Z although RFC 5545 demands UTC, and
 * writes the second of two equal hours like the first. `ts-ics` 2 takes finished zone definitions and folds by characters, so that
 * lines exceed 75 octets. Both leave control characters in texts. `ics` 3 writes UTC and floating times only.
 */
import { utcStamp, zoneDefinition, zonedProperty } from './calendar-zone.ts'

const escapeText = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n|\r|\n/g, '\\n')
    // other control characters have no place in a text value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f]/g, '')

/** Folds a line into lines of at most 75 octets without cutting a character. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let out = ''
  let octets = 0
  for (const char of line) {
    const size = encoder.encode(char).length
    if (octets + size > 75) {
      out += '\r\n '
      octets = 1
    }
    out += char
    octets += size
  }
  return out
}

/** One entry of a calendar. Instants are ISO 8601. */
export type CalendarEntry = {
  /** Stays the same for good, also when the site moves to another address. */
  id: string
  title: string
  startsAt: string
  endsAt: string
  timeZone: string
  /** Grows with every change: calendars replace an entry they know when it is higher. */
  sequence: number
  updatedAt: string
  place: string
  about: string
  url: string
  isCancelled: boolean
}

/**
 * Writes the calendar file of one entry.
 * @returns text with CRLF line ends, UTF-8
 */
export function calendarFile(entry: CalendarEntry): string {
  const { startsAt, endsAt, timeZone, updatedAt } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Jouvay//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...zoneDefinition(timeZone, startsAt, endsAt),
    'BEGIN:VEVENT',
    `UID:${entry.id}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utcStamp(updatedAt)}`,
    `LAST-MODIFIED:${utcStamp(updatedAt)}`,
    zonedProperty('DTSTART', startsAt, timeZone),
    zonedProperty('DTEND', endsAt, timeZone),
    `SUMMARY:${escapeText(entry.title)}`,
    `LOCATION:${escapeText(entry.place)}`,
    `DESCRIPTION:${escapeText(entry.about)}`,
    `URL:${entry.url}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
