import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { data } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { isMember } from '#core/roles.ts'
import { readMyTickets, readTicketsByLink } from '#features/tickets/tickets.reads.server.ts'
import { ticketLinksSchema } from '#features/tickets/tickets.schema.ts'
import { sendTicketLinks } from '#features/tickets/tickets.writes.server.ts'
import { FindTickets, TicketLookup } from '#features/tickets/ui/find-tickets.tsx'
import { WalletPage } from '#features/tickets/ui/wallet-page.tsx'
import { readActor, readGuarded } from '#server/actor.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import * as layout from '#ui/layout.css.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My tickets', noindex: true })

/** Forbids caches, and referrers to other sites: codes open doors, and the address may hold a link's token. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const now = new Date().toISOString()
  const orderParam = searchParams.get('order')
  if (orderParam !== null) {
    const wallet = await readTicketsByLink(args, orderParam)
    if (wallet.length > 0) return { kind: 'link' as const, wallet, now }
    return { kind: 'find' as const, linkEnded: true }
  }
  const [actor, wallet] = await readGuarded(args, readActor(args), () => readMyTickets(args))
  if (!actor || !wallet) return { kind: 'find' as const, linkEnded: false }
  if (!isMember(actor)) {
    return wallet.length > 0
      ? { kind: 'guest' as const, wallet, now }
      : { kind: 'find' as const, linkEnded: false }
  }
  const tab = searchParams.get('tab') === 'past' ? ('past' as const) : ('upcoming' as const)
  return { kind: 'mine' as const, wallet, now, tab, newUsername: takeFlash(args, 'my-tickets') }
}

type ActionResult = { sent: boolean; reply: SubmissionResult | null }

/** Has no guard: anybody may ask for links. Rate limits and the same response for all protect it. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, ticketLinksSchema)
  if (!form.ok) {
    const reply = form.reply()
    return data<ActionResult>({ sent: false, reply: reply.data }, reply.init ?? undefined)
  }
  const refusal = await sendTicketLinks(form.value.email, args.context.requestContext.address)
  if (!refusal) return data<ActionResult>({ sent: true, reply: null })
  const reply = form.refuse(refusal)
  return data<ActionResult>({ sent: false, reply: reply.data }, reply.init ?? undefined)
}

export default function MyTicketsRoute() {
  const page = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const lookup = { reply: result?.reply ?? null, sent: result?.sent ?? false }
  if (page.kind === 'find') {
    return (
      <div className={layout.page}>
        <FindTickets {...lookup} linkEnded={page.linkEnded} />
      </div>
    )
  }
  return (
    <WalletPage
      title={page.kind === 'link' ? 'Your tickets' : 'My tickets'}
      wallet={page.wallet}
      now={page.now}
      tab={page.kind === 'mine' ? page.tab : null}
      notice={page.kind === 'mine' && page.newUsername && <NewUsername username={page.newUsername} />}
    >
      {page.kind === 'link' && <p>Keep this link private. Anyone who has it can use your tickets.</p>}
      {page.kind === 'guest' && (
        <>
          <p>
            You're browsing as a guest.{' '}
            <Link to={paths.home({ auth: 'register', redirect: paths.myTickets() })}>Create an account</Link>{' '}
            or <Link to={paths.home({ auth: 'login', redirect: paths.myTickets() })}>log in</Link> to see
            these tickets on any device.
          </p>
          <div className={layout.narrow}>
            <TicketLookup {...lookup} />
          </div>
        </>
      )}
    </WalletPage>
  )
}

function NewUsername({ username }: { username: string }) {
  return (
    <Banner tone="success" title="Your account is ready." announce>
      <p>
        Your username is <strong>{username}</strong>. Log in with it and your password. You can change it in{' '}
        <Link to={paths.profile()}>your profile</Link>.
      </p>
    </Banner>
  )
}
