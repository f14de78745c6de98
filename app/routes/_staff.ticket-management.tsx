import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import { ORDER_FILTERS } from '#features/orders/orders.types.ts'
import { listStaffOrders } from '#features/orders/staff-orders.reads.server.ts'
import { StaffOrders } from '#features/orders/ui/staff-order-list.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Ticket management',
    description: 'Orders and tickets of every event.',
    noindex: true,
  })

const wishSchema = z.object({
  show: z.enum(ORDER_FILTERS).catch('all'),
  q: z.string().trim().max(254).catch(''),
  after: z
    .string()
    .regex(/^[2-9A-HJ-NP-Z]{8}$/)
    .nullable()
    .catch(null),
})

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const wish = wishSchema.parse({ show: query.get('show'), q: query.get('q'), after: query.get('after') })
  const { show, q: search, after } = wish
  const [, list] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), () =>
    listStaffOrders(args, { show, search, after }),
  )
  return { list, show, search, isFirst: after === null }
}

/** The latest orders of all events. */
export default function TicketManagement() {
  const orders = useLoaderData<typeof loader>()
  return (
    <div className={stack[6]}>
      <PageHeader title="Ticket management" text="The latest orders for every event." />
      <StaffOrders {...orders} />
    </div>
  )
}
