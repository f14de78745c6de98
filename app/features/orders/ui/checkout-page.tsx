import type { SubmissionResult } from '@conform-to/react'
import { Form, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { isLive } from '../orders.rules.ts'
import type { Checkout } from '../orders.types.ts'
import { countTickets } from '../ticket-choice.rules.ts'
import { AccountButtons } from './account-buttons.tsx'
import { BuyerForm } from './buyer-form.tsx'
import * as css from './checkout-page.css.ts'
import { EventLine } from './event-line.tsx'
import { HoldClock } from './hold-clock.tsx'
import { OrderSummary } from './order-summary.tsx'

export type CheckoutPageProps = {
  checkout: Checkout
  idempotencyKey: string
  buyer: { name: string; email: string; phone: string }
  /** The server's result for the buyer's form. */
  reply: SubmissionResult | null
  /** Why something else than the buyer's form was refused: holding again, paying again. */
  refusal: string | null
  /** Whether money can be taken at all. */
  canPay: boolean
  isTest: boolean
  /** Path to return to after signing in, set when these tickets need an account and the visitor has none: then there is no form. */
  registerPath: string | null
}

/** The places that are held, until when, what they cost, and the form that buys them. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { checkout, refusal } = props
  const { revalidate } = useRevalidator()
  const [ended, setEnded] = useState(false)
  const live = isLive(checkout)

  // A new hold starts with a new state; a phone that was asleep during the old one reads it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hold is what starts this over
  useEffect(() => setEnded(false), [checkout.holdId])
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') revalidate()
    }
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [revalidate])

  if (!live && !ended) {
    return (
      <div className={layout.page}>
        <Card as="section" className={css.ended}>
          <h1 className={css.endedTitle}>Your hold ended</h1>
          <p>We'll check if these are still available.</p>
          {checkout.event && <EventLine event={checkout.event} now={checkout.serverNow} />}
          <HoldAgain checkout={checkout} refusal={refusal} />
        </Card>
      </div>
    )
  }
  return (
    <div className={layout.page}>
      <PageHeader title="Checkout" />
      <div className={css.columns}>
        <div className={css.bar}>
          <HoldClock
            expiresAt={checkout.expiresAt}
            serverNow={checkout.serverNow}
            timeZone={checkout.event?.timeZone ?? checkout.timeZone}
            onEnd={() => setEnded(true)}
          />
          <p className={css.barSum}>
            <strong>{formatMoney(checkout.totals.totalCents, checkout.totals.currency)}</strong>{' '}
            <span className={css.barCount}>{countOf(checkout)}</span>
          </p>
        </div>
        <aside className={css.aside} aria-label="Your order">
          <Card className={layout.stack[5]}>
            {checkout.event && <EventLine event={checkout.event} now={checkout.serverNow} />}
            <OrderSummary lines={checkout.lines} totals={checkout.totals} />
            <Release holdId={checkout.holdId} what={checkout.event ? 'tickets' : 'items'} />
          </Card>
        </aside>
        <section className={css.main} aria-label="Your details">
          <Pay {...props} />
        </section>
      </div>
      {ended && (
        <Dialog
          title="Your hold ended"
          description="We'll check if these are still available."
          onClose={() => {
            setEnded(false)
            revalidate()
          }}
        >
          <HoldAgain checkout={checkout} refusal={refusal} />
        </Dialog>
      )}
    </div>
  )
}

function Pay({
  checkout,
  idempotencyKey,
  buyer,
  reply,
  refusal,
  canPay,
  isTest,
  registerPath,
}: CheckoutPageProps) {
  if (!canPay) {
    return (
      <Banner tone="warning" title="Checkout is closed right now.">
        <p>Please come back later. Nothing was charged.</p>
      </Banner>
    )
  }
  if (checkout.order?.status === 'processing') {
    return (
      <Banner
        tone="info"
        title="We're processing your payment."
        action={
          <LinkButton to={paths.paymentSuccess({ order: checkout.order.code })}>Check status</LinkButton>
        }
      >
        <p>Your tickets are on hold until it goes through.</p>
      </Banner>
    )
  }
  if (registerPath) {
    return (
      <Banner tone="info" title="Free with an account" action={<AccountButtons path={registerPath} />}>
        <p>Create one or log in, and we'll bring you right back. Your tickets stay on hold.</p>
      </Banner>
    )
  }
  return (
    <div className={layout.stack[4]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <BuyerForm
        checkout={checkout}
        idempotencyKey={idempotencyKey}
        buyer={buyer}
        reply={reply}
        isTest={isTest}
      />
    </div>
  )
}

/** Gives everything in the cart back. */
function Release({ holdId, what }: { holdId: string; what: 'tickets' | 'items' }) {
  const busy = useNavigation().formData?.get('intent') === 'release'
  return (
    <Form method="post" action={paths.checkout()}>
      <input type="hidden" name="intent" value="release" />
      <input type="hidden" name="hold" value={holdId} />
      <Button type="submit" variant="secondary" size="sm" busy={busy}>
        Remove {what}
      </Button>
    </Form>
  )
}

/** Asks for the same places again, with one tap. */
function HoldAgain({ checkout, refusal }: { checkout: Checkout; refusal: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'again'
  return (
    <Form method="post" action={paths.checkout()} className={layout.stack[4]}>
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="hold" value={checkout.holdId} />
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <p>
        {checkout.lines.map((line) => `${line.quantity} × ${line.name}`).join(', ')}
        {checkout.event && ` for ${checkout.event.title}`}
      </p>
      <div className={layout.cluster[3]}>
        <Button type="submit" size="lg" busy={busy} data-autofocus>
          Hold again
        </Button>
        {checkout.event && (
          <LinkButton to={paths.event(checkout.event.id, checkout.event.slug)} variant="secondary" size="lg">
            Pick different tickets
          </LinkButton>
        )}
      </div>
    </Form>
  )
}

/** What the checkout shows to a visitor without a hold. */
export function EmptyCheckout({ refusal }: { refusal: string | null }) {
  return (
    <div className={layout.page}>
      <EmptyState
        headingLevel={1}
        title={refusal ?? 'Nothing to check out'}
        text={refusal ? undefined : "Pick tickets for an event and we'll hold them for you here."}
        action={
          <LinkButton to={paths.events()} size="lg">
            Find an event
          </LinkButton>
        }
      />
    </div>
  )
}

/** Counts what is in the cart: "2 tickets", or "3 items" when it has more than tickets. */
function countOf({ lines }: Checkout): string {
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  if (lines.every((line) => line.kind === 'ticket')) return countTickets(units)
  return units === 1 ? '1 item' : `${units} items`
}
