import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refused } from '#core/result.ts'
import { isMember } from '#core/roles.ts'
import { offerForms } from '#features/sharing/transfers/transfers.schema.ts'
import {
  acceptTransfer,
  declineTransfer,
  type NamedOffer,
  readOffer,
} from '#features/sharing/transfers/transfers.writes.server.ts'
import { TransferOffer } from '#features/sharing/transfers/ui/transfer-offer.tsx'
import { readActor, requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'A ticket for you', noindex: true })

/** Forbids caches, and referrers to any page: the address holds the token of a link that acts. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token', 'id', 'done'] }

/** Reads which offer the address means: a link proves access to what it was sent to; without one it is of the member who is signed in. */
async function readNamed(
  args: LoaderFunctionArgs,
): Promise<{ offer: NamedOffer | null; name: string | null; here: string }> {
  const { searchParams } = new URL(args.request.url)
  const token = searchParams.get('token')
  if (token !== null) {
    const actor = await readActor(args)
    const member = isMember(actor) ? actor : null
    const isToken = linkTokenSchema.safeParse(token).success
    const offer = isToken ? { token, user: member?.id ?? null } : null
    return { offer, name: member?.displayName ?? null, here: paths.transferOffer({ token }) }
  }
  const actor = await requireMember(args)
  const id = z.uuid().safeParse(searchParams.get('id')).data
  if (!id) throw notFound()
  return { offer: { id, user: actor.id }, name: actor.displayName, here: paths.transferOffer({ id }) }
}

/** Shows an offer of a ticket. Opening the link does nothing yet: programs that check mail open links. */
export async function loader(args: LoaderFunctionArgs) {
  const { offer: named, name, here } = await readNamed(args)
  const found = named && (await readOffer(args, named, named.user))
  return {
    offer: found,
    name,
    here,
    isDeclined: new URL(args.request.url).searchParams.get('done') === 'declined',
    now: new Date().toISOString(),
  }
}

/** Accepts or declines. Has no role to guard: the database takes the member that it was offered to, or who has its link. */
export async function action(args: ActionFunctionArgs) {
  const { offer, here } = await readNamed(args)
  if (!offer) throw notFound()
  const sent = await readIntent(args.request, offerForms)
  if (!sent.form.ok) return sent.form.reply()
  if (sent.form.value.intent === 'decline') {
    const declined = await declineTransfer(args, offer)
    if (!declined.ok) return sent.form.refuse(declined.refusal)
    return redirect('token' in offer ? `${here}&done=declined` : paths.myTickets(), 303)
  }
  const accepted = await acceptTransfer(args, offer, sent.form.value)
  if (!accepted.ok) return sent.form.refuse(accepted.refusal)
  return redirect(accepted.value.path ?? paths.myTickets(), 303)
}

/** Lets the person whom a ticket is offered to accept or decline it. */
export default function TransferOfferPage() {
  const { offer, name, here, isDeclined, now } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="A ticket for you" />
        {isDeclined && <Banner tone="success" title="You declined the ticket. We told them." announce />}
        {offer?.forOther && (
          <Banner tone="warning" title={refusalSentence(refused('transfer_other_account').refusal)}>
            <LinkButton to={paths.home({ auth: 'login', redirect: here })}>Log in</LinkButton>
          </Banner>
        )}
        {offer && !offer.forOther && !isDeclined && (
          <TransferOffer
            offer={offer}
            here={here}
            member={name === null ? null : { name }}
            reply={reply}
            now={now}
          />
        )}
        {!offer && !isDeclined && (
          <Banner tone="warning" title="This offer is no longer open.">
            <p>
              It was taken back, answered, or it expired. If you accepted it, our email has your ticket; if
              not, ask the person who sent it for a new one.
            </p>
          </Banner>
        )}
        {offer?.state !== 'offered' && (
          <div>
            <LinkButton to={paths.myTickets()} variant="secondary">
              My tickets
            </LinkButton>
          </div>
        )}
      </div>
    </div>
  )
}
