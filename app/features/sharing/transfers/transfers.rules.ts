import { formatMoment } from '#core/event-time.ts'
import type { Transfers } from './transfers.types.ts'

type OpenOffer = NonNullable<Transfers['tickets'][number]['offer']>

/**
 * Says to whom a ticket is on offer and until when.
 * @param zone IANA zone of the event
 * @param now the moment of looking, ISO 8601
 */
export function offerText({ to, expiresAt }: OpenOffer, zone: string, now: string): string {
  return `In transfer to ${to ?? 'whoever has your link'} until ${formatMoment(expiresAt, zone, now)}.`
}

/** Sentences for holders, where the reason is worth a line on the ticket; other stops show no transfer at all. */
const stopTexts: Partial<Record<NonNullable<Transfers['tickets'][number]['stop']>, string>> = {
  personal: "This ticket is personal and can't be transferred.",
  used_up: 'This ticket has been transferred as often as a ticket can be.',
  in_package: "Tickets in a package or for a table can't be transferred one by one.",
}

/** Returns why a ticket can't be transferred, for its holder; null where nothing needs saying. */
export function stopText(stop: Transfers['tickets'][number]['stop']): string | null {
  return stop === null ? null : (stopTexts[stop] ?? null)
}

/** The reasons why staff can't offer a ticket in its holder's place. */
export const staffStopTexts: Record<NonNullable<Transfers['tickets'][number]['stop']>, string> = {
  void: 'This ticket is no longer valid.',
  unpaid: 'The order is not paid.',
  used: 'This ticket was used at the door.',
  blocked: 'This ticket is blocked by a dispute.',
  refund_open: 'A refund of this ticket is under way.',
  personal: 'This ticket is personal.',
  in_package: 'Tickets in a package or for a table stay together.',
  supplement_open: 'The buyer was asked to pay for another type.',
  too_late: 'Doors are open, or the event is off.',
  off: 'The event has transfers turned off.',
  used_up: 'It was transferred as often as a ticket can be.',
  not_held: 'It is on offer or listed.',
}
