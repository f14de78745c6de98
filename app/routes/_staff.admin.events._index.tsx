import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listStaffEvents } from '#features/events/staff/staff-events.reads.server.ts'
import {
  defaultSort,
  STAFF_COUNT_LIMIT,
  STAFF_FILTERS,
  type StaffFilter,
} from '#features/events/staff/staff-events.rules.ts'
import { seriesFormSchema, staffEventsQuerySchema } from '#features/events/staff/staff-events.schema.ts'
import { saveSeries } from '#features/events/staff/staff-events.writes.server.ts'
import { SeriesFilter } from '#features/events/staff/ui/series-filter.tsx'
import { SeriesForm } from '#features/events/staff/ui/series-form.tsx'
import { StaffEventTable } from '#features/events/staff/ui/staff-event-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requirePermission, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
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

/** Saves the series that the address names. */
export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_events')
  const query = staffEventsQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { series, show } = query
  if (!series) throw notFound()
  const form = await readForm(args.request, seriesFormSchema)
  if (!form.ok) return form.reply()
  const saved = await saveSeries(args, series, form.value)
  return saved.ok ? redirect(paths.adminEvents({ show, series, done: 'series' })) : form.refuse(saved.refusal)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Events, staff', noindex: true })

const names = { upcoming: 'Upcoming', draft: 'Drafts', past: 'Past', cancelled: 'Canceled' }

const countOf = (count: number) => (count < STAFF_COUNT_LIMIT ? String(count) : `${STAFF_COUNT_LIMIT - 1}+`)

/** Lists all events, drafts included. */
export default function StaffEvents() {
  const { list, query } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const isDeleted = useSearchParams()[0].get('done') === 'deleted'
  const { show, sort, after, series } = query
  const pathOf = (kind: StaffFilter, order: string | null, from: string | null = null) =>
    paths.adminEvents({ show: kind === 'upcoming' ? null : kind, sort: order, after: from, series })
  const shown = list?.series.find(({ id }) => id === series)
  return (
    <div className={stack[5]}>
      <PageHeader title="Events" actions={<LinkButton to={paths.adminEventNew()}>New event</LinkButton>} />
      {isDeleted && <Banner tone="success" title="The draft was deleted." announce />}
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
      {shown && (
        // Starts over with what was saved.
        <SeriesForm key={`${shown.id} ${shown.name} ${shown.description}`} series={shown} reply={reply} />
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
