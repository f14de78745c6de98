import { Link } from '@remix-run/react'
import { formatClock, formatClockWithZone, formatDay, formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { classNames } from '#ui/class-names.ts'
import { EventArt } from '#ui/picture.tsx'
import { isCodeToCome, ticketLabel } from '../tickets.rules.ts'
import type { WalletEvent, WalletTicket } from '../tickets.types.ts'
import { QrCode } from './qr-code.tsx'
import * as css from './wallet-card.css.ts'

/**
 * All tickets for one event. Several are side by side and can be swiped.
 * @param now the moment the page was read, ISO 8601
 */
export function WalletCard({ wallet, now }: { wallet: WalletEvent; now: string }) {
  const { event, tickets } = wallet
  const place = [event.venueName, event.address, event.city].filter(Boolean).join(', ')
  const headingId = `event-${event.id}`
  const showsCode = tickets.some((ticket) => ticket.qr)
  return (
    <article className={css.card} aria-labelledby={headingId}>
      <header className={css.head}>
        <div className={classNames(css.art, showsCode && css.artBehindCode)}>
          <EventArt
            path={event.imagePath}
            alt=""
            seed={event.id}
            ratio="wide"
            fill
            sizes="(min-width: 768px) 40rem, 100vw"
          />
        </div>
        <div className={css.text}>
          <h2 id={headingId} className={css.title}>
            <Link to={paths.event(event.id, event.slug)} className={css.link}>
              {event.title}
            </Link>
          </h2>
          <p>
            {event.status === 'postponed' ? (
              <>
                New date soon (was <del>{formatDay(event.doorsAt, event.timeZone, now)}</del>)
              </>
            ) : (
              <time dateTime={event.doorsAt}>
                {formatDay(event.doorsAt, event.timeZone, now)}, doors{' '}
                {formatClockWithZone(event.doorsAt, event.timeZone)}
              </time>
            )}
          </p>
        </div>
      </header>
      {event.status === 'postponed' && (
        <Banner tone="warning" title="Postponed">
          <p>Your tickets are good for the new date.</p>
        </Banner>
      )}
      {event.status === 'cancelled' && (
        <Banner tone="danger" title="Event canceled">
          <p>You'll get a full refund, fees included.</p>
        </Banner>
      )}
      <ul
        className={css.tickets}
        tabIndex={tickets.length > 1 ? 0 : undefined}
        aria-label={`Tickets for ${event.title}`}
      >
        {tickets.map((ticket, index) => (
          <li key={ticket.id} className={css.ticket}>
            <Ticket ticket={ticket} wallet={wallet} now={now} place={`${index + 1} of ${tickets.length}`} />
          </li>
        ))}
      </ul>
      <div className={css.hints}>
        {showsCode && <p>At the door, turn your screen up to full brightness.</p>}
        {place && <p>{place}</p>}
        {event.minAge > 0 && <p>{event.idPolicy ?? `${event.minAge}+. Bring a photo ID.`}</p>}
      </div>
    </article>
  )
}

function Ticket({
  ticket,
  wallet,
  now,
  place,
}: {
  ticket: WalletTicket
  wallet: WalletEvent
  now: string
  place: string
}) {
  const { event } = wallet
  const state = ticketLabel(ticket, event, now)
  if (ticket.enteredAt) {
    return (
      <>
        <div className={css.state}>
          <Badge tone={state.tone}>{state.label}</Badge>
          <span className={css.muted}>
            {ticket.typeName}, ticket {place}
          </span>
        </div>
        <p>You were in at {formatClock(ticket.enteredAt, event.timeZone)}.</p>
        {state.next && <p className={css.muted}>{state.next}</p>}
      </>
    )
  }
  return (
    <>
      <div className={css.state}>
        <Badge tone={state.tone}>{state.label}</Badge>
        <span className={css.muted}>Ticket {place}</span>
      </div>
      {ticket.qr && (
        <QrCode
          picture={ticket.qr}
          label={`QR code of ticket ${place}: ${ticket.typeName}, ${ticket.holderName}`}
        />
      )}
      {!ticket.qr && isCodeToCome(ticket, wallet, now) && (
        <div className={css.placeholder}>
          <p>
            Your QR code appears
            <br />
            <strong>{formatMoment(wallet.qrVisibleAt, event.timeZone, now)}</strong>
          </p>
        </div>
      )}
      {ticket.code && (
        <p className={css.typed}>
          <span className={css.muted}>Code</span> <span className={css.code}>{ticket.code}</span>
        </p>
      )}
      <dl className={css.facts}>
        <div>
          <dt>Type</dt>
          <dd>{ticket.typeName}</dd>
        </div>
        <div>
          <dt>Name</dt>
          <dd>{ticket.holderName}</dd>
        </div>
        <div>
          <dt>Order</dt>
          <dd className={css.code}>{ticket.orderCode}</dd>
        </div>
      </dl>
      {state.next && <p className={css.muted}>{state.next}</p>}
    </>
  )
}
