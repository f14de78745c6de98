/** Writes a stream as a calendar file. */
import { calendarFile } from '#core/calendar-file.ts'
import * as paths from '#core/paths.ts'
import type { LivePage } from '../live.types.ts'
import { hasCalendarEntry } from './live.rules.ts'

/**
 * Returns the calendar file of a stream that is to come; null where there is none.
 * @param origin public origin of the site, no slash at the end
 */
export function streamCalendar({ stream, now, timeZone }: LivePage, origin: string): string | null {
  if (!stream || !hasCalendarEntry(stream)) return null
  const url = origin + paths.live(stream.code)
  return calendarFile({
    id: stream.id,
    title: stream.title,
    startsAt: stream.startsAt,
    endsAt: new Date(Date.parse(stream.startsAt) + stream.minutes * 60_000).toISOString(),
    timeZone,
    sequence: stream.version,
    updatedAt: now,
    place: url,
    about: [stream.description, url].filter(Boolean).join('\n\n'),
    url,
    isCancelled: false,
  })
}
