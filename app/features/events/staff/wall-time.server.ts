/** Wall times that staff type, turned into instants in the event's own zone. */
import { TZDate } from '@date-fns/tz'
import { exactZoneAbbreviation, formatClock, formatDay, wallTimeOf } from '#core/event-time.ts'

export type ResolvedTime = {
  /** The instant, ISO 8601 in UTC. */
  at: string
  /** The instant as it reads in the zone, with its summer or winter name: `Sun, Nov 1, 2026, 1:30 AM EDT`. */
  reads: string
  /** `gap`: clocks skip this time, it was moved. `twice`: the clocks show it twice, the first one was taken. */
  clockChange: 'gap' | 'twice' | null
}

/**
 * The instant of a wall time in a zone.
 * A time that the clocks skip in spring moves forward by the skipped hour; one that they show twice in autumn is the first.
 * @param wall `YYYY-MM-DDTHH:mm`, as a `datetime-local` field sends it
 * @param zone IANA time zone
 * @returns null where the text is no date
 */
export function resolveWallTime(wall: string, zone: string): ResolvedTime | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(wall)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const calendar = new Date(Date.UTC(year, month - 1, day, hour, minute))
  if (Number.isNaN(calendar.getTime()) || calendar.toISOString().slice(0, 16) !== wall.slice(0, 16))
    return null

  const local = new TZDate(year, month - 1, day, hour, minute, zone)
  const instant = new Date(local.getTime())
  const moved = wallTimeOf(instant, zone) !== wall.slice(0, 16)
  const twice = [-1, 1].some((hours) => {
    const other = new Date(instant.getTime() + hours * 3_600_000)
    return wallTimeOf(other, zone) === wall.slice(0, 16)
  })
  return {
    at: instant.toISOString(),
    reads: `${formatDay(instant, zone)}, ${formatClock(instant, zone)} ${exactZoneAbbreviation(instant, zone)}`,
    clockChange: moved ? 'gap' : twice ? 'twice' : null,
  }
}
