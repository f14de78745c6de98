import { lineSaving, savings } from '#core/discount-sums.ts'
import { formatClock, formatClockWithZone, formatLongDay } from '#core/event-time.ts'
import { shipsIn } from '#core/handling.ts'
import { lineKind } from '#core/line-kinds.ts'
import { formatLongMoment } from '#core/long-moment.ts'
import { formatMoney } from '#core/money.ts'
import { tableTermsText } from '#core/table-terms.ts'
import type { MailOrder, MailSender, MailTimes } from '../mail.types.ts'
import { Amounts, Facts, Poster, SmallPrint, Watermark } from './parts.tsx'

/** The parts and texts that mails about orders share. */

/** @returns the buyer's first name, for the greeting */
export function firstName({ name }: MailOrder): string {
  return name.trim().split(/\s+/)[0] ?? name
}

/** @returns an amount of the order's currency */
export function moneyOf(order: MailOrder, cents: number): string {
  return formatMoney(cents, order.currency)
}

/** @returns `ticket`, or how many tickets */
export function countTickets(count: number): string {
  return count === 1 ? 'ticket' : `${count} tickets`
}

/** @returns the label of the button that opens the tickets of an order */
export function openTickets({ ticketCount }: MailOrder): string {
  return ticketCount === 1 ? 'Open your ticket' : 'Open your tickets'
}

/** Returns what an order is for: its event, or where it has none the order itself. */
export function titleOf({ event, code }: MailOrder): string {
  return event?.title ?? `order ${code}`
}

/** Names an order with what it is for: `your order for Last Lap`, `your order X9JTX4KJ`. */
export function orderName({ event, code }: MailOrder): string {
  return event ? `your order for ${event.title}` : `your order ${code}`
}

/** @returns the day, doors and start of an order's event, in the event's own time zone; empty without an event */
export function whenOf({ event }: MailOrder): string {
  return event ? timesText(event) : ''
}

/** @returns the day, doors and start of an event, in its own time zone */
export function timesText({
  doorsAt,
  startsAt,
  timeZone,
}: Pick<MailTimes, 'doorsAt' | 'startsAt' | 'timeZone'>): string {
  return doorsAt === startsAt
    ? formatLongMoment(startsAt, timeZone)
    : `${formatLongDay(doorsAt, timeZone)}, doors ${formatClock(doorsAt, timeZone)}, start ${formatClockWithZone(startsAt, timeZone)}`
}

/** Returns where an order's event is, as one line; while its venue is hidden, where it is about and when more is known. */
export function placeOf({ event }: MailOrder): string {
  if (!event) return ''
  const place = [event.venueName, event.address, event.city].filter(Boolean).join(', ')
  if (!event.venueHidden) return place
  const when = event.venueRevealsAt
  const note = when
    ? `We'll send you the venue on ${formatLongMoment(when, event.timeZone)}`
    : "We'll send you the venue before doors"
  return `${place}. ${note}.`
}

/** Marks mail about an order of a test event, from edge to edge. */
export function TestNotice({ order }: { order: MailOrder }) {
  return order.isTest ? (
    <Watermark>TEST ORDER. No money moved. Not valid for entry at a real event.</Watermark>
  ) : null
}

/** Shows the poster of an order's event. @param url where it leads */
export function EventPoster({ order, url, sender }: { order: MailOrder; url: string; sender: MailSender }) {
  if (!order.event) return null
  const { title, imagePath } = order.event
  return <Poster imagePath={imagePath} alt={`Poster: ${title}`} url={url} siteUrl={sender.siteUrl} />
}

/** Shows what, when, where, and what to bring to the door. */
export function EventFacts({ order }: { order: MailOrder }) {
  const { event } = order
  if (!event) return null
  const place = placeOf(order)
  const rows: [string, string][] = [
    ['Event', event.title],
    ['When', whenOf(order)],
  ]
  if (place) rows.push(['Where', place])
  const entry = [
    event.minAge > 0 && `${event.minAge}+.`,
    event.idPolicy ?? (event.minAge > 0 && 'Bring a photo ID.'),
  ]
  if (entry.some(Boolean)) rows.push(['Entry', entry.filter(Boolean).join(' ')])
  return <Facts rows={rows} />
}

/** Tells how the goods of an order reach their buyer; nothing for an order without goods. */
export function DeliveryFacts({ order }: { order: MailOrder }) {
  const rows: [string, string][] = []
  const { address } = order
  if (address) {
    const { name, line1, line2, city, state, postalCode } = address
    const to = [name, line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(', ')
    rows.push(['Ship to', [to, shipsIn(order.handling)].filter(Boolean).join('. ')])
  }
  const points = new Map(
    order.lines.flatMap(({ pickup }) => (pickup ? [[pickup.name, pickup] as const] : [])),
  )
  for (const { name, address: place, opensAt, timeZone } of points.values())
    rows.push(['Pick up', [name, place, formatLongMoment(opensAt, timeZone)].filter(Boolean).join(', ')])
  return rows.length > 0 ? <Facts rows={rows} /> : null
}

/** The same prices as on every screen: each line with its fees and after its discount, tax is below. */
export function Receipt({ order }: { order: MailOrder }) {
  const money = (cents: number) => moneyOf(order, cents)
  const { promoCode } = order
  const rows: [string, string][] = order.lines.map((line) => [
    [
      `${line.table ? 'Deposit: ' : line.kind && lineKind(line.kind).isDeliveryCharge ? '' : `${line.quantity} × `}${line.name}${line.detail ? ` (${line.detail})` : ''}`,
      line.feeCents > 0 && `includes ${money(line.feeCents)} fees`,
      lineSaving(line, promoCode, money),
    ]
      .filter(Boolean)
      .join(', '),
    money(line.priceCents),
  ])
  if (order.taxCents > 0) rows.push(['Tax', money(order.taxCents)])
  rows.push(['Total', money(order.totalCents)])
  const used = promoCode === null ? null : { code: promoCode, mostPerOrder: order.codeMostPerOrder ?? null }
  const notes = [
    ...savings(order.lines, used, money),
    ...order.lines.flatMap(({ table }) =>
      table ? [tableTermsText(table, order.currency, order.event?.timeZone ?? 'UTC')] : [],
    ),
  ]
  return (
    <>
      <Amounts rows={rows} />
      {notes.length > 0 && <SmallPrint>{notes.join(' ')}</SmallPrint>}
    </>
  )
}

/** The key of a picture for previews; whoever shows one puts the key of an existing picture in its place. */
export const samplePicture = '/art/sample-000000000000.543543543543543'

/** An order for previews. */
export const sampleOrder = {
  id: '5f0c2b1e-4b5a-4f0e-9a58-0c1d2e3f4a5b',
  code: 'ABCD2345',
  name: 'Mia Joseph',
  currency: 'USD',
  taxCents: 1128,
  discountCents: 500,
  promoCode: 'CARNIVAL',
  totalCents: 18928,
  supplement: null,
  eventCents: 18928,
  isTest: false,
  ticketCount: 3,
  lines: [
    {
      name: 'General admission',
      detail: 'Early bird',
      quantity: 2,
      priceCents: 9900,
      feeCents: 900,
      table: null,
    },
    { name: 'VIP deck', detail: null, quantity: 1, priceCents: 8400, feeCents: 900, table: null },
  ],
  event: {
    title: 'Last Lap: Carnival Tuesday on the River',
    imagePath: samplePicture,
    venueName: 'The Yard',
    address: '12 Flatbush Ave',
    venueHidden: null,
    venueRevealsAt: null,
    city: 'Brooklyn',
    timeZone: 'America/New_York',
    doorsAt: '2026-11-22T03:00:00Z',
    startsAt: '2026-11-22T04:00:00Z',
    endsAt: '2026-11-22T09:00:00Z',
    minAge: 21,
    idPolicy: null,
  },
} satisfies MailOrder
export const sampleTicketsUrl = 'https://jouvay.example/my-tickets?order=sample'
