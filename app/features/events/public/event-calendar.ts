/**
 * Writes an event as a calendar file (RFC 5545), in the event's own zone.
 *
 * Uses no library, because those that were tried write less correct files. `ical-generator` 11 needs two more packages (luxon for
 * wall times, a table of all zones for VTIMEZONE), writes DTSTAMP and LAST-MODIFIED without Z although RFC 5545 demands UTC, and
 * writes the second of two equal hours like the first. `ts-ics` 2 takes finished zone definitions and folds by characters, so that
 * lines exceed 75 octets. Both leave control characters in texts. `ics` 3 writes UTC and floating times only.
 */
import { utcStamp, zoneDefinition, zonedProperty } from '#core/calendar-zone.ts'
import { formatClockWithZone } from '#core/event-time.ts'
import { eventPath, isDateOpen, isOver } from '../events.rules.ts'
import type { EventDetail, EventPage } from './public-events.types.ts'

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

/** Holds what the file is written from: an event as its page or a ticket shows it. */
type CalendarEvent = Pick<
  EventDetail,
  'id' | 'slug' | 'title' | 'address' | 'timeZone' | 'doorsAt' | 'startsAt' | 'endsAt' | 'updatedAt'
> & { status: string; venueName: string | null; city: string | null; region?: string; summary?: string }

/** Says when doors open, and when the event starts if that is later. */
function hoursText({ doorsAt, startsAt, timeZone }: CalendarEvent): string {
  const doors = `Doors ${formatClockWithZone(doorsAt, timeZone)}`
  return startsAt === doorsAt ? doors : `${doors}, starts ${formatClockWithZone(startsAt, timeZone)}`
}

/**
 * The calendar file of an event: from doors to end.
 * @param event what the reader may see; a locked event, and one whose venue is hidden, give no address
 * @param origin public origin of the site, no slash at the end
 * @returns text with CRLF line ends, UTF-8
 */
export function eventCalendar(event: CalendarEvent, origin: string): string {
  const url = `${origin}${eventPath(event)}`
  const place = [event.venueName, event.address, event.city, event.region].filter(Boolean).join(', ')
  const about = [event.status === 'cancelled' ? 'CANCELLED.' : '', hoursText(event), event.summary, url]
    .filter(Boolean)
    .join('\n\n')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Jouvay//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...zoneDefinition(event.timeZone, event.doorsAt, event.endsAt),
    'BEGIN:VEVENT',
    // stays the same for good, also when the site moves to another address
    `UID:${event.id}`,
    // calendars replace an entry they know when its sequence is higher
    `SEQUENCE:${Math.max(0, Math.floor((Date.parse(event.updatedAt) - Date.UTC(2026, 0, 1)) / 1000))}`,
    `DTSTAMP:${utcStamp(event.updatedAt)}`,
    `LAST-MODIFIED:${utcStamp(event.updatedAt)}`,
    zonedProperty('DTSTART', event.doorsAt, event.timeZone),
    zonedProperty('DTEND', event.endsAt, event.timeZone),
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(about)}`,
    `URL:${url}`,
    `STATUS:${event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** Returns whether an event page offers its calendar file: it has a time still to come, and takes place. */
export function hasCalendarEntry(event: EventPage['event'], now: string): boolean {
  return !event.locked && event.status !== 'cancelled' && !isDateOpen(event) && !isOver(event, now)
}
