import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listAudiences } from '#features/mail/audiences/audiences.reads.server.ts'
import { audienceList } from '#features/mail/audiences/ui/audience-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, audiences] = await readGuarded(args, requireStaffPage(args, '/email-management/audiences'), () =>
    listAudiences(args),
  )
  return { audiences }
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Audiences', noindex: true })

export const handle: StaffHandle = {}

/** Lists the saved audiences. */
export default function AudiencesRoute() {
  const { audiences } = useLoaderData<typeof loader>()
  return (
    <StaffList
      list={audienceList}
      data={audiences}
      query={{ after: null }}
      actions={<LinkButton to={paths.audience('new')}>New audience</LinkButton>}
    />
  )
}
