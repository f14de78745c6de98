import { data, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readAttendees } from '#features/tickets/staff/attendees.reads.server.ts'
import { attendeesQuerySchema } from '#features/tickets/staff/attendees.schema.ts'
import { AttendeeList } from '#features/tickets/staff/ui/attendee-list.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Attendees', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const query = attendeesQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/ticket-management/attendees'), () =>
    readAttendees(args, query),
  )
  if (list && query.event && !list.event) throw notFound()
  return data({ list, query }, { status: list ? 200 : 500 })
}

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (data) => data?.list?.event?.id ?? null,
    to: (id) => paths.attendees({ event: id }),
  },
}

/** Lists who has tickets of an event, and who has come. */
export default function AttendeesPage() {
  const { list, query } = useLoaderData<typeof loader>()
  const event = list?.event
  const { after: _, rows: __, ...filters } = query
  return (
    <div className={stack[6]}>
      <PageHeader
        title="Attendees"
        text={event ? `${event.title}, ${formatDay(event.doorsAt, event.timeZone, list.now)}` : undefined}
      />
      <AttendeeList
        list={list}
        query={query}
        tools={
          <ListTools
            page="attendees"
            csv={event ? paths.adminExport('attendees', { ...filters, event: event.id }) : null}
          />
        }
      />
    </div>
  )
}
