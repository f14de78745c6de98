import { Link } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { listFile, localTime } from '#core/list-file.ts'
import { decimalAmount, formatMoney } from '#core/money.ts'
import { moneyFigures } from '#core/money-figures.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import {
  defaultSort,
  STAFF_COUNT_LIMIT,
  STAFF_FILTERS,
  type StaffFilter,
  type StaffSort,
  statusBadge,
} from '../staff-events.rules.ts'
import { staffEventsQuerySchema } from '../staff-events.schema.ts'
import type { StaffEvent, StaffEventList } from '../staff-events.types.ts'

const tabs: Record<StaffFilter, string> = {
  upcoming: 'Upcoming',
  draft: 'Drafts',
  past: 'Past',
  cancelled: 'Canceled',
}
const captions: Record<StaffFilter, string> = {
  upcoming: 'Upcoming events',
  draft: 'Drafts',
  past: 'Past events',
  cancelled: 'Canceled events',
}
const sorts: Record<StaffSort, string> = {
  date: 'Earliest first',
  '-date': 'Latest first',
  title: 'By title, A to Z',
  '-title': 'By title, Z to A',
  place: 'By place, A to Z',
  '-place': 'By place, Z to A',
  sold: 'Fewest sold first',
  '-sold': 'Most sold first',
  money: 'Least earned first',
  '-money': 'Most earned first',
}

/** The events of one kind, drafts included, with how they sell. */
export const eventList = defineStaffList({
  name: 'events',
  title: 'Events',
  noun: { one: 'event', many: 'events' },
  query: staffEventsQuerySchema,
  path: paths.adminEvents,
  rows: ({ events }: StaffEventList) => events,
  next: ({ nextCursor }) => nextCursor,
  total: ({ counts }, { show }) => ({
    count: Math.min(counts[show], STAFF_COUNT_LIMIT - 1),
    isMore: counts[show] >= STAFF_COUNT_LIMIT,
  }),
  rowKey: ({ id }) => id,
  caption: ({ show }) => captions[show],
  sorts: () => sorts,
  sortOf: ({ show, sort }) => sort ?? defaultSort(show),
  filters: () => [
    {
      name: 'series',
      label: 'Series',
      kind: 'choice',
      options: (data) => (data?.series ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ],
  tabs: {
    label: 'Kinds of events',
    name: 'show',
    options: STAFF_FILTERS.map((show) => ({ value: show, label: tabs[show] })),
    count: ({ counts }, show) => {
      const count = Object.entries(counts).find(([name]) => name === show)?.[1] ?? 0
      return count < STAFF_COUNT_LIMIT ? count : `${STAFF_COUNT_LIMIT - 1}+`
    },
    // Each kind of events has its own order.
    also: () => ({ sort: null }),
  },
  keeps: ['show', 'series'],
  empty: { title: ({ show }) => `No ${captions[show].toLowerCase()}`, more: 'No more events' },
  columns: [
    {
      key: 'title',
      header: 'Event',
      sort: 'title',
      cell: (event) => (
        <Badges>
          <Link to={paths.adminEvent(event.id)}>{event.title}</Link>
          <States event={event} />
        </Badges>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      sort: 'date',
      cell: ({ startsAt, timeZone }, { now }) => (
        <Time at={startsAt}>
          {formatDay(startsAt, timeZone, now)}, {formatClockWithZone(startsAt, timeZone)}
        </Time>
      ),
    },
    {
      key: 'place',
      header: 'Place',
      sort: 'place',
      cell: ({ venueName, city }) => [venueName, city].filter(Boolean).join(', '),
    },
    {
      key: 'sold',
      header: 'Sold',
      numeric: true,
      sort: 'sold',
      first: 'descending',
      phone: 'end',
      cell: ({ id, title, sold, capacity, waiting }) => (
        <Lines>
          <Link to={paths.capacity({ event: id })}>
            {sold} of {capacity}
            <VisuallyHidden>, capacity of {title}</VisuallyHidden>
          </Link>
          {waiting > 0 && <Faint>{waiting} waiting</Faint>}
        </Lines>
      ),
    },
    {
      key: 'money',
      header: moneyFigures.net.label,
      numeric: true,
      sort: 'money',
      first: 'descending',
      phone: 'end',
      cell: ({ netCents }, { currency }) => formatMoney(netCents, currency),
    },
  ],
  file: listFile<StaffEvent, StaffEventList>(
    () => 'UTC',
    [
      { header: 'Event', value: ({ title }) => title },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Starts', value: ({ startsAt, timeZone }) => localTime(startsAt, timeZone) },
      { header: 'Time zone', value: ({ timeZone }) => timeZone },
      { header: 'Venue', value: ({ venueName }) => venueName },
      { header: 'City', value: ({ city }) => city },
      { header: 'Sold', value: ({ sold }) => sold },
      { header: 'Capacity', value: ({ capacity }) => capacity },
      { header: moneyFigures.net.label, value: ({ netCents }) => Number(decimalAmount(netCents)) },
      { header: 'Currency', value: (_, { currency }) => currency },
    ],
  ),
})

function States({ event }: { event: StaffEvent }) {
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
