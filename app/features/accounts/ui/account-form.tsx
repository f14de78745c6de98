import { type FormMetadata, getFormProps } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type FieldMeta, FormErrors, PasswordField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'

/**
 * The frame of a form that a page of the account posts: what it asks for, what is wrong with it as a whole, its fields.
 * @param action the page that takes it
 */
export function AccountForm<Fields extends Record<string, unknown>>({
  form,
  intent,
  action,
  children,
}: {
  form: FormMetadata<Fields>
  intent: string
  action: string
  children: ReactNode
}) {
  return (
    <Form method="post" action={action} {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value={intent} />
      <FormErrors id={form.errorId} errors={form.errors} />
      {children}
    </Form>
  )
}

/** A new password, twice. */
export function NewPasswordFields({
  fields,
}: {
  fields: { password: FieldMeta; confirmPassword: FieldMeta }
}) {
  return (
    <>
      <PasswordField
        meta={fields.password}
        label="New password"
        hint="At least 8 characters, with one uppercase letter and one number."
        autoComplete="new-password"
      />
      <PasswordField meta={fields.confirmPassword} label="Confirm password" autoComplete="new-password" />
    </>
  )
}
