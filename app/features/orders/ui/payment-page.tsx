import { Form, useRevalidator } from '@remix-run/react'
import { CalendarPlus, CircleCheck, Ticket } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { Spinner } from '#ui/spinner.tsx'
import { canRetryPayment, declineSentence, paymentOutcome } from '../orders.rules.ts'
import type { PlacedOrder } from '../orders.types.ts'
import { countTickets } from '../ticket-choice.rules.ts'
import { EventLine } from './event-line.tsx'
import { HoldClock } from './hold-clock.tsx'
import { OrderSummary } from './order-summary.tsx'
import * as css from './payment-page.css.ts'

/** How often the page reloads by itself, and the interval. */
export const polling = { tries: 15, everyMs: 2000 }

export type PaymentPageProps = {
  order: PlacedOrder
  /** The offer to a guest to keep the tickets in an account; null for members. */
  keep: ReactNode
  /** How often the page was loaded again without JavaScript. */
  tries: number
  /** Path of this page for the next load, without JavaScript. */
  nextPath: string
  /** Path of the event's calendar file; null while it has none. */
  calendarPath: string | null
}

/** Shows the state of an order after paying. Reloading is always safe. */
export function PaymentPage(props: PaymentPageProps) {
  const { order } = props
  return (
    <div className={layout.page}>
      <div className={css.column}>
        <Outcome {...props} />
        <Card as="section" className={layout.stack[5]} aria-label="Your order">
          {order.event && <EventLine event={order.event} now={order.serverNow} />}
          <OrderSummary lines={order.lines} totals={order.totals} refundedCents={order.refundedCents} />
          <p className={layout.text.small}>
            Order <span className={css.code}>{order.code}</span>
            {order.isTest && (
              <>
                {' '}
                <Badge tone="warning">Test</Badge>
              </>
            )}
          </p>
        </Card>
      </div>
    </div>
  )
}

/** What the page shows to a visitor without an order. */
export function NoPayment() {
  return (
    <div className={layout.page}>
      <EmptyState
        headingLevel={1}
        title="No order to show"
        text="Your tickets are under My Tickets and in the email we sent you."
        action={
          <LinkButton to={paths.myTickets()} size="lg">
            Open my tickets
          </LinkButton>
        }
      />
    </div>
  )
}

function Outcome(props: PaymentPageProps) {
  const { order } = props
  const { totalCents, currency } = order.totals
  const outcome = paymentOutcome({ status: order.status, refundedCents: order.refundedCents, totalCents })
  const money = formatMoney(totalCents, currency)
  switch (outcome) {
    case 'waiting':
      return <Waiting {...props} />
    case 'paid':
      return <Paid {...props} />
    case 'failed':
      return (
        <Head title="Payment failed" text={declineSentence(order.failureCode)}>
          {order.hold && canRetryPayment(order) ? (
            <>
              <RetryClock order={order} expiresAt={order.hold.expiresAt} />
              <Retry code={order.code} />
              <LinkButton to={paths.checkout({ hold: order.hold.id })} variant="secondary" size="lg">
                Change details
              </LinkButton>
            </>
          ) : (
            <Restart order={order} />
          )}
        </Head>
      )
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
            order.status === 'cancelled' && order.paidAt === null ? 'No tickets, full refund' : 'Refunded'
          }
          text={
            order.status === 'cancelled' && order.paidAt === null
              ? // Why is in the mail alone: it can be about the mailbox that was typed, which may belong to another person.
                `We couldn't issue these tickets. Your full ${money} is on its way back, and we've emailed you the details.`
              : `Your full ${money} is on its way back. Banks usually take 5 to 10 days.`
          }
        >
          <LinkButton to={paths.events()} size="lg">
            See what's next
          </LinkButton>
        </Head>
      )
    case 'cancelled':
      return (
        <Head title="Order canceled" text="The tickets in this order are no longer valid.">
          <LinkButton to={paths.events()} size="lg">
            See what's next
          </LinkButton>
        </Head>
      )
  }
}

function Head({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      <p className={layout.text.lead}>{text}</p>
      <div className={layout.cluster[3]}>{children}</div>
    </header>
  )
}

/** Asks again every two seconds for half a minute; without JavaScript the page loads itself again. */
function Waiting({ order, tries, nextPath }: PaymentPageProps) {
  const { revalidate, state } = useRevalidator()
  const polls = useRef(0)
  const givenUp = tries >= polling.tries || polls.current >= polling.tries
  useEffect(() => {
    if (state !== 'idle' || polls.current >= polling.tries) return
    const timer = setTimeout(() => {
      polls.current++
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
      <h1>Confirming your payment</h1>
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
      <div className={layout.cluster[3]}>
        <LinkButton to={nextPath} reloadDocument variant="secondary">
          Check again
        </LinkButton>
        {canRetryPayment(order) && givenUp && <Retry code={order.code} />}
      </div>
    </header>
  )
}

function Paid({ order, keep, calendarPath }: PaymentPageProps) {
  if (!order.event) {
    return (
      <header className={css.head}>
        <CircleCheck className={css.check} size={52} aria-hidden="true" />
        <h1>Thank you</h1>
        <p className={layout.text.lead}>Your order is paid. We sent the receipt to {order.email}.</p>
      </header>
    )
  }
  return (
    <header className={css.head}>
      <CircleCheck className={css.check} size={52} aria-hidden="true" />
      <h1>You're in</h1>
      <p className={layout.text.lead}>
        {countTickets(order.ticketCount)} for {order.event.title}. We sent{' '}
        {order.ticketCount === 1 ? 'it' : 'them'} to {order.email}.
      </p>
      <div className={layout.cluster[3]}>
        <LinkButton to={paths.myTickets()} size="lg">
          <Ticket size={20} aria-hidden="true" />
          {order.ticketCount === 1 ? 'Open my ticket' : 'Open my tickets'}
        </LinkButton>
        {calendarPath && (
          <LinkButton to={calendarPath} reloadDocument variant="secondary" size="lg">
            <CalendarPlus size={20} aria-hidden="true" />
            Add to calendar
          </LinkButton>
        )}
      </div>
      {keep}
    </header>
  )
}

/** Says how long the tickets of a failed payment are still held. */
function RetryClock({ order, expiresAt }: { order: PlacedOrder; expiresAt: string }) {
  const { revalidate } = useRevalidator()
  return (
    <HoldClock
      expiresAt={expiresAt}
      serverNow={order.serverNow}
      timeZone={order.event?.timeZone ?? order.timeZone}
      onEnd={revalidate}
    />
  )
}

/** Pays the same order again; its places are still held. */
function Retry({ code }: { code: string }) {
  return (
    <Form method="post" action={paths.checkout()}>
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="order" value={code} />
      <Button type="submit" size="lg">
        Try again
      </Button>
    </Form>
  )
}

function Restart({ order }: { order: PlacedOrder }) {
  const { hold, event } = order
  if (hold) {
    return (
      <LinkButton to={paths.checkout({ hold: hold.id })} size="lg">
        Hold again
      </LinkButton>
    )
  }
  return (
    <LinkButton to={event ? paths.event(event.id, event.slug) : paths.shop()} size="lg">
      {event ? 'Back to the event' : 'Back to the shop'}
    </LinkButton>
  )
}
