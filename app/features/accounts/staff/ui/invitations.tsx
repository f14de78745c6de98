import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { capabilityNames } from '#core/capability-names.ts'
import { linkPurposes } from '#core/links.ts'
import { everyEvent } from '#core/office-choices.ts'
import * as paths from '#core/paths.ts'
import { longDateTime, shortDate } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, PasswordField, SelectField, TextField, TextInput } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { fullSearch } from '#ui/office/list-frame.css.ts'
import { RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { inviteSchema } from '../grants.schema.ts'
import type { ListedInvitation } from '../grants.types.ts'
import { invitationText } from '../invitation-text.ts'

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

/**
 * Lists the invitations that wait for an answer.
 * @param invitations null where they could not be read
 * @param timeZone IANA zone of the brand
 */
export function InvitationList({
  invitations,
  timeZone,
}: {
  invitations: ListedInvitation[] | null
  timeZone: string
}) {
  const state = useListState(invitations === null)
  const columns: Column<ListedInvitation>[] = [
    { key: 'email', header: 'Email', cell: ({ email }) => email },
    { key: 'to', header: 'To', cell: invitationText },
    {
      key: 'state',
      header: 'Link',
      cell: ({ state: now, expiresAt }) =>
        now === 'open' ? (
          `Works until ${longDateTime(expiresAt, timeZone)}`
        ) : (
          <Badge tone="danger">{now === 'expired' ? 'Expired' : 'Ended'}</Badge>
        ),
    },
    { key: 'by', header: 'Invited by', cell: ({ invitedBy }) => invitedBy ?? '—' },
    {
      key: 'actions',
      header: 'Actions',
      cell: ({ id, email }) => (
        <Form method="post" className={cluster[2]}>
          <input type="hidden" name="invitation" value={id} />
          <Button
            type="submit"
            name="intent"
            value="resend"
            variant="secondary"
            size="sm"
            aria-label={`Resend the invitation to ${email}`}
          >
            Resend
          </Button>
          <Button
            type="submit"
            name="intent"
            value="revoke"
            variant="secondary"
            size="sm"
            aria-label={`Withdraw the invitation to ${email}`}
          >
            Withdraw
          </Button>
        </Form>
      ),
    },
  ]
  return (
    <Table
      caption="Open invitations"
      columns={columns}
      rows={invitations ?? []}
      rowKey={({ id }) => id}
      state={state}
      empty={
        <EmptyState
          title="No open invitations"
          text={`We email a link that works for ${linkPurposes.staff_invitation.lifetime}.`}
        />
      }
      retry={<RetryLink />}
    />
  )
}
