import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { listRefunds } from '#features/orders/refunds/refund-queue.reads.server.ts'
import { refundQueueQuerySchema } from '#features/orders/refunds/refund-queue.schema.ts'
import { refundList } from '#features/orders/refunds/ui/refund-queue.tsx'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Refunds', noindex: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/ticket-management/refunds', refundQueueQuerySchema, listRefunds)

/** Lists the refunds that wait for a person, and all others. */
export default function Refunds() {
  const { list, query } = useLoaderData<typeof loader>()
  return <StaffList list={refundList} data={list} query={query} />
}
