import { useLiveRequest } from '#browser/use-live-request.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import type { Choice, Quote } from '../orders.types.ts'
import { countTickets } from '../ticket-choice.rules.ts'
import * as css from './ticket-picker.css.ts'

/**
 * Shows what the database would hold a choice for, where a code covers only a part of it. Says that the total comes at the checkout
 * until the quote is there, and when there is none.
 * @param quantities how many of each choice, by its id
 */
export function QuotedTotal({
  eventId,
  choices,
  quantities,
  currency,
  count,
  isTickets,
}: {
  eventId: string
  choices: Choice[]
  quantities: Record<string, number>
  currency: string
  count: number
  isTickets: boolean
}) {
  const lines = choices.flatMap(({ id, kind = 'ticket' }) =>
    quantities[id] ? [`${kind} ${id} ${quantities[id]}`] : [],
  )
  const path = paths.apiEventQuote(eventId, { lines: lines.join() })
  const request = useLiveRequest<{ quote: Quote | null }>(path)
  const quote = request.path === path && !request.busy && request.body ? request.body.quote : null
  return (
    <>
      <span key={quote?.priceCents} className={css.sumAmount} data-quoted={quote !== null}>
        {quote ? formatMoney(quote.priceCents, currency) : 'Total at checkout'}
      </span>
      <span className={css.sumNote}>
        {countTickets(count, isTickets)}
        {quote && quote.feeCents > 0 && `, includes ${formatMoney(quote.feeCents, currency)} in fees`}
      </span>
    </>
  )
}
