import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { listReturns } from '#features/shop/returns/returns.reads.server.ts'
import { returnsQuerySchema } from '#features/shop/returns/returns.schema.ts'
import { returnList } from '#features/shop/returns/ui/return-list.tsx'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Returns', noindex: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/ticket-management/returns', returnsQuerySchema, listReturns)

/** Lists what buyers send back. */
export default function Returns() {
  const { list, query } = useLoaderData<typeof loader>()
  return <StaffList list={returnList} data={list} query={query} />
}
