import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { endCampaignMails, openCampaignLink } from '#features/mail/sending/campaign-links.writes.server.ts'
import { notFound } from '#server/api.server.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Emails', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })

/** Leads on from a link of a campaign, or shows the page that ends its mails. Opening it ends nothing: programs that check mail open links. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const link = await openCampaignLink(params.token ?? '', request)
  if (!link) throw notFound()
  if ('url' in link)
    throw redirect(link.url, { status: 302, headers: { 'cache-control': 'private, no-store' } })
  return link
}

/** Has no guard: the link proves access to the mailbox, and a mail program's unsubscribe button posts to it. */
export async function action({ params }: ActionFunctionArgs) {
  if (!(await endCampaignMails(params.token ?? ''))) throw notFound()
  return redirect(paths.campaignLink(params.token ?? ''), 303)
}

/** Asks whether to end the mails, or says that they have ended. */
export default function CampaignLinkRoute() {
  const { address, isEnded } = useLoaderData<typeof loader>()
  return (
    <div className={classNames(page, stack[5])}>
      <PageHeader title={isEnded ? 'You’re unsubscribed' : 'Unsubscribe'} />
      <Card className={classNames(narrow, stack[4])}>
        {isEnded ? (
          <p>{`${address} won’t get these emails any more. You still get emails about your orders and tickets.`}</p>
        ) : (
          <>
            <p>{`Stop sending news to ${address}? You still get emails about your orders and tickets.`}</p>
            <Form method="post">
              <Button type="submit">Unsubscribe</Button>
            </Form>
          </>
        )}
      </Card>
    </div>
  )
}
