import { getFormProps } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { Button } from '#ui/button.tsx'
import { FormErrors, PasswordField, TextField } from '#ui/field.tsx'
import { loginSchema } from '../accounts.schema.ts'
import type { SignInOutcome } from '../send-sign-in.ts'
import { loginFailureText } from '../sign-in-messages.ts'
import * as css from './sign-in-window.css.ts'
import { useSignInForm } from './use-sign-in-form.ts'

export type SignInFormProps = {
  /** Where the plain form asks to be sent afterwards. */
  redirect: string
  /** Word of the refusal that a plain form came back with. */
  refused: string | null
  onEnd: (outcome: SignInOutcome) => void
}

/** Username and password. */
export function LoginForm({ redirect, refused, onEnd }: SignInFormProps) {
  const { form, fields, busy } = useSignInForm(loginSchema, {
    id: 'login',
    refused,
    onEnd,
    failureText: loginFailureText,
    toCall: ({ username, password }) => ({ path: '/api/auth/login', body: { username, password } }),
  })
  return (
    <form {...getFormProps(form)} method="post" action="/api/auth/login" className={css.form}>
      <input type="hidden" name="redirect" value={redirect} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField
        meta={fields.username}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
      />
      <PasswordField meta={fields.password} label="Password" autoComplete="current-password" />
      <Button type="submit" size="lg" block busy={busy}>
        Login
      </Button>
      <Link to="/password-reset" className={css.forgot}>
        Forgot your password?
      </Link>
    </form>
  )
}
