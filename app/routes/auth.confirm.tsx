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
import { refusalSentence, refusalStatus, refused } from '#core/result.ts'
import { confirmSchema } from '#features/accounts/accounts.schema.ts'
import { confirmLink } from '#features/accounts/confirm.writes.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

const ended = refused('confirm_link_ended').refusal

/**
 * Confirms the links of Supabase Auth's mails. Opening one does nothing yet: programs that check mail open links
 * too.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const sent = confirmSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  return { link: sent.success ? sent.data : null }
}

/** Has no other guard: the link proves access to the mailbox. */
export async function action({ request, ...args }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => null)
  const sent = confirmSchema.safeParse(form && Object.fromEntries(form))
  const result = sent.success
    ? await confirmLink({ request, ...args }, sent.data)
    : { ok: false as const, refusal: ended }
  if (result.ok && result.value !== null) return redirect(result.value, 303)
  if (result.ok) return data({ state: 'halfway' as const, message: '' })
  return data(
    { state: 'refused' as const, message: refusalSentence(result.refusal) },
    refusalStatus(result.refusal),
  )
}

export default function Confirm() {
  const { link } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="Confirm" text="Press Continue to confirm this email is yours." />
        {result?.state === 'halfway' ? (
          <Banner tone="success" title="Accepted." announce>
            <p>Now open the link we sent to your other email.</p>
          </Banner>
        ) : result?.state === 'refused' || !link ? (
          <Banner tone="warning" title={result?.message ?? refusalSentence(ended)} announce>
            <LinkButton to={paths.home({ auth: 'login' })} variant="secondary">
              Login
            </LinkButton>
          </Banner>
        ) : (
          <Card as="section" className={stack[4]}>
            <Form method="post" action={paths.confirm()}>
              <input type="hidden" name="token_hash" value={link.token_hash} />
              <input type="hidden" name="type" value={link.type} />
              <Button type="submit" size="lg" block>
                Continue
              </Button>
            </Form>
          </Card>
        )}
      </div>
    </div>
  )
}
