import { Form, Link, useNavigation } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { EventArt } from '#ui/picture.tsx'
import { cartCodeText } from '../../code-text.ts'
import { followsDelivery } from '../../follows-delivery.ts'
import { CodeEntry } from '../../ui/code-entry.tsx'
import { EventLine } from '../../ui/event-line.tsx'
import { HoldClock } from '../../ui/hold-clock.tsx'
import type { Cart, CartItem } from '../cart.types.ts'
import * as css from './cart-page.css.ts'

type CartPageProps = {
  /** Null for a visitor without a session. */
  cart: Cart | null
  /** True after a checkout that could not hold all of it. */
  isMissing: boolean
  /** Holds a sentence that was left for this page. */
  notice: string | null
  /** Says why the last change was refused. */
  refusal: string | null
  /** Says why the last code was refused. */
  codeRefusal: string | null
}

/** Shows what is in the cart: what is held with its time, goods that reserve nothing yet, and the way to the checkout. */
export function CartPage({ cart, isMissing, notice, refusal, codeRefusal }: CartPageProps) {
  const messages = (
    <>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {notice && <Banner tone="info" title={notice} announce />}
    </>
  )
  if (!cart || (cart.items.length === 0 && !cart.hold)) {
    return (
      <div className={layout.page}>
        <div className={css.group}>
          {messages}
          <EmptyState
            headingLevel={1}
            title="Your cart is empty"
            text="Pick tickets or something from the shop."
            action={
              <div className={layout.cluster[3]}>
                <LinkButton to={paths.events()} size="lg">
                  Find an event
                </LinkButton>
                <LinkButton to={paths.shop()} size="lg" variant="secondary">
                  Visit the shop
                </LinkButton>
              </div>
            }
          />
        </div>
      </div>
    )
  }
  const problems = cart.items.filter(hasProblem)
  return (
    <div className={layout.page}>
      <div className={css.group}>
        <h1 className={css.title}>Cart</h1>
        {messages}
        {isMissing && problems.length > 0 && (
          <Banner tone="danger" title="Not everything is available anymore" announce>
            <p>Nothing was held. Change your cart below, or take what is left.</p>
          </Banner>
        )}
        <div className={css.columns}>
          <div className={css.group}>
            {cart.hold && <HeldTickets hold={cart.hold} cart={cart} />}
            {cart.items.length > 0 && (
              <section className={css.panel} aria-labelledby="cart-goods">
                <h2 id="cart-goods" className={css.heading}>
                  From the shop
                </h2>
                <ul className={css.list}>
                  {cart.items.map((item) => (
                    <Item key={item.variantId} item={item} cart={cart} />
                  ))}
                </ul>
              </section>
            )}
          </div>
          <Sums cart={cart} problems={problems} codeRefusal={codeRefusal} />
        </div>
      </div>
    </div>
  )
}

const hasProblem = ({ state }: CartItem) => state !== 'available' && state !== 'few'

/** Shows the tickets that are held, until when, and the way to other ones. */
function HeldTickets({ hold, cart }: { hold: NonNullable<Cart['hold']>; cart: Cart }) {
  const lines = hold.lines.filter((line) => !followsDelivery(line.kind))
  if (lines.length === 0) return null
  const { event } = hold
  return (
    <section className={css.panel} aria-labelledby="cart-tickets">
      <div className={css.clock}>
        <h2 id="cart-tickets" className={css.heading}>
          Tickets
        </h2>
        <HoldClock
          expiresAt={hold.expiresAt}
          serverNow={hold.serverNow}
          timeZone={event?.timeZone ?? hold.timeZone}
        />
      </div>
      {event && <EventLine event={event} now={hold.serverNow} />}
      <ul className={css.sums}>
        {lines.map((line) => (
          <li key={line.id} className={css.sum}>
            <span>
              {line.quantity} × {line.name}
              {line.detail && <span className={css.note}> {line.detail}</span>}
              {line.discountCents > 0 && (
                <span className={css.note}>
                  {' '}
                  {formatMoney(-line.discountCents, cart.currency)} with {hold.promoCode?.code}
                </span>
              )}
            </span>
            <span className={css.price}>{formatMoney(cart.lineCents[line.id] ?? 0, cart.currency)}</span>
          </li>
        ))}
      </ul>
      {event && (
        <p>
          <LinkButton to={`${paths.event(event.id, event.slug)}#tickets`} variant="secondary" size="sm">
            Change tickets
          </LinkButton>
        </p>
      )}
    </section>
  )
}

function Item({ item, cart }: { item: CartItem; cart: Cart }) {
  const what = item.detail ? `${item.name}, ${item.detail}` : item.name
  const problem = problemOf(item, cart)
  return (
    <li className={css.item}>
      <div className={css.art}>
        <EventArt path={item.imagePath} alt="" seed={item.productId} ratio="square" sizes="5rem" />
      </div>
      <div className={css.what}>
        <Link to={paths.product(item.productId, item.slug)} className={css.name}>
          <span className={css.cut}>{item.name}</span>
        </Link>
        {item.detail && <span className={css.note}>{item.detail}</span>}
        {item.quantity > 1 && (
          <span className={css.note}>{formatMoney(item.eachCents, cart.currency)} each</span>
        )}
        {item.state === 'few' && <span className={css.note}>{item.left} left</span>}
        {problem && <span className={css.problem}>{problem}</span>}
      </div>
      <div className={css.price}>
        <div className={css.strong}>{formatMoney(item.totalCents, cart.currency)}</div>
        {item.state === 'short' && <div className={css.note}>for {item.left}</div>}
        {item.ruleCents > 0 && (
          <div className={css.note}>{formatMoney(-item.ruleCents, cart.currency)} with your ticket</div>
        )}
        {item.codeCents > 0 && (
          <div className={css.note}>
            {formatMoney(-item.codeCents, cart.currency)} with {cart.code?.code}
          </div>
        )}
      </div>
      <div className={css.controls}>
        <Form method="post" action={paths.cart()} className={css.stepper}>
          <input type="hidden" name="intent" value="set" />
          <input type="hidden" name="variant" value={item.variantId} />
          <button
            type="submit"
            name="quantity"
            value={item.quantity - 1}
            className={css.step}
            aria-label={`One ${what} less`}
          >
            <span aria-hidden="true">−</span>
          </button>
          <span className={css.count}>{item.quantity}</span>
          <button
            type="submit"
            name="quantity"
            value={item.quantity + 1}
            className={css.step}
            disabled={item.quantity >= item.most}
            aria-label={`One ${what} more`}
          >
            <span aria-hidden="true">+</span>
          </button>
        </Form>
        {item.state === 'short' && (
          <Form method="post" action={paths.cart()}>
            <input type="hidden" name="intent" value="set" />
            <input type="hidden" name="variant" value={item.variantId} />
            <input type="hidden" name="quantity" value={item.left ?? 0} />
            <Button type="submit" variant="secondary">
              Take {item.left}
            </Button>
          </Form>
        )}
        <Form method="post" action={paths.cart()}>
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="variant" value={item.variantId} />
          <Button type="submit" variant="ghost" aria-label={`Remove ${what}`}>
            Remove
          </Button>
        </Form>
      </div>
    </li>
  )
}

/** Says why all of an item cannot be held at this moment; null if it can. */
function problemOf({ state, left, opensAt }: CartItem, { serverNow, timeZone }: Cart): string | null {
  switch (state) {
    case 'short':
      return `Only ${left} left`
    case 'sold_out':
      return 'Sold out'
    case 'gone':
      return 'No longer for sale'
    case 'members_only':
    case 'not_yet':
      return opensAt
        ? `On sale ${formatDay(opensAt, timeZone, serverNow)}, ${formatClockWithZone(opensAt, timeZone)}`
        : 'Not on sale yet'
    default:
      return null
  }
}

function Sums({
  cart,
  problems,
  codeRefusal,
}: {
  cart: Cart
  problems: CartItem[]
  codeRefusal: string | null
}) {
  const { hold, items, currency, code } = cart
  const busy = useNavigation().formData?.get('intent') === 'start'
  const hasTickets = hold?.lines.some((line) => !followsDelivery(line.kind)) ?? false
  return (
    <section className={css.panel} aria-labelledby="cart-sum">
      <h2 id="cart-sum" className={css.heading}>
        Summary
      </h2>
      {problems.length > 0 && <p className={css.note}>Includes only what you can buy right now.</p>}
      <dl className={css.sums}>
        {hasTickets && <Sum name="Tickets" cents={cart.ticketsCents} currency={currency} />}
        {items.length > 0 && <Sum name="From the shop" cents={cart.goodsCents} currency={currency} />}
        <div className={css.total}>
          <dt>Subtotal</dt>
          <dd>{formatMoney(cart.subtotalCents, currency)}</dd>
        </div>
      </dl>
      <CodeEntry
        action={paths.cart()}
        intents={{ apply: 'code', drop: 'drop-code' }}
        isFolded
        code={code && { code: code.code, text: cartCodeText(code, currency) }}
        refusal={codeRefusal}
      />
      <p className={css.note}>
        {items.length > 0 ? 'Shipping and tax are added at checkout.' : 'Tax is added at checkout.'}
      </p>
      {items.length === 0 && hold ? (
        <LinkButton to={paths.checkout({ hold: hold.holdId })} size="lg" block>
          Check out
        </LinkButton>
      ) : (
        <Form method="post" action={paths.checkout()}>
          <input type="hidden" name="intent" value="start" />
          {code?.state === 'active' && <input type="hidden" name="code" value={code.id} />}
          {problems.length > 0 && <input type="hidden" name="take" value="on" />}
          <Button type="submit" size="lg" block busy={busy}>
            {problems.length > 0 ? 'Check out with what is left' : 'Check out'}
          </Button>
        </Form>
      )}
      {items.length > 0 && (
        <p className={css.note}>
          {hasTickets
            ? 'Your items join your tickets for the time that is left.'
            : 'We hold everything for you when you check out.'}
        </p>
      )}
    </section>
  )
}

function Sum({ name, cents, currency }: { name: string; cents: number; currency: string }) {
  return (
    <div className={css.sum}>
      <dt>{name}</dt>
      <dd className={css.price}>{formatMoney(cents, currency)}</dd>
    </div>
  )
}
