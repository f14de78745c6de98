import { dayOf, formatClock, formatDay, formatMoment } from '#core/event-time.ts'
import { directionsUrl } from '#core/place.ts'
import type { ScanResult } from '#core/scan-results.ts'
import { ticketStates } from '#core/states.ts'
import type { HolderChange, TicketScan, WalletEvent, WalletTicket } from './tickets.types.ts'

export type TicketState = keyof typeof labels

/** The word of a valid ticket that staff gave and its guest claimed. */
const claimed = 'Claimed'

/** The words of a state, as its holder reads them. */
const labels = {
  valid: 'Valid',
  transfer: 'In transfer',
  listed: 'Listed',
  postponed: 'Postponed',
  used: 'Used',
  blocked: 'Blocked',
  refunding: 'Refund under way',
  refunded: 'Refunded',
  canceled: 'Canceled',
  eventCanceled: 'Event canceled',
  ended: 'Ended',
  replaced: 'Replaced',
} as const

export type TicketLabel = {
  state: TicketState
  label: (typeof labels)[TicketState] | typeof claimed
  /** Says what its holder can do or should know; null when there is nothing to add. */
  next: string | null
}

/**
 * Names the state of a ticket, and says what comes next.
 * @param event its event
 * @param now the moment of looking, ISO 8601
 * @param change what the present change of the event's date means for its order; undefined where nothing changed
 */
export function ticketLabel(
  ticket: Pick<
    WalletTicket,
    'status' | 'voidReason' | 'isBlocked' | 'isRefundOpen' | 'isGiven' | 'custody' | 'enteredAt'
  >,
  event: Pick<WalletEvent['event'], 'status' | 'endsAt' | 'timeZone'>,
  now: string,
  change?: Pick<HolderChange, 'kind' | 'isOpen' | 'choice' | 'choiceEndsAt' | 'refundAt'>,
): TicketLabel {
  if (!ticketStates[ticket.status].isValid) return voidLabel(ticket)
  if (event.status === 'cancelled') return labelOf('eventCanceled', fullRefund)
  if (ticket.enteredAt) return labelOf('used', "You're in. It can't be used again.")
  if (ticket.isBlocked) {
    return labelOf(
      'blocked',
      'The payment is disputed. Tell your bank to end the dispute, or write to us from Help.',
    )
  }
  if (ticket.custody === 'offered') {
    return labelOf('transfer', "It can't be used until the transfer is accepted or canceled.")
  }
  if (ticket.custody === 'listed') {
    return labelOf('listed', "It can't be used while it's listed for return.")
  }
  // Before the end: the times of a postponed event are those that no longer hold.
  if (event.status === 'postponed') {
    const undated = change?.refundAt
      ? ` No new date by ${formatDay(change.refundAt, event.timeZone, now)}? You get everything back, fees included.`
      : ''
    return labelOf(
      'postponed',
      `Good for the new date. Once it is set, keep your ticket or choose a refund.${undated}`,
    )
  }
  if (Date.parse(now) >= Date.parse(event.endsAt)) return labelOf('ended')
  const valid = labelOf('valid', change?.isOpen ? choiceText(change, event.timeZone, now) : null)
  return ticket.isGiven ? { ...valid, label: claimed } : valid
}

/** Says what the holder of a ticket for an event with a new date can choose, and until when. */
function choiceText(
  { choice, choiceEndsAt }: Pick<HolderChange, 'choice' | 'choiceEndsAt'>,
  zone: string,
  now: string,
): string {
  const until = choiceEndsAt ? ` until ${formatMoment(choiceEndsAt, zone, now)}` : ''
  return choice === 'refund'
    ? `You chose a refund. You can change that${until}.`
    : `New date. Keep it or choose a refund${until}.`
}

const fullRefund = "You'll get a full refund, fees included."

function labelOf(state: TicketState, next: string | null = null): TicketLabel {
  return { state, label: labels[state], next }
}

const onItsWay = 'The money is on its way to the card you paid with. Banks take up to 10 business days.'

function voidLabel({
  voidReason,
  isRefundOpen,
}: Pick<WalletTicket, 'voidReason' | 'isRefundOpen'>): TicketLabel {
  switch (voidReason) {
    case 'refunded':
      return isRefundOpen
        ? labelOf('refunding', onItsWay)
        : labelOf(
            'refunded',
            'Your refund was paid to the card you paid with. Your receipt has the credit note.',
          )
    case 'event_cancelled':
      return labelOf('eventCanceled', isRefundOpen ? onItsWay : fullRefund)
    case 'resold':
      return labelOf('refunded', 'Someone else bought this ticket.')
    case 'reissued_as':
      return labelOf('replaced', 'This ticket was replaced by a newer one.')
    case 'chargeback':
      return labelOf('canceled', 'Your bank took the payment back. Buy a new ticket to come.')
    default:
      return labelOf(
        'canceled',
        'This ticket is no longer valid. If that surprises you, write to us from Help.',
      )
  }
}

/** Tells whether an event has ended. One without a date is still to come. @param now ISO 8601 */
export function isEventOver(event: Pick<WalletEvent['event'], 'status' | 'endsAt'>, now: string): boolean {
  return event.status !== 'postponed' && Date.parse(event.endsAt) <= Date.parse(now)
}

/**
 * Splits a wallet into what is to come, soonest first, and what is over, latest first. An event counts as upcoming
 * until it ends.
 * @param now the moment of looking, ISO 8601
 */
export function splitWallet(
  wallet: readonly WalletEvent[],
  now: string,
): { upcoming: WalletEvent[]; past: WalletEvent[] } {
  const start = (each: WalletEvent) => Date.parse(each.event.startsAt)
  const isOver = (each: WalletEvent) => isEventOver(each.event, now)
  return {
    upcoming: wallet.filter((each) => !isOver(each)).sort((a, b) => start(a) - start(b)),
    past: wallet.filter(isOver).sort((a, b) => start(b) - start(a)),
  }
}

/** A ticket with its state. */
export type LabeledTicket = { ticket: WalletTicket; label: TicketLabel }

/**
 * Sorts the tickets of an event by what its holder can do with them.
 * @param now the moment of looking, ISO 8601
 * @returns `ready`: those whose code is shown now; `waiting`: valid ones whose code appears later; `closed`: those that
 *   admit nobody (any more, while they are given away, or until the event has a date)
 */
export function groupTickets(
  { event, tickets, changes }: Pick<WalletEvent, 'event' | 'tickets' | 'changes'>,
  now: string,
): Record<'ready' | 'waiting' | 'closed', LabeledTicket[]> {
  const groups: ReturnType<typeof groupTickets> = { ready: [], waiting: [], closed: [] }
  for (const ticket of tickets) {
    const change = changes.find(({ orderCode }) => orderCode === ticket.orderCode)
    const label = ticketLabel(ticket, event, now, change)
    const group = label.state !== 'valid' ? 'closed' : ticket.qr ? 'ready' : 'waiting'
    groups[group].push({ ticket, label })
  }
  return groups
}

/** Counts tickets by their type: `3 × Entry, 1 × VIP`; the type alone where there is one ticket. */
export function countByType(tickets: readonly Pick<WalletTicket, 'typeName'>[]): string {
  const counts = new Map<string, number>()
  for (const { typeName } of tickets) counts.set(typeName, (counts.get(typeName) ?? 0) + 1)
  return [...counts].map(([name, count]) => (tickets.length === 1 ? name : `${count} × ${name}`)).join(', ')
}

/** Returns the address of a map with the way to an event; null where its address is not known or not told yet. */
export function directionsLink(
  event: Pick<WalletEvent['event'], 'venueName' | 'address' | 'city'>,
): string | null {
  return event.address ? directionsUrl(event) : null
}

/** Names what is handed over: `2 × Drink token, 1 × Coat check`. */
export function addOnsText(addOns: WalletTicket['addOns']): string {
  return addOns.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
}

const scanWords: Record<ScanResult, string> = {
  ok: 'let in',
  already_in: 'turned away, already let in',
  in_transfer: 'turned away, ticket in transfer',
  listed: 'turned away, ticket listed for return',
  not_yet: 'turned away, before doors',
  wrong_event: 'turned away, wrong event',
  ended: 'turned away, after the event',
  void_refunded: 'turned away, ticket refunded',
  void_cancelled: 'turned away, ticket canceled',
  unpaid: 'turned away, order not paid',
  blocked: 'turned away, ticket blocked',
  unknown: 'turned away, not a ticket',
  bad_signature: 'turned away, invalid code',
  old_code: 'turned away, old code',
  test_ticket: 'turned away, test ticket',
  list_closed: 'turned away, list closed',
  undone: 'check-in undone',
  wrong_gate: 'turned away, other gate',
  capacity_hold: 'asked to wait, the room was full',
  no_reentry: 'turned away, no re-entry',
  exited: 'left',
  checked_out: 'checked out at the end',
  not_inside: 'turned away, not inside',
  offline_unverified: 'let in',
}

const goesThrough: ReadonlySet<ScanResult> = new Set([
  'ok',
  'offline_unverified',
  'exited',
  'undone',
  'checked_out',
])

/** Tells whether a scan turned somebody away. */
export function isTurnedAway({ result, bounce }: Pick<TicketScan, 'result' | 'bounce'>): boolean {
  return !bounce && !goesThrough.has(result)
}

/**
 * Says what happened to a code: `Scanned 11:42 PM at Main gate: let in`.
 * @param zone IANA zone of the event
 * @param now the moment of looking, ISO 8601: a scan of another day says which
 */
export function scanText(
  { at, gate, result, bounce }: Pick<TicketScan, 'at' | 'gate' | 'result' | 'bounce'>,
  zone: string,
  now: string,
): string {
  const time = dayOf(at, zone) === dayOf(now, zone) ? formatClock(at, zone) : formatMoment(at, zone, now)
  return `Scanned ${time}${gate ? ` at ${gate}` : ''}: ${bounce ? 'read twice' : scanWords[result]}`
}

/** Tells whether a report of a scan of one of these tickets waits for the door manager. */
export function hasOpenReport(wallet: readonly Pick<WalletEvent, 'tickets'>[]): boolean {
  return wallet.some(({ tickets }) =>
    tickets.some(({ scans }) => scans.some(({ report }) => report === 'open')),
  )
}

/** The outcome of a holder's report, as they read it. */
export const reportWords: Record<NonNullable<TicketScan['report']>, string> = {
  open: 'Reported. Go to the door manager with your photo ID.',
  new_code: 'Reported. You have a new code.',
  denied: "Reported. The door manager didn't change your ticket.",
  explained: 'Reported. The door manager explained this scan.',
}
