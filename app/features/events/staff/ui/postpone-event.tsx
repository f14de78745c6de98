import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { exactZoneAbbreviation, formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, PasswordField, TextareaField, TextField } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { postponeEventSchema } from '../event-form.schema.ts'
import type { EventEnding } from '../staff-events.types.ts'
import * as css from './end-event.css.ts'
import { counted, EndOfSales } from './end-event.tsx'

/**
 * Asks before an event is put off or moved: what it does in numbers, the new date if there is one, and the password unless it was
 * given a moment ago. Posts to its own address, with or without JavaScript.
 * @param start wall times to begin with; empty where they are not known
 * @param reply the server's reply to the last try
 */
export function PostponeEvent({
  event,
  start,
  reply,
}: {
  event: EventEnding
  start: { doorsAt: string; startsAt: string; endsAt: string }
  reply: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof postponeEventSchema>>({
    id: 'postpone-event',
    lastResult: reply,
    defaultValue: start,
    constraint: getZodConstraint(postponeEventSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: postponeEventSchema }),
    shouldRevalidate: 'onInput',
  })
  const holders = counted(event.holders, 'buyer', 'buyers')
  const isOpen = event.status === 'postponed'
  const zone = exactZoneAbbreviation(event.startsAt, event.timeZone)
  return (
    <Card as="section" aria-labelledby="postpone-title">
      <Form method="post" {...getFormProps(form)} className={stack[5]}>
        <div className={stack[3]}>
          <h2 id="postpone-title" className={css.refund}>
            {event.holders > 0 ? `We email ${holders}` : 'Nobody has a ticket'}
          </h2>
          <ul className={css.facts}>
            {isOpen ? (
              <li>Sales open again on the event page as soon as you confirm.</li>
            ) : (
              <EndOfSales event={event} />
            )}
            <li>
              With a new date, tickets stay valid and sales go on. For 14 days, at most until doors, each
              buyer can choose to get everything back, fees included, at the end of that time.
            </li>
            {!isOpen && (
              <li>
                Without a new date, sales stay closed and tickets wait. If there is none within 90 days,
                everyone gets everything back, fees included.
              </li>
            )}
            <li>Set times, last entry and sale end times that are still ahead move along with it.</li>
          </ul>
          <p className={text.small}>Now set for {formatDay(event.startsAt, event.timeZone, event.now)}.</p>
        </div>
        <FormErrors id={form.errorId} errors={form.errors} />
        <div className={stack[4]}>
          <TextField
            meta={fields.startsAt}
            label={`New start (${zone})`}
            hint={isOpen ? undefined : 'Leave it empty if the date is still to be announced.'}
            type="datetime-local"
            optional={!isOpen}
          />
          <TextField
            meta={fields.endsAt}
            label={`New end (${zone})`}
            type="datetime-local"
            optional={!isOpen}
          />
          <TextField
            meta={fields.doorsAt}
            label={`New doors (${zone})`}
            hint="Same as the start if empty."
            type="datetime-local"
            optional
          />
        </div>
        <TextareaField
          meta={fields.note}
          label="Message to buyers and on the event page"
          hint="Tell people why, if you can."
          rows={3}
          optional
        />
        {!event.isProven && (
          <PasswordField
            meta={fields.currentPassword}
            label="Your password"
            hint="No password? Sign out, sign in again with your provider, then come back within 10 minutes."
            autoComplete="current-password"
          />
        )}
        <div className={css.buttons}>
          <Button type="submit" variant="danger" busy={navigation.state === 'submitting'}>
            {event.holders > 0 ? `Confirm and email ${holders}` : 'Confirm'}
          </Button>
          <LinkButton to={paths.adminEvent(event.id)} variant="secondary">
            Go back
          </LinkButton>
        </div>
        {event.isProven && (
          <p className={text.small}>You confirmed your password or signed in within the last 10 minutes.</p>
        )}
      </Form>
    </Card>
  )
}
