import { ChevronDown, ChevronLeft, ChevronRight, Sun } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useScreenAwake } from '#browser/use-screen-awake.ts'
import { IconButton } from '#ui/button.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { addOnsText, type LabeledTicket } from '../tickets.rules.ts'
import { PassLinks } from './pass-links.tsx'
import { TicketForms, useIsRefused } from './ticket-forms.tsx'
import { TicketScans } from './ticket-scans.tsx'
import * as css from './ticket-strip.css.ts'

/**
 * The tickets that can be scanned now: the code first and as wide as the screen, one ticket at a time. They are swiped,
 * or turned with buttons and arrow keys; without JavaScript the strip scrolls.
 * @param tickets with their codes
 * @param zone IANA zone of the event
 * @param now the moment the page was read, ISO 8601
 */
export function TicketStrip({
  tickets,
  title,
  zone,
  now,
}: {
  tickets: readonly LabeledTicket[]
  title: string
  zone: string
  now: string
}) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const count = tickets.length
  useScreenAwake(count > 0)

  function follow() {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setCurrent(Math.min(count - 1, Math.max(0, Math.round(scrollLeft / clientWidth))))
  }

  function turnTo(place: number) {
    const element = strip.current
    if (!element || place < 0 || place >= count) return
    // CSS chooses whether this glides: it jumps for people who prefer reduced motion.
    element.scrollTo({ left: place * element.clientWidth })
  }

  function turnByKey(event: KeyboardEvent) {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || event.target !== strip.current) return
    event.preventDefault()
    turnTo(to)
  }

  return (
    <div className={css.frame}>
      <ul
        ref={strip}
        className={css.strip}
        aria-label={`Tickets for ${title}`}
        // Lets the arrow keys turn the tickets.
        tabIndex={count > 1 ? 0 : undefined}
        onScroll={follow}
        onKeyDown={turnByKey}
      >
        {tickets.map((each, index) => (
          <li key={each.ticket.id} className={css.slide} data-ticket>
            <ReadyTicket
              {...each}
              place={`${index + 1} of ${count}`}
              isOnly={count === 1}
              zone={zone}
              now={now}
            />
          </li>
        ))}
      </ul>
      {count > 1 && (
        <div className={css.pager}>
          <IconButton
            label="Previous ticket"
            variant="secondary"
            aria-disabled={current === 0 || undefined}
            onClick={() => turnTo(current - 1)}
          >
            <ChevronLeft size={22} aria-hidden="true" />
          </IconButton>
          <p className={css.place} role="status">
            <span className={css.placeName}>Ticket </span>
            {current + 1} of {count}
          </p>
          <IconButton
            label="Next ticket"
            variant="secondary"
            aria-disabled={current === count - 1 || undefined}
            onClick={() => turnTo(current + 1)}
          >
            <ChevronRight size={22} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <p className={css.hint}>
        <Sun size={18} aria-hidden="true" />
        Turn your brightness all the way up.
      </p>
    </div>
  )
}

function ReadyTicket({
  ticket,
  label,
  place,
  isOnly,
  zone,
  now,
}: LabeledTicket & { place: string; isOnly: boolean; zone: string; now: string }) {
  const isRefused = useIsRefused([ticket])
  const name = `QR code of ticket ${place}: ${ticket.typeName}, ${ticket.holderName}`
  return (
    <>
      <div className={css.paper}>
        {ticket.qr && <QrCode picture={ticket.qr} label={name} />}
        <p className={css.code}>{ticket.code}</p>
      </div>
      <PassLinks tickets={[ticket]} />
      <div className={css.scans}>
        <TicketScans ticket={ticket} zone={zone} now={now} />
      </div>
      <details className={css.details} open={isRefused || undefined}>
        <summary className={css.summary}>
          <span className={css.summaryText}>
            {ticket.typeName}
            {ticket.partOf && <span className={css.who}> · {ticket.partOf}</span>}
            {!isOnly && <span className={css.who}> · {ticket.holderName}</span>}
          </span>
          <ChevronDown size={20} aria-hidden="true" className={css.chevron} />
        </summary>
        <dl className={css.facts}>
          <div>
            <dt>Status</dt>
            <dd>{label.label}</dd>
          </div>
          <div>
            <dt>Type</dt>
            <dd>{ticket.typeName}</dd>
          </div>
          {ticket.partOf && (
            <div>
              <dt>Part of</dt>
              <dd>{ticket.partOf}</dd>
            </div>
          )}
          {ticket.addOns.length > 0 && (
            <div>
              <dt>Extras</dt>
              <dd>{addOnsText(ticket.addOns)}</dd>
            </div>
          )}
          <div>
            <dt>Name</dt>
            <dd>{ticket.holderName}</dd>
          </div>
          <div>
            <dt>Order</dt>
            <dd className={css.mono}>{ticket.orderCode}</dd>
          </div>
        </dl>
        <TicketForms ticket={ticket} />
      </details>
    </>
  )
}
