import { Form, useRevalidator } from '@remix-run/react'
import { CalendarPlus, ChevronDown, MessageCircle, Ticket } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { formatDay } from '#core/event-time.ts'
import { lineKindPages } from '#core/line-kind-pages.ts'
import { lineKind } from '#core/line-kinds.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { readPictureKey } from '#core/picture.ts'
import { orderStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { ShareLink } from '#ui/share-link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { DeliveryWays } from '../delivery/ui/delivery-ways.tsx'
import type { PlacedOrder } from '../orders.types.ts'
import { canRetryPayment, declineSentence, outcomeOf } from '../payment-outcome.rules.ts'
import { countTickets } from '../ticket-choice.rules.ts'
import { EventLine } from './event-line.tsx'
import { OrderSummary, printTotal } from './order-summary.tsx'
import * as css from './payment-page.css.ts'
import { TicketStub } from './ticket-stub.tsx'
import { useHoldTime } from './use-hold-time.ts'

/** Sets how often the page reloads by itself, and the interval. */
export const polling = { tries: 15, everyMs: 2000 }

export type PaymentPageProps = {
  order: PlacedOrder
  /** The offer to a guest to keep the tickets in an account; null for members. */
  keep: ReactNode
  /** Links that put the tickets into a wallet of the phone. */
  passes: ReactNode
  /** Counts how often the page was loaded again without JavaScript. */
  tries: number
  /** Path of this page for the next load, without JavaScript. */
  nextPath: string
  /** Path of the event's calendar file; null while it has none. */
  calendarPath: string | null
  /** Address of the site, for links that people pass on. */
  siteUrl: string
}

/** Shows the state of an order after paying. Reloading is always safe. */
export function PaymentPage(props: PaymentPageProps) {
  const { order } = props
  if (outcomeOf(order) === 'paid') return <Paid {...props} />
  return (
    <div className={css.column}>
      <Outcome {...props} />
      <section className={css.card} aria-label="Your order">
        {order.event && <EventLine event={order.event} now={order.serverNow} />}
        <OrderSummary
          lines={order.lines}
          totals={order.totals}
          promoCode={order.promoCode}
          refundedCents={order.refundedCents}
          timeZone={order.event?.timeZone ?? order.timeZone}
        />
        <OrderCode order={order} />
      </section>
    </div>
  )
}

/**
 * Shows the page of a visitor without an order.
 * @param isNamed whether the address names an order: it may be another person's, or none at all, and the page doesn't say which
 */
export function NoPayment({ isNamed }: { isNamed: boolean }) {
  return (
    <div className={layout.page}>
      <EmptyState
        headingLevel={1}
        title={isNamed ? 'Check your email' : 'No order to show'}
        text={
          isNamed
            ? "This browser doesn't have this order. As soon as a payment goes through, we email the tickets and the receipt. They're also under My Tickets in the browser or account that paid."
            : 'Your tickets are under My Tickets and in the email we sent you.'
        }
        action={
          <LinkButton to={paths.myTickets()} size="lg">
            Open my tickets
          </LinkButton>
        }
      />
    </div>
  )
}

function OrderCode({ order }: { order: PlacedOrder }) {
  return (
    <p className={layout.text.small}>
      Order <span className={css.code}>{order.code}</span>
      {order.isTest && (
        <>
          {' '}
          <Badge tone="warning">Test</Badge>
        </>
      )}
    </p>
  )
}

function Outcome(props: PaymentPageProps) {
  const { order } = props
  const money = formatMoney(order.totals.totalCents, order.totals.currency)
  switch (outcomeOf(order)) {
    case 'waiting':
      return <Waiting {...props} />
    case 'failed':
      return <Failed order={order} />
    case 'ended':
      return (
        <Head title="Your hold ended" text="The payment didn't finish in time. You weren't charged.">
          <Restart order={order} />
        </Head>
      )
    case 'refunded':
      return (
        <Head
          title={
            orderStates[order.status].isFinal && order.paidAt === null
              ? 'No tickets, full refund'
              : 'Refunded'
          }
          text={
            orderStates[order.status].isFinal && order.paidAt === null
              ? // Why is in the mail alone: it can be about the mailbox that was typed, which may belong to another person.
                `We couldn't issue these tickets. Your full ${money} is on its way back, and we've emailed you the details.`
              : `Your full ${money} is on its way back. Banks usually take 5 to 10 days.`
          }
        >
          <SeeEvents />
        </Head>
      )
    case 'cancelled':
      return (
        <Head title="Order canceled" text="The tickets in this order are no longer valid.">
          <SeeEvents />
        </Head>
      )
    case 'paid':
      return null
  }
}

function Head({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <header className={css.head}>
      <h1 className={css.title}>{title}</h1>
      <p className={layout.text.lead}>{text}</p>
      <div className={css.buttons}>{children}</div>
    </header>
  )
}

function SeeEvents() {
  return (
    <LinkButton to={paths.events()} size="lg" block>
      See what's next
    </LinkButton>
  )
}

/** A payment that did not go through. The header shows how long the tickets are still held. */
function Failed({ order }: { order: PlacedOrder }) {
  const { revalidate } = useRevalidator()
  const hold = canRetryPayment(order) ? order.hold : null
  useHoldTime(hold && { expiresAt: hold.expiresAt, serverNow: order.serverNow }, (remaining, before) => {
    if (remaining <= 0 && before > 0) revalidate()
  })
  const reason = declineSentence(order.failureCode)
  if (!hold) {
    return (
      <Head title="Payment failed" text={reason}>
        <Restart order={order} />
      </Head>
    )
  }
  const what = order.event ? 'tickets' : 'items'
  return (
    <Head title="Payment failed" text={`${reason} Your ${what} are still held.`}>
      <Retry code={order.code} />
      <LinkButton to={paths.checkout({ hold: hold.id })} variant="secondary" size="lg" block>
        Change details
      </LinkButton>
    </Head>
  )
}

/** Asks again every two seconds for half a minute; without JavaScript the page loads itself again. */
function Waiting({ order, tries, nextPath }: PaymentPageProps) {
  const { revalidate, state } = useRevalidator()
  const asked = useRef(0)
  const givenUp = tries >= polling.tries || asked.current >= polling.tries
  useEffect(() => {
    if (state !== 'idle' || asked.current >= polling.tries) return
    const timer = setTimeout(() => {
      asked.current++
      revalidate()
    }, polling.everyMs)
    return () => clearTimeout(timer)
  }, [state, revalidate])
  return (
    <header className={css.head}>
      {!givenUp && (
        <noscript>
          <meta httpEquiv="refresh" content={`2;url=${nextPath}`} />
        </noscript>
      )}
      <h1 className={css.title}>Confirming your payment</h1>
      <div aria-live="polite" className={layout.stack[4]}>
        {givenUp ? (
          <p className={layout.text.lead}>
            This is taking longer than usual. We'll email you at {order.email} as soon as it goes through. You
            can close this page.{order.contactEmail && ` Questions? ${order.contactEmail}`}
          </p>
        ) : (
          <Spinner label="Waiting for your bank" showLabel />
        )}
      </div>
      <div className={css.buttons}>
        <LinkButton to={nextPath} reloadDocument variant="secondary" size="lg" block>
          Check again
        </LinkButton>
        {canRetryPayment(order) && givenUp && <Retry code={order.code} />}
      </div>
    </header>
  )
}

/** Sets how long after paying the page celebrates, in milliseconds: a reload later on stays calm. */
const celebrationMs = 120_000

/** Returns the inks of a picture for the scraps that celebrate: its middle colour and that of a corner. */
function inksOf(imagePath: string | null | undefined): CSSProperties {
  const colors = readPictureKey(imagePath)?.colors ?? []
  return Object.fromEntries(css.pictureInks.flatMap((ink, at) => (colors[at] ? [[ink, colors[at]]] : [])))
}

/** The tickets are theirs: the ticket itself, and what one does next. */
function Paid({ order, keep, passes, calendarPath, siteUrl }: PaymentPageProps) {
  const { event, ticketCount, paidAt, serverNow, totals } = order
  const fresh = paidAt !== null && Date.parse(serverNow) - Date.parse(paidAt) < celebrationMs
  return (
    <div className={css.paid} data-fresh={fresh}>
      {fresh && (
        <div className={css.confetti} style={inksOf(event?.imagePath)} aria-hidden="true">
          <div className={css.burst} />
        </div>
      )}
      <header className={css.cheer}>
        <h1 className={layout.heroTitle}>{event ? "You're in" : 'Thank you'}</h1>
        <p className={layout.text.lead}>
          {event
            ? `We sent your ${ticketCount === 1 ? 'ticket' : countTickets(ticketCount)} to ${order.email}.`
            : `Your order is paid. We sent the receipt to ${order.email}.`}
        </p>
      </header>
      {event && (
        <div className={css.show}>
          <TicketStub event={event} order={order} />
        </div>
      )}
      <div className={css.next}>
        {order.lines.map(({ id, kind, itemId }) => {
          const opens = lineKindPages[kind]
          return (
            opens && (
              <LinkButton key={id} to={opens.path(itemId)} size="lg" block className={css.wide}>
                {opens.text}
              </LinkButton>
            )
          )
        })}
        {event && (
          <div className={css.actions}>
            <LinkButton to={paths.myTickets()} size="lg" block className={css.wide}>
              <Ticket size={20} aria-hidden="true" />
              {ticketCount === 1 ? 'Open my ticket' : 'Open my tickets'}
            </LinkButton>
            {calendarPath && (
              <LinkButton to={calendarPath} reloadDocument variant="secondary" block className={css.wide}>
                <CalendarPlus size={20} aria-hidden="true" />
                Add to calendar
              </LinkButton>
            )}
            <Tell order={order} event={event} siteUrl={siteUrl} />
          </div>
        )}
        {order.lines.some((line) => lineKind(line.kind).isMerchandise) && (
          <section className={css.card} aria-labelledby="delivery-title">
            <h2 id="delivery-title" className={layout.text.lead}>
              Your items
            </h2>
            <DeliveryWays
              lines={order.lines}
              address={order.address}
              handling={order.handling}
              now={order.serverNow}
            />
            <LinkButton
              to={paths.myGoods({ code: order.code })}
              variant="secondary"
              block
              className={css.wide}
            >
              Track your items
            </LinkButton>
          </section>
        )}
        {passes}
        {keep}
        <details className={css.receipt}>
          <summary className={css.receiptTitle}>
            <span>Receipt</span>
            <span className={css.receiptSum}>{printTotal(totals)}</span>
            <ChevronDown size={20} aria-hidden="true" className={css.chevron} />
          </summary>
          <div className={css.receiptBody}>
            <OrderSummary
              lines={order.lines}
              totals={totals}
              promoCode={order.promoCode}
              refundedCents={order.refundedCents}
              timeZone={order.event?.timeZone ?? order.timeZone}
            />
            <OrderCode order={order} />
            {totals.totalCents > 0 && (
              <a href={paths.receiptPdf(order.code)} className={css.paper}>
                Receipt (PDF)
              </a>
            )}
          </div>
        </details>
      </div>
    </div>
  )
}

/** Ways to tell others: the phone's share sheet or the copied address, and WhatsApp. */
function Tell({
  order,
  event,
  siteUrl,
}: {
  order: PlacedOrder
  event: NonNullable<PlacedOrder['event']>
  siteUrl: string
}) {
  const path = paths.event(event.id, event.slug)
  const when =
    event.status === 'postponed' ? '' : ` on ${formatDay(event.doorsAt, event.timeZone, order.serverNow)}`
  const text = `I'm going to ${event.title}${when}. Come with me!`
  return (
    <>
      <ShareLink path={path} url={siteUrl + path} text={text}>
        I'm going
      </ShareLink>
      <LinkButton
        to={`https://wa.me/?${new URLSearchParams({ text: `${text} ${siteUrl}${path}` })}`}
        target="_blank"
        rel="noopener noreferrer"
        variant="secondary"
        block
      >
        <MessageCircle size={20} aria-hidden="true" />
        WhatsApp
      </LinkButton>
    </>
  )
}

/** Pays the same order again; its places are still held. */
function Retry({ code }: { code: string }) {
  return (
    <Form method="post" action={paths.checkout()}>
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="order" value={code} />
      <Button type="submit" size="lg" block>
        Try again
      </Button>
    </Form>
  )
}

function Restart({ order }: { order: PlacedOrder }) {
  const { hold, event } = order
  if (hold) {
    return (
      <LinkButton to={paths.checkout({ hold: hold.id })} size="lg" block>
        Hold again
      </LinkButton>
    )
  }
  return (
    <LinkButton to={event ? paths.event(event.id, event.slug) : paths.shop()} size="lg" block>
      {event ? 'Back to the event' : 'Back to the shop'}
    </LinkButton>
  )
}
