import { Link, useFetcher, useRevalidator } from '@remix-run/react'
import {
  Fragment,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { openSignIn, type SignInTab } from '#browser/sign-in-window.ts'
import { extraKinds, lineKind } from '#core/line-kinds.ts'
import { formatMoney, formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Choice, CodeReply, HoldReply, Quote } from '../orders.types.ts'
import { closestQuantity, countTickets, subtotalOf, unitLines } from '../ticket-choice.rules.ts'
import { QuantityStepper } from './quantity-stepper.tsx'
import * as css from './ticket-picker.css.ts'

const CodeTotal = lazy(() =>
  import('./code-prices.tsx').then(
    (loaded) => ({ default: loaded.CodeTotal }),
    // The picker works without it, for example offline.
    () => ({ default: () => <>Total at checkout</> }),
  ),
)
const UnitPrices = lazy(() => import('./code-prices.tsx').then((loaded) => ({ default: loaded.UnitPrices })))

/** Lists the parts of the picker, by the kind of their rows. Single tickets have no heading of their own. */
const sections = [
  [undefined, ''] as const,
  ...extraKinds.map((kind) => [kind, lineKind(kind).heading] as const),
]

export type TicketPickerProps = {
  eventId: string
  /** Lists what is on offer, in the order it is shown: ticket types, then packages, add-ons and tables. */
  choices: Choice[]
  currency: string
  /** The most tickets one order may hold over all types. */
  maxPerOrder: number
  /** Says how many tickets one may have. */
  limits: string
  /** True when the visitor has an account: free tickets need one. */
  isMember: boolean
  /** Quantities by ticket type that the address carries: what was chosen before JavaScript arrived. */
  picked?: Record<string, number>
  /** Says why nothing of this event can be bought (cancelled, postponed, over); null while it can. */
  closed?: string | null
  /** Holds the refusal of the last try, when the page was loaded again without JavaScript. */
  refusal?: string | null
  /** The code by which the prices are shown; `limited` = it may cover only some of what is chosen. */
  code?: { id: string; limited: boolean } | null
  /** Says what `picked` costs, where the code covers only a part of it. */
  quote?: Quote | null
  /** Takes a code; stands in the picker's form, so that what is chosen travels with it. */
  codeEntry?: ReactNode
}

/**
 * Chooses tickets and posts them to the checkout, which responds with the held places or with the reason why not, shown
 * here. Works as a plain form before JavaScript arrives. Put it into a `Card`.
 */
export function TicketPicker({
  eventId,
  choices,
  currency,
  maxPerOrder,
  limits,
  isMember,
  picked = {},
  closed = null,
  refusal = null,
  code = null,
  quote: firstQuote = null,
  codeEntry,
}: TicketPickerProps) {
  const fetcher = useFetcher<HoldReply | CodeReply>({ key: eventId })
  const { revalidate } = useRevalidator()
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  // The form's lines are numbered without gaps, whatever rows are between those that can be chosen.
  const open = choices.filter(({ closed }) => !closed)
  const [quantities, setQuantities] = useState<Record<string, number>>(() =>
    Object.fromEntries(open.map(({ id, quantities }) => [id, closestQuantity(quantities, picked[id] ?? 0)])),
  )
  const [quote, setQuote] = useState(firstQuote)
  // A refusal was about another choice as soon as the choice changes.
  const [outdated, setOutdated] = useState<HoldReply | string | null>(null)
  const busy = fetcher.state !== 'idle' && !fetcher.formData?.has('step')
  const reply = fetcher.data?.intent === 'hold' ? fetcher.data : null
  const holdRefusal = reply?.refusal ?? null
  const latest = reply ?? refusal
  const shownRefusal = busy || latest === outdated ? null : (holdRefusal ?? refusal)

  // Another buyer was faster: show what is left now.
  useEffect(() => {
    if (holdRefusal !== null) revalidate()
  }, [holdRefusal, revalidate])

  const { count, tickets, cents, feeCents } = subtotalOf(choices, quantities)
  const inReach = count > 0
  // A code that covers a part of the choice makes several things cost more than each of them alone: the database is asked.
  const isQuoted = inReach && code?.limited

  // The bar that comes into reach must not cover the button that was pressed.
  useEffect(() => {
    const focused = document.activeElement
    if (inReach && bar.current?.closest('form')?.contains(focused))
      focused?.scrollIntoView({ block: 'nearest' })
  }, [inReach])

  if (closed) return <Banner tone="neutral" title={closed} />

  const choose = (type: string, quantity: number) => {
    setQuantities((before) => ({ ...before, [type]: quantity }))
    setOutdated(latest)
  }
  const needsAccount = (choice: Choice) => !isMember && choice.priceCents === 0 && !choice.kind
  return (
    <fetcher.Form
      method="post"
      action={paths.checkout()}
      className={css.form}
      aria-describedby={`${id}-refusal`}
      onSubmit={() => setOutdated(null)}
    >
      {/* The form's first button is the one that the Enter key presses: it must not be a minus. */}
      <button type="submit" hidden>
        Get tickets
      </button>
      <input type="hidden" name="intent" value="hold" />
      <input type="hidden" name="event" value={eventId} />
      {code && <input type="hidden" name="code" value={code.id} />}
      {open.length > 0 && <p className={css.description}>{limits}</p>}
      <div id={`${id}-refusal`}>{shownRefusal && <Banner tone="danger" title={shownRefusal} announce />}</div>
      {choices.length === 0 && <p className={css.description}>Tickets coming soon.</p>}
      {sections.map(([kind, heading]) => {
        const rows = choices.filter((choice) => choice.kind === kind)
        if (rows.length === 0) return null
        const Name = heading ? 'h4' : 'h3'
        return (
          <Fragment key={kind ?? ''}>
            {heading && <h3 className={css.heading}>{heading}</h3>}
            <ul className={css.list}>
              {rows.map((choice) => {
                const at = open.indexOf(choice)
                const quantity = quantities[choice.id] ?? 0
                return (
                  <li key={choice.id} className={css.row}>
                    <div className={css.text}>
                      <Name className={css.name}>
                        {choice.name}
                        {choice.badge && <Badge tone="warning">{choice.badge}</Badge>}
                      </Name>
                      {choice.lines.map((line) => (
                        <p key={line} className={css.description}>
                          {line}
                        </p>
                      ))}
                    </div>
                    <Price choice={choice} currency={currency} needsAccount={needsAccount(choice)}>
                      {((isQuoted && quote) || unitLines(choice, quantity).length > 1) && (
                        <UnitPrices {...{ choice, quantity, currency }} quote={isQuoted ? quote : null} />
                      )}
                    </Price>
                    {at < 0 ? (
                      <p className={css.state}>{choice.closed}</p>
                    ) : (
                      <>
                        <input type="hidden" name={`lines[${at}].type`} value={choice.id} />
                        {kind && <input type="hidden" name={`lines[${at}].kind`} value={kind} />}
                        <QuantityStepper
                          name={`lines[${at}].quantity`}
                          eventId={eventId}
                          typeId={choice.id}
                          what={kind ? choice.name : `${choice.name} ticket`}
                          offered={choice.quantities}
                          limit={choice.limit}
                          value={quantity}
                          onChange={(quantity) => choose(choice.id, quantity)}
                        />
                      </>
                    )}
                  </li>
                )
              })}
            </ul>
          </Fragment>
        )
      })}
      {open.some(needsAccount) && (
        <p className={css.description}>
          <SignIn tab="register" path={paths.event(eventId)}>
            Create an account
          </SignIn>{' '}
          or{' '}
          <SignIn tab="login" path={paths.event(eventId)}>
            log in
          </SignIn>{' '}
          to get free tickets.
        </p>
      )}
      {codeEntry}
      {open.length > 0 && (
        <div
          ref={bar}
          className={classNames(css.bar, inReach && css.barInReach)}
          data-tickets-chosen={inReach}
        >
          <p className={css.sum} aria-live="polite">
            {isQuoted ? (
              <Suspense>
                <CodeTotal
                  {...{ eventId, choices, quantities, currency, count, tickets }}
                  first={firstQuote}
                  onQuote={setQuote}
                />
              </Suspense>
            ) : inReach ? (
              <>
                {/* A new element for each sum, so that each rolls in. */}
                <span key={cents} className={css.sumAmount}>
                  {formatMoney(cents, currency)}
                </span>
                <span className={css.sumNote}>
                  {countTickets(count, tickets === count)}
                  {feeCents > 0 && `, includes ${formatMoney(feeCents, currency)} in fees`}
                </span>
              </>
            ) : (
              <span className={css.sumNote}>
                {open.some((choice) => choice.feeCents > 0) ? 'Fees included' : 'No fees'}
              </span>
            )}
            {tickets > maxPerOrder && <span className={css.over}>{limits}</span>}
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

function Price({
  choice,
  currency,
  needsAccount,
  children,
}: {
  choice: Choice
  currency: string
  needsAccount: boolean
  /** Stands in place of the price of one. */
  children: ReactNode
}) {
  if (choice.priceCents === null) return <span />
  const price = formatPrice(choice.priceCents, currency)
  const ofOne = (
    <>
      {choice.fullPriceCents !== null && (
        <s className={css.fullPrice}>{formatPrice(choice.fullPriceCents, currency)}</s>
      )}
      {needsAccount ? `${price} with an account` : price}
    </>
  )
  return (
    <p className={css.cost}>
      <span className={css.price} data-price>
        {children ? <Suspense fallback={ofOne}>{children}</Suspense> : ofOne}
      </span>
      {choice.note && <span className={css.fees}>{choice.note}</span>}
    </p>
  )
}
