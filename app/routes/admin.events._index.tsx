import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import { STAFF_FILTERS } from '#features/events/events.types.ts'
import { listStaffEvents } from '#features/events/staff-events.reads.server.ts'
import { StaffEventTable } from '#features/events/ui/staff-event-list.tsx'
import { readGuarded, requireRole } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const show = new URL(args.request.url).searchParams.get('show')
  const filter = z.enum(STAFF_FILTERS).catch('upcoming').parse(show)
  const [, list] = await readGuarded(args, requireRole(args, 'admin'), () => listStaffEvents(args, filter))
  return { filter, list }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Events, staff', noindex: true })

const names = { upcoming: 'Upcoming', draft: 'Drafts', past: 'Past', cancelled: 'Cancelled' }

/** All events as staff see them, drafts included. */
export default function StaffEvents() {
  const { filter, list } = useLoaderData<typeof loader>()
  return (
    <div className={page}>
      <PageHeader title="Events" actions={<LinkButton to="/admin/events/new">New event</LinkButton>} />
      <div className={stack[5]}>
        <LinkTabs
          label="Kinds of events"
          tabs={STAFF_FILTERS.map((each) => ({
            to: each === 'upcoming' ? '/admin/events' : `/admin/events?show=${each}`,
            label: `${names[each]} (${list.counts[each]})`,
            current: each === filter,
          }))}
        />
        <StaffEventTable list={list} filter={filter} />
      </div>
    </div>
  )
}
