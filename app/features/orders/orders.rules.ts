import * as paths from '#core/paths.ts'
import type { Checkout } from './orders.types.ts'

/** Counted in seconds; the moments at which a screen reader announces the remaining time of the hold. */
const spokenAt = [300, 120, 60]

export type ClockFace = {
  /** `9:05`; minutes are not padded, seconds are. */
  text: string
  /** `PT9M5S`, for the `time` element. */
  duration: string
  tone: 'calm' | 'soon' | 'ended'
}

/**
 * The face of a hold's clock.
 * @param remainingMs milliseconds until the hold ends; negative once it has ended
 */
export function readClock(remainingMs: number): ClockFace {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  const minutes = Math.floor(seconds / 60)
  return {
    text: `${minutes}:${String(seconds % 60).padStart(2, '0')}`,
    duration: `PT${minutes}M${seconds % 60}S`,
    tone: seconds === 0 ? 'ended' : seconds <= 120 ? 'soon' : 'calm',
  }
}

/**
 * Returns the announcement when the clock moves from one reading to the next; null between the marks of 5, 2 and 1 minutes.
 * @param beforeMs milliseconds that were left at the previous reading
 * @param nowMs milliseconds that are left now
 */
export function clockAnnouncement(beforeMs: number, nowMs: number): string | null {
  const mark = spokenAt.filter((seconds) => beforeMs > seconds * 1000 && nowMs <= seconds * 1000).at(-1)
  if (mark === undefined || nowMs <= 0) return null
  const minutes = mark / 60
  return minutes === 1 ? 'Your hold ends in 1 minute.' : `Your hold ends in ${minutes} minutes.`
}

/**
 * Returns how long a hold still lasts, by the database's clock and a stopwatch that cannot be set.
 * @param expiresAt when the hold ends, ISO 8601
 * @param serverNow the database's clock when the response was made, ISO 8601
 * @param elapsedMs milliseconds since that response
 * @returns milliseconds, negative once ended
 */
export function remainingMs(expiresAt: string, serverNow: string, elapsedMs: number): number {
  return Date.parse(expiresAt) - Date.parse(serverNow) - elapsedMs
}

/** Returns whether the hold behind a checkout can still be paid, by the server time in the checkout. */
export function isLive(hold: Pick<Checkout, 'holdStatus' | 'expiresAt' | 'serverNow'>): boolean {
  return (
    (hold.holdStatus === 'active' || hold.holdStatus === 'pinned') &&
    remainingMs(hold.expiresAt, hold.serverNow, 0) > 0
  )
}

/** The new state of an event whose tickets are held, and the page that says more. */
export type CalledOff = { title: string; text: string; path: string }

/** Says what became of the event of a hold that was given back with it; null where the event takes place. */
export function calledOff({ event }: Pick<Checkout, 'event'>): CalledOff | null {
  if (event?.status !== 'cancelled' && event?.status !== 'postponed') return null
  const what = event.status === 'cancelled' ? 'canceled' : 'postponed'
  return {
    title: `${event.title} was ${what}`,
    text: "Your tickets are no longer on hold, and you haven't been charged for them.",
    path: paths.event(event.id, event.slug),
  }
}
