import { getFormProps } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors, PasswordField, TextField } from '#ui/field.tsx'
import { registerSchema } from '../accounts.schema.ts'
import { sendSignIn } from '../send-sign-in.ts'
import { registrationFailureText } from '../sign-in-messages.ts'
import { signInPage } from '../sign-in-page.ts'
import type { SignInFormProps } from './login-form.tsx'
import * as css from './sign-in-window.css.ts'
import { useSignInForm } from './use-sign-in-form.ts'

/** A new account. The repeated password stays in the browser. */
export function RegisterForm({ redirect, reply, onEnd }: SignInFormProps) {
  const { form, fields, busy } = useSignInForm(registerSchema, {
    id: 'register',
    reply,
    onEnd,
    failureText: registrationFailureText,
    send: ({ username, email, displayName, password }) =>
      sendSignIn({ path: paths.apiRegister(), body: { username, email, displayName, password } }),
  })
  return (
    <form
      {...getFormProps(form)}
      method="post"
      action={signInPage('register', redirect)}
      className={css.form}
    >
      <input type="hidden" name="redirect" value={redirect} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField
        meta={fields.username}
        label="Username"
        hint="Letters, numbers, dots and underscores."
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
      />
      <TextField meta={fields.email} label="Email" type="email" autoComplete="email" />
      <TextField
        meta={fields.displayName}
        label="Display name"
        hint="What people see."
        autoComplete="nickname"
      />
      <PasswordField
        meta={fields.password}
        label="Password"
        hint="At least 8 characters, with one uppercase letter and one number."
        autoComplete="new-password"
      />
      <PasswordField meta={fields.confirmPassword} label="Confirm password" autoComplete="new-password" />
      <Button type="submit" size="lg" block busy={busy}>
        Create account
      </Button>
    </form>
  )
}
