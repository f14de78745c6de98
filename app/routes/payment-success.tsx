import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { addLookupLink } from '#features/orders/order-links.writes.server.ts'
import { readOrder } from '#features/orders/orders.reads.server.ts'
import { orderCodeSchema } from '#features/orders/orders.schema.ts'
import { settleOpenPayments } from '#features/orders/settlement.writes.server.ts'
import { NoPayment, PaymentPage } from '#features/orders/ui/payment-page.tsx'
import { readActor, readGuarded, requireActor } from '#server/actor.server.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Payment success', noindex: true })

const notFound = () => new Response(null, { status: 404, statusText: 'Not Found' })

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const asked = searchParams.get('order')
  if (asked === null) return { order: null }
  const code = orderCodeSchema.safeParse(asked).data
  if (!code) throw notFound()
  const [actor, found] = await readGuarded(args, readActor(args), () => readOrder(args, code))
  if (!actor || !found) throw notFound()
  let order = found
  if (order.status === 'awaiting_payment' || order.status === 'processing') {
    // The buyer may be faster than the provider's report: ask instead of waiting. The database takes either once.
    const answers = await settleOpenPayments({ orderId: order.id })
    if (answers > 0) order = (await readOrder(args, order.code)) ?? order
  }
  const tries = Math.min(99, Math.max(0, Number.parseInt(searchParams.get('tries') ?? '0', 10) || 0))
  return {
    order,
    isGuest: actor.isGuest,
    tries,
    nextPath: `/payment-success?order=${order.code}&tries=${tries + 1}`,
    calendarPath: `/events/${order.event.id}/calendar.ics`,
  }
}

/** Opens a guest's tickets: they have no list of their own, so the order gets a secret link. */
export async function action(args: ActionFunctionArgs) {
  await requireActor(args)
  const code = orderCodeSchema.safeParse(new URL(args.request.url).searchParams.get('order')).data
  const order = code ? await readOrder(args, code) : null
  if (order?.status !== 'paid') throw notFound()
  return redirect(`/my-tickets?order=${await addLookupLink(order.id)}`)
}

export default function PaymentSuccessRoute() {
  const shown = useLoaderData<typeof loader>()
  return shown.order ? <PaymentPage {...shown} /> : <NoPayment />
}
