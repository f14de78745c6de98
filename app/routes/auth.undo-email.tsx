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
import { readEmailUndo, undoEmailChange } from '#features/accounts/email-undo.writes.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Undo the change', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

/**
 * Takes back a changed address, by the link in the mail to the former one. Opening it does nothing yet: programs
 * that check mail open links.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = linkTokenSchema.safeParse(new URL(request.url).searchParams.get('token')).data
  const undo = token ? await readEmailUndo(token) : null
  return { link: token && undo ? { token, ...undo } : null }
}

/** Has no other guard: the link proves access to the account's former mailbox. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => null)
  const token = linkTokenSchema.safeParse(form?.get('token')).data
  const undone = token ? await undoEmailChange(token) : refused('confirm_link_ended')
  if (undone.ok) return redirect(undone.value, 303)
  return data<{ refusal: Refusal }>({ refusal: undone.refusal }, refusalStatus(undone.refusal))
}

export default function UndoEmail() {
  const { link } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="Undo the change" text="Use this if someone else changed your account's email." />
        {result || !link ? (
          <Banner
            tone="warning"
            title={refusalSentence(result?.refusal ?? { code: 'confirm_link_ended', facts: {} })}
            announce
          >
            <LinkButton to={paths.passwordReset()} variant="secondary">
              Reset password
            </LinkButton>
          </Banner>
        ) : (
          <Card as="section" className={stack[4]}>
            <h2>Use {link.email} again?</h2>
            <p>
              We'll put this email back on {link.username ? `@${link.username}` : 'your account'}, sign
              everyone out, and ask you to choose a new password.
            </p>
            <Form method="post" action={paths.undoEmail()}>
              <input type="hidden" name="token" value={link.token} />
              <Button type="submit" size="lg" block busy={busy}>
                Undo the change
              </Button>
            </Form>
            <p className={text.small}>If you changed it yourself, you can close this page.</p>
          </Card>
        )}
      </div>
    </div>
  )
}
