import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listStaffOrders } from '#features/orders/orders.reads.server.ts'
import { staffOrdersQuerySchema } from '#features/orders/staff-orders.schema.ts'
import { orderList } from '#features/orders/ui/staff-order-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { notFound } from '#server/api.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Ticket management',
    description: 'Orders and tickets of every event.',
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  const loaded = await loadStaffList(args, '/ticket-management', staffOrdersQuerySchema, listStaffOrders)
  const { list, query } = loaded.data
  if (list && query.event && !list.event) throw notFound()
  return loaded
}

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  event: {
    of: (data) => data?.query.event ?? null,
    to: (id) => paths.ticketManagement({ event: id }),
    all: paths.ticketManagement({ event: everyEvent }),
  },
}

/** Lists the orders of all events, or of one. */
export default function TicketManagement() {
  const { list, query } = useLoaderData<typeof loader>()
  return <StaffList list={orderList} data={list} query={query} />
}
