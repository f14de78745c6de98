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
import { readStaffOrder } from '#features/orders/order-desk.reads.server.ts'
import { correctEmailSchema, sendOnceSchema } from '#features/orders/order-desk.schema.ts'
import { correctOrderEmail, sendTicketsOnce } from '#features/orders/order-desk.writes.server.ts'
import { OrderEmail } from '#features/orders/ui/order-email.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, order] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), () =>
    readStaffOrder(args, args.params.code ?? ''),
  )
  if (!order) throw notFound()
  return { order, idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/ticket-management')
  const sent = await readIntent(args.request, { correct: correctEmailSchema, 'send-once': sendOnceSchema })
  if (!sent.form.ok) return sent.form.reply()
  const order = await readStaffOrder(args, args.params.code ?? '')
  if (!order) throw notFound()
  const { email, reason, currentPassword, idempotencyKey } = sent.form.value
  if (currentPassword) {
    const refusal = await proveAgain(args, actor, currentPassword)
    if (refusal) return sent.form.refuse(refusal)
  }
  const key = readIdempotencyKey(args.request, idempotencyKey) ?? randomUUID()
  const done =
    sent.intent === 'correct'
      ? await correctOrderEmail(
          args,
          order.id,
          { email, reason, newCodes: sent.form.value.newCodes === 'on' },
          key,
        )
      : await sendTicketsOnce(args, order.id, { email, reason }, key)
  if (!done.ok) return sent.form.refuse(done.refusal)
  return redirect(
    paths.ticketManagementOrder(order.code, { done: sent.intent === 'correct' ? 'corrected' : 'sent' }),
  )
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Email', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data
      ? [
          { label: `Order ${data.order.code}`, to: paths.ticketManagementOrder(data.order.code) },
          { label: 'Email' },
        ]
      : [],
}

/** Corrects the email of an order, or sends its tickets to another address once. */
export default function OrderEmailRoute() {
  const { order, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div>
      <PageHeader title={`Email for order ${order.code}`} text={`Currently ${order.email}`} />
      <div className={narrow}>
        <OrderEmail order={order} idempotencyKey={idempotencyKey} reply={reply} />
      </div>
    </div>
  )
}
