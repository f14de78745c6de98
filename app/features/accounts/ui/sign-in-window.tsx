import { useState } from 'react'
import { rememberTab, type SignInTab } from '#browser/sign-in-window.ts'
import { toast } from '#browser/toast.ts'
import { useUser } from '#browser/user-context.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Tabs } from '#ui/tab-panels.tsx'
import type { SignInOutcome } from '../send-sign-in.ts'
import { loginFailureText, registrationFailureText } from '../sign-in-messages.ts'
import { GuestForm } from './guest-form.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import * as css from './sign-in-window.css.ts'

export type SignInWindowProps = {
  tab: SignInTab
  /** Where to go afterwards; `/` when nowhere else was asked for. */
  redirect: string
  /** Word of the refusal that a plain form came back with. */
  refused: string | null
  /** The page behind the window, for the close button before JavaScript arrives. */
  closeHref: string
  brandName: string
  onClose: () => void
  /** Somebody signed in: close, and go where they wanted. */
  onDone: () => void
}

/** The sign-in window. Fetched when it is first wanted. */
export function SignInWindow(props: SignInWindowProps) {
  const { redirect, refused, closeHref, brandName, onClose, onDone } = props
  const [tab, setTab] = useState<SignInTab>(props.tab)
  const session = useUser()

  const choose = (value: string) => {
    const next = value === 'register' ? 'register' : 'login'
    setTab(next)
    rememberTab(next)
  }

  /** Takes the user over, says so and closes; or says why not. */
  const end =
    (said: {
      success: (name: string) => { title: string; text: string }
      failure: { title: string; text: (failure: Extract<SignInOutcome, { ok: false }>['failure']) => string }
    }) =>
    (outcome: SignInOutcome) => {
      if (!outcome.ok) {
        toast.error({ title: said.failure.title, text: said.failure.text(outcome.failure) })
        return
      }
      const user = session.login(outcome.answer)
      toast.success(said.success(user.displayName || user.username || 'friend'))
      onDone()
    }

  const onLogin = end({
    success: (name) => ({ title: 'Login Successful', text: `Welcome back, ${name}!` }),
    failure: { title: 'Login Failed', text: loginFailureText },
  })
  const onRegister = end({
    success: (name) => ({ title: 'Registration Successful', text: `Welcome to ${brandName}, ${name}!` }),
    failure: { title: 'Registration Failed', text: registrationFailureText },
  })
  const onGuest = end({
    success: () => ({ title: 'Welcome', text: 'You are in as a guest.' }),
    failure: { title: 'Login Failed', text: loginFailureText },
  })

  const pageOf = (value: SignInTab) => `/?${new URLSearchParams({ auth: value, redirect })}`
  const refusedOn = (value: SignInTab) => (value === props.tab ? refused : null)
  return (
    <Dialog title="Join The Community" tall onClose={onClose} closeHref={closeHref}>
      <Tabs
        label="Login or Register"
        value={tab}
        onChange={choose}
        tabs={[
          {
            value: 'login',
            label: 'Login',
            href: pageOf('login'),
            content: <LoginForm redirect={redirect} refused={refusedOn('login')} onEnd={onLogin} />,
          },
          {
            value: 'register',
            label: 'Register',
            href: pageOf('register'),
            content: <RegisterForm redirect={redirect} refused={refusedOn('register')} onEnd={onRegister} />,
          },
        ]}
      />
      {!session.user?.isGuest && (
        <>
          <p className={css.rule}>or</p>
          <GuestForm redirect={redirect} onEnd={onGuest} />
          <p className={css.note}>
            As a guest you can buy tickets. They come by email, and an account can take them over later.
          </p>
        </>
      )}
    </Dialog>
  )
}
