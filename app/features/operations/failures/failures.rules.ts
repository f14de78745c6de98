import type { FAILURE_TABS, Failure } from './failures.types.ts'

/** Says what each kind is called: its tab, and a single one. */
export const failureKinds: Record<Failure['kind'], { tab: string; one: string }> = {
  mail: { tab: 'Emails', one: 'Email' },
  refund: { tab: 'Refunds', one: 'Refund' },
  payment: { tab: 'Payment reports', one: 'Payment report' },
  change: { tab: 'Changed events', one: 'Order of a changed event' },
  pass: { tab: 'Wallet passes', one: 'Wallet pass' },
  type: { tab: 'Blocked tickets', one: 'Blocked ticket, earlier' },
  job: { tab: 'Jobs', one: 'Job' },
}

/** Names a tab of the list. */
export function failureTab(tab: (typeof FAILURE_TABS)[number]): string {
  return tab === 'other' ? 'All except emails and refunds' : failureKinds[tab].tab
}

const reasons: Record<string, string> = {
  unknown_payment: 'No payment of ours has this reference.',
  amount_mismatch: 'Its amount differs from the order’s.',
  currency_mismatch: 'Its currency differs from the order’s.',
  payment_open: 'The payment has not succeeded yet.',
  sold_out:
    'The payment for its type was lost to a dispute, and the earlier type is sold out. Nobody gets in with it until an admin decides on the order’s page.',
  refund_in_flight: 'One of our refunds is on its way, and we can’t tell whether this is it.',
}

/** Turns a name of the database into words: `order_paid` is "order paid". */
const words = (name: string) => name.replaceAll(/[._]/g, ' ')

/** Says which one of its kind failed: "Email: order paid". */
export function failureTitle({ kind, what }: Pick<Failure, 'kind' | 'what'>): string {
  return `${failureKinds[kind].one}: ${words(what)}`
}

/** Says why it failed. */
export function failureReason({ reason }: Pick<Failure, 'reason'>): string {
  return reasons[reason] ?? (reason || 'No reason was given.')
}

/** Says whether an admin can retry or discard it here; refunds, orders of changed events and types of tickets are decided on their own pages. */
export function isDecidedHere(kind: Failure['kind']): boolean {
  return kind === 'mail' || kind === 'payment' || kind === 'pass' || kind === 'job'
}
