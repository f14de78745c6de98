import { formatClock } from '#core/event-time.ts'
import type { Pace } from '../capacity.types.ts'
import * as css from './capacity-board.css.ts'

const hour = 3_600_000

/** The hour of a pace as staff read it. @param from when its first hour begins */
export function hourName(from: string, n: number, timeZone: string): string {
  return formatClock(new Date(Date.parse(from) + n * hour), timeZone)
}

/**
 * Draws what sold in each of the last 24 clock hours, the running one last and paler. Its text says the sum and the best hour.
 * @param pace undefined where nothing sold
 * @param from when the first hour begins
 */
export function PaceChart({
  pace,
  from,
  timeZone,
}: {
  pace: Pace | undefined
  from: string
  timeZone: string
}) {
  const hours = pace?.hours ?? []
  const sum = hours.reduce((total, units) => total + units, 0)
  const most = Math.max(...hours, 1)
  const best = hours.indexOf(most)
  const text =
    sum === 0
      ? 'Nothing sold in the last 24 hours'
      : `${sum} sold in the last 24 hours, most in the hour from ${hourName(from, best, timeZone)}: ${most}`
  return (
    <svg className={css.pace} viewBox="0 0 72 20" preserveAspectRatio="none" role="img" aria-label={text}>
      <rect x="0" y="19.2" width="72" height="0.8" className={css.paceBase} />
      {hours.map((units, n) => {
        const height = units === 0 ? 0 : Math.max((units / most) * 19, 1.5)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its hour
            key={n}
            x={n * 3 + 0.3}
            y={20 - height}
            width="2.4"
            height={height}
            className={n === 23 ? css.paceNow : css.paceBar}
          />
        )
      })}
    </svg>
  )
}
