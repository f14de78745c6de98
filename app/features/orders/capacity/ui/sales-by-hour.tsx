import { ChevronDown } from 'lucide-react'
import { machineTime } from '#core/machine-time.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { paceOf } from '../capacity.rules.ts'
import type { CapacityBoard } from '../capacity.types.ts'
import { number } from './board-cells.tsx'
import * as css from './capacity-board.css.ts'
import { hourName } from './pace-chart.tsx'

/** Shows what sold by hour as figures: the charts of the rows in words. */
export function SalesByHour({ board }: { board: CapacityBoard }) {
  const { timeZone } = board.event
  const sold = board.types.filter(({ id }) => paceOf(board, id))
  return (
    <details className={css.fold} data-testid="hours">
      <summary className={css.foldHead}>
        Sold by hour
        <ChevronDown size={20} className={css.chevron} aria-hidden="true" />
      </summary>
      {sold.length === 0 ? (
        <EmptyState title="Nothing sold in the last 24 hours" headingLevel={3} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it too
        <section className={css.scroll} tabIndex={0} aria-label="Sold by hour">
          <table className={css.hours}>
            <thead>
              <tr>
                <th scope="col" className={css.hourCell}>
                  Hour from
                </th>
                {sold.map(({ id, name }) => (
                  <th key={id} scope="col" className={css.hourCell}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: 24 }, (_, back) => 23 - back).map((n) => (
                <tr key={n}>
                  <th scope="row" className={css.hourCell}>
                    <time
                      dateTime={machineTime(
                        new Date(Date.parse(board.paceFrom) + n * 3_600_000).toISOString(),
                      )}
                      suppressHydrationWarning
                    >
                      {hourName(board.paceFrom, n, timeZone)}
                    </time>
                    {n === 23 && ', so far'}
                  </th>
                  {sold.map(({ id }) => (
                    <td key={id} className={css.hourCell}>
                      {number(paceOf(board, id)?.hours[n] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
