import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listStaffEvents } from '#features/events/staff/staff-events.reads.server.ts'
import {
  defaultSort,
  STAFF_COUNT_LIMIT,
  STAFF_FILTERS,
  type StaffFilter,
} from '#features/events/staff/staff-events.rules.ts'
import { staffEventsQuerySchema } from '#features/events/staff/staff-events.schema.ts'
import { SeriesFilter } from '#features/events/staff/ui/series-filter.tsx'
import { StaffEventTable } from '#features/events/staff/ui/staff-event-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { FilterBar } from '#ui/office/list-frame.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = staffEventsQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/admin/events'), () =>
    listStaffEvents(args, query),
  )
  return data({ list, query }, { status: list ? 200 : 500 })
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Events, staff', noindex: true })

const names = { upcoming: 'Upcoming', draft: 'Drafts', past: 'Past', cancelled: 'Canceled' }

const countOf = (count: number) => (count < STAFF_COUNT_LIMIT ? String(count) : `${STAFF_COUNT_LIMIT - 1}+`)

/** Lists all events, drafts included. */
export default function StaffEvents() {
  const { list, query } = useLoaderData<typeof loader>()
  const { show, sort, after, series } = query
  const pathOf = (kind: StaffFilter, order: string | null, from: string | null = null) =>
    paths.adminEvents({ show: kind === 'upcoming' ? null : kind, sort: order, after: from, series })
  const shown = list?.series.find(({ id }) => id === series)
  return (
    <div className={stack[5]}>
      <PageHeader title="Events" actions={<LinkButton to={paths.adminEventNew()}>New event</LinkButton>} />
      <FilterBar
        tools={<ListTools page="events" csv={paths.adminExport('events', { show, sort, series })} />}
      >
        <LinkTabs
          label="Kinds of events"
          tabs={STAFF_FILTERS.map((each) => ({
            to: pathOf(each, null),
            label: list ? `${names[each]} (${countOf(list.counts[each])})` : names[each],
            current: each === show,
          }))}
        />
      </FilterBar>
      {list && list.series.length > 0 && (
        <SeriesFilter series={list.series} shown={shown ?? null} show={show} />
      )}
      <StaffEventTable
        list={list}
        filter={show}
        sort={sort ?? defaultSort(show)}
        isFirst={!after}
        to={(asked) => pathOf(show, asked === defaultSort(show) ? null : asked)}
      />
      <Pagination
        label="Pages of events"
        previous={after ? pathOf(show, sort) : null}
        previousLabel="First page"
        next={list?.nextCursor ? pathOf(show, sort, list.nextCursor) : null}
        nextLabel="More events"
      />
    </div>
  )
}
