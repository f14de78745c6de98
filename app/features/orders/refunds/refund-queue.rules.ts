import { refundStatusNames } from '#core/refund-status.ts'
import type { QueuedRefund, RefundFilter, RefundNeeds } from './refund-queue.types.ts'

/** Lists what the queue's tabs are called, and what it says where a tab is empty. */
export const refundFilters: Record<RefundFilter, { tab: string; empty: string }> = {
  open: { tab: 'Open', empty: 'No open refunds' },
  requested: { tab: 'To decide', empty: 'No refunds to decide' },
  failing: { tab: 'Failing', empty: 'No failing refunds' },
  check: { tab: 'To confirm', empty: 'No manual payments to confirm' },
  external: { tab: 'Made outside', empty: 'No outside refunds to resolve' },
  all: { tab: 'All', empty: 'No refunds yet' },
}

/** Says what a refund waits for, in a few words. */
export const needTexts: Record<NonNullable<RefundNeeds>, string> = {
  decision: 'Decide',
  retry: 'Tried again automatically',
  payment: 'Pay manually',
  check: 'Confirm the payment',
  tickets: 'Decide about the tickets',
}

/** Names the state of a refund and picks its colour. */
export function refundState({ status, needs }: Pick<QueuedRefund, 'status' | 'needs'>): {
  text: string
  tone: 'neutral' | 'success' | 'warning' | 'danger'
} {
  const tone =
    needs === 'payment'
      ? 'danger'
      : needs !== null
        ? 'warning'
        : status === 'succeeded'
          ? 'success'
          : 'neutral'
  return { text: refundStatusNames[status], tone }
}

const kindTexts: Record<string, string> = {
  buyer: 'Requested by the buyer',
  staff: 'Made by staff',
  late_payment: 'Paid too late',
  over_limit: 'Over the limit per person',
  double_payment: 'Paid twice',
  event_cancelled: 'The event was canceled',
  event_choice: 'Chosen after the date changed',
  event_undated: 'No new date',
  external: 'Made at the provider',
  dispute: 'Dispute lost',
  refused: 'Blocked buyer or card',
  supplement: 'With the upgraded ticket',
  resale: 'Returned ticket sold',
}

/** Says where a refund comes from. */
export function refundKind({ kind }: { kind: string }): string {
  return kindTexts[kind] ?? kind.replaceAll('_', ' ')
}
