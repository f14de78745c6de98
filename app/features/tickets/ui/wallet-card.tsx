import { Link, useSearchParams } from '@remix-run/react'
import { CalendarPlus, ChevronDown, Navigation, Printer, QrCode, ReceiptText, Undo2 } from 'lucide-react'
import { formatClockWithZone, formatDay, formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { venueNote } from '#core/place.ts'
import { Banner } from '#ui/banner.tsx'
import { classNames } from '#ui/class-names.ts'
import { EventArt } from '#ui/picture.tsx'
import {
  addOnsText,
  countByType,
  directionsLink,
  groupTickets,
  isEventOver,
  type LabeledTicket,
} from '../tickets.rules.ts'
import type { WalletEvent } from '../tickets.types.ts'

import { TicketForms, useIsRefused } from './ticket-forms.tsx'
import { TicketScans } from './ticket-scans.tsx'
import { TicketStrip } from './ticket-strip.tsx'
import { TicketStubs } from './ticket-stubs.tsx'
import * as css from './wallet-card.css.ts'

/**
 * All tickets for one event: those that can be scanned now come first and fill the width, those whose codes appear
 * later are one calm line, those that admit nobody are stubs.
 * @param now the moment the page was read, ISO 8601
 */
export function WalletCard({ wallet, now }: { wallet: WalletEvent; now: string }) {
  const { event } = wallet
  const { ready, waiting, closed } = groupTickets(wallet, now)
  const headingId = `event-${event.id}`
  const isOver = isEventOver(event, now)
  return (
    <article
      className={classNames(css.card, ready.length > 0 && css.ready, wallet.isTest && css.watermarked)}
      aria-labelledby={headingId}
      data-testid="event-tickets"
    >
      <header className={css.head}>
        <div className={css.thumb}>
          <EventArt
            path={event.imagePath}
            alt=""
            seed={event.id}
            ratio="portrait"
            fill
            sizes="(min-width: 1024px) 20rem, 4rem"
          />
        </div>
        <div className={css.text}>
          <h2 id={headingId} className={css.title}>
            <Link to={paths.event(event.id, event.slug)} className={css.link}>
              {event.title}
            </Link>
          </h2>
          <When event={event} now={now} />
        </div>
      </header>
      {wallet.isTest && (
        <Banner tone="warning" title="TEST TICKETS">
          <p>Not valid for entry at a real event.</p>
        </Banner>
      )}
      {ready.length > 0 && (
        <div className={css.codes}>
          <TicketStrip tickets={ready} title={event.title} zone={event.timeZone} now={now} />
        </div>
      )}
      <div className={css.rest}>
        <Changes wallet={wallet} now={now} />
        <Supplements wallet={wallet} now={now} />
        {waiting.length > 0 && <Waiting tickets={waiting} wallet={wallet} now={now} />}
        <AddOns tickets={wallet.tickets} />
        {closed.length > 0 && <TicketStubs tickets={closed} zone={event.timeZone} now={now} />}
        {!isOver && event.status !== 'cancelled' && <Before wallet={wallet} now={now} />}
        <Papers tickets={wallet.tickets} />
      </div>
    </article>
  )
}

/** Says that the event has a new date, and leads to the choice of a refund, order by order. Tickets of one without a date say so. */
function Changes({ wallet, now }: { wallet: WalletEvent; now: string }) {
  const { event, changes } = wallet
  const token = useSearchParams()[0].get('order')
  const day = (at: string) => formatDay(at, event.timeZone, now)
  const [first] = changes
  if (event.status !== 'published' || first?.kind !== 'rescheduled') return null
  const open = changes.filter(({ isOpen }) => isOpen)
  return (
    <Banner tone="info" title="New date">
      <p>
        Was <del>{day(first.previousStartsAt)}</del>. Your tickets are good for the new date.
      </p>
      {open.map(({ orderCode, choice, choiceEndsAt }) => (
        <p key={orderCode}>
          {choice === 'refund' ? 'You chose a refund. ' : ''}
          <Link to={paths.eventChoice(token ? { token } : { order: orderCode })}>
            {choice === 'refund' ? 'Change your choice' : 'Keep or refund'}
          </Link>
          {choiceEndsAt && ` until ${formatMoment(choiceEndsAt, event.timeZone, now)}`}
          {changes.length > 1 && ` (order ${orderCode})`}
        </p>
      ))}
    </Banner>
  )
}

/** Leads to the payment of what a dearer type of a ticket costs more, where staff asked for it. */
function Supplements({ wallet, now }: { wallet: WalletEvent; now: string }) {
  const token = useSearchParams()[0].get('order')
  const zone = wallet.event.timeZone
  const open = wallet.tickets.flatMap(({ supplement, holderName }) =>
    supplement ? [{ ...supplement, holderName }] : [],
  )
  if (open.length === 0) return null
  return (
    <Banner tone="info" title="Change your ticket">
      {open.map(({ orderCode, typeName, totalCents, currency, expiresAt, holderName }) => (
        <p key={orderCode}>
          <Link to={paths.supplement({ order: orderCode, token })}>
            {typeName} for {holderName}: pay {formatMoney(totalCents, currency)}
          </Link>{' '}
          until {formatMoment(expiresAt, zone, now)}
        </p>
      ))}
    </Banner>
  )
}

/** Holds what was bought with the tickets and is handed over at the event, order by order. */
function AddOns({ tickets }: { tickets: WalletEvent['tickets'] }) {
  const orders = new Map(tickets.map(({ orderCode, addOns }) => [orderCode, addOns]))
  const texts = [...orders].flatMap(([code, addOns]) =>
    addOns.length > 0 ? [{ code, text: addOnsText(addOns) }] : [],
  )
  if (texts.length === 0) return null
  return (
    <ul className={css.hints} aria-label="Extras">
      {texts.map(({ code, text }) => (
        <li key={code}>
          {text} <span className={css.order}>Order {code}</span>
        </li>
      ))}
    </ul>
  )
}

/** Links to the tickets and the receipt of each order as files to print or keep. */
function Papers({ tickets }: { tickets: WalletEvent['tickets'] }) {
  const token = useSearchParams()[0].get('order')
  const orders = new Map(tickets.map((ticket) => [ticket.orderCode, ticket.hasReceipt]))
  const label = (text: string, code: string) => (orders.size > 1 ? `${text}, order ${code}` : text)
  return (
    <ul className={css.actions} data-testid="papers">
      {[...orders].flatMap(([code, hasReceipt]) => [
        <li key={`${code} tickets`}>
          <a href={paths.ticketsPdf(code, { order: token })} className={css.action}>
            <Printer size={20} aria-hidden="true" />
            {label('Print tickets', code)}
          </a>
        </li>,
        hasReceipt && (
          <li key={`${code} receipt`}>
            <a href={paths.receiptPdf(code, { order: token })} className={css.action}>
              <ReceiptText size={20} aria-hidden="true" />
              {label('Receipt', code)}
            </a>
          </li>
        ),
      ])}
    </ul>
  )
}

function When({ event, now }: { event: WalletEvent['event']; now: string }) {
  const day = formatDay(event.doorsAt, event.timeZone, now)
  if (event.status === 'postponed') {
    return (
      <p className={css.muted}>
        New date soon (was <del>{day}</del>)
      </p>
    )
  }
  return (
    <p className={css.muted}>
      <time dateTime={event.doorsAt}>
        {day}, doors {formatClockWithZone(event.doorsAt, event.timeZone)}
      </time>
    </p>
  )
}

/** Valid tickets whose codes are not shown yet, as one line that opens. */
function Waiting({ tickets, wallet, now }: { tickets: LabeledTicket[]; wallet: WalletEvent; now: string }) {
  const { event, qrVisibleAt } = wallet
  const isRefused = useIsRefused(tickets.map(({ ticket }) => ticket))
  const isToCome = Date.parse(now) < Date.parse(qrVisibleAt)
  return (
    <details className={css.waiting} data-testid="waiting-tickets" open={isRefused || undefined}>
      <summary className={css.summary}>
        <QrCode size={28} aria-hidden="true" className={css.icon} />
        <span className={css.summaryText}>
          <span className={css.count}>{tickets.length === 1 ? '1 ticket' : `${tickets.length} tickets`}</span>
          <span className={css.muted}>
            {isToCome ? (
              <>
                {tickets.length === 1 ? 'Code appears ' : 'Codes appear '}
                <time dateTime={qrVisibleAt} className={css.moment}>
                  {formatMoment(qrVisibleAt, event.timeZone, now)}
                </time>
              </>
            ) : (
              countByType(tickets.map(({ ticket }) => ticket))
            )}
          </span>
        </span>
        <ChevronDown size={20} aria-hidden="true" className={css.chevron} />
      </summary>
      <ul className={css.list}>
        {tickets.map(({ ticket, label }) => (
          <li key={ticket.id}>
            <div className={css.line}>
              <span>
                {ticket.typeName}, {ticket.holderName}
                {ticket.partOf && `, ${ticket.partOf}`}
              </span>
              <span className={css.order}>
                {label.label} · Order {ticket.orderCode}
              </span>
            </div>
            <TicketScans ticket={ticket} zone={event.timeZone} now={now} />
            <TicketForms ticket={ticket} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Shows what one needs before the doors: the way, the calendar, the ID. */
function Before({ wallet, now }: { wallet: WalletEvent; now: string }) {
  const { event } = wallet
  const place = [event.venueName, event.address, event.city].filter(Boolean).join(', ')
  const note = venueNote(event, now)
  // Somebody who came by a link has no session that the file could be read with.
  const order = useSearchParams()[0].get('order')
  const directions = directionsLink(event)
  const returnable = [
    ...new Set(wallet.tickets.flatMap(({ canRefund, orderCode }) => (canRefund ? [orderCode] : []))),
  ]
  return (
    <>
      <div className={css.hints}>
        {place && <p>{place}</p>}
        {note && <p>{note}</p>}
        {event.minAge > 0 && <p>{event.idPolicy ?? `${event.minAge}+. Bring a photo ID.`}</p>}
      </div>
      <ul className={css.actions}>
        {event.status !== 'postponed' && (
          <li>
            <a href={paths.eventCalendar(event.id, { order })} className={css.action} download>
              <CalendarPlus size={20} aria-hidden="true" />
              Add to calendar
            </a>
          </li>
        )}
        {returnable.map((code) => (
          <li key={code}>
            <Link
              to={paths.refundTickets({ order, code: order === null ? code : null })}
              className={css.action}
            >
              <Undo2 size={20} aria-hidden="true" />
              {returnable.length > 1 ? `Refund tickets in order ${code}` : 'Refund tickets'}
            </Link>
          </li>
        ))}
        {directions && (
          <li>
            <a href={directions} className={css.action} target="_blank" rel="noopener noreferrer">
              <Navigation size={20} aria-hidden="true" />
              Directions
            </a>
          </li>
        )}
      </ul>
    </>
  )
}
