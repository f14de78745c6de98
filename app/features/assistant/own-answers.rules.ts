import { formatClockWithZone, formatDay, formatMoment } from '#core/event-time.ts'
import { formatMoney, formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { refundSentence } from '#core/refund-policy.ts'
import { orderStates, ticketStates } from '#core/states.ts'
import type { Block } from './assistant.types.ts'
import type {
  Charge,
  FoundProducts,
  MyOrders,
  MyTickets,
  OwnCart,
  RefundTerms,
  Waitlist,
} from './records.types.ts'

/** Answers questions about what the asker has: tickets, orders, money, the cart, waitlists; and about goods. */

const text = (words: string): Block => ({ kind: 'text', text: words })
const count = (many: number, unit: string) => `${many} ${unit}${many === 1 ? '' : 's'}`

/** Lists the asker's tickets of events to come, one card for each event. */
export function ticketAnswer(list: MyTickets, now: Date): Block[] {
  const coming = list.filter(({ event }) => new Date(event.endsAt) > now)
  if (coming.length === 0)
    return [
      text(
        'You have no tickets for upcoming events in this account. If you bought as a guest, open the link in the email we sent you.',
      ),
    ]
  return coming.slice(0, 5).map(({ event, tickets, qrVisibleAt }) => {
    const valid = tickets.filter(({ status }) => ticketStates[status].isValid)
    const types = Map.groupBy(valid, ({ typeName }) => typeName)
    const isShown = new Date(qrVisibleAt) <= now
    return {
      kind: 'card',
      title: event.title,
      to: paths.myTickets(),
      lines: [
        `${formatDay(event.startsAt, event.timeZone, now)}, doors ${formatClockWithZone(event.doorsAt, event.timeZone)}`,
      ],
      facts: [
        ...[...types].map(([name, some]) => ({ label: name, value: count(some.length, 'ticket') })),
        ...(valid.length === 0 ? [{ label: 'Tickets', value: 'None valid' }] : []),
        {
          label: 'QR code',
          value: isShown
            ? 'Ready in My Tickets'
            : `Appears ${formatMoment(qrVisibleAt, event.timeZone, now)}`,
        },
      ],
    }
  })
}

const orderTitle = ({ code, event }: MyOrders[number]) => `${event ? `${event.title} · ` : ''}${code}`

/**
 * Lists orders of the asker, newest first.
 * @param detail `receipt` for those with a receipt, which the cards link to; `goods` for those with merch; null for all
 */
export function orderAnswer(orders: MyOrders, detail: string | null): Block[] {
  const shown = orders.filter(({ hasReceipt, hasGoods }) =>
    detail === 'receipt' ? hasReceipt : detail !== 'goods' || hasGoods,
  )
  if (shown.length === 0)
    return [
      text(detail === 'goods' ? 'You have no orders with merch.' : 'You have no orders in this account yet.'),
    ]
  return shown.slice(0, 5).map((order) => ({
    kind: 'card',
    title: orderTitle(order),
    to:
      detail === 'receipt'
        ? paths.receiptPdf(order.code)
        : detail === 'goods'
          ? paths.myGoods({ code: order.code })
          : paths.profile(),
    lines: [order.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')],
    facts: [
      { label: 'Status', value: orderStates[order.status].label },
      { label: 'Ordered', value: formatDay(order.createdAt, order.timeZone) },
      { label: 'Total', value: formatPrice(order.totalCents, order.currency) },
      ...(order.refundedCents > 0
        ? [{ label: 'Refunded', value: formatMoney(order.refundedCents, order.currency) }]
        : []),
    ],
  }))
}

/** Explains what an order cost, line by line as the ledger booked it, and what went back. */
export function chargeAnswer(charge: Charge | null, asked: number | null): Block[] {
  if (!charge)
    return [
      text(
        asked === null
          ? 'You have no paid orders in this account.'
          : 'None of your orders here came to that amount. If you bought as a guest or with another account, the email we sent you has the receipt.',
      ),
    ]
  const { currency, lines, returned } = charge
  const row = (label: string, cents: number, isPart = false) => ({
    label,
    amount: formatMoney(cents, currency),
    isPart,
  })
  const part = (label: string, cents: number) => (cents === 0 ? [] : [row(label, cents, true)])
  return [
    text(
      `You paid ${formatMoney(charge.totalCents, currency)} on ${formatDay(charge.paidAt, charge.timeZone)} for order ${charge.code}${charge.title ? `, ${charge.title}` : ''}.`,
    ),
    {
      kind: 'sums',
      title: `What order ${charge.code} cost`,
      rows: [
        ...lines.flatMap((line) => [
          row(`${line.quantity} × ${line.name}${line.detail ? `, ${line.detail}` : ''}`, line.faceCents),
          ...part('Discount', line.discountCents),
          ...part('Fees', line.feeCents),
          ...part('Tax', line.taxCents),
        ]),
        ...returned.map(({ cents, at }) => row(`Refunded ${formatDay(at, charge.timeZone)}`, cents)),
        row(returned.length > 0 ? 'Paid after refunds' : 'Total', charge.restCents),
      ],
    },
    { kind: 'links', links: [{ label: 'Receipt (PDF)', to: paths.receiptPdf(charge.code) }] },
  ]
}

/** Says what of an order can be returned, by the policy it was placed under, and what was refunded. */
export function refundAnswer(terms: RefundTerms | null): Block[] {
  if (!terms) return [text('You have no orders with tickets in this account.')]
  const { currency, timeZone, now } = terms
  const open = terms.units.filter(({ reason }) => reason === null)
  return [
    {
      kind: 'card',
      title: `${terms.event ? `${terms.event.title} · ` : ''}${terms.code}`,
      to: paths.refundTickets({ code: terms.code }),
      lines: [refundSentence(terms.policy)],
      facts: [
        ...(terms.until && terms.policy
          ? [{ label: 'Until', value: formatMoment(terms.until, timeZone, now) }]
          : []),
        ...open.map(({ name, backCents, keptCents }) => ({
          label: name,
          value: `You would get back ${formatMoney(backCents, currency)}${keptCents > 0 ? `, and we would keep ${formatMoney(keptCents, currency)}` : ''}`,
        })),
        ...(open.length === 0
          ? [{ label: 'Now', value: 'No ticket of this order can be returned online.' }]
          : []),
        ...terms.refunds.map(({ amountCents, status, createdAt }) => ({
          label: `Refund of ${formatDay(createdAt, timeZone, now)}`,
          value: `${formatMoney(amountCents, currency)}, ${refundWords[status] ?? 'in progress'}`,
        })),
      ],
    },
  ]
}

const refundWords: Record<string, string> = {
  requested: 'waiting for us to decide',
  approved: 'approved, on its way to your bank',
  submitted: 'sent to your bank',
  succeeded: 'paid back',
  failed: 'being sorted out by us',
  rejected: 'turned down',
  withdrawn: 'withdrawn',
  external: 'paid back',
}

/** Lists products as cards. */
export function productAnswer({ products, currency }: FoundProducts): Block[] {
  if (products.length === 0) return [text('I found nothing like that in the shop.')]
  return products.slice(0, 4).map(({ id, slug, name, fromCents, state }) => ({
    kind: 'card',
    title: name,
    to: paths.product(id, slug),
    lines: [],
    facts: [
      { label: 'From', value: formatPrice(fromCents, currency) },
      ...(state === 'sold_out' ? [{ label: 'Stock', value: 'Sold out' }] : []),
      ...(state === 'not_yet' ? [{ label: 'Stock', value: 'Not on sale yet' }] : []),
    ],
  }))
}

/** Lists the waitlists that the asker is on. */
export function waitlistAnswer(entries: Waitlist): Block[] {
  if (entries.length === 0) return [text('You are not on any waitlist.')]
  return entries.map(({ event, quantity, band, offer }) => ({
    kind: 'card',
    title: event.title,
    to: paths.myWaitlist(),
    lines: [`${count(quantity, 'ticket')}, ${formatDay(event.startsAt, event.timeZone)}`],
    facts:
      offer && !offer.isOver
        ? [
            { label: 'Offer until', value: formatClockWithZone(offer.expiresAt, event.timeZone) },
            { label: 'Price', value: formatMoney(offer.totalCents, offer.currency) },
          ]
        : [{ label: 'Place', value: band === null ? 'You are on the list' : `Among the first ${band}` }],
  }))
}

/** Lists what is in the cart: tickets that are held, and goods. */
export function cartAnswer({ hold, items, goodsCents, currency }: OwnCart): Block[] {
  if (!hold && items.length === 0) return [text('Your cart is empty.')]
  const rows = [
    ...(hold?.lines.map(({ name, quantity }) => `${quantity} × ${name}`) ?? []),
    ...items.map(({ name, quantity }) => `${quantity} × ${name}`),
  ]
  return [
    {
      kind: 'card',
      title: 'Your cart',
      to: paths.cart(),
      lines: rows,
      facts: [
        ...(hold
          ? [{ label: 'Held', value: formatMoney(hold.totals.totalCents, hold.totals.currency) }]
          : []),
        ...(items.length > 0
          ? [{ label: 'Merch, before tax and shipping', value: formatMoney(goodsCents, currency) }]
          : []),
      ],
    },
  ]
}
