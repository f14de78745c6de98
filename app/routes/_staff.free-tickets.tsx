import { data, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listComps } from '#features/sharing/free-tickets/free-tickets.reads.server.ts'
import { compsQuerySchema } from '#features/sharing/free-tickets/free-tickets.schema.ts'
import { compList } from '#features/sharing/free-tickets/ui/comp-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { notFound } from '#server/api.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Free tickets dashboard',
    description: 'Free tickets, guest lists and promoters.',
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  const { data: loaded, init } = await loadStaffList(args, '/free-tickets', compsQuerySchema, listComps)
  if (loaded.list && loaded.query.event && !loaded.list.event) throw notFound()
  return data({ ...loaded, note: takeFlash(args, 'free-tickets') }, init ?? undefined)
}

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (loaded) => loaded?.query.event ?? null,
    to: (id) => paths.freeTickets({ event: id }),
    all: paths.freeTickets({ event: everyEvent }),
  },
}

/** Lists the free tickets of all events, or of one. */
export default function FreeTickets() {
  const { list, query, note } = useLoaderData<typeof loader>()
  const event = query.event && { event: query.event }
  return (
    <div className={stack[5]}>
      {note && <Banner tone="success" title={note} announce />}
      <StaffList
        list={compList}
        data={list}
        query={query}
        actions={
          <>
            <LinkButton to={paths.freeTicketsFigures(event || undefined)} variant="secondary">
              Figures
            </LinkButton>
            <LinkButton to={paths.freeTicketsImport(event || undefined)} variant="secondary">
              Import
            </LinkButton>
            <LinkButton to={paths.freeTicketsNew(event || undefined)}>Give tickets</LinkButton>
          </>
        }
      />
    </div>
  )
}
