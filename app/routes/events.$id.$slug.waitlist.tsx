import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { isMember } from '#core/roles.ts'
import { readEventPage } from '#features/events/public/public-events.reads.server.ts'
import { JoinWaitlist } from '#features/sharing/waitlist/ui/join-waitlist.tsx'
import { WaitlistEntryCard } from '#features/sharing/waitlist/ui/waitlist-entry.tsx'
import { readMyWaitlist } from '#features/sharing/waitlist/waitlist.reads.server.ts'
import { soldOutTypes } from '#features/sharing/waitlist/waitlist.rules.ts'
import { joinWaitlistSchema } from '#features/sharing/waitlist/waitlist.schema.ts'
import { joinWaitlist } from '#features/sharing/waitlist/waitlist.writes.server.ts'
import { readActor } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page as pageLayout, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { touchLink } from '#ui/touch-link.css.ts'

export const handle = { pageParams: ['done'] }

export const headers = () => ({ 'cache-control': 'private, no-store' })

/** Has no guard: whoever sees the event's page may wait for its tickets. */
export async function loader(args: LoaderFunctionArgs) {
  const { id = '', slug = '' } = args.params
  const { searchParams } = new URL(args.request.url)
  const [actor, page, identity] = await Promise.all([
    readActor(args),
    readEventPage(args, id),
    readIdentity(args),
  ])
  if (!page) throw notFound()
  if (page.event.slug !== slug) throw redirect(paths.waitlist(id, page.event.slug))
  const mine = actor ? (await readMyWaitlist(args)).find(({ event }) => event.id === id) : undefined
  return {
    event: { id, slug, title: page.event.title },
    types: soldOutTypes(page.offer).map(({ id, name }) => ({ id, name })),
    entry: mine ?? null,
    email: actor && isMember(actor) ? (identity?.email ?? '') : null,
    now: page.now,
    isSent: z.literal('sent').safeParse(searchParams.get('done')).success,
  }
}

/** Has no guard: limits per address and network protect it. */
export async function action(args: ActionFunctionArgs) {
  const { id = '', slug = '' } = args.params
  const [actor, form] = await Promise.all([readActor(args), readForm(args.request, joinWaitlistSchema)])
  if (!form.ok) return form.reply()
  const joined = await joinWaitlist(args, actor, id, form.value)
  if (!joined.ok) return form.refuse(joined.refusal)
  return redirect(paths.waitlist(id, slug, joined.value === 'requested' ? { done: 'sent' } : {}), 303)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, { title: data ? `Waitlist: ${data.event.title}` : 'Page Not Found', noindex: true })

/** Joins the waitlist of an event whose tickets are sold out, or shows where the reader stands. */
export default function WaitlistRoute() {
  const { event, types, entry, email, now, isSent } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={pageLayout}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader
          eyebrow={event.title}
          title="Waitlist"
          text={
            entry || isSent
              ? undefined
              : "When tickets come free, we hold them for you and send you an email. You have a limited time to buy. You don't pay anything to join."
          }
        />
        {entry ? (
          <WaitlistEntryCard entry={entry} token={null} now={now} heading="h2" />
        ) : isSent ? (
          <Banner title="Check your email" announce>
            <p>We sent you a link. Confirm it once, and you're on the waitlist.</p>
          </Banner>
        ) : types.length > 0 ? (
          <JoinWaitlist types={types} email={email} reply={reply} />
        ) : (
          <>
            <Banner title="No waitlist right now">
              <p>Tickets aren't sold out, or their sale is over.</p>
            </Banner>
            <LinkButton to={paths.event(event.id, event.slug)}>See the event</LinkButton>
          </>
        )}
        <p>
          <Link to={paths.event(event.id, event.slug)} className={touchLink}>
            Back to the event
          </Link>
        </p>
      </div>
    </div>
  )
}
