import { formatMoment } from '#core/event-time.ts'
import { Badge } from '#ui/badge.tsx'
import { paceOf, poolState, sellOutAt } from '../capacity.rules.ts'
import type { CapacityBoard } from '../capacity.types.ts'
import { count } from './board-cells.tsx'
import * as css from './capacity-board.css.ts'

/** Names what is sold out or about to be, the scarcest first; one sentence where nothing is. */
export function SellingOut({ board, now }: { board: CapacityBoard; now: string }) {
  const { timeZone } = board.event
  const types = board.types.filter(({ state }) => state === 'sold_out' || state === 'low')
  const rooms = board.pools.filter(
    (pool) =>
      poolState(pool) !== 'open' &&
      !types.some(({ pools, left }) => left === pool.left && pools.includes(pool.name)),
  )
  const rows = [
    ...types.map((type) => ({
      id: type.id,
      name: type.name,
      left: type.left,
      at: sellOutAt(type.left, paceOf(board, type.id), now, type.saleEndsAt),
    })),
    ...rooms.map((pool) => ({
      id: pool.id,
      name: pool.name,
      left: Math.max(pool.left, 0),
      at: sellOutAt(pool.left, paceOf(board, pool.id), now, board.event.endsAt),
    })),
  ].toSorted((a, b) => a.left - b.left)
  return (
    <div>
      {rows.length === 0 ? (
        <p data-testid="watch">
          <Badge tone="success">Nothing is selling out</Badge>
        </p>
      ) : (
        <ul className={css.watch} aria-label="Selling out" data-testid="watch">
          {rows.map(({ id, name, left, at }) => (
            <li key={id} className={css.watched}>
              <Badge tone={left === 0 ? 'danger' : 'warning'}>{left === 0 ? 'Sold out' : 'Low'}</Badge>
              <span className={css.watchedName}>
                {name}
                {at && (
                  <span className={css.note} suppressHydrationWarning>
                    Sells out around {formatMoment(at, timeZone, now)} at this pace
                  </span>
                )}
              </span>
              <span className={css.watchedLeft}>{count(left)} left</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
