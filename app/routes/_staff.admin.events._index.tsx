import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listStaffEvents } from '#features/events/staff/staff-events.reads.server.ts'
import {
  STAFF_COUNT_LIMIT,
  STAFF_FILTERS,
  type StaffFilter,
} from '#features/events/staff/staff-events.rules.ts'
import { StaffEventTable } from '#features/events/staff/ui/staff-event-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const filter = z.enum(STAFF_FILTERS).catch('upcoming').parse(query.get('show'))
  const after = query.get('after')
  const [, list] = await readGuarded(args, requireStaffPage(args, '/admin/events'), () =>
    listStaffEvents(args, filter, after),
  )
  return { filter, after, list }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Events, staff', noindex: true })

const names = { upcoming: 'Upcoming', draft: 'Drafts', past: 'Past', cancelled: 'Canceled' }

const tabPath = (filter: StaffFilter) =>
  filter === 'upcoming' ? paths.adminEvents() : paths.adminEvents({ show: filter })

const countOf = (count: number) => (count < STAFF_COUNT_LIMIT ? String(count) : `${STAFF_COUNT_LIMIT - 1}+`)

/** Lists all events, drafts included. */
export default function StaffEvents() {
  const { filter, after, list } = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Events" actions={<LinkButton to={paths.adminEventNew()}>New event</LinkButton>} />
      <LinkTabs
        label="Kinds of events"
        tabs={STAFF_FILTERS.map((each) => ({
          to: tabPath(each),
          label: `${names[each]} (${countOf(list.counts[each])})`,
          current: each === filter,
        }))}
      />
      <ListTools page="events" csv={paths.adminExport('events', { show: filter })} />
      <StaffEventTable list={list} filter={filter} />
      <Pagination
        label="Pages of events"
        previous={after ? tabPath(filter) : null}
        previousLabel="First page"
        next={list.nextCursor ? paths.adminEvents({ show: filter, after: list.nextCursor }) : null}
        nextLabel="More events"
      />
    </div>
  )
}
