import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { sentenceOf } from '#core/refusals.ts'
import { safePath } from '#core/safe-path.ts'
import {
  passkeyChallengeSchema,
  passkeyStepSchema,
  secondStepSchema,
} from '#features/accounts/accounts.schema.ts'
import {
  askSignInPasskey,
  takeSignInCode,
  takeSignInPasskey,
} from '#features/accounts/sign-in-step.server.ts'
import { PasskeyStep } from '#features/accounts/ui/passkey-forms.tsx'
import { SecondStepForm } from '#features/accounts/ui/second-step-forms.tsx'
import { readEnv } from '#server/env.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readWaitingSession } from '#server/session.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Two-step verification', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

/** Has no guard: it shows nothing about anybody, and says only whether a sign-in waits in this browser. */
export async function loader(args: LoaderFunctionArgs) {
  const next = safePath(new URL(args.request.url).searchParams.get('redirect') ?? undefined)
  const waiting = readWaitingSession(args)
  return {
    next,
    isWaiting: waiting !== null,
    hasApp: waiting?.hasApp ?? true,
    hasPasskey: waiting?.hasPasskey ?? false,
    canUsePasskeys: readEnv().passkeys,
  }
}

/** Has no guard: the waiting session proves the password, and the code or the passkey the second step. */
export async function action(args: ActionFunctionArgs) {
  const sent = await readIntent(
    args.request,
    { code: secondStepSchema, challenge: passkeyChallengeSchema, passkey: passkeyStepSchema },
    'code',
  )
  switch (sent.intent) {
    case 'code':
      return await takeSignInCode(args, sent.form)
    case 'challenge':
      return await askSignInPasskey(args)
    case 'passkey':
      return await takeSignInPasskey(args, sent.form)
  }
}

/** Takes the second step of an account whose password was right. */
export default function SecondStep() {
  const shown = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const sent = answer && 'next' in answer ? answer : undefined
  const next = sent?.next ?? shown.next
  const isOver = sent ? sent.isOver : !shown.isWaiting
  const { hasApp } = shown
  const hasPasskey = shown.hasPasskey && shown.canUsePasskeys
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader
          title="Two-step verification"
          text={
            hasPasskey
              ? "One more step to show it's you."
              : hasApp
                ? 'Enter the code from your authenticator app.'
                : 'Enter one of your recovery codes.'
          }
        />
        {isOver ? (
          <Banner tone="warning" title="That took too long. Please log in again." announce>
            <LinkButton to={paths.home({ auth: 'login', redirect: next })} variant="secondary">
              Login
            </LinkButton>
          </Banner>
        ) : (
          <>
            {shown.hasPasskey && !hasPasskey && <Banner tone="info" title={sentenceOf('passkeys_off', {})} />}
            {hasPasskey && (
              <Card as="section">
                <PasskeyStep redirect={next} message={sent?.message ?? null} hasApp={hasApp} />
              </Card>
            )}
            <Card as="section" className={stack[4]}>
              {hasPasskey && <h2>{hasApp ? 'Or enter a code' : 'Or use a recovery code'}</h2>}
              <SecondStepForm
                redirect={next}
                reply={sent?.reply ?? null}
                hasApp={hasApp}
                hasPasskey={hasPasskey}
              />
            </Card>
          </>
        )}
      </div>
    </div>
  )
}
