import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { subscriptionRequestSchema } from '#features/mail/subscriptions.schema.ts'
import {
  followSubscriptionLink,
  readSubscriptionLink,
  requestSubscription,
} from '#features/mail/subscriptions.writes.server.ts'
import { SubscribeForm } from '#features/mail/ui/subscribe-form.tsx'
import { readForm } from '#server/form.server.ts'
import { isOneClick, oneClickResponse } from '#server/one-click.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Mailing list', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token', 'done'] }

/** Shows the form, or what a link of the list does. Opening a link changes nothing: programs that check mail open links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('token')
  const token = linkTokenSchema.safeParse(asked).data
  const link = token ? await readSubscriptionLink(token) : null
  return {
    token: token && link ? token : null,
    link,
    ended: asked !== null && link === null,
    done: z.enum(['sent', 'joined', 'left']).safeParse(searchParams.get('done')).data ?? null,
  }
}

/** Has no guard: anybody may ask, limited in number, and a link proves access to its mailbox. */
export async function action(args: ActionFunctionArgs) {
  // A mail program's unsubscribe button posts to the address of the link, with a field of its own.
  const form = await args.request.clone().formData()
  const asked = form.get('token') ?? new URL(args.request.url).searchParams.get('token')
  if (asked !== null) {
    const token = linkTokenSchema.safeParse(asked).data
    const done = token ? await followSubscriptionLink(token) : null
    if (isOneClick(form)) return oneClickResponse(done !== null)
    return redirect(done ? paths.mailingList({ done }) : paths.mailingList({ token: 'ended' }), 303)
  }
  const read = await readForm(args.request, subscriptionRequestSchema)
  if (!read.ok) {
    const { initialValue, error } = read.submission.reply()
    const faults = { email: error?.email?.[0], consent: error?.consent?.[0] }
    return data({ email: String(initialValue?.email ?? ''), faults }, 422)
  }
  const refusal = await requestSubscription(args, read.value)
  if (refusal) {
    const faults = { form: refusalSentence(refusal) }
    return data({ email: read.value.email, faults }, refusalStatus(refusal))
  }
  return redirect(paths.mailingList({ done: 'sent' }), 303)
}

const outcomes = {
  sent: [
    'Check your email',
    "If that address isn't on the list yet, we sent it a link to confirm. It can take a minute.",
  ],
  joined: ["You're on the list", "You'll hear about new events, merch and ticket sales first."],
  left: ["You're off the list", 'We stopped emailing you. Tickets and receipts still come when you buy.'],
} as const

export default function MailingList() {
  const { token, link, ended, done } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (done) {
    const [title, text] = outcomes[done]
    return (
      <div className={page}>
        <div className={classNames(narrow, stack[5])}>
          <PageHeader title={title} text={text} />
          <LinkButton to={paths.events()}>See events</LinkButton>
        </div>
      </div>
    )
  }
  const confirms = link?.purpose === 'subscription_confirm'
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader
          title="Mailing list"
          text={link ? undefined : 'New dates, new merch, and when tickets go on sale.'}
        />
        {ended && <Banner tone="warning" title="This link has expired or was already used." announce />}
        {link && token ? (
          <Card as="section" className={stack[4]}>
            <h2>{confirms ? 'Join the list?' : 'Leave the list?'}</h2>
            <p>
              {confirms
                ? `We'll email ${link.email} about new events, merch and ticket sales.`
                : `We'll stop emailing ${link.email}.`}
            </p>
            <form method="post" action={paths.mailingList()}>
              <input type="hidden" name="token" value={token} />
              <Button type="submit" size="lg" block>
                {confirms ? 'Confirm' : 'Unsubscribe'}
              </Button>
            </form>
          </Card>
        ) : (
          <SubscribeForm email={result?.email} faults={result?.faults} />
        )}
      </div>
    </div>
  )
}
