import { useEffect, useRef, useState } from 'react'
import { type SignInTab, storeTab } from '#browser/sign-in-window.ts'
import { prepareToasts, toast } from '#browser/toast.ts'
import { useUser } from '#browser/user-context.tsx'
import type { FirebaseSettings } from '#core/firebase-settings.ts'
import * as paths from '#core/paths.ts'
import { isRefusalCode, sentenceOf } from '#core/refusals.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Tabs } from '#ui/tab-panels.tsx'
import type { SignInReply } from '../accounts.types.ts'
import type { ProviderOutcome } from '../send-provider-sign-in.ts'
import { type SignInOutcome, sendSignIn } from '../send-sign-in.ts'
import { loginFailureText, registrationFailureText } from '../sign-in-messages.ts'
import { signInPage } from '../sign-in-page.ts'
import { GuestForm } from './guest-form.tsx'
import { LoginForm } from './login-form.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { RegisterForm } from './register-form.tsx'
import * as css from './sign-in-window.css.ts'

export type SignInWindowProps = {
  tab: SignInTab
  /** Names the path to open afterwards, `/` by default. */
  redirect: string
  /** Holds the reply when a form was posted without JavaScript. */
  reply: SignInReply | undefined
  /** Code of the refusal that Continue as guest came back with when it was posted without JavaScript. */
  refused: string | null
  /** The page behind the window, for the close button before JavaScript arrives. */
  closeHref: string
  brandName: string
  /** The outside identity provider; null where none is set up. */
  firebase: FirebaseSettings | null
  onClose: () => void
  /** Closes the window after a sign-in and goes to the wanted page. */
  onDone: () => void
}

function refusedReply(code: string | null): SignInReply | undefined {
  if (code === null) return undefined
  const sentence = sentenceOf(isRefusalCode(code) ? code : 'invalid', {})
  return { tab: 'login', reply: { status: 'error', error: { '': [sentence] } } }
}

/** Tells whether the password was right and the account's second step is next, which is a page of its own. */
function isSecondStepNeeded(outcome: SignInOutcome | ProviderOutcome): boolean {
  return (
    !outcome.ok &&
    outcome.failure.kind === 'refused' &&
    outcome.failure.message === sentenceOf('second_step', {})
  )
}

/** The sign-in window. Fetched when it is first wanted. */
export function SignInWindow(props: SignInWindowProps) {
  const { redirect, closeHref, brandName, firebase, onClose, onDone } = props
  const [tab, setTab] = useState<SignInTab>(props.tab)
  const session = useUser()
  // Loads the toasts now: a failed attempt shows one, also when the network failed.
  useEffect(prepareToasts, [])

  const choose = (value: string) => {
    const next = value === 'register' ? 'register' : 'login'
    setTab(next)
    storeTab(next)
  }

  /** Signs the user in, confirms it and closes; or shows the refusal. */
  const end =
    (texts: {
      success: (name: string) => { title: string; text: string }
      failure: { title: string; text: (failure: Extract<SignInOutcome, { ok: false }>['failure']) => string }
    }) =>
    (outcome: SignInOutcome) => {
      if (!outcome.ok) {
        if (isSecondStepNeeded(outcome)) {
          location.assign(paths.secondStep({ redirect }))
          return
        }
        toast.error({ title: texts.failure.title, text: texts.failure.text(outcome.failure) })
        return
      }
      const user = session.login(outcome.user)
      toast.success(texts.success(user.displayName || user.username || 'friend'))
      onDone()
    }

  const endLogin = (more = '') =>
    end({
      success: (name) => ({ title: 'Login Successful', text: `Welcome back, ${name}!${more}` }),
      failure: { title: 'Login Failed', text: loginFailureText },
    })

  /** The token of a person who must log in here before the server connects it; dropped with this window. */
  const unconnected = useRef<string>()
  const onLogin = async (outcome: SignInOutcome) => {
    const idToken = unconnected.current
    if (!outcome.ok || !idToken) return endLogin()(outcome)
    unconnected.current = undefined
    const connected = await sendSignIn({ path: paths.apiFirebase(), body: { idToken } })
    if (connected.ok) endLogin(' Your other sign-in is connected.')(connected)
    else endLogin(" We couldn't connect your other sign-in.")(outcome)
  }

  /** The error to show at the provider's button. */
  const onProvider = (outcome: ProviderOutcome) => {
    if (isSecondStepNeeded(outcome)) return location.assign(paths.secondStep({ redirect }))
    if (outcome.ok) return endLogin()(outcome)
    unconnected.current = outcome.idToken
    if (outcome.idToken) choose('login')
  }
  const onRegister = end({
    success: (name) => ({ title: 'Registration Successful', text: `Welcome to ${brandName}, ${name}!` }),
    failure: { title: 'Registration Failed', text: registrationFailureText },
  })
  const onGuest = end({
    success: () => ({ title: 'Welcome', text: "You're browsing as a guest." }),
    failure: { title: 'Login Failed', text: loginFailureText },
  })

  const reply = props.reply ?? refusedReply(props.refused)
  const replyOn = (value: SignInTab) => (reply?.tab === value ? reply.reply : undefined)
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
            href: signInPage('login', redirect),
            content: <LoginForm redirect={redirect} reply={replyOn('login')} onEnd={onLogin} />,
          },
          {
            value: 'register',
            label: 'Register',
            href: signInPage('register', redirect),
            content: <RegisterForm redirect={redirect} reply={replyOn('register')} onEnd={onRegister} />,
          },
        ]}
      />
      {firebase && (
        <>
          <p className={css.rule}>or</p>
          <ProviderSignIn settings={firebase} onEnd={onProvider} />
        </>
      )}
      {!session.user?.isGuest && (
        <>
          {!firebase && <p className={css.rule}>or</p>}
          <GuestForm redirect={redirect} onEnd={onGuest} />
          <p className={css.note}>
            Guests can buy tickets. We'll email them, and you can add an account later.
          </p>
        </>
      )}
    </Dialog>
  )
}
