import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readEventPromoters } from '#features/sharing/promoters/promoters.reads.server.ts'
import { promotersQuerySchema } from '#features/sharing/promoters/promoters.schema.ts'
import { promoterList } from '#features/sharing/promoters/ui/promoter-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/free-tickets/promoters', promotersQuerySchema, readEventPromoters)

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Promoters', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (loaded) => loaded?.query.event ?? null,
    to: (id) => paths.eventPromoters({ event: id }),
    all: paths.eventPromoters({ event: everyEvent }),
  },
}

/** Lists the promoters of all events, or of one. */
export default function Promoters() {
  const { list, query } = useLoaderData<typeof loader>()
  return (
    <StaffList
      list={promoterList}
      data={list}
      query={query}
      actions={
        <LinkButton to={paths.eventPromoter('new', { event: query.event ?? undefined })}>
          Add promoter
        </LinkButton>
      }
    />
  )
}
