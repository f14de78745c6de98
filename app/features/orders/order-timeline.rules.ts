import { mailName } from '#core/mail-names.ts'
import { fulfilmentStates, orderStates } from '#core/states.ts'
import type { DeskEntry } from './order-desk.types.ts'

const holdNames: Record<string, string> = {
  active: 'Items held',
  pinned: 'Hold extended for the payment',
  converted: 'Hold became an order',
  released: 'Hold released',
  expired: 'Hold expired',
}

const refundNames: Record<string, string> = {
  requested: 'Refund requested',
  approved: 'Refund approved',
  submitted: 'Refund sent to the provider',
  succeeded: 'Refund paid out',
  failed: 'Refund failed',
  rejected: 'Refund turned down',
  withdrawn: 'Refund withdrawn',
  external: 'Refund made at the provider',
}

const disputeNames: Record<string, string> = {
  open: 'Dispute opened',
  evidence_sent: 'Dispute: evidence sent',
  won: 'Dispute won',
  lost: 'Dispute lost',
}

const reportNames: Record<string, string> = {
  succeeded: 'Provider: payment succeeded',
  failed: 'Provider: payment failed',
  processing: 'Provider: payment is processing',
  expired: 'Provider: payment expired',
  refund_succeeded: 'Provider: refund succeeded',
  refund_failed: 'Provider: refund failed',
  refund_pending: 'Provider: refund is pending',
  dispute_open: 'Provider: the buyer disputes the payment',
  dispute_review: 'Provider: the bank has the evidence',
  dispute_won: 'Provider: dispute won',
  dispute_lost: 'Provider: dispute lost',
}

const auditNames: Record<string, string> = {
  'goods.pack': 'Packing started by staff',
  'goods.ready': 'Set out for pickup by staff',
  'goods.ship': 'Shipped by staff',
  'goods.delivered': 'Marked as delivered by staff',
  'goods.lost': 'Marked as lost by staff',
  'goods.resend': 'Sent again by staff',
  'goods.refund': 'Lost parcel refunded by staff',
  'goods.cancel': 'Merch canceled by staff',
  'goods.return_approved': 'Return approved by staff',
  'goods.return_rejected': 'Return declined by staff',
  'goods.return_received': 'Return received by staff',
  'goods.restocked': 'Return put back on the shelf',
  'goods.written_off': 'Return written off',
  'ledger.correct': 'Net revenue corrected by staff',
  'order.refund': 'Refund made by staff',
  'order.dispute_evidence': 'Evidence sent by staff',
  'refund.external_closed': 'Outside refund resolved by staff',
  'refund.retried': 'Refund sent again by staff',
  'refund.paid_by_hand': 'Refund recorded as paid manually',
  'refund.confirmed': 'Manual refund confirmed',
  'refund.not_confirmed': 'Manual refund not confirmed',
  'order.email_corrected': 'Email corrected by staff',
  'order.tickets_mailed': 'Tickets emailed again by staff',
  'order.tickets_sent_elsewhere': 'Tickets sent to another address by staff',
  'ticket.reissue': 'New codes issued by staff',
  'ticket.reissued_by_holder': 'New code made by the holder',
  'ticket.change_type': 'Ticket type changed by staff',
  'ticket.ask_supplement': 'Buyer asked to pay for another type',
  'ticket.call_off': 'Type change called off by staff',
  'ticket.take_back': 'Earlier type restored by staff',
  'ticket.keep_type': 'Type kept by staff although unpaid',
  'ticket.return_ended': 'Listed ticket ended',
  'ticket.return_listed': 'Ticket listed for return',
  'ticket.return_resold': 'Returned ticket sold',
  'ticket.return_returned': 'Listed ticket back with its holder',
  'ticket.transfer_offered': 'Ticket offered to someone else',
  'ticket.transfer_accepted': 'Ticket transferred',
  'ticket.transfer_declined': 'Transfer declined',
  'ticket.transfer_cancelled': 'Transfer taken back',
  'ticket.transfer_expired': 'Transfer expired',
  'ticket.vip': 'Marked as VIP',
  'ticket.unvip': 'VIP mark removed',
  'ticket.renamed': 'Name on a ticket changed',
}

/** Turns a name of the database into words: `already_in` is "already in". */
const words = (name: string) => name.replaceAll(/[._]/g, ' ')

/** Returns what happened in one entry of an order's timeline, in a few words. */
export function entryTitle({ kind, name, from }: Pick<DeskEntry, 'kind' | 'name' | 'from'>): string {
  switch (kind) {
    case 'order':
      return from === null
        ? 'Order placed'
        : `Order: ${Object.entries(orderStates).find(([status]) => status === name)?.[1].label ?? words(name)}`
    case 'comp':
      return 'Free ticket claimed'
    case 'event_choice':
      return name === 'refund' ? 'Holder chose a refund' : 'Holder keeps the tickets'
    case 'hold':
      return holdNames[name] ?? `Hold: ${words(name)}`
    case 'ticket':
      if (name === 'void') return 'Ticket canceled'
      return from === name ? 'Ticket changed' : `Ticket: ${words(name)}`
    case 'fulfilment':
      return `Goods: ${
        Object.entries(fulfilmentStates)
          .find(([state]) => state === name)?.[1]
          .label.toLowerCase() ?? words(name)
      }`
    case 'refund':
      return refundNames[name] ?? `Refund: ${words(name)}`
    case 'dispute':
      return disputeNames[name] ?? `Dispute: ${words(name)}`
    case 'payment':
      return 'Payment started'
    case 'payment_event':
      return reportNames[name] ?? `Provider: ${words(name)}`
    case 'mail':
      return `Email: ${mailName(name)}`
    case 'scan':
      return name === 'ok' ? 'Admitted at the door' : `Scanned: ${words(name)}`
    case 'note':
      return 'Note'
    case 'audit':
      return auditNames[name] ?? `Staff: ${words(name)}`
  }
}
