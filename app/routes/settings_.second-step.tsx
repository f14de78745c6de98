import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { sentenceOf, statusOf } from '#core/refusals.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { hasRole } from '#core/roles.ts'
import { safePath } from '#core/safe-path.ts'
import { longDateTime, shortDate } from '#core/time.ts'
import { readSecondFactor } from '#features/accounts/accounts.reads.server.ts'
import {
  factorMailSchema,
  finishAppSchema,
  finishPasskeySchema,
  newAppSchema,
  newPasskeySchema,
  removeFactorSchema,
  secondStepPasswordSchema,
} from '#features/accounts/accounts.schema.ts'
import type { PasskeyChallenge } from '#features/accounts/accounts.types.ts'
import { sendFactorConfirmation } from '#features/accounts/factor-confirmation.writes.server.ts'
import { beginPasskey, finishPasskey } from '#features/accounts/passkeys.writes.server.ts'
import {
  beginApp,
  endSecondStep,
  finishApp,
  removeFactor,
  renewRecoveryCodes,
} from '#features/accounts/second-step.writes.server.ts'
import { CreatePasskey, NewPasskeyForm, RemoveFactorForm } from '#features/accounts/ui/passkey-forms.tsx'
import * as css from '#features/accounts/ui/second-step.css.ts'
import {
  NewAppForm,
  RecoveryCodes,
  SecondStepPasswordForm,
} from '#features/accounts/ui/second-step-forms.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { drawQr } from '#server/draw-qr.server.ts'
import { readEnv } from '#server/env.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readShell } from '#server/shell.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, spread, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Two-step verification', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export async function loader(args: LoaderFunctionArgs) {
  const [[actor, secondFactor], { brand }] = await Promise.all([
    readGuarded(args, requireMember(args), () => readSecondFactor(args)),
    readShell(args),
  ])
  const { searchParams } = new URL(args.request.url)
  return {
    ...secondFactor,
    done: searchParams.get('done'),
    remove: searchParams.get('remove'),
    canHavePasskeys: readEnv().passkeys,
    isAdmin: hasRole(actor, 'admin'),
    next: safePath(searchParams.get('redirect') ?? paths.settings()),
    now: new Date().toISOString(),
    timeZone: brand.timeZone,
  }
}

type Step =
  | { step: 'form'; intent: 'begin' | 'codes' | 'end' | 'begin-passkey' }
  | { step: 'remove'; factorId: string }
  | { step: 'scan'; factorId: string; uri: string; secret: string; picture: { size: number; path: string } }
  | { step: 'passkey'; challenge: PasskeyChallenge; message: string | null }
  | { step: 'codes'; codes: string[] }
  | { step: 'mail'; message: string }
type Reply = Step & { reply: SubmissionResult | null }

/** Says what the page shows of a new app: the picture is drawn here, and the key read out of the address. */
function scan({ factorId, uri }: { factorId: string; uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { step: 'scan', factorId, uri, secret, picture: drawQr(uri, 15) } as const
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args)
  const sent = await readIntent(args.request, {
    begin: secondStepPasswordSchema,
    codes: secondStepPasswordSchema,
    end: secondStepPasswordSchema,
    finish: finishAppSchema,
    'begin-passkey': newPasskeySchema,
    'finish-passkey': finishPasskeySchema,
    remove: removeFactorSchema,
    mail: factorMailSchema,
  })
  if (sent.intent === 'mail') {
    const refusal = await sendFactorConfirmation(actor)
    if (!refusal) return redirect(paths.secondStepSettings({ done: 'mailed' }), 303)
    return data<Reply>(
      { step: 'mail', message: refusalSentence(refusal), reply: null },
      refusalStatus(refusal),
    )
  }
  const added = (codes: string[] | null, done: 'app' | 'passkey') =>
    codes
      ? data<Reply>({ step: 'codes', codes, reply: null })
      : redirect(paths.secondStepSettings({ done }), 303)
  if (sent.intent === 'finish') {
    const { fields, form } = sent
    const app = newAppSchema.safeParse(Object.fromEntries(fields))
    if (!app.success) return redirect(paths.secondStepSettings(), 303)
    const failed = (
      reply: ReturnType<NonNullable<typeof form>['submission']['reply']>,
      init: ResponseInit | null,
    ) => data<Reply>({ ...scan(app.data), reply }, init ?? undefined)
    if (!form.ok) {
      const { data: reply, init } = form.reply()
      return failed(reply, init)
    }
    const codes = await finishApp(args, actor, form.value.factorId, form.value.code)
    if (codes.ok) return added(codes.value, 'app')
    const { data: reply, init } = form.refuse(codes.refusal)
    return failed(reply, init)
  }
  if (sent.intent === 'finish-passkey') {
    const { form } = sent
    if (!form.ok) return redirect(paths.secondStepSettings(), 303)
    const { intent: _intent, ...answer } = form.value
    const codes = await finishPasskey(args, actor, answer)
    if (codes.ok) return added(codes.value, 'passkey')
    const { code, facts } = codes.refusal
    const { factorId, challengeId } = answer
    return data<Reply>(
      {
        step: 'passkey',
        challenge: { factorId, challengeId, options: { challenge: '' } },
        message: sentenceOf(code, facts),
        reply: null,
      },
      statusOf(code),
    )
  }
  if (sent.intent === 'remove') {
    const { fields, form } = sent
    const factorId = String(fields.get('factorId') ?? '')
    const failed = ({ data: reply, init }: { data: SubmissionResult; init: ResponseInit | null }) =>
      data<Reply>({ step: 'remove', factorId, reply }, init ?? undefined)
    if (!form.ok) return failed(form.reply())
    const left = await removeFactor(args, actor, form.value.factorId, form.value.currentPassword)
    if (!left.ok) return failed(form.refuse(left.refusal))
    const next = paths.secondStepSettings({ done: left.value === 'off' ? 'ended' : 'removed' })
    return redirect(left.value === 'waits' ? paths.secondStep({ redirect: next }) : next, 303)
  }
  const back = ({ data: reply, init }: { data: SubmissionResult; init: ResponseInit | null }) =>
    data<Reply>({ step: 'form', intent: sent.intent, reply }, init ?? undefined)
  if (sent.intent === 'begin-passkey') {
    const { form } = sent
    if (!form.ok) return back(form.reply())
    const begun = await beginPasskey(args, actor, form.value.name, form.value.currentPassword)
    if (!begun.ok) return back(form.refuse(begun.refusal))
    return data<Reply>({ step: 'passkey', challenge: begun.value, message: null, reply: null })
  }
  const { form } = sent
  if (!form.ok) return back(form.reply())
  const { currentPassword } = form.value
  switch (sent.intent) {
    case 'begin': {
      const { brand } = await readShell(args)
      const begun = await beginApp(args, actor, brand.name, currentPassword)
      return begun.ok ? data<Reply>({ ...scan(begun.value), reply: null }) : back(form.refuse(begun.refusal))
    }
    case 'codes': {
      const codes = await renewRecoveryCodes(args, actor, currentPassword)
      if (codes.ok) return data<Reply>({ step: 'codes', codes: codes.value, reply: null })
      return back(form.refuse(codes.refusal))
    }
    case 'end': {
      const refusal = await endSecondStep(args, actor, currentPassword)
      return refusal ? back(form.refuse(refusal)) : redirect(paths.secondStepSettings({ done: 'ended' }), 303)
    }
  }
}

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

/** Sets up the second step of signing in, shows what is set up, and ends it. */
export default function SecondStepSettings() {
  const shown = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
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
