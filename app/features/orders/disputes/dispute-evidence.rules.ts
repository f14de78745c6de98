import { formatMoney } from '#core/money.ts'
import type { DisputeEvidence } from '#server/payments-port.server.ts'
import type { Dispute } from './disputes.types.ts'

/** A moment as banks read it, in universal time. */
const moment = (at: string) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const words = (name: string) => name.replaceAll(/[._]/g, ' ')

const lineOf = ({ at, kind, name, detail }: Dispute['timeline'][number]) =>
  `${moment(at)}  ${words(kind)}: ${words(name)}${detail ? ` (${detail})` : ''}`

/**
 * Builds what the seller answers a dispute with, from what the site stored about the order.
 * @returns plain texts; a part about which nothing is stored says so or is empty
 */
export function evidenceOf(dispute: Dispute): DisputeEvidence {
  const { event, lines, timeline, refundHours, refundKeptPercent, refundKeepsFee } = dispute
  const bought = lines.map(
    ({ quantity, name, totalCents }) => `${quantity} × ${name}, ${formatMoney(totalCents, dispute.currency)}`,
  )
  const scans = timeline.filter(({ kind }) => kind === 'scan')
  const mails = timeline.filter(({ kind }) => kind === 'mail')
  const kept = [
    refundKeepsFee && 'the fee',
    refundKeptPercent > 0 && `${refundKeptPercent} percent of the price`,
  ]
  const keeps = kept.filter(Boolean).join(' and ')
  return {
    customerName: dispute.buyer,
    customerEmail: dispute.email,
    customerAddress: dispute.address,
    productDescription: [
      event ? `Tickets for ${event.title}, ${moment(event.startsAt)}` : 'Goods',
      ...bought,
    ].join('\n'),
    serviceDate: event?.startsAt.slice(0, 10) ?? null,
    accessLog: [
      'Tickets shown and scanned at the door:',
      ...(scans.length > 0 ? scans.map(lineOf) : ['No scan is stored.']),
      '',
      'Emails to the buyer:',
      ...(mails.length > 0 ? mails.map(lineOf) : ['No email is stored.']),
    ].join('\n'),
    refundPolicy:
      refundHours === null
        ? 'The order had no right to a refund by the buyer’s choice. The buyer accepted this before paying.'
        : `Tickets could be returned until ${refundHours} hours before doors${keeps ? `; the seller keeps ${keeps}` : ''}. The buyer accepted this before paying.`,
    otherText: [
      `Order ${dispute.orderCode}, paid ${dispute.paidAt ? moment(dispute.paidAt) : 'not'}.`,
      `The buyer accepted the terms of sale, version ${dispute.termsVersion}, on ${moment(dispute.termsAcceptedAt)}.`,
      `Paid from the address ${dispute.address ?? '(no longer stored)'} with ${dispute.userAgent ?? '(no browser stored)'}.`,
      '',
      'What happened to the order:',
      ...timeline.map(lineOf),
    ].join('\n'),
  }
}

/** The parts of the evidence with their names, in the order in which people read them; empty ones left out. */
export function evidenceParts(evidence: DisputeEvidence): { name: string; text: string }[] {
  const parts = [
    { name: 'Buyer', text: `${evidence.customerName}\n${evidence.customerEmail}` },
    { name: 'Address that paid', text: evidence.customerAddress ?? '' },
    { name: 'What was bought', text: evidence.productDescription },
    { name: 'Scans and emails', text: evidence.accessLog },
    { name: 'Refund policy', text: evidence.refundPolicy },
    { name: 'Terms and timeline', text: evidence.otherText },
  ]
  return parts.filter(({ text }) => text !== '')
}

const reasonNames: Record<string, string> = {
  fraudulent: 'The buyer says they didn’t pay this',
  duplicate: 'The buyer says they were charged twice',
  product_not_received: 'The buyer says they didn’t get it',
  product_unacceptable: 'The buyer says it wasn’t as described',
  credit_not_processed: 'The buyer says a refund didn’t arrive',
  subscription_canceled: 'The buyer says they canceled',
  unrecognized: 'The buyer doesn’t recognize the charge',
  general: 'No reason given',
}

/** The provider's code for why a payment is disputed, in words. */
export function disputeReason(code: string): string {
  return reasonNames[code] ?? words(code)
}
