import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus, refused } from '#core/result.ts'
import { factorAnswerSchema } from '#features/accounts/accounts.schema.ts'
import {
  confirmFactor,
  readFactorConfirmation,
  undoFactors,
} from '#features/accounts/factor-confirmation.writes.server.ts'
import { readActor } from '#server/actor.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm two-step verification', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

/**
 * Asks whether a second step is one's own, by the link in the mail to its account. Opening it does nothing yet: programs that check
 * mail open links.
 */
export async function loader(args: LoaderFunctionArgs) {
  const token = linkTokenSchema.safeParse(new URL(args.request.url).searchParams.get('token')).data
  const [found, actor] = await Promise.all([token ? readFactorConfirmation(token) : null, readActor(args)])
  return {
    link: token && found ? { token, username: found.username, isOwn: actor?.id === found.userId } : null,
  }
}

/** Has no other guard: the link proves access to the mailbox, and confirming asks the database for the caller's second step. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData().catch(() => null)
  const sent = factorAnswerSchema.safeParse(form && Object.fromEntries(form))
  const refuse = (refusal: Refusal) => data<{ refusal: Refusal }>({ refusal }, refusalStatus(refusal))
  if (!sent.success) return refuse(refused('confirm_link_ended').refusal)
  if (sent.data.intent === 'undo') {
    const undone = await undoFactors(sent.data.token)
    return undone.ok ? redirect(undone.value, 303) : refuse(undone.refusal)
  }
  const confirmed = await confirmFactor(args, sent.data.token)
  return confirmed.ok ? redirect(paths.admin(), 303) : refuse(confirmed.refusal)
}

export default function ConfirmFactor() {
  const { link } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { state, formData } = useNavigation()
  const busy = (intent: string) => state !== 'idle' && formData?.get('intent') === intent
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader
          title="Did you turn on two-step verification?"
          text="It was set up after the deadline for admins, so we ask you from your email."
        />
        {result || !link ? (
          <Banner
            tone="warning"
            title={refusalSentence(result?.refusal ?? { code: 'confirm_link_ended', facts: {} })}
            announce
          >
            <LinkButton to={paths.secondStepSettings()} variant="secondary">
              Second step
            </LinkButton>
          </Banner>
        ) : (
          <>
            <Card as="section" className={stack[4]}>
              <h2>I set it up</h2>
              {link.isOwn ? (
                <Form method="post" action={paths.confirmFactor()} className={stack[4]}>
                  <input type="hidden" name="token" value={link.token} />
                  <p>
                    The staff pages open again for {link.username ? `@${link.username}` : 'your account'}.
                  </p>
                  <Button type="submit" name="intent" value="confirm" size="lg" block busy={busy('confirm')}>
                    Confirm
                  </Button>
                </Form>
              ) : (
                <>
                  <p>
                    Log in {link.username ? `as @${link.username}` : ''} with two-step verification in this
                    browser, then open the link again.
                  </p>
                  <LinkButton to={paths.home({ auth: 'login' })} variant="secondary">
                    Login
                  </LinkButton>
                </>
              )}
            </Card>
            <Card as="section" className={stack[4]}>
              <h2>It wasn’t me</h2>
              <Form method="post" action={paths.confirmFactor()} className={stack[4]}>
                <input type="hidden" name="token" value={link.token} />
                <p className={text.muted}>
                  Someone knows your password. We’ll turn it off, sign everyone out, and ask you to choose a
                  new password.
                </p>
                <Button type="submit" name="intent" value="undo" variant="danger" block busy={busy('undo')}>
                  Remove it
                </Button>
              </Form>
            </Card>
          </>
        )}
      </div>
    </div>
  )
}
