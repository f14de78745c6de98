import { Link } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type Column, Table } from '#ui/table.tsx'
import type { StaffFilter } from '../staff-events.rules.ts'
import { statusBadge } from '../staff-events.rules.ts'
import type { StaffEvent, StaffEventList } from '../staff-events.types.ts'
import * as css from './staff-event-list.css.ts'

const captions: Record<StaffFilter, string> = {
  upcoming: 'Upcoming events',
  draft: 'Drafts',
  past: 'Past events',
  cancelled: 'Canceled events',
}

/** The events of one kind with how they sell. */
export function StaffEventTable({ list, filter }: { list: StaffEventList; filter: StaffFilter }) {
  const columns: Column<StaffEvent>[] = [
    {
      key: 'title',
      header: 'Event',
      sortBy: (event) => event.title,
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
      sortBy: (event) => event.startsAt,
      cell: (event) => (
        <time dateTime={event.startsAt} suppressHydrationWarning>
          {formatDay(event.startsAt, event.timeZone, list.now)},{' '}
          {formatClockWithZone(event.startsAt, event.timeZone)}
        </time>
      ),
    },
    {
      key: 'place',
      header: 'Place',
      sortBy: (event) => event.city,
      cell: (event) => [event.venueName, event.city].filter(Boolean).join(', '),
    },
    {
      key: 'sold',
      header: 'Sold',
      numeric: true,
      sortBy: (event) => (event.capacity > 0 ? event.sold / event.capacity : 0),
      cell: (event) => `${event.sold} of ${event.capacity}`,
    },
    {
      key: 'money',
      header: 'Revenue',
      numeric: true,
      sortBy: (event) => event.grossCents,
      cell: (event) => formatMoney(event.grossCents, list.currency),
    },
  ]
  return (
    <Table
      caption={captions[filter]}
      columns={columns}
      rows={list.events}
      rowKey={(event) => event.id}
      empty={<EmptyState title={`No ${captions[filter].toLowerCase()}`} />}
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
