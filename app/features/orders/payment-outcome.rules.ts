import { type OrderStatus, orderStates } from '#core/states.ts'
import { isLive } from './orders.rules.ts'
import type { PlacedOrder } from './orders.types.ts'

/** The states of the payment page. `waiting` reloads by itself; every other state is final for the page. */
export type PaymentOutcome = (typeof orderStates)[OrderStatus]['shownAs'] | 'refunded'

/**
 * Returns the meaning of an order's state for the person who looks at it after paying.
 * @param order its status and what was refunded, in cents
 */
export function paymentOutcome(order: {
  status: OrderStatus
  refundedCents: number
  totalCents: number
}): PaymentOutcome {
  const refunded = order.refundedCents > 0 && order.refundedCents >= order.totalCents
  const { isSettled, shownAs } = orderStates[order.status]
  return isSettled && refunded ? 'refunded' : shownAs
}

/** Returns the outcome of an order as it was read. */
export function outcomeOf(order: Pick<PlacedOrder, 'status' | 'refundedCents' | 'totals'>): PaymentOutcome {
  const { status, refundedCents, totals } = order
  return paymentOutcome({ status, refundedCents, totalCents: totals.totalCents })
}

/** Returns whether the owner may try to pay again: the places are still held. */
export function canRetryPayment(order: Pick<PlacedOrder, 'status' | 'hold' | 'serverNow'>): boolean {
  if (!orderStates[order.status].awaitsBuyer) return false
  return (
    order.hold !== null &&
    isLive({ holdStatus: order.hold.status, expiresAt: order.hold.expiresAt, serverNow: order.serverNow })
  )
}

const declineSentences: Record<string, string> = {
  card_declined: "Your bank declined this payment. You weren't charged.",
  insufficient_funds: "This card doesn't have enough funds. You weren't charged.",
  expired_card: "This card has expired. You weren't charged.",
  authentication_failed: "Your bank couldn't confirm it was you. You weren't charged.",
}

/** The sentence for a provider's code of a failed payment. */
export function declineSentence(code: string | null): string {
  return (code && declineSentences[code]) || "Your payment didn't go through. You weren't charged."
}
