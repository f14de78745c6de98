import type { SubmissionResult } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Field, PasswordInput, TextInput } from '#ui/field.tsx'
import { cluster, stack, text as textStyle } from '#ui/layout.css.ts'
import { QrCode } from '#ui/qr-code.tsx'
import * as css from './second-step.css.ts'

/** Returns the messages at a field of a form that came back, and at the form as a whole. */
function messagesOf(reply: SubmissionResult | null, field: string): string[] {
  return [...(reply?.error?.[field] ?? []), ...(reply?.error?.[''] ?? [])]
}

/** Takes a code. Works without JavaScript: its messages come from the server. */
function CodeField({
  id,
  label,
  reply,
  ...input
}: {
  id: string
  label: string
  reply: SubmissionResult | null
  autoFocus?: boolean
}) {
  return (
    <Field id={id} label={label} errors={messagesOf(reply, 'code')} required>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
        />
      )}
    </Field>
  )
}

/**
 * The second step of signing in.
 * @param redirect the path to open afterwards
 */
export function SecondStepForm({
  redirect,
  reply,
  hasApp,
  hasPasskey,
}: {
  redirect: string
  reply: SubmissionResult | null
  hasApp: boolean
  hasPasskey: boolean
}) {
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData?.get('intent') === 'code'
  return (
    <Form method="post" action={paths.secondStep()} className={stack[4]}>
      <input type="hidden" name="intent" value="code" />
      <input type="hidden" name="redirect" value={redirect} />
      <CodeField id="code" label={hasApp ? 'Code' : 'Recovery code'} reply={reply} />
      <Button type="submit" size="lg" block variant={hasPasskey ? 'secondary' : 'primary'} busy={busy}>
        Continue
      </Button>
      {hasApp && <p className={textStyle.small}>No phone? Enter one of your recovery codes instead.</p>}
    </Form>
  )
}

/** Asks for the password before something about the second step is done. */
export function SecondStepPasswordForm({
  intent,
  reply,
  danger = false,
  children,
}: {
  intent: 'begin' | 'codes' | 'end'
  reply: SubmissionResult | null
  danger?: boolean
  /** Names what is done. */
  children: ReactNode
}) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" action={paths.secondStepSettings()} className={stack[4]}>
      <input type="hidden" name="intent" value={intent} />
      <Field
        id={`${intent}-password`}
        label="Your password"
        errors={messagesOf(reply, 'currentPassword')}
        required
      >
        {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
      </Field>
      <div>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          busy={state !== 'idle' && formData?.get('intent') === intent}
        >
          {children}
        </Button>
      </div>
    </Form>
  )
}

/** Shows the QR code and the key of a new authenticator app, and takes its first code. */
export function NewAppForm({
  factorId,
  uri,
  secret,
  picture,
  reply,
}: {
  factorId: string
  uri: string
  secret: string
  picture: { size: number; path: string }
  reply: SubmissionResult | null
}) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action={paths.secondStepSettings()} className={stack[4]}>
      <input type="hidden" name="intent" value="finish" />
      <input type="hidden" name="factorId" value={factorId} />
      <input type="hidden" name="uri" value={uri} />
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <div className={css.picture}>
        <QrCode picture={picture} label="QR code with the key for your authenticator app" />
      </div>
      <p>
        Key: <code className={css.key}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeField id="code" label="Code that the app shows" reply={reply} />
      <div className={cluster[3]}>
        <Button type="submit" busy={busy}>
          Turn on
        </Button>
        <LinkButton to={paths.secondStepSettings()} variant="secondary">
          Cancel
        </LinkButton>
      </div>
    </Form>
  )
}

/**
 * Shows recovery codes, this once.
 * @param next the path that the person goes on to
 */
export function RecoveryCodes({ codes, next }: { codes: readonly string[]; next: string }) {
  const [isCopied, setCopied] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  // They take the place of the form, whose button had the focus further down.
  useEffect(() => text.current?.focus(), [])
  return (
    <div className={stack[4]}>
      <p ref={text} tabIndex={-1} className={css.intro}>
        Keep these where you don't keep your phone. Each lets you sign in once without your app or passkey. We
        can't show them again.
      </p>
      <ol className={css.codes} data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={cluster[3]}>
        <LinkButton to={next}>I've saved them</LinkButton>
        <Button
          variant="secondary"
          onClick={() => {
            void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true))
          }}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}
