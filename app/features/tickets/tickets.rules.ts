import type { WalletEvent, WalletTicket } from './tickets.types.ts'

export type TicketWord = {
  word:
    | 'Valid'
    | 'In transfer'
    | 'Listed'
    | 'Used'
    | 'Refunded'
    | 'Cancelled'
    | 'Event cancelled'
    | 'Ended'
    | 'Replaced'
  tone: 'success' | 'neutral' | 'warning' | 'danger'
  /** What its holder can do or should know; null when there is nothing to add. */
  next: string | null
}

/**
 * The state of a ticket in one word, and what comes next.
 * @param event its event
 * @param now the moment of looking, ISO 8601
 */
export function ticketWord(
  ticket: Pick<WalletTicket, 'status' | 'voidReason' | 'custody' | 'enteredAt'>,
  event: Pick<WalletEvent['event'], 'status' | 'endsAt'>,
  now: string,
): TicketWord {
  if (ticket.status === 'void') return voidWord(ticket.voidReason)
  if (event.status === 'cancelled') return eventCancelled
  if (ticket.enteredAt) return { word: 'Used', tone: 'neutral', next: null }
  if (ticket.custody === 'offered') {
    return {
      word: 'In transfer',
      tone: 'warning',
      next: 'It admits nobody until the transfer is accepted or taken back.',
    }
  }
  if (ticket.custody === 'listed') {
    return { word: 'Listed', tone: 'warning', next: 'It admits nobody while it is listed for return.' }
  }
  if (Date.parse(now) >= Date.parse(event.endsAt)) return { word: 'Ended', tone: 'neutral', next: null }
  if (event.status === 'postponed') {
    return {
      word: 'Valid',
      tone: 'success',
      next: 'The event is postponed. Your ticket stays valid for the new date.',
    }
  }
  return { word: 'Valid', tone: 'success', next: null }
}

const eventCancelled: TicketWord = {
  word: 'Event cancelled',
  tone: 'danger',
  next: 'What you paid goes back to you, fees included.',
}

function voidWord(reason: WalletTicket['voidReason']): TicketWord {
  switch (reason) {
    case 'refunded':
      return {
        word: 'Refunded',
        tone: 'neutral',
        next: 'The money is on its way to the card it was paid with.',
      }
    case 'event_cancelled':
      return eventCancelled
    case 'resold':
      return { word: 'Refunded', tone: 'neutral', next: 'Somebody else has bought this ticket.' }
    case 'reissued_as':
      return { word: 'Replaced', tone: 'neutral', next: 'A newer ticket has taken the place of this one.' }
    default:
      return { word: 'Cancelled', tone: 'danger', next: 'This ticket admits nobody.' }
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

/** Whether a ticket only waits for its hour: its code is hidden now and will appear. */
export function isCodeToCome(
  ticket: Pick<WalletTicket, 'status' | 'custody'>,
  wallet: Pick<WalletEvent, 'qrVisibleAt' | 'event'>,
  now: string,
): boolean {
  return (
    ticket.status === 'valid' &&
    ticket.custody === 'held' &&
    wallet.event.status !== 'cancelled' &&
    Date.parse(now) < Date.parse(wallet.qrVisibleAt)
  )
}
