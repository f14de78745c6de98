import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { Result } from '#core/result.ts'

import type { IntentRead } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import type { PaymentOpening } from '#server/payments-port.server.ts'
import type { RequestContext } from '#server/request-context.server.ts'
import type { OwnOrder } from './own-goods.reads.server.ts'
import type { goodsForms } from './own-goods.schema.ts'
import {
  askReturn,
  askShipping,
  cancelGoods,
  moveUnclaimed,
  refundUnclaimed,
} from './own-goods.writes.server.ts'
import type { goodsNotes } from './own-goods-notes.ts'

/** Begins the payment of an order and says where it leads. */
type BeginPayment = (
  owner: { id: string },
  context: RequestContext,
  browser: string | null,
  order: { orderId: string; code: string; page: string },
  key: null,
) => Promise<Result<PaymentOpening>>

/** Names an order in the address of its page. */
const queryOf = (order: OwnOrder) =>
  'token' in order ? { order: order.token, code: null } : { order: null, code: order.code }

/**
 * Takes a form of a buyer about their goods: cancels, refunds, moves or ships them, or takes a return.
 * @param owner the buyer's account; null for who has a link
 * @param beginPayment leads to the payment of shipping
 */
export async function takeGoodsForm(
  args: ActionFunctionArgs,
  { order, owner }: { order: OwnOrder; owner: string | null },
  sent: IntentRead<typeof goodsForms>,
  beginPayment: BeginPayment,
) {
  if (!sent.form.ok) return sent.form.reply()
  const key = readIdempotencyKey(args.request, sent.form.value.idempotencyKey) ?? randomUUID()
  const back = (done: keyof typeof goodsNotes) => redirect(paths.myGoods({ ...queryOf(order), done }), 303)
  if (sent.intent === 'cancel') {
    const cancelled = await cancelGoods(args, order, sent.form.value.item, key)
    return cancelled.ok ? back('canceled') : sent.form.refuse(cancelled.refusal)
  }
  if (sent.intent === 'refund') {
    const refunded = await refundUnclaimed(args, order, key)
    return refunded.ok ? back('refunded') : sent.form.refuse(refunded.refusal)
  }
  if (sent.intent === 'move') {
    const moved = await moveUnclaimed(args, order, sent.form.value.point, key)
    return moved.ok ? back('moved') : sent.form.refuse(moved.refusal)
  }
  if (sent.intent === 'ship') {
    const asked = await askShipping(args, order, owner, sent.form.value, key)
    if (!asked.ok) return sent.form.refuse(asked.refusal)
    const { orderId, ownerId, orderCode, totalCents } = asked.value
    const here = paths.myGoods(queryOf(order))
    if (totalCents === 0) return redirect(here, 303)
    const begun = await beginPayment(
      { id: ownerId },
      args.context.requestContext,
      args.request.headers.get('user-agent'),
      { orderId, code: orderCode, page: here },
      null,
    )
    if (begun.ok && begun.value.kind === 'redirect') return redirect(begun.value.url, 303)
    return sent.form.refuse(begun.ok ? { code: 'checkout_closed', facts: {} } : begun.refusal)
  }
  const asked = await askReturn(args, order, owner, sent.form.value, key)
  return asked.ok ? back('asked') : sent.form.refuse(asked.refusal)
}
