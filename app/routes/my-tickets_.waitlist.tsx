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
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { Act, WaitlistEntryCard } from '#features/sharing/waitlist/ui/waitlist-entry.tsx'
import { wantedText } from '#features/sharing/waitlist/waitlist.rules.ts'
import { waitlistForms } from '#features/sharing/waitlist/waitlist.schema.ts'
import {
  confirmWaitlist,
  leaveWaitlist,
  readWaitlistLink,
  takeWaitlistOffer,
} from '#features/sharing/waitlist/waitlist.writes.server.ts'
import { requireActor } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Waitlist', noindex: true })

/** Forbids caches, and referrers to other sites: the address may hold a link's token. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token', 'done'] }

/** Shows what a link in a mail about a waitlist is for. Opening a link changes nothing: programs that check mail open links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const requested = searchParams.get('token')
  const token = linkTokenSchema.safeParse(requested).data
  const link = token ? await readWaitlistLink(token) : null
  const done = z.enum(['joined', 'left']).safeParse(searchParams.get('done')).data ?? null
  return { token: token && link ? token : null, link, isEnded: requested !== null && !link, done }
}

/** Has no guard of its own: a link proves access to its mailbox, and without one the entry must be of who is signed in. */
export async function action(args: ActionFunctionArgs) {
  const sent = await readIntent(args.request, waitlistForms)
  if (!sent.form.ok) throw sent.form.reply()
  if (sent.intent === 'confirm') {
    const confirmed = await confirmWaitlist(sent.form.value.token)
    if (!confirmed.ok) return refuse(confirmed.refusal)
    return redirect(paths.myWaitlist(confirmed.value ? { done: 'joined' } : { token: 'ended' }), 303)
  }
  if (sent.intent === 'buy') {
    const owner = await continueAsGuest(args)
    if (!owner.ok) return refuse(owner.refusal)
    const taken = await takeWaitlistOffer(owner.value, sent.form.value.token)
    return taken.ok ? redirect(paths.checkout({ hold: taken.value }), 303) : refuse(taken.refusal)
  }
  const { token, entry = '' } = sent.form.value
  const left = await leaveWaitlist(token ? { token } : { owner: (await requireActor(args)).id, entry })
  return left.ok ? redirect(paths.myWaitlist({ done: 'left' }), 303) : refuse(left.refusal)
}

const refuse = (refusal: Refusal) =>
  data({ refusal: refusalSentence(refusal) }, { status: refusalStatus(refusal) })

const outcomes = {
  joined: [
    "You're on the waitlist",
    "We'll email you when it's your turn. That email also has a link to leave.",
  ],
  left: ["You're off the waitlist", 'Changed your mind? You can join again at the end of the line.'],
} as const

/** Shows an entry of a waitlist to who has its link: confirm it, buy what is held, or leave. */
export default function MyWaitlistRoute() {
  const { token, link, isEnded, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  const [title, text] = done ? outcomes[done] : ['Waitlist', undefined]
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title={title} text={text} />
        {isEnded && <Banner tone="warning" title="This link has expired or was already used." announce />}
        {refusal && <Banner tone="danger" title={refusal} announce />}
        {link && token ? (
          link.purpose === 'waitlist_confirm' ? (
            <Card as="section" className={stack[4]}>
              <h2>{link.entry.event.title}</h2>
              <p>{`${wantedText(link.entry)}. Your offer goes to ${link.email}.`}</p>
              <Act token={token} intent="confirm">
                <Button type="submit" size="lg" block>
                  Join the waitlist
                </Button>
              </Act>
            </Card>
          ) : (
            <WaitlistEntryCard entry={link.entry} token={token} now={link.now} heading="h2" />
          )
        ) : (
          <LinkButton to={paths.myTickets()}>My tickets</LinkButton>
        )}
      </div>
    </div>
  )
}
