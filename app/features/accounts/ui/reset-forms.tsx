import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { Button } from '#ui/button.tsx'
import { FormErrors, PasswordField, TextField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { newPasswordSchema, resetRequestSchema } from '../accounts.schema.ts'

/** Asks for the address to mail a link to. */
export function AskForPasswordForm({ reply }: { reply: SubmissionResult | null }) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm({
    id: 'ask',
    lastResult: reply,
    constraint: getZodConstraint(resetRequestSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resetRequestSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" action="/password-reset" {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value="ask" />
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField
        meta={fields.email}
        label="Email of your account"
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <Button type="submit" size="lg" block busy={busy}>
        Email me a link
      </Button>
    </Form>
  )
}

/**
 * Chooses a new password by the link from the mail.
 * @param username whose password it is; password managers keep it under this name
 */
export function ChoosePasswordForm({
  reply,
  token,
  username,
}: {
  reply: SubmissionResult | null
  token: string
  username: string
}) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm({
    id: 'choose',
    lastResult: reply,
    constraint: getZodConstraint(newPasswordSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newPasswordSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form
      method="post"
      action={`/password-reset?token=${token}`}
      {...getFormProps(form)}
      className={stack[4]}
    >
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="token" value={token} />
      <input type="text" name="account" value={username} autoComplete="username" readOnly disabled hidden />
      <FormErrors id={form.errorId} errors={form.errors} />
      <PasswordField
        meta={fields.password}
        label="New password"
        hint="At least 8 characters with one uppercase letter and one number."
        autoComplete="new-password"
      />
      <PasswordField meta={fields.confirmPassword} label="Confirm password" autoComplete="new-password" />
      <Button type="submit" size="lg" block busy={busy}>
        Set new password
      </Button>
    </Form>
  )
}
