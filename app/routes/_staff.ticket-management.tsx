import { data, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { everyEvent } from '#core/office-choices.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listStaffOrders } from '#features/orders/orders.reads.server.ts'
import { staffOrdersQuerySchema } from '#features/orders/staff-orders.schema.ts'
import { StaffOrders } from '#features/orders/ui/staff-order-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Ticket management',
    description: 'Orders and tickets of every event.',
    noindex: true,
  })

export async function loader(args: LoaderFunctionArgs) {
  const query = staffOrdersQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/ticket-management'), () =>
    listStaffOrders(args, query),
  )
  if (list && query.event && !list.event) throw notFound()
  return data({ list, query }, { status: list ? 200 : 500 })
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
  return (
    <div className={stack[6]}>
      <PageHeader title="Ticket management" text="Every order and its status." />
      <StaffOrders
        list={list}
        query={query}
        tools={
          <ListTools
            page="orders"
            csv={paths.adminExport('orders', {
              show: query.show,
              q: query.q || null,
              event: query.event,
              sort: query.sort,
              from: query.from,
              to: query.to,
            })}
          />
        }
      />
    </div>
  )
}
