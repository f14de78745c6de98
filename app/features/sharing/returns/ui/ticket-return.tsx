import type { SubmissionResult } from '@conform-to/react'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors } from '#ui/field.tsx'
import * as folds from '#ui/fold.css.ts'
import { stack } from '#ui/layout.css.ts'
import { listedText, returnStopText } from '../returns.rules.ts'
import type { TicketReturns } from '../returns.types.ts'
import * as css from './ticket-return.css.ts'

type About = { id: string; typeName: string; holderName: string }

/**
 * Lets the holder of a ticket of a sold-out event return it at the price they paid, or take a listed one back.
 * @param terms how it can be returned; undefined for one that its holder did not buy, or whose event is over
 * @param zone IANA zone of the event
 * @param now the moment the page was read, ISO 8601
 * @param reply the reply to the form about this ticket that was sent last; null where the last one was another
 */
export function TicketReturn({
  ticket: { id, typeName, holderName },
  terms,
  zone,
  now,
  reply,
}: {
  ticket: About
  terms: TicketReturns[number] | undefined
  zone: string
  now: string
  reply: SubmissionResult | null
}) {
  const errors = reply && <FormErrors id={`return-${id}-errors`} errors={reply.error?.[''] ?? undefined} />
  if (terms?.isListed) {
    return (
      <div className={css.listed} data-testid="listed-ticket">
        <p>{listedText(terms, zone, now)}</p>
        <ReturnForm ticket={id} intent="unlist" label="Take it back">
          {errors}
        </ReturnForm>
      </div>
    )
  }
  if (!terms || terms.stop) {
    const text = terms && returnStopText(terms.stop)
    return errors || (text && <p className={css.note}>{text}</p>)
  }
  const price = formatMoney(terms.backCents, terms.currency)
  return (
    <details className={folds.fold} open={reply !== null || undefined} data-testid="return">
      <summary className={folds.summary} aria-label={`Return for ${price}: ${typeName}, ${holderName}`}>
        Return for {price}
      </summary>
      <ReturnForm ticket={id} intent="list" label="List my ticket">
        {errors}
        <p>
          We put your ticket up for sale. When someone buys it, you get the {price} you paid back on your
          card, and your code stops working.
        </p>
        <p>
          Until then it's yours, and you can take it back any time. If nobody buys it by{' '}
          {formatMoment(terms.returnsAt, zone, now)}, you have it back automatically.
        </p>
      </ReturnForm>
    </details>
  )
}

function ReturnForm(props: {
  ticket: string
  intent: 'list' | 'unlist'
  label: string
  children: ReactNode
}) {
  // A visitor by a link stays on the page of the link.
  const order = useSearchParams()[0].get('order')
  const { formData } = useNavigation()
  const isBusy = formData?.get('ticket') === props.ticket && formData.get('intent') === props.intent
  return (
    <Form method="post" action={paths.myTickets({ order })} className={stack[3]} preventScrollReset>
      <input type="hidden" name="intent" value={props.intent} />
      <input type="hidden" name="ticket" value={props.ticket} />
      {props.children}
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          {props.label}
        </Button>
      </div>
    </Form>
  )
}

/**
 * Makes what the page of tickets renders at each of them.
 * @param wallet the tickets by event
 * @param now the moment the page was read, ISO 8601
 * @param reply the reply to the form about a return that was sent last; null for none
 */
export function returnExtras(
  wallet: readonly { event: { timeZone: string }; tickets: readonly About[] }[],
  returns: TicketReturns,
  now: string,
  reply: SubmissionResult | null,
): (ticket: About) => ReactNode {
  const zones = new Map(wallet.flatMap(({ event, tickets }) => tickets.map(({ id }) => [id, event.timeZone])))
  return (ticket) => (
    <TicketReturn
      ticket={ticket}
      terms={returns.find(({ ticketId }) => ticketId === ticket.id)}
      zone={zones.get(ticket.id) ?? 'UTC'}
      now={now}
      reply={reply?.initialValue?.ticket === ticket.id ? reply : null}
    />
  )
}
