import { Link } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import { moneyFigures } from '#core/money-figures.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyList, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { type Column, sortLinkOf, Table } from '#ui/table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { StaffFilter, StaffSort } from '../staff-events.rules.ts'
import { statusBadge } from '../staff-events.rules.ts'
import type { StaffEvent, StaffEventList } from '../staff-events.types.ts'
import * as css from './staff-event-list.css.ts'

const captions: Record<StaffFilter, string> = {
  upcoming: 'Upcoming events',
  draft: 'Drafts',
  past: 'Past events',
  cancelled: 'Canceled events',
}

const nothing: Pick<StaffEventList, 'events' | 'currency' | 'now'> = { events: [], currency: 'USD', now: '' }

/**
 * The events of one kind with how they sell.
 * @param list null where it could not be read
 * @param sort the order of the list
 * @param isFirst whether this is the first page
 * @param to makes the address of the first page in another order
 */
export function StaffEventTable({
  list,
  filter,
  sort,
  isFirst,
  to,
}: {
  list: StaffEventList | null
  filter: StaffFilter
  sort: StaffSort
  isFirst: boolean
  to: (sort: string) => string
}) {
  const { events, currency, now } = list ?? nothing
  const state = useListState(list === null)
  const columns: Column<StaffEvent>[] = [
    {
      key: 'title',
      header: 'Event',
      sortLink: sortLinkOf(sort, 'title', to),
      cell: (event) => (
        <span className={css.name}>
          <Link to={paths.adminEvent(event.id)}>{event.title}</Link>
          <Badges event={event} />
        </span>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      sortLink: sortLinkOf(sort, 'date', to),
      cell: (event) => (
        <time dateTime={event.startsAt} suppressHydrationWarning>
          {formatDay(event.startsAt, event.timeZone, now)},{' '}
          {formatClockWithZone(event.startsAt, event.timeZone)}
        </time>
      ),
    },
    {
      key: 'place',
      header: 'Place',
      sortLink: sortLinkOf(sort, 'place', to),
      cell: (event) => [event.venueName, event.city].filter(Boolean).join(', '),
    },
    {
      key: 'sold',
      header: 'Sold',
      numeric: true,
      sortLink: sortLinkOf(sort, 'sold', to, 'descending'),
      cell: (event) => (
        <>
          <Link to={paths.capacity({ event: event.id })}>
            {event.sold} of {event.capacity}
            <VisuallyHidden>, capacity of {event.title}</VisuallyHidden>
          </Link>
          {event.waiting > 0 && <span className={css.waiting}>{event.waiting} waiting</span>}
        </>
      ),
    },
    {
      key: 'money',
      header: moneyFigures.net.label,
      numeric: true,
      sortLink: sortLinkOf(sort, 'money', to, 'descending'),
      cell: (event) => formatMoney(event.netCents, currency),
    },
  ]
  return (
    <Table
      caption={captions[filter]}
      columns={columns}
      rows={events}
      rowKey={(event) => event.id}
      state={state}
      empty={
        <EmptyList title={isFirst ? `No ${captions[filter].toLowerCase()}` : 'No more events'} clear={null} />
      }
      retry={<RetryLink />}
    />
  )
}

function Badges({ event }: { event: StaffEvent }) {
  const status = statusBadge(event.status)
  return (
    <>
      {event.status !== 'published' && <Badge tone={status.tone}>{status.text}</Badge>}
      {event.state === 'sold_out' && <Badge tone="danger">Sold out</Badge>}
      {event.state === 'low' && <Badge tone="warning">Low tickets</Badge>}
      {event.visibility === 'members' && <Badge tone="accent">Members</Badge>}
      {event.visibility === 'unlisted' && <Badge>Unlisted</Badge>}
      {event.isTest && <Badge tone="info">Test</Badge>}
    </>
  )
}
