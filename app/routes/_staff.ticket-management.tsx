import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listStaffOrders } from '#features/orders/orders.reads.server.ts'
import { staffOrdersQuerySchema } from '#features/orders/staff-orders.schema.ts'
import { StaffOrders } from '#features/orders/ui/staff-order-list.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Ticket management',
    description: 'Orders and tickets of every event.',
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const { show, q: search, after } = staffOrdersQuerySchema.parse(Object.fromEntries(query))
  const [, list] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), () =>
    listStaffOrders(args, { show, search, after }),
  )
  return { list, show, search, after }
}

/** Lists the latest orders of all events. */
export default function TicketManagement() {
  const orders = useLoaderData<typeof loader>()
  return (
    <div className={stack[6]}>
      <PageHeader title="Ticket management" text="The latest orders for every event." />
      <StaffOrders
        {...orders}
        tools={
          <ListTools
            page="orders"
            csv={paths.adminExport('orders', { show: orders.show, q: orders.search || null })}
          />
        }
      />
    </div>
  )
}
