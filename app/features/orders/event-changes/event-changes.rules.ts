/** Says in words how far a change of an event is. */
import { isRefusalCode, sentenceOf } from '#core/refusals.ts'
import type { ChangedOrderStatus, EventChange, EventChangeKind } from './event-changes.types.ts'

const kinds: Record<EventChangeKind, string> = {
  cancelled: 'Cancellation',
  postponed: 'Postponement',
  rescheduled: 'New date',
}

/** Names a change of an event. */
export function changeKindLabel(kind: EventChangeKind): string {
  return kinds[kind]
}

const statuses: Record<ChangedOrderStatus, string> = {
  pending: 'Waiting',
  refunding: 'Refund on its way',
  refunded: 'Refunded',
  kept: 'Kept',
  failed: 'Failed',
}

/** Names the state of an order of a changed event. */
export function changedOrderLabel(status: ChangedOrderStatus): string {
  return statuses[status]
}

/** Says why an order failed: a code of ours in words, anything else as the payment provider or the database said it. */
export function reasonText(reason: string): string {
  if (reason === 'disputed') return 'The buyer’s bank has the money: it is sent when the dispute has ended.'
  return isRefusalCode(reason) ? sentenceOf(reason) : reason
}

/** Returns whether the job still has something to do that nobody has to wait for a date for, so that the page reads itself again. */
export function isMoving({ figures }: Pick<EventChange, 'figures'>): boolean {
  return figures.pending + figures.refunding > 0
}

/** The share of a change's orders that are done, from 0 to 1: told, refunded, or failed for good. */
export function shareDone({ orders, pending, refunding }: EventChange['figures']): number {
  return orders === 0 ? 1 : (orders - pending - refunding) / orders
}
