import { lineKindLabels } from '#core/line-kind-labels.ts'
import { lineKind } from '#core/line-kinds.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/table.tsx'
import { typeStateBadges } from '../capacity.rules.ts'
import type { CapacityExtra } from '../capacity.types.ts'
import { type BoardContext, Changes, count, Left, number, PaceCell } from './board-cells.tsx'
import * as css from './capacity-board.css.ts'

/** Makes the columns of what is sold beside single tickets. */
export function extraColumns(context: BoardContext): Column<CapacityExtra>[] {
  const { board } = context
  const columns: Column<CapacityExtra>[] = [
    {
      key: 'name',
      header: 'Extra',
      cell: (extra) => (
        <span className={css.name}>
          <span className={css.nameLine}>
            {extra.name}
            <Badge tone={typeStateBadges[extra.state].tone}>{typeStateBadges[extra.state].text}</Badge>
          </span>
          <span className={css.note}>
            {[
              lineKindLabels[extra.kind],
              extra.detail,
              extra.priceCents === null ? null : formatPrice(extra.priceCents, board.currency),
              extra.pools.join(' and '),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    { key: 'sold', header: 'Sold', numeric: true, cell: ({ sold }) => count(sold) },
    { key: 'held', header: 'On hold', numeric: true, cell: ({ held }) => number(held) },
    { key: 'offered', header: 'Offered', numeric: true, cell: ({ offered }) => number(offered) },
    {
      key: 'left',
      header: 'Left',
      numeric: true,
      cell: ({ kind, left, sold, held, offered }) =>
        left === null ? (
          'No limit'
        ) : // The one table of its kind is not the last of many.
        lineKind(kind).isUnique && left > 0 ? (
          <span className={css.left}>{count(left)}</span>
        ) : (
          <Left left={left} capacity={left + sold + held + offered} />
        ),
    },
    {
      key: 'pace',
      header: 'Last 24 hours',
      numeric: true,
      cell: ({ id }) => <PaceCell id={id} context={context} />,
    },
  ]
  if (board.mayChange)
    columns.push({
      key: 'change',
      header: 'Change',
      cell: ({ id, name, paused }) => (
        <Changes
          of={name}
          links={[
            {
              to: paths.capacityChange(paused ? 'resume-extra' : 'pause-extra', {
                event: board.event.id,
                extra: id,
              }),
              label: paused ? 'Resume…' : 'Pause…',
            },
          ]}
        />
      ),
    })
  return columns
}
