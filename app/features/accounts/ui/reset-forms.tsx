import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { NewPasswordFields } from '#ui/new-password-fields.tsx'
import { newPasswordSchema, resetRequestSchema } from '../accounts.schema.ts'

/** Asks for the address to mail a link to. */
export function RequestResetForm({ reply }: { reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(resetRequestSchema, { intent: 'request-link', reply })
  return (
    <IntentForm form={form} intent="request-link" action={paths.passwordReset()}>
      <TextField meta={fields.email} label="Email" type="email" inputMode="email" autoComplete="email" />
      <Button type="submit" size="lg" block busy={busy}>
        Email me a link
      </Button>
    </IntentForm>
  )
}

/**
 * Chooses a new password by the link from the mail.
 * @param username whose password it is; password managers keep it under this name
 */
export function NewPasswordForm({
  reply,
  token,
  username,
}: {
  reply: SubmissionResult | null
  token: string
  username: string
}) {
  const { form, fields, busy } = useIntentForm(newPasswordSchema, { intent: 'set-password', reply })
  return (
    <IntentForm form={form} intent="set-password" action={paths.passwordReset({ token })}>
      <input type="hidden" name="token" value={token} />
      <input type="text" name="account" value={username} autoComplete="username" readOnly disabled hidden />
      <NewPasswordFields fields={fields} />
      <Button type="submit" size="lg" block busy={busy}>
        Set new password
      </Button>
    </IntentForm>
  )
}
