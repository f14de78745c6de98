/** An event as a calendar file (RFC 5545). Instants are UTC, so no zone definition is needed and no clock change can bend them. */
import { eventPath } from './events.rules.ts'
import type { EventDetail } from './events.types.ts'

const escapeText = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n|\r|\n/g, '\\n')
    // other control characters have no place in a text value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f]/g, '')

const stamp = (at: string) => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Lines of at most 75 octets, the rest on continuation lines, never cutting a character. */
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

/**
 * The calendar file of an event.
 * @param event what the reader may see; a locked event gives no address
 * @param origin public origin of the site, no slash at the end
 * @returns text with CRLF line ends, UTF-8
 */
export function eventCalendar(event: EventDetail, origin: string): string {
  const url = `${origin}${eventPath(event)}`
  const place = [event.venueName, event.address, event.city, event.region].filter(Boolean).join(', ')
  const about = [event.status === 'cancelled' ? 'CANCELLED.' : '', event.summary, url]
    .filter(Boolean)
    .join('\n\n')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Jouvay//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(origin).hostname}`,
    // calendars replace an entry they know when its sequence is higher
    `SEQUENCE:${Math.max(0, Math.floor((Date.parse(event.updatedAt) - Date.UTC(2026, 0, 1)) / 1000))}`,
    `DTSTAMP:${stamp(event.updatedAt)}`,
    `LAST-MODIFIED:${stamp(event.updatedAt)}`,
    `DTSTART:${stamp(event.doorsAt)}`,
    `DTEND:${stamp(event.endsAt)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(about)}`,
    `URL:${url}`,
    `STATUS:${event.status === 'cancelled' ? 'CANCELLED' : event.status === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
