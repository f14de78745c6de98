import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { eventPasswordSchema } from '../event-password.schema.ts'

/**
 * Asks for the password of an event. Says nothing about the event.
 * @param search the search parameters of the event's address, which it is opened with
 */
export function EventPasswordForm({
  eventId,
  search,
  reply,
}: {
  eventId: string
  search: string
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(eventPasswordSchema, { intent: 'unlock', reply })
  return (
    <IntentForm form={form} intent="unlock" action={paths.privateEvent(eventId) + search}>
      <PasswordField meta={fields.password} label="Password" autoComplete="off" />
      <Button type="submit" size="lg" block busy={busy}>
        Open the event
      </Button>
    </IntentForm>
  )
}
