import type { SubmissionResult } from '@conform-to/react'
import { Form, Link, useNavigation, useRevalidator } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDay } from '#core/event-time.ts'
import { lineKind } from '#core/line-kinds.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { orderStates } from '#core/states.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { latePart } from '#ui/late-part.tsx'
import * as layout from '#ui/layout.css.ts'
import { EventArt } from '#ui/picture.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { type CalledOff, isLive } from '../orders.rules.ts'
import type { Checkout } from '../orders.types.ts'
import { countTickets } from '../ticket-choice.rules.ts'
import { AccountButtons } from './account-buttons.tsx'
// The styles of the parts that are loaded late: they belong to the page that the server renders.
import './buyer-form.css.ts'
import '../delivery/ui/delivery-form.css.ts'
import * as css from './checkout-page.css.ts'
import { EventLine } from './event-line.tsx'
import { OrderSummary, printTotal } from './order-summary.tsx'
import { useHoldTime } from './use-hold-time.ts'

// Form library and schemas are two thirds of the code of this page itself, and the forms work without them.
const BuyerForm = latePart('buyer', async () => (await import('./buyer-form.tsx')).BuyerForm)
const DeliverySection = latePart(
  'delivery',
  async () => (await import('../delivery/ui/delivery-form.tsx')).DeliverySection,
)
const HoldAgain = latePart('hold-again', async () => (await import('./hold-again.tsx')).HoldAgain)
const HoldEnded = latePart('hold-again', async () => (await import('./hold-again.tsx')).HoldEnded)

export type CheckoutPageProps = {
  checkout: Checkout
  idempotencyKey: string
  buyer: { name: string; email: string; phone: string }
  /** Values typed into the forms before signing in again, by field. */
  typed: Record<string, string>
  /** The company that sells. */
  seller: string
  /** Says how what is bought can be returned. */
  refundLine: string
  /** The server's result for the buyer's form, or for that of the delivery. */
  reply: { intent: 'pay' | 'deliver'; reply: SubmissionResult } | null
  /** Holds the refusal of another form than the buyer's: holding again, paying again. */
  refusal: string | null
  /** True if a payment provider is set up. */
  canPay: boolean
  isTest: boolean
  /** The smallest sum that the payment provider charges, where this order is below it; null otherwise. */
  leastCents: number | null
  /** Takes a code, or shows the one that is used; null while the payment runs. */
  codeEntry: ReactNode
  /** Path to return to after signing in, set when these tickets need an account and the visitor has none: then there is no form. */
  registerPath: string | null
}

/** The places that are held, what they cost, and the form that buys them. The header shows until when. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { checkout, refusal } = props
  const { revalidate } = useRevalidator()
  const [ended, setEnded] = useState(false)
  const live = isLive(checkout)

  // A new hold starts with a new state; a phone that was asleep during the old one reads it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hold is what starts this over
  useEffect(() => setEnded(false), [checkout.holdId])
  useHoldTime(live ? checkout : null, (left, before) => {
    if (left <= 0 && before > 0) setEnded(true)
  })
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') revalidate()
    }
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [revalidate])

  if (!live && !ended) {
    return (
      <div className={css.narrow}>
        <header className={layout.stack[2]}>
          <h1 className={css.title}>Your hold ended</h1>
          {checkout.isCart && <p className={layout.text.lead}>We'll check if these are still available.</p>}
        </header>
        {checkout.event && <EventLine event={checkout.event} now={checkout.serverNow} />}
        <HoldAgain checkout={checkout} refusal={refusal} />
      </div>
    )
  }
  return (
    <div className={css.columns}>
      <Order checkout={checkout} />
      <section className={css.main} aria-labelledby="checkout-title">
        <h1 id="checkout-title" className={css.title}>
          Checkout
        </h1>
        <MoreGoods checkout={checkout} />
        {props.codeEntry}
        {checkout.delivery && !(checkout.order && orderStates[checkout.order.status].isPaying) && (
          <DeliverySection
            checkout={checkout}
            delivery={checkout.delivery}
            buyerName={props.buyer.name}
            typed={props.typed}
            idempotencyKey={props.idempotencyKey}
            reply={props.reply?.intent === 'deliver' ? props.reply.reply : null}
          />
        )}
        {/* Payment waits for the delivery choice: the total depends on it. */}
        {checkout.delivery?.isChosen !== false && <Pay {...props} />}
      </section>
      {ended && (
        <HoldEnded
          checkout={checkout}
          refusal={refusal}
          onClose={() => {
            setEnded(false)
            revalidate()
          }}
        />
      )}
    </div>
  )
}

/**
 * Shows what is bought: one line that opens on a phone, a column on a desk. The lines stand beside the `details` element, not
 * in it, so that a wide screen can show them without opening it.
 */
function Order({ checkout }: { checkout: Checkout }) {
  const { event, lines, totals, serverNow } = checkout
  const isBeforeShipping = checkout.delivery?.isChosen === false
  return (
    <aside className={css.aside} aria-label="Your order">
      <div className={css.bar}>
        {event && (
          <div className={css.thumb}>
            <EventArt path={event.imagePath} alt="" seed={event.id} ratio="square" sizes="3rem" />
          </div>
        )}
        <details className={css.toggle}>
          <summary className={css.summary}>
            <span className={css.summaryWords}>
              <span className={css.summaryTitle}>{event?.title ?? 'Your order'}</span>
              <span className={css.summaryFacts}>
                {countOf(checkout)}
                {event && ` · ${formatDay(event.doorsAt, event.timeZone, serverNow)}`}
                {isBeforeShipping && ' · before shipping'}
              </span>
            </span>
            <strong className={css.summarySum}>{printTotal(totals)}</strong>
            <ChevronDown size={20} aria-hidden="true" className={css.chevron} />
            <span className={visuallyHidden}>Show your order</span>
          </summary>
        </details>
        <div className={css.panel}>
          {event && (
            <div className={css.art}>
              <EventArt
                path={event.imagePath}
                alt=""
                seed={event.id}
                ratio="wide"
                sizes="(min-width: 1024px) 26rem, 1px"
              />
            </div>
          )}
          <div className={css.panelBody}>
            {event && <EventLine event={event} now={serverNow} picture={false} />}
            <OrderSummary
              lines={lines}
              totals={totals}
              promoCode={checkout.promoCode}
              isBeforeShipping={isBeforeShipping}
              timeZone={event?.timeZone ?? checkout.timeZone}
            />
            {checkout.delivery && (
              <p>
                <Link to={paths.cart()}>Back to cart</Link>
              </p>
            )}
            <Release holdId={checkout.holdId} what={event ? 'tickets' : 'items'} />
          </div>
        </div>
      </div>
    </aside>
  )
}

function Pay({
  checkout,
  idempotencyKey,
  buyer,
  typed,
  seller,
  refundLine,
  reply,
  refusal,
  canPay,
  isTest,
  leastCents,
  registerPath,
}: CheckoutPageProps) {
  if (!canPay) {
    return <Notice title="Checkout is closed right now.">Please come back later. Nothing was charged.</Notice>
  }
  if (leastCents !== null) {
    return (
      <Notice
        title={`Payments start at ${formatMoney(leastCents, checkout.totals.currency)}.`}
        action={
          <LinkButton
            to={checkout.event ? paths.event(checkout.event.id, checkout.event.slug) : paths.cart()}
            variant="secondary"
          >
            {checkout.event ? 'Back to the event' : 'Back to cart'}
          </LinkButton>
        }
      >
        Add something to your order to pay for it. Nothing was charged.
      </Notice>
    )
  }
  if (checkout.order && orderStates[checkout.order.status].isPaying) {
    return (
      <Notice
        title="We're processing your payment."
        action={
          <LinkButton to={paths.paymentSuccess({ order: checkout.order.code })} size="lg" block>
            Check status
          </LinkButton>
        }
      >
        Your tickets are on hold until it goes through.
      </Notice>
    )
  }
  if (registerPath) {
    return (
      <Notice title="Free with an account" action={<AccountButtons path={registerPath} />}>
        Create one or log in, and we'll bring you right back. Your tickets stay on hold.
      </Notice>
    )
  }
  return (
    <BuyerForm
      checkout={checkout}
      idempotencyKey={idempotencyKey}
      buyer={buyer}
      typed={typed}
      seller={seller}
      refundLine={refundLine}
      reply={reply?.intent === 'pay' ? reply.reply : null}
      refusal={refusal}
      isTest={isTest}
    />
  )
}

/** Offers to hold goods that are in the cart and not in this order. */
function MoreGoods({ checkout: { waitingGoods, promoCode } }: { checkout: Checkout }) {
  const busy = useNavigation().formData?.get('intent') === 'start'
  if (waitingGoods === 0) return null
  return (
    <Form method="post" action={paths.checkout()} className={css.notice}>
      <input type="hidden" name="intent" value="start" />
      {promoCode && <input type="hidden" name="code" value={promoCode.id} />}
      <p>
        {waitingGoods === 1
          ? 'Your cart has 1 more item from the shop.'
          : `Your cart has ${waitingGoods} more items from the shop.`}
      </p>
      <Button type="submit" variant="secondary" busy={busy}>
        Add to this order
      </Button>
    </Form>
  )
}

/** Says in place of the form why there is none. */
function Notice({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.notice}>
      <h2 className={css.noticeTitle}>{title}</h2>
      <p className={layout.text.muted}>{children}</p>
      {action}
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
      <Button type="submit" variant="ghost" className={css.release} busy={busy}>
        Remove {what}
      </Button>
    </Form>
  )
}

/**
 * Shows the checkout of a visitor without a hold.
 * @param called what became of the event of the hold that was asked for; null where that is not why it ended
 */
export function EmptyCheckout({ refusal, called }: { refusal: string | null; called: CalledOff | null }) {
  if (called)
    return (
      <div className={layout.page}>
        <EmptyState
          headingLevel={1}
          title={called.title}
          text={called.text}
          action={
            <LinkButton to={called.path} size="lg">
              See what happened
            </LinkButton>
          }
        />
      </div>
    )
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
function countOf(checkout: Checkout): string {
  const lines = checkout.lines.filter((line) => lineKind(line.kind).isChosen)
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  return countTickets(
    units,
    lines.every(({ kind }) => lineKind(kind).admits && !lineKind(kind).isBundle),
  )
}
