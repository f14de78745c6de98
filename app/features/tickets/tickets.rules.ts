import type { WalletEvent, WalletTicket } from './tickets.types.ts'

export type TicketLabel = {
  label:
    | 'Valid'
    | 'In transfer'
    | 'Listed'
    | 'Used'
    | 'Refunded'
    | 'Canceled'
    | 'Event canceled'
    | 'Ended'
    | 'Replaced'
  tone: 'success' | 'neutral' | 'warning' | 'danger'
  /** What its holder can do or should know; null when there is nothing to add. */
  next: string | null
}

/**
 * Names the state of a ticket, and says what comes next.
 * @param event its event
 * @param now the moment of looking, ISO 8601
 */
export function ticketLabel(
  ticket: Pick<WalletTicket, 'status' | 'voidReason' | 'custody' | 'enteredAt'>,
  event: Pick<WalletEvent['event'], 'status' | 'endsAt'>,
  now: string,
): TicketLabel {
  if (ticket.status === 'void') return voidLabel(ticket.voidReason)
  if (event.status === 'cancelled') return eventCancelled
  if (ticket.enteredAt) return { label: 'Used', tone: 'neutral', next: null }
  if (ticket.custody === 'offered') {
    return {
      label: 'In transfer',
      tone: 'warning',
      next: "It can't be used until the transfer is accepted or canceled.",
    }
  }
  if (ticket.custody === 'listed') {
    return { label: 'Listed', tone: 'warning', next: "It can't be used while it's listed for return." }
  }
  if (Date.parse(now) >= Date.parse(event.endsAt)) return { label: 'Ended', tone: 'neutral', next: null }
  if (event.status === 'postponed') {
    return { label: 'Valid', tone: 'success', next: 'Good for the new date.' }
  }
  return { label: 'Valid', tone: 'success', next: null }
}

const eventCancelled: TicketLabel = {
  label: 'Event canceled',
  tone: 'danger',
  next: "You'll get a full refund, fees included.",
}

function voidLabel(reason: WalletTicket['voidReason']): TicketLabel {
  switch (reason) {
    case 'refunded':
      return {
        label: 'Refunded',
        tone: 'neutral',
        next: 'Your refund is on its way to the card you paid with.',
      }
    case 'event_cancelled':
      return eventCancelled
    case 'resold':
      return { label: 'Refunded', tone: 'neutral', next: 'Someone else bought this ticket.' }
    case 'reissued_as':
      return { label: 'Replaced', tone: 'neutral', next: 'This ticket was replaced by a newer one.' }
    default:
      return { label: 'Canceled', tone: 'danger', next: 'This ticket is no longer valid.' }
  }
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
  const isOver = (each: WalletEvent) => Date.parse(each.event.endsAt) <= Date.parse(now)
  return {
    upcoming: wallet.filter((each) => !isOver(each)).sort((a, b) => start(a) - start(b)),
    past: wallet.filter(isOver).sort((a, b) => start(b) - start(a)),
  }
}

/** Tells whether a ticket's code is hidden now and will appear later. */
export function isCodeToCome(
  ticket: Pick<WalletTicket, 'status' | 'custody'>,
  wallet: Pick<WalletEvent, 'qrVisibleAt' | 'event'>,
  now: string,
): boolean {
  return (
    ticket.status === 'valid' &&
    ticket.custody === 'held' &&
    wallet.event.status !== 'cancelled' &&
    wallet.event.status !== 'postponed' &&
    Date.parse(now) < Date.parse(wallet.qrVisibleAt)
  )
}
