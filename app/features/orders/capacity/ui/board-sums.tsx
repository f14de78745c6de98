import { StatTile } from '#ui/stat-tile.tsx'
import { eventSums, totalPace } from '../capacity.rules.ts'
import type { CapacityBoard } from '../capacity.types.ts'
import { count } from './board-cells.tsx'
import * as css from './capacity-board.css.ts'
import { PaceChart } from './pace-chart.tsx'

/** Shows what of the whole event is sold, left and on hold, and how fast it sells. */
export function BoardSums({ board }: { board: CapacityBoard }) {
  const sums = eventSums(board)
  const pace = totalPace(board)
  const kept = [
    sums.blocked > 0 && `${count(sums.blocked)} blocked`,
    sums.offered > 0 && `${count(sums.offered)} offered`,
  ].filter(Boolean)
  return (
    <div className={css.tiles}>
      <StatTile
        label="Sold"
        value={count(sums.sold)}
        hint={`of ${count(sums.capacity)}${sums.capacity > 0 ? `, ${Math.floor((sums.sold / sums.capacity) * 100)}%` : ''}`}
      />
      <StatTile
        label="Left"
        value={count(sums.left)}
        hint={kept.length > 0 ? kept.join(', ') : 'Free to buy now'}
      />
      <StatTile label="On hold" value={count(sums.held)} hint="In carts, may still be paid" />
      <StatTile
        label="Last hour"
        value={count(pace.lastHour)}
        hint={<PaceChart pace={pace} from={board.paceFrom} timeZone={board.event.timeZone} />}
      />
    </div>
  )
}
