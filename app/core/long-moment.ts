import { formatLongDay, zoneAbbreviation } from './event-time.ts'
import { longDateTime } from './time.ts'

/**
 * Formats a full date and time of an event: `Saturday, November 21, 2026 at 10:00 PM ET`. It stands alone, so that pages which write none
 * don't load it.
 */
export function formatLongMoment(at: string | Date, zone: string): string {
  const [weekday] = formatLongDay(at, zone).split(',')
  return `${weekday}, ${longDateTime(at, zone)} ${zoneAbbreviation(at, zone)}`
}
