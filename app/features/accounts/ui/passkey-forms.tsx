import type { SubmissionResult } from '@conform-to/react'
import { Form, useFetcher, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { askPasskey, canUsePasskeys, createPasskey, type PasskeyFailure } from '#browser/passkeys.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Field, PasswordInput, TextInput } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import type { PasskeyChallenge } from '../accounts.types.ts'

/** Says whether this browser has passkeys: null until it is known. */
function usePasskeys(): boolean | null {
  const [can, setCan] = useState<boolean | null>(null)
  useEffect(() => setCan(canUsePasskeys()), [])
  return can
}

/** Response of the server to the request for a challenge. */
export type ChallengeReply = { challenge: PasskeyChallenge } | { message: string }

const stepFailures: Record<PasskeyFailure, string> = {
  cancelled: 'Nothing was sent: it was canceled or took too long.',
  known: "That passkey didn't work.",
  failed: "This device couldn't use a passkey.",
}

/**
 * The second step of signing in with a passkey. Needs JavaScript, and says so where there is none.
 * @param redirect the path to open afterwards
 * @param message why the last answer did not count
 * @param hasApp whether a code of an app would do as well; otherwise recovery codes alone
 */
export function PasskeyStep({
  redirect,
  message,
  hasApp,
}: {
  redirect: string
  message: string | null
  hasApp: boolean
}) {
  const can = usePasskeys()
  const asking = useFetcher<ChallengeReply>()
  const submit = useSubmit()
  const navigation = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<PasskeyFailure | null>(null)
  const reply = asking.state === 'idle' ? asking.data : undefined
  useEffect(() => {
    if (!reply || 'message' in reply) return
    const { factorId, challengeId, options } = reply.challenge
    let isLeft = false
    setOpen(true)
    void askPasskey(options).then((asked) => {
      if (isLeft) return
      setOpen(false)
      if (!asked.ok) return setFailure(asked.why)
      const { credential } = asked
      submit(
        { intent: 'passkey', factorId, challengeId, credential, redirect },
        { method: 'post', action: paths.secondStep() },
      )
    })
    return () => {
      isLeft = true
    }
  }, [reply, redirect, submit])
  const code = hasApp ? 'a code' : 'a recovery code'
  const isSending = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'passkey'
  const isBusy = asking.state !== 'idle' || isOpen || isSending
  const problem =
    (failure && `${stepFailures[failure]} Try again, or use ${code}.`) ??
    (reply && 'message' in reply ? reply.message : message)
  return (
    <div className={stack[4]}>
      <h2>Use your passkey</h2>
      {problem && !isBusy && <Banner tone="warning" title={problem} announce />}
      {can === false ? (
        <p>This browser can't use passkeys. Enter {code} instead, or log in with another browser.</p>
      ) : (
        <>
          <p className={text.muted}>
            Your device asks for your fingerprint, face or PIN. Or connect your security key.
          </p>
          <noscript>
            <p>Passkeys need JavaScript. Turn it on, or enter {code} below.</p>
          </noscript>
          <Button
            size="lg"
            block
            busy={isBusy}
            disabled={can === null}
            data-testid="use-passkey"
            onClick={() => {
              setFailure(null)
              asking.submit({ intent: 'challenge' }, { method: 'post', action: paths.secondStep() })
            }}
          >
            Use passkey
          </Button>
        </>
      )}
    </div>
  )
}

/** Returns the messages at a field of a form that came back, and at the form as a whole. */
function messagesOf(reply: SubmissionResult | null, field: string): string[] {
  return reply?.error?.[field] ?? []
}

/** Asks what a new passkey shall be called, and for the password. */
export function NewPasskeyForm({ reply }: { reply: SubmissionResult | null }) {
  const can = usePasskeys()
  const { state, formData } = useNavigation()
  const problems = reply?.error?.[''] ?? []
  if (can === false) return <p>This browser can't use passkeys. Open this page with another to add one.</p>
  return (
    <Form method="post" action={paths.secondStepSettings()} className={stack[4]}>
      <noscript>
        <p>Adding a passkey needs JavaScript. Turn it on first.</p>
      </noscript>
      {problems.map((problem) => (
        <Banner key={problem} tone="danger" title={problem} announce />
      ))}
      <input type="hidden" name="intent" value="begin-passkey" />
      <Field
        id="passkey-name"
        label="Name"
        hint="To tell it apart from others, such as “Laptop”."
        errors={messagesOf(reply, 'name')}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            name="name"
            maxLength={60}
            autoComplete="off"
            defaultValue={String(reply?.initialValue?.name ?? '')}
          />
        )}
      </Field>
      <Field
        id="passkey-password"
        label="Your password"
        errors={messagesOf(reply, 'currentPassword')}
        required
      >
        {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
      </Field>
      <div>
        <Button type="submit" busy={state !== 'idle' && formData?.get('intent') === 'begin-passkey'}>
          Add a passkey
        </Button>
      </div>
    </Form>
  )
}

const creationFailures: Record<PasskeyFailure, string> = {
  cancelled: 'Nothing was added: it was canceled or took too long. Try again.',
  known: 'This device already has a passkey for your account. Use another device, or cancel.',
  failed: "This device couldn't make a passkey. Try again, or use another device.",
}

/**
 * Has the device make the passkey, on a press: browsers want one.
 * @param message why the last answer did not count
 */
export function CreatePasskey({
  factorId,
  challengeId,
  options,
  message,
}: PasskeyChallenge & { message: string | null }) {
  const can = usePasskeys()
  const submit = useSubmit()
  const navigation = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState<PasskeyFailure | null>(null)
  const create = async () => {
    setFailure(null)
    setOpen(true)
    const made = await createPasskey(options)
    setOpen(false)
    if (!made.ok) return setFailure(made.why)
    submit(
      { intent: 'finish-passkey', factorId, challengeId, credential: made.credential },
      { method: 'post', action: paths.secondStepSettings() },
    )
  }
  const isBusy = isOpen || navigation.state !== 'idle'
  const problem = failure ? creationFailures[failure] : message
  return (
    <div className={stack[4]}>
      {problem && !isBusy && <Banner tone="warning" title={problem} announce />}
      {can === false ? (
        <p>This browser can't use passkeys. Open this page with another to add one.</p>
      ) : (
        <p>Your device asks for your fingerprint, face or PIN. Or connect a security key.</p>
      )}
      <noscript>
        <p>Adding a passkey needs JavaScript. Turn it on and start again.</p>
      </noscript>
      <div className={cluster[3]}>
        {message === null && can !== false && (
          <Button
            busy={isBusy}
            disabled={can !== true}
            data-testid="create-passkey"
            onClick={() => void create()}
          >
            Create passkey
          </Button>
        )}
        <LinkButton to={paths.secondStepSettings()} variant="secondary">
          {message === null ? 'Cancel' : 'Start again'}
        </LinkButton>
      </div>
    </div>
  )
}

/** Asks for the password before an app or a passkey is removed. */
export function RemoveFactorForm({ factorId, reply }: { factorId: string; reply: SubmissionResult | null }) {
  const busy = useNavigation().state !== 'idle'
  const errors = [...messagesOf(reply, 'currentPassword'), ...(reply?.error?.[''] ?? [])]
  return (
    <Form method="post" action={paths.secondStepSettings()} className={stack[4]}>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="factorId" value={factorId} />
      <Field id="remove-password" label="Your password" errors={errors} required>
        {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" />}
      </Field>
      <div className={cluster[3]}>
        <Button type="submit" variant="danger" busy={busy}>
          Remove
        </Button>
        <LinkButton to={paths.secondStepSettings()} variant="secondary">
          Cancel
        </LinkButton>
      </div>
    </Form>
  )
}
