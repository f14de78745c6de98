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
import { refusalSentence, refusalStatus, refused } from '#core/result.ts'
import { claimCompSchema, compGuestSchema } from '#features/sharing/free-tickets/free-tickets.schema.ts'
import {
  claimComp,
  declineComp,
  nameCompGuest,
  readCompClaim,
} from '#features/sharing/free-tickets/free-tickets.writes.server.ts'
import { ClaimPage, type GuestLink } from '#features/sharing/free-tickets/ui/claim-page.tsx'
import { readActor } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your free ticket', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token'] }

/** Shows what a claim link gives. Opening it changes nothing: programs that check mail open links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = linkTokenSchema.safeParse(new URL(request.url).searchParams.get('token')).data
  const found = token ? await readCompClaim(token) : refused('comp_unknown')
  return data(
    { token: token ?? '', claim: found.ok ? found.value : null },
    found.ok ? undefined : refusalStatus(found.refusal),
  )
}

/** Has no guard: the link proves access to its mailbox, or was handed to its guest. */
export async function action(args: ActionFunctionArgs) {
  const token = linkTokenSchema.safeParse(new URL(args.request.url).searchParams.get('token')).data
  if (!token) return data(answer({ message: refusalSentence(refused('comp_unknown').refusal) }), 404)
  const sent = await readIntent(args.request, {
    claim: claimCompSchema,
    decline: null,
    guest: compGuestSchema,
  })
  const here = paths.freeTicketClaim({ token })
  if (sent.intent === 'decline') {
    const declined = await declineComp(args, token)
    return declined.ok
      ? redirect(here, 303)
      : data(answer({ message: refusalSentence(declined.refusal) }), refusalStatus(declined.refusal))
  }
  if (!sent.form.ok) return atForm(sent.form.reply())
  if (sent.intent === 'guest') {
    const named = await nameCompGuest(args, token, sent.form.value)
    if (!named.ok) return atForm(sent.form.refuse(named.refusal))
    return named.value
      ? data(answer({ guestLink: { number: sent.form.value.number, url: named.value } }))
      : redirect(here, 303)
  }
  const actor = await readActor(args)
  const claimed = await claimComp(args, token, actor?.id ?? null, sent.form.value)
  return claimed.ok ? redirect(here, 303) : atForm(sent.form.refuse(claimed.refusal))
}

type Answer = { message: string | null; guestLink: GuestLink | null; reply: SubmissionResult | null }
const answer = (of: Partial<Answer>): Answer => ({ message: null, guestLink: null, reply: null, ...of })
const atForm = ({ data: reply, init }: { data: SubmissionResult; init: ResponseInit | null }) =>
  data(answer({ reply }), init ?? undefined)

/** Claims a free ticket by its link, without an account. */
export default function Invitations() {
  const { token, claim } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const message = sent?.message ?? (claim ? null : refusalSentence(refused('comp_unknown').refusal))
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="Your free ticket" />
        {message && <Banner tone="warning" title={message} announce />}
        {claim && (
          <ClaimPage
            claim={claim}
            here={paths.freeTicketClaim({ token })}
            guestLink={sent?.guestLink ?? null}
            replyTo={(intent, guest) => {
              const { intent: sentIntent, number } = sent?.reply?.initialValue ?? {}
              return sentIntent === intent && (guest === undefined || number === String(guest))
                ? (sent?.reply ?? null)
                : null
            }}
          />
        )}
      </div>
    </div>
  )
}
