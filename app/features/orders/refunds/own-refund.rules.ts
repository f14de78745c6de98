import type { NotRefundable, OwnRefund, OwnRefundPage, RefundUnit } from './own-refund.types.ts'

/** Says why a ticket can't be returned now. */
export const reasonTexts: Record<NotRefundable, string> = {
  void: 'No longer valid',
  used: 'Used at the door',
  blocked: 'Blocked while your bank looks into the payment',
  transferred: 'Belongs to someone else now',
  not_held: 'Being passed on',
  refund_open: 'A refund is on its way',
  free: 'It was free',
  not_paid: 'Not paid',
  event_cancelled: 'The event is canceled: you get everything back',
  event_postponed: 'The event is postponed: your ticket stays valid for the new date',
  event_over: 'The event is over',
  no_policy: 'All sales are final for this event',
  too_late: 'The deadline has passed',
  nothing_back: 'Nothing is left to refund',
}

/** What a refund would be of the chosen units. */
export type RefundChoice = {
  units: RefundUnit[]
  /** The ids of all their tickets. */
  tickets: string[]
  paidCents: number
  backCents: number
  keptCents: number
  /** True if an admin has to agree, because the deadline has passed. */
  isLate: boolean
}

/** Returns whether a unit can be returned now, or at least be asked for. */
export function canChoose({ reason }: Pick<RefundUnit, 'reason'>): boolean {
  return reason === null || reason === 'too_late'
}

/**
 * Adds up what a buyer chose to return: whole units, each named by any of its tickets.
 * @param named ids of tickets; those that can't be returned are left out
 * @returns null when nothing is left of the choice
 */
export function chooseUnits(
  { units, leftCents }: Pick<OwnRefundPage, 'units' | 'leftCents'>,
  named: readonly string[],
): RefundChoice | null {
  const chosen = units.filter((unit) => canChoose(unit) && unit.tickets.some((id) => named.includes(id)))
  if (chosen.length === 0) return null
  const sum = (key: 'paidCents' | 'backCents') => chosen.reduce((total, unit) => total + unit[key], 0)
  const [paidCents, backCents] = [sum('paidCents'), Math.min(sum('backCents'), leftCents)]
  return {
    units: chosen,
    tickets: chosen.flatMap(({ tickets }) => tickets),
    paidCents,
    backCents,
    keptCents: paidCents - backCents,
    isLate: chosen.some(({ reason }) => reason === 'too_late'),
  }
}

/** Says how a refund stands, to its buyer. */
export function refundStateText({ status }: Pick<OwnRefund, 'status'>): string {
  switch (status) {
    case 'requested':
      return "We're looking at it"
    case 'rejected':
      return 'Turned down'
    case 'withdrawn':
      return 'Withdrawn'
    case 'succeeded':
    case 'external':
      return 'Paid back'
    default:
      return 'On its way back to your card'
  }
}
