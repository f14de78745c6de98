import type { SubmissionResult } from '@conform-to/react'
import { formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { newStreamSchema } from '../desk.schema.ts'
import type { StreamChoices } from '../desk.types.ts'

/** Offers the events that a stream may be of. */
export const eventOptions = ({ events, timeZone, now }: StreamChoices) => [
  { value: '', label: 'No event' },
  ...events.map(({ id, title, startsAt }) => ({
    value: id,
    label: startsAt ? `${title}, ${formatDay(startsAt, timeZone, now)}` : title,
  })),
]

/**
 * Makes the draft of a stream.
 * @param event chosen from the start; null for none
 * @param reply the server's reply to the last try
 */
export function NewStreamForm({
  choices,
  event,
  reply,
}: {
  choices: StreamChoices
  event: string | null
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(newStreamSchema, {
    intent: 'create',
    reply,
    defaultValue: { eventId: event ?? '' },
  })
  return (
    <Card>
      <IntentForm form={form} intent="create" action={paths.adminStreamNew()}>
        <TextField meta={fields.title} label="Title" autoComplete="off" />
        <SelectField meta={fields.eventId} label="Event" options={eventOptions(choices)} />
        <TextField
          meta={fields.startsAt}
          label="Start"
          optional
          hint={`In ${choices.timeZone}. Left empty, it starts with its event.`}
          type="datetime-local"
        />
        <div>
          <Button type="submit" busy={busy}>
            Create draft
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}
