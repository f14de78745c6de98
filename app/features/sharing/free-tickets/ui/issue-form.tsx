import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { wallTimeOf, zoneAbbreviation } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { shortDate } from '#core/time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxField, Field, SelectField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { fullSearch } from '#ui/office/list-frame.css.ts'
import { Select } from '#ui/select.tsx'
import { issueCompSchema } from '../free-tickets.schema.ts'
import type { CompForm } from '../free-tickets.types.ts'

type EventChoice = { id: string; title: string; startsAt: string; timeZone: string }

/**
 * Chooses the event of a form by its address.
 * @param to the page of the form
 */
export function ChooseEvent({
  to,
  events,
  chosen,
}: {
  to: string
  events: readonly EventChoice[]
  chosen: string | null
}) {
  return (
    <Form method="get" action={to} className={fullSearch} aria-label="Event">
      <Field id="event-choice" label="Event">
        {(control) => (
          <Select
            {...control}
            name="event"
            defaultValue={chosen ?? ''}
            key={chosen}
            options={[
              { value: '', label: 'Choose' },
              ...events.map(({ id, title, startsAt, timeZone }) => ({
                value: id,
                label: `${title}, ${shortDate(startsAt, timeZone)}`,
              })),
            ]}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        Continue
      </Button>
    </Form>
  )
}

/** Says what the caller may still give alone at the event. */
export function QuotaNote({ form }: { form: CompForm }) {
  if (!form.event) return null
  const left = Math.max(form.quota - form.event.given, 0)
  return (
    <p className={text.small}>
      {`You can give ${left} more for this event without a second admin (${form.event.given} of ${form.quota} given).`}
    </p>
  )
}

/**
 * Issues one invitation to free tickets.
 * @param idempotencyKey makes sending it twice issue it once
 */
export function IssueForm({
  form: offered,
  idempotencyKey,
  reply,
}: {
  form: CompForm & { event: NonNullable<CompForm['event']> }
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const { event } = offered
  const { form, fields, busy } = useIntentForm(issueCompSchema, {
    intent: 'issue',
    reply,
    defaultValue: {
      event: event.id,
      quantity: '1',
      deadline: wallTimeOf(event.deadlineAt, event.timeZone),
      key: idempotencyKey,
    },
  })
  if (!event.isOpen)
    return (
      <Banner tone="warning" title="Free tickets can only be given for a published event, before doors." />
    )
  return (
    <Card as="section" aria-labelledby="issue-title" className={stack[4]}>
      <h2 id="issue-title">{event.title}</h2>
      <QuotaNote form={offered} />
      <IntentForm form={form} intent="issue" action={paths.freeTicketsNew({ event: event.id })}>
        <input type="hidden" name="event" value={event.id} />
        <input type="hidden" name="key" value={idempotencyKey} />
        <TextField meta={fields.name} label="Name" autoComplete="off" />
        <TextField meta={fields.email} label="Email" type="email" inputMode="email" autoComplete="off" />
        <SelectField
          meta={fields.type}
          label="Ticket type"
          options={[
            { value: '', label: 'Choose' },
            ...event.types.map(({ id, name, capLeft }) => ({
              value: id,
              label: capLeft === null ? name : `${name} (${capLeft} below the cap)`,
            })),
          ]}
        />
        <TextField
          meta={fields.quantity}
          label="Tickets"
          inputMode="numeric"
          hint="1 to 10: theirs and those of their plus-ones."
        />
        <SelectField
          meta={fields.reason}
          label="Reason"
          options={[
            { value: '', label: 'Choose' },
            ...offered.reasons.map(({ reason, label }) => ({ value: reason, label })),
          ]}
        />
        <TextField meta={fields.note} label="Note" hint="For staff only." optional autoComplete="off" />
        <TextField
          meta={fields.deadline}
          label="Claim by"
          type="datetime-local"
          hint={`${zoneAbbreviation(event.doorsAt, event.timeZone)}. What isn’t claimed by then goes back on sale.`}
        />
        <CheckboxField meta={fields.transferable} label="May be passed on to somebody else" />
        <div className={cluster[3]}>
          <Button type="submit" name="step" value="send" busy={busy}>
            Send invitation
          </Button>
          <Button type="submit" name="step" value="draft" variant="secondary" busy={busy}>
            Save as draft
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}
