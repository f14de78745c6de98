import { getFormProps } from '@conform-to/react'
import { Mail } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FirebaseSettings } from '#core/firebase-settings.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors, PasswordField, TextField } from '#ui/field.tsx'
import { providerEmailSchema } from '../accounts.schema.ts'
import { loadProvider, type ProviderOutcome, sendProviderSignIn } from '../send-provider-sign-in.ts'
import { providerFailureText } from '../sign-in-messages.ts'
import googleMark from './google-mark.svg'
import * as css from './sign-in-window.css.ts'
import { useSignInForm } from './use-sign-in-form.ts'

type ProviderSignInProps = {
  settings: FirebaseSettings
  onEnd: (outcome: ProviderOutcome) => void
}

/** Signing in through the outside identity provider, by what the project offers. Errors are shown beside it. */
export function ProviderSignIn({ settings, onEnd }: ProviderSignInProps) {
  const [emailOpen, setEmailOpen] = useState(false)
  return (
    <div className={css.scripted}>
      {settings.methods.includes('google') && <GoogleButton settings={settings} onEnd={onEnd} />}
      {settings.methods.includes('email') &&
        (emailOpen ? (
          <EmailForm settings={settings} onEnd={onEnd} />
        ) : (
          <Button variant="secondary" size="lg" block onClick={() => setEmailOpen(true)}>
            <Mail size={20} aria-hidden="true" />
            Continue with email
          </Button>
        ))}
    </div>
  )
}

/** The library's code is under way before the finger is up: a popup that comes too long after a press is blocked. */
const prepare = () => void loadProvider().catch(() => undefined)

function GoogleButton({ settings, onEnd }: ProviderSignInProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const errorId = useId()
  const latest = useRef(0)

  // The library needs seconds to notice that the popup is gone; the page notices at once that it is looked at again.
  useEffect(() => {
    if (!busy) return
    const usable = () => setBusy(false)
    window.addEventListener('focus', usable)
    return () => window.removeEventListener('focus', usable)
  }, [busy])

  const begin = async () => {
    const attempt = ++latest.current
    setBusy(true)
    setError(null)
    const outcome = await sendProviderSignIn(settings, { method: 'google' })
    // A second press may have overtaken this one.
    if (attempt !== latest.current && !outcome.ok) return
    setBusy(false)
    if (!outcome.ok) setError(providerFailureText(outcome.failure))
    onEnd(outcome)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        block
        busy={busy}
        aria-describedby={error === null ? undefined : errorId}
        onPointerDown={prepare}
        onClick={() => void begin()}
      >
        <img src={googleMark} alt="" className={css.mark} width={20} height={20} />
        Continue with Google
      </Button>
      {/* Below: the button stays under the finger that presses it again. */}
      <FormErrors id={errorId} errors={error === null ? [] : [error]} />
    </>
  )
}

function EmailForm({ settings, onEnd }: ProviderSignInProps) {
  const { form, fields, busy } = useSignInForm(providerEmailSchema, {
    id: 'provider-email',
    reply: undefined,
    onEnd,
    failureText: (failure) => providerFailureText(failure) ?? '',
    send: ({ email, password }) => sendProviderSignIn(settings, { method: 'email', email, password }),
  })
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    element.current?.querySelector<HTMLInputElement>('input[type="email"]')?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <form {...getFormProps(form)} ref={element} method="post" className={css.form}>
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField meta={fields.email} label="Email" type="email" inputMode="email" autoComplete="email" />
      <PasswordField meta={fields.password} label="Password for this email" autoComplete="current-password" />
      <Button type="submit" variant="secondary" size="lg" block busy={busy}>
        <Mail size={20} aria-hidden="true" />
        Continue with email
      </Button>
    </form>
  )
}
