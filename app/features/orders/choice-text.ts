import { formatClockWithZone, formatMoment } from '#core/event-time.ts'
import { lineKind } from '#core/line-kinds.ts'
import { formatMoney, formatPrice } from '#core/money.ts'
import { tableTermsText } from '#core/table-terms.ts'
import type { Choice, Offered } from './orders.types.ts'
import { countTickets } from './ticket-choice.rules.ts'

/** Says in words what the ticket picker shows. Made on the server, so that browsers need not download how. */

type Terms = {
  currency: string
  /** IANA zone of the event; every time is shown in it. */
  timeZone: string
  /** The moment the page was read, ISO 8601. */
  now: string
  /** The most single tickets one order may hold over all types. */
  maxPerOrder: number
}

const wordsOf = (kind: Offered['kind'] = 'ticket') => lineKind(kind)

/** Makes a choice of the picker from what the page read. */
export function choiceOf(offered: Offered, terms: Terms): Choice {
  const { id, kind, name, priceCents, fullPriceCents, feeCents, totals, table } = offered
  const isOpen = (offered.state === 'on_sale' || offered.state === 'low') && priceCents !== null
  const quantities = isOpen ? quantitiesOf(offered, terms.maxPerOrder) : [0]
  const most = quantities.at(-1) ?? 0
  return {
    ...{ id, kind, name, priceCents, fullPriceCents, feeCents, totals, quantities },
    badge: offered.state !== 'low' ? '' : offered.left === null ? 'Low tickets' : `${offered.left} left`,
    lines: [
      offered.detail,
      offered.description,
      // Its tickets are none of those that the limit of an order counts.
      table && `Comes with ${table.maxGuests} tickets, on top of the limit per order.`,
      table && tableTermsText(table, terms.currency, terms.timeZone),
    ].flatMap((line) => line || []),
    note: noteOf(offered, most, terms),
    closed: isOpen ? '' : stateText(offered, terms),
    limit:
      wordsOf(kind).limit ?? (most === offered.left ? `Only ${most} left` : `${most} is the most per order`),
  }
}

/** Lists the quantities that a choice offers, 0 first. When fewer are left than the usual minimum, the rest can be bought. */
function quantitiesOf({ kind, minPerOrder, maxPerOrder, totals }: Offered, ofTickets: number): number[] {
  const most = Math.min(kind ? maxPerOrder : Math.min(maxPerOrder, ofTickets), totals.length)
  const least = Math.min(Math.max(1, minPerOrder), most)
  const numbers = [0]
  for (let n = least; n <= most; n++) numbers.push(n)
  return numbers
}

/** Says what else there is to the price of one: `Early bird · plus $2.00 tax · up to 4 per order`. */
function noteOf(offered: Offered, most: number, { currency, maxPerOrder }: Terms): string {
  if (offered.priceCents === null) return ''
  const { kind, releaseName, taxCents, minPerOrder, left } = offered
  return [
    wordsOf(kind).priceNote,
    releaseName !== formatPrice(offered.priceCents, currency) && releaseName,
    taxCents > 0 && `plus ${formatMoney(taxCents, currency)} tax`,
    minPerOrder > 1 && `${minPerOrder} or more`,
    !wordsOf(kind).isUnique &&
      most > 0 &&
      most !== left &&
      (kind || most < maxPerOrder) &&
      `up to ${most} per order`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Says why a choice cannot be made now. */
function stateText(offered: Offered, { timeZone, now }: Terms): string {
  switch (offered.state) {
    case 'sold_out':
      return wordsOf(offered.kind).soldOut ?? 'Sold out'
    case 'not_yet':
      return offered.saleStartsAt
        ? `On sale ${formatMoment(offered.saleStartsAt, timeZone, now)}`
        : 'Not on sale yet'
    case 'ended':
      return 'Sales ended'
    case 'paused':
      return 'Sales paused'
    default:
      return 'Not on sale'
  }
}

/** Says over the tickets how many one may have: `Up to 10 tickets per order, 20 per person`. */
export function limitsText(perOrder: number, perPerson: number): string {
  const tickets = perOrder === 1 ? '1 ticket' : `${perOrder} tickets`
  if (perPerson <= perOrder) return `Up to ${tickets} per person`
  return `Up to ${tickets} per order, ${perPerson} per person`
}

/** Says over the tickets what the reader holds already: `You're holding 2 tickets until 10:42 PM ET.` */
export function heldText(
  { units, expiresAt }: { units: number; expiresAt: string },
  timeZone: string,
): string {
  return `You're holding ${countTickets(units)} until ${formatClockWithZone(expiresAt, timeZone)}.`
}
