import type { NotRefundable, OwnRefund, RefundUnit } from './own-refund.types.ts'

/** Says why a ticket can't be returned now. */
export const reasonTexts: Record<NotRefundable, string> = {
  void: 'No longer valid',
  used: 'Used at the door',
  blocked: 'Blocked while your bank looks into the payment',
  transferred: 'Belongs to someone else now',
  not_held: 'Being transferred',
  refund_open: 'A refund is on its way',
  free: 'It was free',
  not_paid: 'Not paid',
  event_cancelled: "The event is canceled: you'll get everything back",
  event_postponed: 'The event is postponed: your ticket stays valid for the new date',
  event_over: 'The event is over',
  no_policy: 'All sales are final for this event',
  too_late: 'The deadline has passed',
  nothing_back: 'Nothing is left to refund',
}

/** Returns whether a unit can be returned now, or at least be asked for. */
export function canChoose({ reason }: Pick<RefundUnit, 'reason'>): boolean {
  return reason === null || reason === 'too_late'
}

/** Says how a refund stands, to its buyer. */
export function refundStateText({ status }: Pick<OwnRefund, 'status'>): string {
  switch (status) {
    case 'requested':
      return "We're looking at it"
    case 'rejected':
      return 'Declined'
    case 'withdrawn':
      return 'Withdrawn'
    case 'succeeded':
    case 'external':
      return 'Refunded'
    default:
      return 'On its way back to your card'
  }
}
