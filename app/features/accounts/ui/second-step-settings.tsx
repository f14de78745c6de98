import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { longDateTime, shortDate } from '#core/time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, spread, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import type { SecondFactor, SecondStepReply } from '../accounts.types.ts'
import { CreatePasskey, NewPasskeyForm, RemoveFactorForm } from './passkey-forms.tsx'
import * as css from './second-step.css.ts'
import { NewAppForm, RecoveryCodes, SecondStepPasswordForm } from './second-step-forms.tsx'

const doneTexts: Record<string, string> = {
  ended: 'Two-step verification is off.',
  app: 'The authenticator app was added.',
  passkey: 'The passkey was added.',
  removed: 'It was removed.',
  mailed: 'We sent the link again.',
}

/** Leads an admin who set it up after the deadline to their mailbox. */
function UnconfirmedNotice() {
  return (
    <Banner tone="warning" title="Now open the link we sent to your email.">
      <p>You set this up after the deadline for admins. The staff pages open once you confirm it was you.</p>
      <Form method="post" action={paths.secondStepSettings()}>
        <Button type="submit" name="intent" value="mail" variant="secondary">
          Send the link again
        </Button>
      </Form>
    </Banner>
  )
}

/**
 * Sets up the second step of signing in, shows what is set up, and ends it.
 * @param sent what one of the forms was answered with
 */
export function SecondStepSettings({
  shown,
  sent,
}: {
  shown: SecondFactor & {
    /** The form that was done with. */
    done: string | null
    /** The factor that is asked about. */
    remove: string | null
    canHavePasskeys: boolean
    isAdmin: boolean
    /** Where recovery codes lead. */
    next: string
    now: string
    timeZone: string
  }
  sent: SecondStepReply | undefined
}) {
  const replyTo = (intent: 'begin' | 'codes' | 'end' | 'begin-passkey') =>
    sent?.step === 'form' && sent.intent === intent ? sent.reply : null
  const { apps, passkeys, timeZone } = shown
  const factors = [
    ...apps.map((app) => ({ ...app, kind: 'app', name: 'Authenticator app', usedAt: null })),
    ...passkeys.map((passkey) => ({ ...passkey, kind: 'passkey', name: `Passkey “${passkey.name}”` })),
  ]
  const isOn = factors.length > 0
  const removedId = sent?.step === 'remove' ? sent.factorId : shown.remove
  const removed = sent && sent.step !== 'remove' ? undefined : factors.find(({ id }) => id === removedId)
  const duty = shown.isAdmin
    ? ' Admins need two-step verification: the staff pages close until you set it up again.'
    : ''
  const isOverdue = shown.dueAt !== null && shown.dueAt <= shown.now
  const done = sent ? undefined : doneTexts[shown.done ?? '']
  const addApp = (
    <Card as="section" className={stack[4]}>
      <h2>{isOn ? 'Add an authenticator app' : 'Use an authenticator app'}</h2>
      <p className={text.muted}>
        An app on your phone shows a code. You may have one already: it came with your phone or your password
        manager.
      </p>
      <SecondStepPasswordForm intent="begin" reply={replyTo('begin')}>
        Set up
      </SecondStepPasswordForm>
    </Card>
  )
  const addPasskey = shown.canHavePasskeys && (
    <Card as="section" className={stack[4]}>
      <h2>{isOn ? 'Add a passkey' : 'Use a passkey'}</h2>
      <p className={text.muted}>
        Your fingerprint, face or PIN on this device, or a security key. There is no code to type.
      </p>
      <NewPasskeyForm reply={replyTo('begin-passkey')} />
    </Card>
  )
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader
          title="Two-step verification"
          text={
            shown.canHavePasskeys
              ? 'Signing in will take your password and a passkey, or a code from an app on your phone.'
              : 'Signing in will take your password and a code from an app on your phone.'
          }
        />
        {done && <Banner tone="success" title={done} announce />}
        {sent?.step === 'mail' && <Banner tone="warning" title={sent.message} announce />}
        {isOverdue && (isOn || sent?.step === 'codes') && <UnconfirmedNotice />}
        {shown.dueAt && !isOn && sent?.step !== 'codes' && (
          <Banner
            tone="warning"
            title={
              isOverdue
                ? 'Set it up to open the staff pages again.'
                : `Admins need it by ${longDateTime(shown.dueAt, timeZone)}.`
            }
          />
        )}
        {shown.isRecovered && !sent && (
          <Banner tone="warning" title="You signed in with a recovery code.">
            <p>
              If your phone or passkey is gone, turn two-step verification off below and set it up again. To
              add another app or passkey, log in with one you have.
            </p>
          </Banner>
        )}
        {sent?.step === 'codes' ? (
          <Card as="section" className={stack[4]}>
            <h2>Your recovery codes</h2>
            <RecoveryCodes codes={sent.codes} next={shown.next} />
          </Card>
        ) : sent?.step === 'scan' ? (
          <Card as="section" className={stack[4]}>
            <h2>Add it to your app</h2>
            <NewAppForm {...sent} />
          </Card>
        ) : sent?.step === 'passkey' ? (
          <Card as="section" className={stack[4]}>
            <h2>Create your passkey</h2>
            <CreatePasskey {...sent.challenge} message={sent.message} />
          </Card>
        ) : removed ? (
          <Card as="section" className={stack[4]}>
            <h2>Remove {removed.name}?</h2>
            <p className={text.muted}>
              {factors.length === 1
                ? `It is the only one: your password alone signs you in then, and your recovery codes no longer work.${duty}`
                : `It will no longer work when you sign in. Devices that signed in with ${removed.kind === 'passkey' ? 'a passkey' : 'the app'} are signed out. If this one did, you have to log in again with another passkey or code.`}
            </p>
            <RemoveFactorForm factorId={removed.id} reply={sent?.step === 'remove' ? sent.reply : null} />
          </Card>
        ) : isOn ? (
          <>
            <Card as="section" className={stack[4]}>
              <h2>What you use</h2>
              <ul className={css.factors} data-testid="factors">
                {factors.map(({ id, name, since, usedAt }) => (
                  <li key={id} className={spread}>
                    <div>
                      <p>{name}</p>
                      <p className={text.small}>
                        Added {shortDate(since, timeZone)}
                        {usedAt && `, last used ${shortDate(usedAt, timeZone)}`}
                      </p>
                    </div>
                    <LinkButton
                      to={paths.secondStepSettings({ remove: id })}
                      variant="secondary"
                      size="sm"
                      aria-label={`Remove ${name}`}
                    >
                      Remove
                    </LinkButton>
                  </li>
                ))}
              </ul>
            </Card>
            {!shown.isRecovered && addPasskey}
            {!shown.isRecovered && apps.length === 0 && addApp}
            <Card as="section" className={stack[4]}>
              <h2>Recovery codes</h2>
              <p className={text.muted}>{shown.codesLeft} of 10 left. New ones replace the ones you have.</p>
              <SecondStepPasswordForm intent="codes" reply={replyTo('codes')}>
                Make new codes
              </SecondStepPasswordForm>
            </Card>
            <Card as="section" className={stack[4]}>
              <h2>Turn it off</h2>
              <p className={text.muted}>Your password alone signs you in then.{duty}</p>
              <SecondStepPasswordForm intent="end" reply={replyTo('end')} danger>
                Turn off
              </SecondStepPasswordForm>
            </Card>
          </>
        ) : (
          <>
            {addPasskey}
            {addApp}
          </>
        )}
        <div>
          <LinkButton to={paths.settings()} variant="secondary">
            Back to settings
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
