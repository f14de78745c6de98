import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listGuests } from '#features/sharing/guest-lists/guest-lists.reads.server.ts'
import { guestsQuerySchema } from '#features/sharing/guest-lists/guest-lists.schema.ts'
import { guestList } from '#features/sharing/guest-lists/ui/guest-list.tsx'
import { ListCards, PossibleDuplicates } from '#features/sharing/guest-lists/ui/list-cards.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { notFound } from '#server/api.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack } from '#ui/layout.css.ts'
import { StaffList } from '#ui/office/staff-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Guest lists', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const loaded = await loadStaffList(args, '/free-tickets/guest-lists', guestsQuerySchema, listGuests)
  const { list, query } = loaded.data
  if (list && query.event && !list.event) throw notFound()
  return loaded
}

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (data) => data?.list?.event?.id ?? null,
    to: (id) => paths.guestLists({ event: id }),
  },
}

/** Shows the guest lists of an event, and the names on them. */
export default function GuestListsPage() {
  const { list, query } = useLoaderData<typeof loader>()
  const event = list?.event
  if (list && !event)
    return (
      <div className={stack[6]}>
        <PageHeader title="Guest lists" />
        <EmptyState title="No events yet" text="An event shows up here once it is published." />
      </div>
    )
  return (
    <div className={stack[6]}>
      <StaffList
        list={guestList}
        data={list}
        // The event stays the one that is shown.
        query={{ ...query, event: event?.id ?? query.event }}
        // The event's name stands in the switcher above.
        about={event && formatDay(event.doorsAt, event.timeZone, list.now)}
        actions={
          event && (
            <>
              <LinkButton to={paths.guestList('new', { event: event.id })}>New list</LinkButton>
              <PossibleDuplicates data={list} />
            </>
          )
        }
      />
      {list && <ListCards data={list} />}
    </div>
  )
}
