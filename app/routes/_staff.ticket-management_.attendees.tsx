import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readAttendees } from '#features/tickets/staff/attendees.reads.server.ts'
import { attendeesQuerySchema } from '#features/tickets/staff/attendees.schema.ts'
import { attendeeList } from '#features/tickets/staff/ui/attendee-list.tsx'
import { notFound } from '#server/api.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { StaffList } from '#ui/office/staff-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Attendees', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const loaded = await loadStaffList(
    args,
    '/ticket-management/attendees',
    attendeesQuerySchema,
    readAttendees,
  )
  const { list, query } = loaded.data
  if (list && query.event && !list.event) throw notFound()
  return loaded
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
  if (list && !event)
    return (
      <div className={stack[6]}>
        <PageHeader title="Attendees" />
        <EmptyState title="No events yet" text="An event shows up here once it is published." />
      </div>
    )
  return (
    <StaffList
      list={attendeeList}
      data={list}
      // The event stays the one that is shown.
      query={{ ...query, event: event?.id ?? query.event }}
      about={event && `${event.title}, ${formatDay(event.doorsAt, event.timeZone, list.now)}`}
    >
      {list?.figures && (
        <p className={text.small}>
          {list.figures.tickets} tickets, {list.figures.inNow} inside now, {list.figures.remaining} still to
          come
        </p>
      )}
    </StaffList>
  )
}
