import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/table.tsx'
import { poolState } from '../capacity.rules.ts'
import type { CapacityPool } from '../capacity.types.ts'
import { Bar, type BoardContext, Changes, count, Left, number, PaceCell } from './board-cells.tsx'
import * as css from './capacity-board.css.ts'

/** Makes the columns of the rooms. @param context null while there is no board */
export function poolColumns(context: BoardContext | null): Column<CapacityPool>[] {
  const columns: Column<CapacityPool>[] = [
    {
      key: 'name',
      header: 'Room',
      cell: (pool) => (
        <span className={css.name}>
          <span className={css.nameLine}>
            {pool.name}
            {pool.purpose !== 'places' && <Badge>Add-on</Badge>}
            {poolState(pool) === 'full' && <Badge tone="danger">Full</Badge>}
          </span>
          <Bar
            capacity={pool.capacity}
            sold={pool.sold}
            held={pool.held}
            kept={pool.blocked + pool.offered}
          />
        </span>
      ),
    },
    { key: 'capacity', header: 'Capacity', numeric: true, cell: ({ capacity }) => count(capacity) },
    { key: 'sold', header: 'Sold', numeric: true, cell: ({ sold }) => count(sold) },
    { key: 'held', header: 'On hold', numeric: true, cell: ({ held }) => number(held) },
    { key: 'blocked', header: 'Blocked', numeric: true, cell: ({ blocked }) => number(blocked) },
    { key: 'offered', header: 'Offered', numeric: true, cell: ({ offered }) => number(offered) },
    {
      key: 'left',
      header: 'Left',
      numeric: true,
      cell: ({ left, capacity }) => <Left left={left} capacity={capacity} />,
    },
  ]
  if (!context) return columns
  const { board } = context
  columns.push({
    key: 'pace',
    header: 'Last 24 hours',
    numeric: true,
    cell: ({ id }) => <PaceCell id={id} context={context} />,
  })
  if (board.mayChange)
    columns.push({
      key: 'change',
      header: 'Change',
      cell: ({ id, name }) => (
        <Changes
          of={name}
          links={[
            {
              to: paths.capacityChange('set-capacity', { event: board.event.id, pool: id }),
              label: 'Capacity…',
            },
          ]}
        />
      ),
    })
  return columns
}
