import { Form, useNavigation } from '@remix-run/react'
import { formatDay, formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { EventLine } from '../../ui/event-line.tsx'
import type { EventChoice } from '../event-changes.types.ts'

/**
 * Lets the holder of an order keep the tickets of a rescheduled event or get everything back, and says how it stands where
 * nothing can be chosen. Posts to its own address, with or without JavaScript.
 * @param refusal why the last choice was refused
 * @param done whether a choice was just stored
 */
export function EventChoicePanel({
  choice,
  refusal,
  done,
}: {
  choice: EventChoice
  refusal: string | null
  done: boolean
}) {
  const { event, now, orderCode, previousStartsAt, note } = choice
  return (
    <div className={stack[5]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {done && !refusal && <Banner tone="success" title="Your choice is saved." announce />}
      <Card as="section" aria-label="Event" className={stack[3]}>
        <EventLine event={event} now={now} />
        {choice.kind === 'rescheduled' && (
          <p className={text.small}>
            Was <del>{formatDay(previousStartsAt, event.timeZone, now)}</del>
          </p>
        )}
        {note && <p>{note}</p>}
      </Card>
      {choice.isOpen ? <Choice choice={choice} /> : <Standing choice={choice} />}
      <p className={text.small}>Order {orderCode}</p>
    </div>
  )
}

const ticketsOf = ({ ticketCount }: EventChoice) => (ticketCount === 1 ? 'ticket' : `${ticketCount} tickets`)

/** Shows what is chosen now, and the other choice as a button. */
function Choice({ choice }: { choice: EventChoice }) {
  const busy = useNavigation().state === 'submitting'
  const { event, now, refundCents, keptCents, currency, choiceEndsAt } = choice
  const until = choiceEndsAt && formatMoment(choiceEndsAt, event.timeZone, now)
  const amount = formatMoney(refundCents, currency)
  const keeps = choice.choice === 'keep'
  const back =
    refundCents > 0 ? `Get ${amount} back` : `Give ${choice.ticketCount === 1 ? 'it' : 'them'} back`
  return (
    <Card as="section" aria-labelledby="choice-title">
      <Form method="post" className={stack[4]} data-choice={choice.choice}>
        <h2 id="choice-title">
          {keeps
            ? `You keep your ${ticketsOf(choice)}`
            : refundCents > 0
              ? `You get ${amount} back`
              : `You give your ${ticketsOf(choice)} back`}
        </h2>
        {keeps ? (
          <p>
            Your {ticketsOf(choice)} {choice.ticketCount === 1 ? 'is' : 'are'} good for the new date. You
            don’t have to do anything.
          </p>
        ) : (
          <p>
            Your {ticketsOf(choice)} {choice.ticketCount === 1 ? 'ends' : 'end'} {until}.
            {refundCents > 0 &&
              ' The money goes to the card you paid with. Banks usually take 5 to 10 days to show it.'}
          </p>
        )}
        {keptCents > 0 && (
          <p className={text.small}>
            {formatMoney(keptCents, currency)} for items that aren’t part of the event stay as they are.
          </p>
        )}
        <p className={text.small}>
          You can change this until {until}.
          {keeps &&
            refundCents > 0 &&
            ` A refund is everything you paid for the event, fees included: ${amount}.`}
        </p>
        <div className={cluster[3]}>
          <Button
            type="submit"
            name="choice"
            value={keeps ? 'refund' : 'keep'}
            variant={keeps ? 'secondary' : 'primary'}
            busy={busy}
          >
            {keeps ? back : `Keep my ${ticketsOf(choice)}`}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Says how the order stands where nothing can be chosen any more, or yet. */
function Standing({ choice }: { choice: EventChoice }) {
  const [title, about] = standingOf(choice)
  return (
    <Card as="section" aria-labelledby="standing-title" className={stack[4]}>
      <h2 id="standing-title">{title}</h2>
      <p>{about}</p>
      <div>
        <LinkButton to={paths.myTickets()} variant="secondary">
          My tickets
        </LinkButton>
      </div>
    </Card>
  )
}

function standingOf(choice: EventChoice): [title: string, about: string] {
  const { event, now, kind, status, refundCents, currency, refundAt } = choice
  if (kind === 'cancelled' || status === 'refunding' || status === 'refunded' || status === 'failed') {
    return [
      'Refunded',
      'You get back everything you paid for the event, fees included. You don’t have to do anything.',
    ]
  }
  if (kind === 'postponed') {
    const by = refundAt ? formatDay(refundAt, event.timeZone, now) : ''
    return [
      'Keep your tickets for now',
      refundCents > 0
        ? `We’ll email you the new date, and then you can choose. If there is none by ${by}, you get ${formatMoney(refundCents, currency)} back.`
        : 'We’ll email you the new date, and then you can choose.',
    ]
  }
  if (choice.choice === 'refund') return ['Your refund is on its way', 'The deadline to choose has passed.']
  return [
    'You keep your tickets',
    'The deadline to choose has passed. Your tickets are good for the new date.',
  ]
}
