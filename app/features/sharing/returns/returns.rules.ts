import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import type { TicketReturns } from './returns.types.ts'

type TicketReturn = TicketReturns[number]

/**
 * Says what a listed ticket pays back, and until when it is for sale.
 * @param zone IANA zone of the event
 * @param now the moment of looking, ISO 8601
 */
export function listedText(
  { backCents, currency, returnsAt }: TicketReturn,
  zone: string,
  now: string,
): string {
  return `You get ${formatMoney(backCents, currency)} back when someone buys it. If nobody does by ${formatMoment(returnsAt, zone, now)}, it's yours again.`
}

/** Sentences for holders, where the reason is worth a line on the ticket; other stops show no return at all. */
const stopTexts: Partial<Record<NonNullable<TicketReturn['stop']>, string>> = {
  not_sold_out: "Can't make it? Once the event sells out, you can return this ticket here.",
}

/** Returns why a ticket can't be returned, for its holder; null where nothing needs saying. */
export function returnStopText(stop: TicketReturn['stop']): string | null {
  return stop === null ? null : (stopTexts[stop] ?? null)
}
