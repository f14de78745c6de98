import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listGrants } from '#features/accounts/staff/grants.reads.server.ts'
import { grantsQuerySchema } from '#features/accounts/staff/grants.schema.ts'
import { grantList } from '#features/accounts/staff/ui/grant-list.tsx'
import { takeFlash } from '#server/flash.server.ts'
import { readStaffList } from '#server/staff-list.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { list, query } = await readStaffList(
    args,
    '/user-management/grants',
    grantsQuerySchema,
    (_, asked) => listGrants(args, asked),
  )
  const note = takeFlash(args, 'grants')
  return data({ list, query, note }, { status: list ? 200 : 500 })
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Grants', noindex: true })

/** Lists who may do what at which event, and until when. */
export default function Grants() {
  const { list, query, note } = useLoaderData<typeof loader>()
  const event = list?.events.find(({ id }) => id === query.event)
  return (
    <StaffList
      list={grantList}
      data={list}
      query={query}
      actions={
        <>
          {list && (event || list.grants.length > 0) && (
            <LinkButton
              to={paths.staffGrantsEnd({ event: event?.id ?? everyEvent })}
              variant="secondary"
              size="sm"
            >
              End all door grants{event && ` for ${event.title}`}
            </LinkButton>
          )}
          <LinkButton to={paths.staffInvitations({ event: query.event })} size="sm">
            Invite someone
          </LinkButton>
        </>
      }
    >
      {note && <Banner tone="success" title={note} announce />}
    </StaffList>
  )
}
