import { Link, useFetcher, useRevalidator } from '@remix-run/react'
import { type MouseEvent, useEffect, useId, useState } from 'react'
import { openSignIn, type SignInTab } from '#browser/sign-in-window.ts'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney, formatPrice } from '#core/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { HoldReply, TicketChoice } from '../orders.types.ts'
import { canChoose, countTickets, quantitiesOf, subtotalOf } from '../ticket-choice.rules.ts'
import { QuantityStepper } from './quantity-stepper.tsx'
import * as css from './ticket-picker.css.ts'

export type TicketPickerProps = {
  eventId: string
  /** The ticket types on offer, in the order they are shown. */
  choices: TicketChoice[]
  /** IANA zone of the event; every time is shown in it. */
  timeZone: string
  currency: string
  /** The moment the page was read, ISO 8601. */
  now: string
  /** The most tickets one order may hold over all types. */
  maxPerOrder: number
  /** Why nothing of this event can be bought (cancelled, postponed, over); null while it can. */
  closed?: string | null
  /** Why the last try was refused; set by the checkout when it shows the picker again without JavaScript. */
  refusal?: string | null
  /** Quantities chosen before, by ticket type. */
  chosen?: Record<string, number>
}

/**
 * Chooses tickets and posts them to the checkout, which answers with the held places or with the reason why not, shown
 * here. Works as a plain form before JavaScript arrives. Put it into a `Card`.
 */
export function TicketPicker({
  eventId,
  choices,
  timeZone,
  currency,
  now,
  maxPerOrder,
  closed = null,
  refusal = null,
  chosen = {},
}: TicketPickerProps) {
  const fetcher = useFetcher<HoldReply>()
  const { revalidate } = useRevalidator()
  const id = useId()
  const [quantities, setQuantities] = useState(chosen)
  const busy = fetcher.state !== 'idle'
  const answer = fetcher.data?.refusal ?? null
  const shownRefusal = busy ? null : (answer ?? (fetcher.data ? null : refusal))

  // Somebody else was faster: show what is left now.
  useEffect(() => {
    if (answer !== null) revalidate()
  }, [answer, revalidate])

  if (closed) return <Banner tone="neutral" title={closed} />
  if (choices.length === 0) return <p className={css.description}>Tickets will be announced soon.</p>

  // The form's lines are numbered without gaps, whatever stands between the rows that can be chosen.
  const open = choices.filter(canChoose)
  const offered = open.map((choice) => quantitiesOf(choice, maxPerOrder))
  const most = Math.min(
    maxPerOrder,
    offered.reduce((sum, numbers) => sum + (numbers.at(-1) ?? 0), 0),
  )
  const { count, cents, feeCents } = subtotalOf(choices, quantities)
  return (
    <fetcher.Form method="post" action="/checkout" className={css.form} aria-describedby={`${id}-refusal`}>
      <input type="hidden" name="intent" value="hold" />
      <input type="hidden" name="event" value={eventId} />
      <div id={`${id}-refusal`}>{shownRefusal && <Banner tone="danger" title={shownRefusal} announce />}</div>
      <ul className={css.list}>
        {choices.map((choice) => (
          <li key={choice.id} className={css.row}>
            <div className={css.words}>
              <h3 className={css.name}>
                {choice.name}
                {choice.state === 'low' && (
                  <Badge tone="warning">{choice.left === null ? 'Low tickets' : `${choice.left} left`}</Badge>
                )}
              </h3>
              {choice.description && <p className={css.description}>{choice.description}</p>}
            </div>
            <Price choice={choice} currency={currency} />
            {canChoose(choice) ? (
              <>
                <input type="hidden" name={`lines[${open.indexOf(choice)}].type`} value={choice.id} />
                <QuantityStepper
                  id={`${id}-${choice.id}`}
                  name={`lines[${open.indexOf(choice)}].quantity`}
                  label={`${choice.name}, number of tickets`}
                  offered={offered[open.indexOf(choice)] ?? [0]}
                  value={quantities[choice.id] ?? 0}
                  onChange={(quantity) => setQuantities({ ...quantities, [choice.id]: quantity })}
                />
              </>
            ) : (
              <p className={css.state}>{stateText(choice, timeZone, now)}</p>
            )}
          </li>
        ))}
      </ul>
      {choices.some((choice) => choice.state === 'members_only') && (
        <p className={css.description}>
          <SignIn tab="register" path={`/events/${eventId}`}>
            Create an account
          </SignIn>{' '}
          or{' '}
          <SignIn tab="login" path={`/events/${eventId}`}>
            log in
          </SignIn>{' '}
          to buy members' tickets.
        </p>
      )}
      {open.length > 0 && (
        <div className={classNames(css.bar, count > 0 && css.barInReach)}>
          <p className={css.sum} aria-live="polite">
            {count > 0 ? (
              <>
                <span className={css.sumAmount}>{formatMoney(cents, currency)}</span>
                <span className={css.sumNote}>
                  {countTickets(count)}
                  {feeCents > 0 && `, includes ${formatMoney(feeCents, currency)} fees`}
                </span>
              </>
            ) : (
              <span className={css.sumNote}>Up to {most} per order</span>
            )}
          </p>
          <Button type="submit" size="lg" busy={busy}>
            Get tickets
          </Button>
        </div>
      )}
    </fetcher.Form>
  )
}

function SignIn({ tab, path, children }: { tab: SignInTab; path: string; children: string }) {
  const open = (event: MouseEvent) => {
    event.preventDefault()
    openSignIn({ tab, redirect: path })
  }
  return (
    <Link to={`/?${new URLSearchParams({ auth: tab, redirect: path })}`} onClick={open}>
      {children}
    </Link>
  )
}

function Price({ choice, currency }: { choice: TicketChoice; currency: string }) {
  if (choice.priceCents === null) return <span />
  const notes = [
    choice.releaseName,
    choice.feeCents > 0 && `includes ${formatMoney(choice.feeCents, currency)} fees`,
    choice.taxCents > 0 && `plus ${formatMoney(choice.taxCents, currency)} tax`,
    choice.minPerOrder > 1 && `from ${choice.minPerOrder} tickets`,
  ].filter(Boolean)
  return (
    <p className={css.cost}>
      <span className={css.price}>{formatPrice(choice.priceCents, currency)}</span>
      {notes.length > 0 && <span className={css.fees}>{notes.join(' · ')}</span>}
    </p>
  )
}

/** Why a choice cannot be made now. */
function stateText(choice: TicketChoice, timeZone: string, now: string): string {
  switch (choice.state) {
    case 'sold_out':
      return 'Sold out'
    case 'not_yet':
      return choice.saleStartsAt
        ? `On sale ${formatMoment(choice.saleStartsAt, timeZone, now)}`
        : 'Not on sale yet'
    case 'ended':
      return 'Sale ended'
    case 'paused':
      return 'Sale paused'
    case 'members_only':
      return 'Members only'
    default:
      return 'Not on sale'
  }
}
