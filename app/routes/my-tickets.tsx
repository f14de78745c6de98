import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { data, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import type { Refusal } from '#core/result.ts'
import { isMember } from '#core/roles.ts'
import { readMyOrders } from '#features/orders/orders.reads.server.ts'
import { GoodsOrders } from '#features/orders/ui/goods-orders.tsx'
import { readMyTickets, readTicketsByLink } from '#features/tickets/tickets.reads.server.ts'
import {
  reissueTicketSchema,
  renameTicketSchema,
  ticketLinksSchema,
} from '#features/tickets/tickets.schema.ts'
import { reissueTicket, renameTicket, sendTicketLinks } from '#features/tickets/tickets.writes.server.ts'
import { FindTickets, TicketLookup } from '#features/tickets/ui/find-tickets.tsx'
import { TicketReply } from '#features/tickets/ui/ticket-forms.tsx'
import { WalletPage } from '#features/tickets/ui/wallet-page.tsx'
import { useSavedTickets } from '#features/tickets/use-saved-tickets.ts'
import { readActor, readGuarded } from '#server/actor.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'
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
    if (wallet.length > 0) return { kind: 'link' as const, wallet, goods: [], now }
    return { kind: 'find' as const, linkEnded: true }
  }
  const [actor, read] = await readGuarded(args, readActor(args), () =>
    Promise.all([readMyTickets(args), readMyOrders(args)]),
  )
  if (!actor || !read) return { kind: 'find' as const, linkEnded: false }
  const [wallet, orders] = read
  const isGuest = !isMember(actor)
  // Members with tickets find their orders in the profile; a guest has no other page, and without tickets nothing else leads there.
  const goods = isGuest || wallet.length === 0 ? orders.filter((each) => each.hasGoods) : []
  if (isGuest) {
    return wallet.length > 0 || goods.length > 0
      ? { kind: 'guest' as const, wallet, goods, now }
      : { kind: 'find' as const, linkEnded: false }
  }
  const tab = searchParams.get('tab') === 'past' ? ('past' as const) : ('upcoming' as const)
  return { kind: 'mine' as const, wallet, goods, now, tab, newUsername: takeFlash(args, 'my-tickets') }
}

type ActionResult = {
  intent: 'send' | 'rename' | 'reissue'
  /** Says whether a mail with links was asked for. */
  sent: boolean
  /** The new name on a ticket. */
  renamed: string | null
  reply: SubmissionResult | null
}

/**
 * Has no guard. Anybody may ask for links: rate limits and the same response for all protect it. The name on a ticket and its code are
 * changed by its holder or by who has the link of its order, which the database checks.
 */
export async function action(args: ActionFunctionArgs) {
  const { intent, form } = await readIntent(
    args.request,
    { send: ticketLinksSchema, rename: renameTicketSchema, reissue: reissueTicketSchema },
    'send',
  )
  const respond = (result: Partial<ActionResult>, init?: ResponseInit | null) =>
    data<ActionResult>({ intent, sent: false, renamed: null, reply: null, ...result }, init ?? undefined)
  if (!form.ok) {
    const reply = form.reply()
    return respond({ reply: reply.data }, reply.init)
  }
  const refuse = (refusal: Refusal) => {
    const reply = form.refuse(refusal)
    return respond({ reply: reply.data }, reply.init)
  }
  const order = new URL(args.request.url).searchParams.get('order')
  if (form.value.intent === 'reissue') {
    const reissued = await reissueTicket(args, form.value, order)
    // Redirects, so that a page that is reloaded without JavaScript makes no second one.
    return reissued.ok ? redirect(paths.myTickets({ order, renewed: '' }), 303) : refuse(reissued.refusal)
  }
  if (form.value.intent === 'rename') {
    const renamed = await renameTicket(args, form.value, order)
    return renamed.ok ? respond({ renamed: renamed.value.holderName }) : refuse(renamed.refusal)
  }
  const refusal = await sendTicketLinks(args, form.value.email)
  return refusal ? refuse(refusal) : respond({ sent: true })
}

export default function MyTicketsRoute() {
  const page = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const [params] = useSearchParams()
  const token = params.get('order')
  const isSaved = useSavedTickets(
    page.kind === 'find' ? null : page.wallet,
    token,
    page.kind === 'find' ? '' : page.now,
  )
  const reply = result?.reply ?? null
  const lookup = { reply: result?.intent === 'send' ? reply : null, sent: result?.sent ?? false }
  if (page.kind === 'find') {
    return (
      <div className={layout.page}>
        <FindTickets {...lookup} linkEnded={page.linkEnded} />
      </div>
    )
  }
  return (
    <TicketReply.Provider
      value={reply && result && result.intent !== 'send' ? { intent: result.intent, reply } : null}
    >
      <WalletPage
        title={page.kind === 'link' ? 'Your tickets' : 'My tickets'}
        wallet={page.wallet}
        now={page.now}
        tab={page.kind === 'mine' ? page.tab : null}
        goods={page.goods.length > 0 ? <GoodsOrders orders={page.goods} /> : null}
        notice={
          <>
            {page.kind === 'mine' && page.newUsername && <NewUsername username={page.newUsername} />}
            {params.has('renewed') && !result && (
              <Banner
                tone="success"
                title="Your ticket has a new code. The old one no longer works."
                announce
              />
            )}
            {result?.renamed && (
              <Banner tone="success" title={`The ticket is for ${result.renamed} now.`} announce />
            )}
          </>
        }
      >
        {isSaved && <p data-testid="saved">Saved on this phone: this page opens without internet, too.</p>}
        {page.kind === 'link' && <p>Keep this link private. Anyone who has it can use your tickets.</p>}
        {page.kind === 'guest' && (
          <>
            <p>
              You're browsing as a guest.{' '}
              <Link to={paths.home({ auth: 'register', redirect: paths.myTickets() })}>
                Create an account
              </Link>{' '}
              or <Link to={paths.home({ auth: 'login', redirect: paths.myTickets() })}>log in</Link> to see{' '}
              {page.wallet.length > 0 ? 'these tickets' : 'your order'} on any device.
            </p>
            <div className={layout.narrow}>
              <TicketLookup {...lookup} />
            </div>
          </>
        )}
      </WalletPage>
    </TicketReply.Provider>
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
