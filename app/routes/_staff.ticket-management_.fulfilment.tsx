import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { listFulfilments } from '#features/shop/fulfilment/fulfilment.reads.server.ts'
import { fulfilmentQuerySchema } from '#features/shop/fulfilment/fulfilment.schema.ts'
import { fulfilmentList } from '#features/shop/fulfilment/ui/fulfilment-list.tsx'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Shop desk', noindex: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/ticket-management/fulfilment', fulfilmentQuerySchema, listFulfilments)

/** Lists what has to be packed, shipped and handed over. */
export default function ShopDesk() {
  const { list, query } = useLoaderData<typeof loader>()
  return <StaffList list={fulfilmentList} data={list} query={query} />
}
