import type { WaitlistEntry } from './waitlist.types.ts'

/** Names a number of tickets of a type: `2 VIP tickets`; any type where it is null. */
export function ticketsText(units: number, typeName: string | null): string {
  return `${units} ${typeName === null ? '' : `${typeName} `}${units === 1 ? 'ticket' : 'tickets'}`
}

/** Says what somebody waits for: `Up to 3 tickets, any type`. */
export function wantedText({
  quantity,
  typeName,
  allowsPartial,
}: Pick<WaitlistEntry, 'quantity' | 'typeName' | 'allowsPartial'>): string {
  const most = allowsPartial && quantity > 1 ? 'Up to ' : ''
  return `${most}${ticketsText(quantity, typeName)}${typeName === null ? ', any type' : ''}`
}

/** Lists the types of an event's offer that are sold out, and so can be waited for. */
export function soldOutTypes<Offered extends { id: string; name: string; state: string }>(
  offer: readonly Offered[],
): Offered[] {
  return offer.filter(({ state }) => state === 'sold_out')
}
