import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { lineKind } from '#core/line-kinds.ts'
import { formatMoney } from '#core/money.ts'
import type { Address, OrderLine, Pickup } from '../orders.types.ts'

/** Prints when something can be picked up: "Sat, Dec 5, 12:00 PM EST". @param now the database's clock, ISO 8601 */
export const pickupTime = ({ opensAt, timeZone }: Pickup, now: string): string =>
  `${formatDay(opensAt, timeZone, now)}, ${formatClockWithZone(opensAt, timeZone)}`

/** Returns the lines of a postal address, as they stand on a parcel. */
export function addressLines({ name, line1, line2, city, state, postalCode }: Address): string[] {
  return [name, line1, ...(line2 ? [line2] : []), `${city}, ${state} ${postalCode}`]
}

/** Returns the goods among lines, one line for each variant: a variant may be two lines at two prices. */
export function goodsOf(lines: OrderLine[]): OrderLine[] {
  const goods = new Map<string, OrderLine>()
  for (const line of lines) if (lineKind(line.kind).isMerchandise) goods.set(line.itemId, line)
  return [...goods.values()]
}

/** Prints goods with their size or colour: "Road tee, Bone / M". */
export const goodsName = ({ name, detail }: OrderLine): string => (detail ? `${name}, ${detail}` : name)

/** Prints what shipping costs before tax: "$5.00", "From $5.00" where it depends on the address, or "Free". */
export function shippingPrice(
  { fromCents, toCents }: { fromCents: number; toCents: number },
  currency: string,
): string {
  if (toCents === 0) return 'Free'
  const from = fromCents === 0 ? 'free' : formatMoney(fromCents, currency)
  return fromCents === toCents ? formatMoney(toCents, currency) : `From ${from}`
}
