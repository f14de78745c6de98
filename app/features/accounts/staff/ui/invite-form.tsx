import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { capabilityNames } from '#core/capability-names.ts'
import { everyEvent } from '#core/office-choices.ts'
import * as paths from '#core/paths.ts'
import { shortDate } from '#core/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, PasswordField, SelectField, TextField, TextInput } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { fullSearch } from '#ui/office/list-frame.css.ts'
import { inviteSchema } from '../grants.schema.ts'

const choices = [
  { value: 'scan', label: capabilityNames.scan },
  { value: 'door_manager', label: capabilityNames.door_manager },
  { value: 'moderator', label: 'Moderator' },
]

/**
 * Takes the address of a person to invite, and to what.
 * @param events the events to choose from
 * @param q the words that found them; empty for the next ones
 * @param chosen id of the event that is chosen at first; null for none
 */
export function InviteForm({
  events,
  q,
  chosen,
  reply,
}: {
  events: readonly { id: string; title: string; startsAt: string; timeZone: string }[]
  q: string
  chosen: string | null
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(inviteSchema, { intent: 'invite', reply })
  return (
    <Card as="section" aria-labelledby="invite-title" className={stack[4]}>
      <h2 id="invite-title">Invite someone</h2>
      <Form
        method="get"
        action={paths.staffInvitations()}
        role="search"
        aria-label="Events"
        className={fullSearch}
      >
        <Field id="invite-q" label="Find an event by title, venue or city">
          {(control) => (
            <TextInput
              {...control}
              name="q"
              type="search"
              defaultValue={q}
              maxLength={80}
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </Form>
      {q && events.length === 0 && <p>No upcoming event matches “{q}”.</p>}
      <IntentForm form={form} intent="invite" action={paths.staffInvitations()}>
        <TextField meta={fields.email} label="Email" type="email" inputMode="email" autoComplete="off" />
        <SelectField meta={fields.as} label="Role" options={choices} />
        <SelectField
          meta={fields.event}
          label="Event"
          {...(reply ? {} : { defaultValue: chosen ?? '' })}
          hint="Access for an event ends 12 hours after it. Moderators have access to every event."
          options={[
            { value: '', label: 'Choose' },
            ...events.map(({ id, title, startsAt, timeZone }) => ({
              value: id,
              label: `${title}, ${shortDate(startsAt, timeZone)}`,
            })),
            { value: everyEvent, label: 'Every event' },
          ]}
        />
        <TextField
          meta={fields.days}
          label="Days of access"
          hint="Leave empty for no limit."
          inputMode="numeric"
          autoComplete="off"
          optional
        />
        <PasswordField
          meta={fields.currentPassword}
          label="Your password"
          hint="Needed to invite a moderator, unless you entered it in the last 10 minutes."
          autoComplete="current-password"
        />
        <div>
          <Button type="submit" busy={busy}>
            Send invitation
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}
