import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import type { StaffFilter } from '../staff-events.rules.ts'
import type { StaffEventList } from '../staff-events.types.ts'
import * as css from './series-filter.css.ts'

type Series = StaffEventList['series'][number]

/** Leads to the dates of one series, and back to all events. */
export function SeriesFilter({
  series,
  shown,
  show,
}: {
  series: readonly Series[]
  shown: Series | null
  show: StaffFilter
}) {
  const to = (id: string | null) => paths.adminEvents({ show: show === 'upcoming' ? null : show, series: id })
  return (
    <nav aria-label="Series" className={css.list}>
      <span className={css.label}>Series</span>
      <Link to={to(null)} className={css.link} aria-current={shown ? undefined : 'page'}>
        All events
      </Link>
      {series.map(({ id, name }) => (
        <Link key={id} to={to(id)} className={css.link} aria-current={shown?.id === id ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
