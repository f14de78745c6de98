import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { newPasswordSchema, resetRequestSchema } from '#features/accounts/accounts.schema.ts'
import {
  readPasswordReset,
  requestPasswordReset,
  setNewPassword,
} from '#features/accounts/passwords.writes.server.ts'
import { NewPasswordForm, RequestResetForm } from '#features/accounts/ui/reset-forms.tsx'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { cluster, narrow, page, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Password reset', description: 'Choose a new password.', noindex: true })

/**
 * Forbids caches and sends no referrer to other sites: the address holds a secret. (With no referrer at all
 * browsers hide where a plain form came from, and the request check needs that.)
 */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  if (searchParams.has('done')) return { kind: 'done' as const }
  const tokenParam = searchParams.get('token')
  if (tokenParam === null) return { kind: 'request' as const, linkEnded: false }
  const token = linkTokenSchema.safeParse(tokenParam).data
  const reset = token ? await readPasswordReset(token) : null
  if (!token || !reset) return { kind: 'request' as const, linkEnded: true }
  return { kind: 'set' as const, token, username: reset.username }
}

type Reply = { sent: boolean; reply: SubmissionResult | null }

/**
 * Has no guard: anybody may ask, and the link allows to choose. Rate limits and one response for all protect it.
 */
export async function action(args: ActionFunctionArgs) {
  const { intent, form } = await readIntent(
    args.request,
    { 'request-link': resetRequestSchema, 'set-password': newPasswordSchema },
    'request-link',
  )
  if (intent === 'set-password') {
    if (!form.ok) return replyWith(form.reply())
    const chosen = await setNewPassword(args, form.value)
    if (!chosen.ok && chosen.refusal.code === 'second_step') return redirect(paths.secondStep(), 303)
    return chosen.ok
      ? redirect(paths.passwordReset({ done: '' }), 303)
      : replyWith(form.refuse(chosen.refusal))
  }
  if (!form.ok) return replyWith(form.reply())
  const refusal = await requestPasswordReset(args, form.value.email)
  return refusal ? replyWith(form.refuse(refusal)) : data<Reply>({ sent: true, reply: null })
}

function replyWith(reply: { data: SubmissionResult; init: ResponseInit | null }) {
  return data<Reply>({ sent: false, reply: reply.data }, reply.init ?? undefined)
}

export default function PasswordReset() {
  const shown = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const reply = sent?.reply ?? null
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        {shown.kind === 'set' ? (
          <>
            <PageHeader title="Choose a new password" text={`For @${shown.username}.`} />
            <Card className={stack[4]}>
              <NewPasswordForm reply={reply} token={shown.token} username={shown.username} />
              <p className={text.small}>This signs you out on all other devices.</p>
            </Card>
          </>
        ) : shown.kind === 'done' ? (
          <>
            <PageHeader title="Password reset" />
            <Banner tone="success" title="Your new password is set." announce>
              <p>You're signed in here and signed out everywhere else.</p>
            </Banner>
            <div className={cluster[3]}>
              <LinkButton to={paths.events()}>See events</LinkButton>
              <LinkButton to={paths.myTickets()} variant="secondary">
                My Tickets
              </LinkButton>
            </div>
          </>
        ) : (
          <>
            <PageHeader title="Password reset" text="Enter your email and we'll send you a reset link." />
            {shown.linkEnded && !sent?.sent && (
              <Banner tone="warning" title="This link no longer works.">
                <p>Links work once and expire in 30 minutes. Ask for a new one below.</p>
              </Banner>
            )}
            <Card className={stack[4]}>
              {sent?.sent ? (
                <Banner tone="success" title="If that email has an account, we sent a link." announce>
                  <p>Check your email. The link works once and expires in 30 minutes.</p>
                </Banner>
              ) : (
                <RequestResetForm reply={reply} />
              )}
            </Card>
            <div className={cluster[3]}>
              <LinkButton to={paths.home({ auth: 'login' })} variant="secondary">
                Login
              </LinkButton>
            </div>
          </>
        )}
      </div>
    </div>
  )
}
