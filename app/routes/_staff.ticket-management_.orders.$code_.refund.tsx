import { randomUUID } from 'node:crypto'
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
import { sentenceOf } from '#core/refusals.ts'
import { previewRefund, readStaffOrder } from '#features/orders/order-desk.reads.server.ts'
import { refundFormSchema, refundQuerySchema } from '#features/orders/order-desk.schema.ts'
import { refundOrder } from '#features/orders/order-desk.writes.server.ts'
import { RefundForm } from '#features/orders/ui/refund-form.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const typedAmount = query.get('amount')?.trim() ?? ''
  const read = refundQuerySchema.safeParse({ id: query.getAll('id'), amount: typedAmount || undefined })
  const tickets = refundQuerySchema.shape.id.parse(query.getAll('id'))
  const [, loaded] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), async () => {
    const order = await readStaffOrder(args, args.params.code ?? '')
    if (!order) return null
    if (!read.success) return { order, preview: null, fault: read.error.issues[0]?.message ?? null }
    const amountCents = read.data.amount ?? null
    const preview = await previewRefund(args, order.id, { tickets, amountCents })
    if (!preview.ok)
      return { order, preview: null, fault: sentenceOf(preview.refusal.code, preview.refusal.facts) }
    // Without tickets and an amount there is nothing to confirm yet.
    const isEmpty = preview.value.tickets === 0 && preview.value.amountCents === 0
    return { order, preview: isEmpty ? null : preview.value, fault: null }
  })
  if (!loaded) throw notFound()
  return { ...loaded, tickets, typedAmount, idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/ticket-management')
  const form = await readForm(args.request, refundFormSchema)
  if (!form.ok) return form.reply()
  const order = await readStaffOrder(args, args.params.code ?? '')
  if (!order) throw notFound()
  const { id: tickets, reason, currentPassword } = form.value
  const isOn = (name: 'sendMoney' | 'voidTickets' | 'overrideInside' | 'restock' | 'notify' | 'split') =>
    form.value[name] === 'on'
  const amountCents = isOn('sendMoney') ? form.value.amountCents : 0
  if (currentPassword) {
    const refusal = await proveAgain(args, actor, currentPassword)
    if (refusal) return form.refuse(refusal)
  }
  const key = readIdempotencyKey(args.request, form.value.idempotencyKey) ?? randomUUID()
  const choice = {
    voidTickets: isOn('voidTickets'),
    overrideInside: isOn('overrideInside'),
    // without tickets that end, nothing can go back on sale
    restock: isOn('restock') || !isOn('voidTickets'),
    notify: isOn('notify'),
    split: isOn('split'),
  }
  const refunded = await refundOrder(args, order.id, { amountCents, tickets, reason, ...choice }, key)
  if (!refunded.ok) return form.refuse(refunded.refusal)
  const { refundId, status } = refunded.value
  const done = refundId === null ? 'voided' : status === 'requested' ? 'requested' : 'refunded'
  return redirect(paths.ticketManagementOrder(order.code, { done }))
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Refund', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data
      ? [
          { label: `Order ${data.order.code}`, to: paths.ticketManagementOrder(data.order.code) },
          { label: 'Refund' },
        ]
      : [],
}

/** Shows what a refund would be and asks before money moves. */
export default function RefundRoute() {
  const { order, ...rest } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div>
      <PageHeader title={`Refund order ${order.code}`} />
      <div className={narrow}>
        <RefundForm
          key={`${rest.typedAmount} ${rest.preview?.amountCents} ${rest.tickets.join()}`}
          {...{ order, reply, ...rest }}
        />
      </div>
    </div>
  )
}
