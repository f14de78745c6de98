import { type FieldMeta, PasswordField } from './field.tsx'

/** Renders a new password and its repetition. */
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
