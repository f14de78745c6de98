import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { may } from '#core/roles.ts'
import { listStreams } from '#features/live/desk/desk.reads.server.ts'
import { streamsQuerySchema } from '#features/live/desk/desk.schema.ts'
import { streamList } from '#features/live/desk/ui/stream-list.tsx'
import { readStaffList } from '#server/staff-list.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Live desk', noindex: true })

export async function loader(args: LoaderFunctionArgs) {
  const { actor, list, query } = await readStaffList(args, '/admin/live', streamsQuerySchema, listStreams)
  const mayManage = may(actor, 'manage_streams')
  return data({ list, query, mayManage }, { status: list === null ? 500 : 200 })
}

/** Lists the streams that somebody runs. */
export default function Streams() {
  const { list, query, mayManage } = useLoaderData<typeof loader>()
  return (
    <StaffList
      list={streamList}
      data={list}
      query={query}
      actions={mayManage && <LinkButton to={paths.adminStreamNew()}>New stream</LinkButton>}
    />
  )
}
