import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readOrderAttribution } from '#features/sharing/promoters/promoters.reads.server.ts'
import { attributionSchema } from '#features/sharing/promoters/promoters.schema.ts'
import { overrideAttribution } from '#features/sharing/promoters/promoters.writes.server.ts'
import { OrderPromoter } from '#features/sharing/promoters/ui/order-promoter.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, order] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), () =>
    readOrderAttribution(args, args.params.code ?? ''),
  )
  if (!order) throw notFound()
  return { order }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-management')
  const form = await readForm(args.request, attributionSchema)
  if (!form.ok) return form.reply()
  const order = await readOrderAttribution(args, args.params.code ?? '')
  if (!order) throw notFound()
  const { eventPromoter, reason } = form.value
  const to = { eventPromoter: eventPromoter === 'none' ? null : eventPromoter, reason }
  const changed = await overrideAttribution(args, order.orderId, to)
  return changed.ok ? redirect(paths.orderAttribution(order.code)) : form.refuse(changed.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Promoter', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (page) =>
    page
      ? [
          { label: `Order ${page.order.code}`, to: paths.ticketManagementOrder(page.order.code) },
          { label: 'Promoter' },
        ]
      : [],
}

/** Shows to which promoter an order belongs, and changes it. */
export default function OrderPromoterRoute() {
  const { order } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[5]}>
      <PageHeader title={`Promoter of order ${order.code}`} />
      <OrderPromoter order={order} reply={reply} />
    </div>
  )
}
