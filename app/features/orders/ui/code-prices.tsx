import { useEffect } from 'react'
import { useDebouncedRequest } from '#browser/use-debounced-request.ts'
import { formatMoney, formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { spansOf } from '../code-reach.rules.ts'
import type { Choice, Quote } from '../orders.types.ts'
import { countTickets } from '../ticket-choice.rules.ts'
import * as css from './ticket-picker.css.ts'

/**
 * Prices of a choice whose units cost differently: by a code that covers only a part of it, as the database quotes them, or because
 * some are of the next release. A module of its own, because few visitors need it.
 */

/**
 * Shows what the database would hold a choice for. Says that the total comes at the checkout until the quote is there, and when there
 * is none.
 * @param quantities how many of each choice, by its id
 * @param first the quote of the choice that the page came with
 * @param onQuote takes each later quote
 */
export function CodeTotal({
  eventId,
  choices,
  quantities,
  currency,
  count,
  tickets,
  first,
  onQuote,
}: {
  eventId: string
  choices: Choice[]
  quantities: Record<string, number>
  currency: string
  count: number
  tickets: number
  first: Quote | null
  onQuote: (quote: Quote) => void
}) {
  const lines = choices.flatMap(({ id, kind = 'ticket' }) =>
    quantities[id] ? [`${kind} ${id} ${quantities[id]}`] : [],
  )
  const path = paths.apiEventQuote(eventId, { lines: lines.join() })
  const request = useDebouncedRequest<{ quote: Quote | null }>(path)
  const quoted = request.path === path && !request.busy && request.body ? request.body.quote : null
  useEffect(() => {
    if (quoted) onQuote(quoted)
  }, [quoted, onQuote])
  const quote = request.path === null && !request.failed ? first : quoted
  return (
    <>
      <span key={quote?.priceCents} className={css.sumAmount} data-quoted={quote !== null}>
        {quote ? formatMoney(quote.priceCents, currency) : 'Total at checkout'}
      </span>
      <span className={css.sumNote}>
        {countTickets(count, tickets === count)}
        {quote && quote.feeCents > 0 && `, includes ${formatMoney(quote.feeCents, currency)} in fees`}
      </span>
    </>
  )
}

/** Shows what the units of one choice cost: struck only as far as a code reaches. */
export function UnitPrices({
  choice,
  quantity,
  quote,
  currency,
}: {
  choice: Choice
  quantity: number
  quote: Quote | null
  currency: string
}) {
  return (
    <>
      {spansOf(choice, quantity, quote).map(({ cents, fullCents, units }) => (
        <span key={cents} className={css.span}>
          {fullCents !== null && <s className={css.fullPrice}>{formatPrice(fullCents, currency)}</s>}
          {formatPrice(cents, currency)}
          {units !== null && <span className={css.fees}> × {units}</span>}
        </span>
      ))}
    </>
  )
}
