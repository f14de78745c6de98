import { Link } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { paceOf, poolState } from '../capacity.rules.ts'
import type { CapacityBoard } from '../capacity.types.ts'
import * as css from './capacity-board.css.ts'
import { PaceChart } from './pace-chart.tsx'

/** Holds what the columns of the board's tables are made for: the board, and when it was read. */
export type BoardContext = { board: CapacityBoard; now: string }

/** Formats a number of units. */
export const count = (value: number) => value.toLocaleString('en-US')

/** Shows a number of units; none stands back. */
export const number = (value: number) => (value === 0 ? <span className={css.zero}>0</span> : count(value))

/** Shows what is left, louder the less it is; null where only the room limits it. */
export function Left({ left, capacity }: { left: number | null; capacity: number }) {
  if (left === null) return <span className={css.zero}>Same as room</span>
  const state = poolState({ left, capacity })
  const look = state === 'full' ? css.leftNone : state === 'low' ? css.leftLow : css.left
  return <span className={look}>{count(Math.max(left, 0))}</span>
}

/** Draws how full something is; the figures beside it say the same. */
export function Bar({
  capacity,
  sold,
  held,
  kept,
}: {
  capacity: number
  sold: number
  held: number
  kept: number
}) {
  const width = (value: number) => (value / Math.max(capacity, 1)) * 100
  return (
    <svg className={css.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="0" height="4" width={width(sold)} className={css.barSold} />
      <rect x={width(sold)} y="0" height="4" width={width(held)} className={css.barHeld} />
      <rect x={width(sold + held)} y="0" height="4" width={width(kept)} className={css.barKept} />
    </svg>
  )
}

/** Explains the colors of the bars. */
export function Legend() {
  return (
    <p className={css.legend} aria-hidden="true">
      {(
        [
          ['Sold', css.barSold],
          ['On hold', css.barHeld],
          ['Blocked or offered', css.barKept],
        ] as const
      ).map(([label, look]) => (
        <span key={label} className={css.legendItem}>
          <svg className={css.swatch} viewBox="0 0 1 1" aria-hidden="true">
            <rect width="1" height="1" className={look} />
          </svg>
          {label}
        </span>
      ))}
    </p>
  )
}

/** Draws what of a row sold by hour, and says how much in the last one. */
export function PaceCell({ id, context: { board } }: { id: string; context: BoardContext }) {
  const pace = paceOf(board, id)
  return (
    <span className={css.paceCell}>
      <PaceChart pace={pace} from={board.paceFrom} timeZone={board.event.timeZone} />
      <span className={css.paceText}>{count(pace?.lastHour ?? 0)} in the last hour</span>
    </span>
  )
}

/** Lists the changes of a row, each with a page that says first what it would do. */
export function Changes({ of, links }: { of: string; links: readonly { to: string; label: string }[] }) {
  return (
    <details className={css.changes}>
      <summary className={css.changesHead}>
        Change<VisuallyHidden> {of}</VisuallyHidden>
        <ChevronDown size={16} className={css.chevron} aria-hidden="true" />
      </summary>
      <ul className={css.changeLinks}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={css.changeLink}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
