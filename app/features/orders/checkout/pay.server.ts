import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { orderStates } from '#core/states.ts'
import { requireActor } from '#server/actor.server.ts'
import { refusalCodeResponse } from '#server/api.server.ts'
import type { FormRead } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { readPaymentProvider } from '#server/payments.server.ts'
import type { PaymentOpening } from '#server/payments-port.server.ts'
import type { checkoutSchema } from '../checkout.schema.ts'
import { readCheckout, readOrder } from '../orders.reads.server.ts'
import { ageMessage, type PlaceOrder } from '../orders.schema.ts'
import { beginPayment, placeOrder } from '../orders.writes.server.ts'
import { refuse, replyTo } from './checkout.responses.server.ts'

const browserOf = (args: ActionFunctionArgs) => args.request.headers.get('user-agent')

/**
 * Places the order of what is held, and leads to its payment, or to its success where nothing is to be paid.
 * @param form as it was read, for messages at its fields
 * @param buyer what it says
 */
export async function pay(
  args: ActionFunctionArgs,
  form: Extract<FormRead<typeof checkoutSchema>, { ok: true }>,
  buyer: PlaceOrder,
) {
  const actor = await requireActor(args)
  const checkout = await readCheckout(args, buyer.hold)
  if (!checkout) throw refusalCodeResponse('not_found')
  if (checkout.event && checkout.event.minAge > 0 && buyer.age !== 'on') {
    const reply = form.submission.reply({ fieldErrors: { age: [ageMessage] } })
    return replyTo('pay', data(reply, { status: 422 }))
  }
  if (checkout.totals.totalCents > 0 && !readPaymentProvider()) return replyTo('pay', form.refuse(closed))
  const key = readIdempotencyKey(args.request)
  const placed = await placeOrder(actor, buyer, key)
  if (!placed.ok) return replyTo('pay', form.refuse(placed.refusal))
  const success = paths.paymentSuccess({ order: placed.value.code })
  if (orderStates[placed.value.status].isSold) return redirect(success)
  const begun = await beginPayment(actor, args.context.requestContext, browserOf(args), placed.value, key)
  if (begun.ok) return leadToPayment(args, begun.value) ?? replyTo('pay', form.refuse(closed))
  return begun.refusal.code === 'already_paid'
    ? redirect(success)
    : replyTo('pay', form.refuse(begun.refusal))
}

const closed = { code: 'checkout_closed', facts: {} } as const

/** @returns null for a payment that needs a form on our own page; no provider needs one yet */
function leadToPayment(args: ActionFunctionArgs, opening: PaymentOpening) {
  if (opening.kind === 'redirect') return redirect(opening.url)
  args.context.requestContext.log.error({ ref: opening.ref }, 'no page of ours can show this payment')
  return null
}

/** Leads to another try of paying an order. */
export async function retryPayment(args: ActionFunctionArgs, code: string) {
  const actor = await requireActor(args)
  const order = await readOrder(args, code)
  if (!order) throw refusalCodeResponse('not_found')
  const begun = await beginPayment(
    actor,
    args.context.requestContext,
    browserOf(args),
    { orderId: order.id, code },
    readIdempotencyKey(args.request),
  )
  if (begun.ok) return leadToPayment(args, begun.value) ?? refuse('retry', closed)
  if (begun.refusal.code === 'rate_limited' || begun.refusal.code === 'payment_unavailable') {
    return refuse('retry', begun.refusal)
  }
  return redirect(paths.paymentSuccess({ order: code }))
}
