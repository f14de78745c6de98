import type { OrderStatus } from '#core/order-status.ts'
import * as paths from '#core/paths.ts'
import type { Checkout, PlacedOrder } from './orders.types.ts'

/** Counted in seconds; the moments at which a screen reader announces the remaining time of the hold. */
const spokenAt = [300, 120, 60]

export type ClockFace = {
  /** `9:05`; minutes are not padded, seconds are. */
  text: string
  /** `PT9M5S`, for the `time` element. */
  duration: string
  tone: 'calm' | 'soon' | 'ended'
}

/**
 * The face of a hold's clock.
 * @param remainingMs milliseconds until the hold ends; negative once it has ended
 */
export function readClock(remainingMs: number): ClockFace {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  const minutes = Math.floor(seconds / 60)
  return {
    text: `${minutes}:${String(seconds % 60).padStart(2, '0')}`,
    duration: `PT${minutes}M${seconds % 60}S`,
    tone: seconds === 0 ? 'ended' : seconds <= 120 ? 'soon' : 'calm',
  }
}

/**
 * Returns the announcement when the clock moves from one reading to the next; null between the marks of 5, 2 and 1 minutes.
 * @param beforeMs milliseconds that were left at the previous reading
 * @param nowMs milliseconds that are left now
 */
export function clockAnnouncement(beforeMs: number, nowMs: number): string | null {
  const mark = spokenAt.filter((seconds) => beforeMs > seconds * 1000 && nowMs <= seconds * 1000).at(-1)
  if (mark === undefined || nowMs <= 0) return null
  const minutes = mark / 60
  return minutes === 1 ? 'Your hold ends in 1 minute.' : `Your hold ends in ${minutes} minutes.`
}

/**
 * Returns how long a hold still lasts, by the database's clock and a stopwatch that cannot be set.
 * @param expiresAt when the hold ends, ISO 8601
 * @param serverNow the database's clock when the response was made, ISO 8601
 * @param elapsedMs milliseconds since that response
 * @returns milliseconds, negative once ended
 */
export function remainingMs(expiresAt: string, serverNow: string, elapsedMs: number): number {
  return Date.parse(expiresAt) - Date.parse(serverNow) - elapsedMs
}

/** Returns whether the hold behind a checkout can still be paid, by the server time in the checkout. */
export function isLive(hold: Pick<Checkout, 'holdStatus' | 'expiresAt' | 'serverNow'>): boolean {
  return (
    (hold.holdStatus === 'active' || hold.holdStatus === 'pinned') &&
    remainingMs(hold.expiresAt, hold.serverNow, 0) > 0
  )
}

/** The states of the payment page. `waiting` reloads by itself; every other state is final for the page. */
export type PaymentOutcome = 'waiting' | 'paid' | 'failed' | 'ended' | 'refunded' | 'cancelled'

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
  switch (order.status) {
    case 'awaiting_payment':
    case 'processing':
      return 'waiting'
    case 'paid':
      return refunded ? 'refunded' : 'paid'
    case 'payment_failed':
      return 'failed'
    case 'expired':
      return 'ended'
    case 'cancelled':
      return refunded ? 'refunded' : 'cancelled'
  }
}

/** Returns the outcome of an order as it was read. */
export function outcomeOf(order: Pick<PlacedOrder, 'status' | 'refundedCents' | 'totals'>): PaymentOutcome {
  const { status, refundedCents, totals } = order
  return paymentOutcome({ status, refundedCents, totalCents: totals.totalCents })
}

/** Returns whether the owner may try to pay again: the places are still held. */
export function canRetryPayment(order: Pick<PlacedOrder, 'status' | 'hold' | 'serverNow'>): boolean {
  if (order.status !== 'payment_failed' && order.status !== 'awaiting_payment') return false
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

const mailHosts = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'proton.me',
  'comcast.net',
]

/**
 * The address that was probably meant when the host of an email looks mistyped; null when nothing looks wrong.
 * Only ever a hint: the address as typed is always accepted.
 */
export function suggestEmail(typed: string): string | null {
  const at = typed.lastIndexOf('@')
  if (at < 1) return null
  const host = typed
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (host.length < 4 || mailHosts.includes(host)) return null
  const near = mailHosts.find((mailHost) => isNear(host, mailHost))
  return near ? `${typed.slice(0, at)}@${near}` : null
}

/** True when one letter is missing, added or wrong, or two neighbours are swapped. */
function isNear(typed: string, mailHost: string): boolean {
  if (Math.abs(typed.length - mailHost.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === mailHost[start]) start++
  const a = typed.slice(start)
  const b = mailHost.slice(start)
  if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}

/** The new state of an event whose tickets are held, and the page that says more. */
export type CalledOff = { title: string; text: string; path: string }

/** Says what became of the event of a hold that was given back with it; null where the event takes place. */
export function calledOff({ event }: Pick<Checkout, 'event'>): CalledOff | null {
  if (event?.status !== 'cancelled' && event?.status !== 'postponed') return null
  const what = event.status === 'cancelled' ? 'canceled' : 'postponed'
  return {
    title: `${event.title} was ${what}`,
    text: "Your tickets are no longer on hold, and you haven't been charged for them.",
    path: paths.event(event.id, event.slug),
  }
}
