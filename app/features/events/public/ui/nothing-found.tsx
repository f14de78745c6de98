import { Link } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { eventPath } from '../../events.rules.ts'
import { filterChips, filtersPath } from '../event-filters.rules.ts'
import type { EventFilters } from '../event-filters.schema.ts'
import type { EventList } from '../public-events.types.ts'

/** An empty list: why, and the nearest date that has events. */
export function NothingFound({
  filters,
  nearest,
  now,
}: {
  filters: EventFilters
  nearest: EventList['nearest']
  now: string
}) {
  const narrowed = filterChips(filters).length > 0
  if (filters.tab === 'past') {
    return (
      <EmptyState
        title={narrowed ? 'No matching past events' : 'No past events yet'}
        action={
          <LinkButton to={narrowed ? paths.events({ tab: 'past' }) : paths.events()} variant="secondary">
            {narrowed ? 'All past events' : 'Upcoming events'}
          </LinkButton>
        }
      />
    )
  }
  if (!nearest) {
    return (
      <EmptyState
        title="New dates drop soon"
        text="Nothing on the calendar right now. Get the first word below."
        action={
          <LinkButton to={paths.events({ tab: 'past' })} variant="secondary">
            Past events
          </LinkButton>
        }
      />
    )
  }
  const day = formatDay(nearest.startsAt, nearest.timeZone, now)
  return (
    <EmptyState
      title={filters.when ? 'Nothing on these dates' : 'No matching events'}
      text={
        <>
          {nearest.sameFilters ? 'The next match is ' : 'The next event is '}
          <Link to={eventPath(nearest)}>{nearest.title}</Link> in {nearest.city} on {day}.
        </>
      }
      action={
        <LinkButton
          to={nearest.sameFilters ? filtersPath(filters, { when: undefined }) : paths.events()}
          variant="secondary"
          preventScrollReset
        >
          {nearest.sameFilters ? 'Show all dates' : 'Show all events'}
        </LinkButton>
      }
    />
  )
}
