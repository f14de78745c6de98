import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listGrants } from '#features/accounts/staff/grants.reads.server.ts'
import { grantsQuerySchema } from '#features/accounts/staff/grants.schema.ts'
import { GrantList } from '#features/accounts/staff/ui/grant-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { readShell } from '#server/shell.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = grantsQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [[, list], { brand }] = await Promise.all([
    readGuardedList(args, requireStaffPage(args, '/user-management/grants'), () => listGrants(args, query)),
    readShell(args),
  ])
  const note = takeFlash(args, 'grants')
  return data({ list, query, note, timeZone: brand.timeZone }, { status: list ? 200 : 500 })
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Grants', noindex: true })

/** Lists who may do what at which event, and until when. */
export default function Grants() {
  const { list, query, note, timeZone } = useLoaderData<typeof loader>()
  return (
    <div className={stack[6]}>
      <PageHeader
        title="Grants"
        text="Who can do what at which event. Grants for an event end 12 hours after it."
        actions={<LinkButton to={paths.staffInvitations({ event: query.event })}>Invite someone</LinkButton>}
      />
      {note && <Banner tone="success" title={note} announce />}
      <GrantList {...{ list, query, timeZone }} tools={<ListTools page={null} csv={null} />} />
    </div>
  )
}
