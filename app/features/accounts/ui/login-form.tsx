import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors, PasswordField, TextField } from '#ui/field.tsx'
import { loginSchema } from '../accounts.schema.ts'
import { type SignInOutcome, sendSignIn } from '../send-sign-in.ts'
import { loginFailureText } from '../sign-in-messages.ts'
import { signInPage } from '../sign-in-page.ts'
import * as css from './sign-in-window.css.ts'
import { useSignInForm } from './use-sign-in-form.ts'

export type SignInFormProps = {
  /** The address to which the plain form redirects afterwards. */
  redirect: string
  /** Holds the reply when the form was posted without JavaScript. */
  reply: SubmissionResult | undefined
  onEnd: (outcome: SignInOutcome) => void
}

/** Username and password. */
export function LoginForm({ redirect, reply, onEnd }: SignInFormProps) {
  const { form, fields, busy } = useSignInForm(loginSchema, {
    id: 'login',
    reply,
    onEnd,
    failureText: loginFailureText,
    send: ({ username, password }) => sendSignIn({ path: paths.apiLogin(), body: { username, password } }),
  })
  return (
    <form {...getFormProps(form)} method="post" action={signInPage('login', redirect)} className={css.form}>
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
      <Link to={paths.passwordReset()} className={css.forgot}>
        Forgot your password?
      </Link>
    </form>
  )
}
