import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { readDisputes } from '#features/orders/disputes/disputes.reads.server.ts'
import { disputesQuerySchema } from '#features/orders/disputes/disputes.schema.ts'
import { disputeList } from '#features/orders/disputes/ui/dispute-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/ticket-management/disputes', disputesQuerySchema, readDisputes)

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Disputes', noindex: true })

export const handle: StaffHandle = {}

/** Lists the payments that buyers dispute with their banks. */
export default function DisputesRoute() {
  const { list, query } = useLoaderData<typeof loader>()
  return <StaffList list={disputeList} data={list} query={query} />
}
