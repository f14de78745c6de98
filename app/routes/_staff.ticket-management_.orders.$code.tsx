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
import { OrderDisputes } from '#features/orders/disputes/ui/order-disputes.tsx'
import { readStaffOrder } from '#features/orders/order-desk.reads.server.ts'
import { decideRefundSchema, orderNoteSchema } from '#features/orders/order-desk.schema.ts'
import { addOrderNote, decideRefund } from '#features/orders/order-desk.writes.server.ts'
import { StaffOrderPage } from '#features/orders/ui/staff-order.tsx'
import { OrderParcels } from '#features/shop/fulfilment/ui/order-parcels.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const notes: Record<string, string> = {
  corrected: 'The email was corrected. Both addresses get an email.',
  sent: 'The tickets are on their way to the other address.',
  refunded: 'The refund is on its way.',
  requested: 'The refund waits for a second admin.',
  voided: 'The tickets were canceled.',
  approved: 'The refund was approved and is on its way.',
  rejected: 'The refund was turned down.',
  withdrawn: 'The refund was withdrawn.',
}

export async function loader(args: LoaderFunctionArgs) {
  const [, order] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), () =>
    readStaffOrder(args, args.params.code ?? ''),
  )
  if (!order) throw notFound()
  const done = new URL(args.request.url).searchParams.get('done') ?? ''
  return { order, done: notes[done] ?? null, idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/ticket-management')
  const code = args.params.code ?? ''
  const sent = await readIntent(args.request, { decide: decideRefundSchema, note: orderNoteSchema })
  if (sent.intent === 'note') {
    if (!sent.form.ok) return sent.form.reply()
    const order = await readStaffOrder(args, code)
    if (!order) throw notFound()
    const { text, idempotencyKey } = sent.form.value
    const key = readIdempotencyKey(args.request, idempotencyKey) ?? randomUUID()
    const added = await addOrderNote(args, order.id, text, key)
    return added.ok ? redirect(paths.ticketManagementOrder(code)) : sent.form.refuse(added.refusal)
  }
  if (!sent.form.ok) return sent.form.reply()
  const { refund, decision, reason, currentPassword } = sent.form.value
  if (currentPassword) {
    const refusal = await proveAgain(args, actor, currentPassword)
    if (refusal) return sent.form.refuse(refusal)
  }
  const decided = await decideRefund(args, {
    refund,
    approve: decision === 'approve',
    reason: reason ?? (decision === 'reject' ? 'Withdrawn' : null),
  })
  return decided.ok
    ? redirect(paths.ticketManagementOrder(code, { done: decided.value.status }))
    : sent.form.refuse(decided.refusal)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? `Order ${loaded.order.code}` : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: `Order ${data.order.code}` }] : []),
}

/** Shows one order with everything that happened to it, and what can be done about it. */
export default function StaffOrderRoute() {
  const { order, done, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  return (
    <div className={stack[5]}>
      <PageHeader
        title={`Order ${order.code}`}
        text={order.event?.title ?? 'Shop'}
        actions={
          order.event && (
            <LinkButton to={paths.orderAttribution(order.code)} variant="secondary">
              Promoter
            </LinkButton>
          )
        }
      />
      {done && <Banner tone="success">{done}</Banner>}
      <OrderDisputes order={order} />
      <StaffOrderPage
        order={order}
        replies={{ decide: replyTo('decide'), note: replyTo('note') }}
        idempotencyKey={idempotencyKey}
        goods={order.parcels.length > 0 && <OrderParcels parcels={order.parcels} now={order.now} />}
      />
    </div>
  )
}
