/** Writes an event as a calendar file, in the event's own zone. */
import { calendarFile } from '#core/calendar-file.ts'
import { formatClockWithZone } from '#core/event-time.ts'
import { eventPath, isDateOpen, isOver } from '../events.rules.ts'
import type { EventDetail, EventPage } from './public-events.types.ts'

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
  return calendarFile({
    ...event,
    startsAt: event.doorsAt,
    sequence: Math.max(0, Math.floor((Date.parse(event.updatedAt) - Date.UTC(2026, 0, 1)) / 1000)),
    place,
    about,
    url,
    isCancelled: event.status === 'cancelled',
  })
}

/** Returns whether an event page offers its calendar file: it has a time still to come, and takes place. */
export function hasCalendarEntry(event: EventPage['event'], now: string): boolean {
  return !event.locked && event.status !== 'cancelled' && !isDateOpen(event) && !isOver(event, now)
}
