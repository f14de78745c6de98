import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { eventAccessSchema } from '../event-access.schema.ts'
import * as css from './event-form.css.ts'

/**
 * Sets the password of a private event, apart from its other fields: it is stored as a hash alone and never shown again.
 * @param hasPassword whether one is set
 * @param isLocked whether the event asks for it already
 * @param reply the server's reply to the last try
 */
export function EventAccessForm({
  eventId,
  hasPassword,
  isLocked,
  reply,
}: {
  eventId: string
  hasPassword: boolean
  isLocked: boolean
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(eventAccessSchema, { intent: 'password', reply })
  return (
    <Card as="section" aria-labelledby="section-password">
      <div className={css.section}>
        <h2 id="section-password" className={css.sectionTitle}>
          Password
        </h2>
        {isLocked && !hasPassword && (
          <Banner tone="warning" title="Nobody can open this event yet">
            <p>Set a password and send it with your invitations.</p>
          </Banner>
        )}
        <IntentForm form={form} intent="password" action={paths.adminEvent(eventId)}>
          <TextField
            meta={fields.password}
            label={hasPassword ? 'New password' : 'Password'}
            hint={
              hasPassword
                ? 'People who used the old one have to enter the new one. Ticket holders keep access.'
                : "At least 6 characters. We can't show it to you later."
            }
            autoComplete="off"
            spellCheck={false}
          />
          <div>
            <Button type="submit" variant="secondary" busy={busy}>
              {hasPassword ? 'Change password' : 'Set password'}
            </Button>
          </div>
        </IntentForm>
      </div>
    </Card>
  )
}
