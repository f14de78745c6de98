import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { followAlertLink, readAlertLink } from '#features/mail/alerts/alerts.writes.server.ts'
import { AlertQuestion } from '#features/mail/alerts/ui/alert-question.tsx'
import { isOneClick, oneClickResponse } from '#server/one-click.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Alerts', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token', 'done'] }

/** Shows what a link in a mail about alerts does. Opening a link changes nothing: programs that check mail open links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const requested = searchParams.get('token')
  const token = linkTokenSchema.safeParse(requested).data
  const link = token ? await readAlertLink(token) : null
  return {
    token: token && link ? token : null,
    link,
    ended: requested !== null && link === null,
    done:
      z.enum(['started', 'stopped', 'confirmed', 'check']).safeParse(searchParams.get('done')).data ?? null,
  }
}

const doneOf = {
  alert_confirm: 'started',
  alert_end: 'stopped',
  follows_end: 'stopped',
  digest_end: 'stopped',
  reminders_end: 'stopped',
  address_confirm: 'confirmed',
} as const

/** Has no guard: the link proves access to its mailbox. */
export async function action({ request }: ActionFunctionArgs) {
  // A mail program's unsubscribe button posts to the address of the link, with a field of its own.
  const form = await request.formData()
  const requested = form.get('token') ?? new URL(request.url).searchParams.get('token')
  const token = linkTokenSchema.safeParse(requested).data
  const purpose = token ? await followAlertLink(token) : null
  if (isOneClick(form)) return oneClickResponse(purpose !== null)
  return redirect(paths.alerts(purpose ? { done: doneOf[purpose] } : { token: 'ended' }), 303)
}

const outcomes = {
  started: ["We'll tell you", 'One email when tickets go on sale, and one the day before if you have none.'],
  stopped: [
    'We stopped',
    "You won't get these emails anymore. Tickets and receipts still come when you buy.",
  ],
  confirmed: ['Your email is confirmed', "We'll send what you asked for here."],
  check: ['Check your email', "We sent you a link. Confirm it once, and you're set."],
} as const

export default function Alerts() {
  const { token, link, ended, done } = useLoaderData<typeof loader>()
  const isBare = !done && !link && !ended
  const [title, text] = done
    ? outcomes[done]
    : ['Alerts', isBare ? 'Use the link in an alert email to confirm the alert or to stop it.' : undefined]
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title={title} text={text} />
        {ended && <Banner tone="warning" title="This link has expired or was already used." announce />}
        {link && token ? (
          <Card as="section" className={stack[4]}>
            <AlertQuestion {...link} />
            <form method="post" action={paths.alerts()}>
              <input type="hidden" name="token" value={token} />
              <Button type="submit" size="lg" block>
                {link.purpose.endsWith('confirm') ? 'Confirm' : 'Unsubscribe'}
              </Button>
            </form>
          </Card>
        ) : (
          <LinkButton to={paths.events()}>See events</LinkButton>
        )}
      </div>
    </div>
  )
}
