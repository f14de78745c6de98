import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, PasswordField, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { endEventSchema } from '../event-form.schema.ts'
import { refundSentence } from '../staff-events.rules.ts'
import type { EventEnding } from '../staff-events.types.ts'
import * as css from './end-event.css.ts'

export const counted = (count: number, one: string, many: string) =>
  `${new Intl.NumberFormat('en-US').format(count)} ${count === 1 ? one : many}`

const steps = {
  archive: {
    title: 'Move this event to the archive',
    text: 'It leaves the lists of past events. Orders and tickets stay as they are.',
    button: 'Archive',
  },
  delete: {
    title: 'Delete this draft',
    text: 'Its dates, ticket types, prices, codes and texts are deleted, for everyone on the team.',
    button: 'Delete draft',
  },
} as const

/**
 * Asks again before an event ends for good: what it does in numbers, its title typed, and the password unless it was given
 * a moment ago. Posts to its own address, with or without JavaScript.
 * @param step cancel gives all money back; archive only puts an event that is over away; delete removes a draft
 * @param closedProviders payment providers that are not set up any more, with what would go back through them
 * @param reply the server's reply to the last try
 */
export function EndEvent({
  event,
  step,
  closedProviders,
  reply,
}: {
  event: EventEnding
  step: 'cancel' | 'archive' | 'delete'
  closedProviders: EventEnding['providers']
  reply: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const cancels = step === 'cancel'
  const schema = endEventSchema(cancels ? event.title : null)
  const [form, fields] = useForm({
    id: 'end-event',
    lastResult: reply,
    constraint: getZodConstraint(schema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
  })
  const refund = refundSentence(event)
  return (
    <Card as="section" aria-labelledby="end-title">
      <Form method="post" {...getFormProps(form)} className={stack[5]}>
        <div className={stack[3]}>
          <h2 id="end-title" className={css.refund}>
            {step === 'cancel' ? (refund ?? 'No tickets to refund') : steps[step].title}
          </h2>
          <ul className={css.facts}>
            {step === 'cancel' ? (
              <>
                {event.orders > 0 && (
                  <li>
                    We email {counted(event.orders, 'buyer', 'buyers')}
                    {event.refundCents > 0 && ' and send back everything they paid, fees included'}.
                  </li>
                )}
                <EndOfSales event={event} />
                {event.payments > 0 && (
                  <li>
                    {counted(event.payments, 'payment is', 'payments are')} in progress. Money that still
                    arrives is refunded right away.
                  </li>
                )}
                {event.goodsCents > 0 && (
                  <li>
                    {formatMoney(event.goodsCents, event.currency)} paid for items that aren’t part of the
                    event stays, and so do the items.
                  </li>
                )}
                <ByHand event={event} closedProviders={closedProviders} />
                <li>The page stays up and says that the event is canceled.</li>
              </>
            ) : (
              <li>{steps[step].text}</li>
            )}
            <li>
              <strong>You can’t undo this.</strong>
            </li>
          </ul>
        </div>
        <FormErrors id={form.errorId} errors={form.errors} />
        {cancels && (
          <>
            <TextField
              meta={fields.title}
              label="Type the event’s title to confirm"
              hint={event.title}
              autoComplete="off"
            />
            {event.pickups.orders > 0 && (
              <SelectField
                meta={fields.goods}
                label="Merch to be picked up at the event"
                hint={`${counted(event.pickups.orders, 'order', 'orders')}, ${formatMoney(event.pickups.cents, event.currency)}.`}
                options={[
                  {
                    value: 'ask',
                    label: 'Ask buyers to choose paid shipping or a refund; after a week they get the refund',
                  },
                  { value: 'refund', label: 'Refund them now' },
                ]}
              />
            )}
            <TextareaField
              meta={fields.note}
              label="Message on the event page"
              hint="Tell people why, if you can."
              rows={3}
              optional
            />
          </>
        )}
        {step !== 'delete' && !event.isProven && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            hint="No password? Sign out, sign in again with your provider, then come back within 10 minutes."
            autoComplete="current-password"
          />
        )}
        <div className={css.buttons}>
          <Button type="submit" variant="danger" busy={navigation.state === 'submitting'}>
            {step === 'cancel' ? (refund ? `${refund} and cancel` : 'Cancel this event') : steps[step].button}
          </Button>
          <LinkButton to={paths.adminEvent(event.id)} variant="secondary">
            Go back
          </LinkButton>
        </div>
        {step !== 'delete' && event.isProven && (
          <p className={text.small}>You confirmed your password or signed in within the last 10 minutes.</p>
        )}
      </Form>
    </Card>
  )
}

/** Says that sales stop, and what is on its way to the till. */
export function EndOfSales({ event }: { event: EventEnding }) {
  return (
    <li>
      Sales stop now
      {event.carts > 0 && `, and ${counted(event.carts, 'open cart is', 'open carts are')} emptied`}.
    </li>
  )
}

/** Lists the orders that are not refunded by themselves, and why. */
function ByHand({
  event,
  closedProviders,
}: {
  event: EventEnding
  closedProviders: EventEnding['providers']
}) {
  return (
    <>
      {closedProviders.map(({ provider, orders, cents }) => (
        <li key={provider} data-by-hand="provider">
          {counted(orders, 'order', 'orders')} ({formatMoney(cents, event.currency)}) can’t be refunded until
          the payment provider “{provider}” is set up again.
        </li>
      ))}
      {event.disputed > 0 && (
        <li data-by-hand="disputed">
          {counted(event.disputed, 'order waits', 'orders wait')} for the end of a dispute: the buyer’s bank
          has the money.
        </li>
      )}
      {event.failedRefunds > 0 && (
        <li data-by-hand="failed">
          {counted(event.failedRefunds, 'order has', 'orders have')} an earlier refund that failed. It is
          listed as failed.
        </li>
      )}
    </>
  )
}
