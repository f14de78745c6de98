/** Decides how a player follows a live stream. Distances are in seconds behind the place at which live playback belongs. */

/** Never faster than this: what is faster is heard. */
export const fastestRate = 1.05

/** A player further behind than this says so. */
const saysSo = 4
/** Catching up begins and ends at these distances, so that the rate does not swing. */
const [catchFrom, catchTo] = [1.5, 0.4]

/**
 * Chooses the speed of playback.
 * @param behind how far behind
 * @param current the speed so far
 * @param isChosen whether the viewer went back or paused: then nobody hurries them
 */
export function rateFor(behind: number, current: number, isChosen: boolean): number {
  if (isChosen || !Number.isFinite(behind)) return 1
  if (current > 1) return behind > catchTo ? current : 1
  if (behind <= catchFrom) return 1
  return Math.min(fastestRate, 1 + behind / 100)
}

/** Says how far behind a player is. @returns null at the live edge */
export function behindText(behind: number): string | null {
  if (!Number.isFinite(behind) || behind < saysSo) return null
  const seconds = Math.round(behind)
  if (seconds < 90) return `${seconds} s behind`
  return `${Math.round(seconds / 60)} min behind`
}

/** A range of what is loaded, in seconds of the player's time. */
export type Range = { start: number; end: number }

/** Finds where to go on after a gap: the begin of the next loaded range. @returns null where nothing is loaded ahead */
export function afterGap(time: number, loaded: readonly Range[]): number | null {
  const isInside = loaded.some(({ start, end }) => time >= start && time < end - 0.1)
  if (isInside) return null
  const next = loaded.filter(({ start }) => start > time).toSorted((a, b) => a.start - b.start)[0]
  return next ? next.start + 0.05 : null
}

/** Chooses when to try again after a failure, in milliseconds. */
export const retryAfter = (failures: number) => Math.min(8000, 1000 * 2 ** Math.max(0, failures - 1))
