import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { isMember } from '#core/roles.ts'
import { readMyCompany } from '#features/community/company/company.reads.server.ts'
import { CompanyConsent } from '#features/community/company/ui/company-consent.tsx'
import { readMyOrders } from '#features/orders/orders.reads.server.ts'
import { GoodsOrders } from '#features/orders/ui/goods-orders.tsx'
import { AllocationsLink } from '#features/sharing/allocations/ui/allocations-link.tsx'
import { readMyPlaces } from '#features/sharing/my-places.server.ts'
import {
  isSharingForm,
  readSharedTickets,
  readSharedTicketsByLink,
  sharingForms,
  takeSharingForm,
} from '#features/sharing/shared-tickets.server.ts'
import {
  IncomingTransfers,
  SentTransfers,
  TransferLink,
} from '#features/sharing/transfers/ui/transfer-notices.tsx'
import { ticketExtras } from '#features/sharing/ui/ticket-extras.tsx'
import { MyWaitlist } from '#features/sharing/waitlist/ui/waitlist-entry.tsx'
import { takeTicketForm } from '#features/tickets/ticket-forms.server.ts'
import { readMyTickets, readTicketsByLink } from '#features/tickets/tickets.reads.server.ts'
import { hasOpenReport } from '#features/tickets/tickets.rules.ts'
import { ticketForms } from '#features/tickets/tickets.schema.ts'
import { FindTickets, TicketLookup } from '#features/tickets/ui/find-tickets.tsx'
import { TicketExtras, TicketReply } from '#features/tickets/ui/ticket-forms.tsx'
import { GuestNotice, WalletNotices } from '#features/tickets/ui/wallet-notices.tsx'
import { WalletPage } from '#features/tickets/ui/wallet-page.tsx'
import { useSavedTickets } from '#features/tickets/use-saved-tickets.ts'
import { readActor, readGuarded } from '#server/actor.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'
import * as layout from '#ui/layout.css.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My tickets', noindex: true })

/** Forbids caches, and referrers to other sites: codes open doors, and the address may hold a link's token. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const now = new Date().toISOString()
  const orderParam = searchParams.get('order')
  if (orderParam !== null) {
    const [wallet, shared] = await Promise.all([
      readTicketsByLink(args, orderParam),
      readSharedTicketsByLink(orderParam),
    ])
    if (wallet.length > 0 || shared.transfers.sent.length > 0)
      return { kind: 'link' as const, wallet, shared, goods: [], waiting: [], now }
    return { kind: 'find' as const, linkEnded: true }
  }
  const own = () => Promise.all([readMyTickets(args), readMyOrders(args)])
  const [actor, read] = await readGuarded(args, readActor(args), () =>
    Promise.all([own(), readSharedTickets(args), readMyPlaces(args), readMyCompany(args)]),
  )
  if (!actor || !read) return { kind: 'find' as const, linkEnded: false }
  const [[wallet, orders], shared, { waiting, allocations }, company] = read
  const isGuest = !isMember(actor)
  // Members with tickets find their orders in the profile; a guest has no other page, and without tickets nothing else leads there.
  const goods = isGuest || wallet.length === 0 ? orders.filter((each) => each.hasGoods) : []
  const shown = { wallet, shared, goods, waiting, now }
  if (isGuest) {
    return wallet.length > 0 || goods.length > 0 || waiting.length > 0 || shared.transfers.sent.length > 0
      ? { kind: 'guest' as const, ...shown }
      : { kind: 'find' as const, linkEnded: false }
  }
  const tab = searchParams.get('tab') === 'past' ? ('past' as const) : ('upcoming' as const)
  const newUsername = takeFlash(args, 'my-tickets')
  return { kind: 'mine' as const, ...shown, allocations, company, tab, newUsername }
}

/**
 * Has no guard. Anybody may ask for links: rate limits and the same response for all protect it. A ticket is changed
 * or handed on by its holder or by who has its link, which the database checks.
 */
export async function action(args: ActionFunctionArgs) {
  const sent = await readIntent(args.request, { ...ticketForms, ...sharingForms }, 'send')
  if (isSharingForm(sent)) return await takeSharingForm(args, sent, (await readActor(args))?.id ?? null)
  return await takeTicketForm(args, sent)
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
  const isSent = result && 'sent' in result ? result.sent : false
  const lookup = { reply: result?.intent === 'send' ? reply : null, sent: isSent }
  if (page.kind === 'find') {
    return (
      <div className={layout.page}>
        <FindTickets {...lookup} linkEnded={page.linkEnded} />
      </div>
    )
  }
  const { shared, now } = page
  const { transfers } = shared
  return (
    <TicketReply.Provider
      value={reply && result && result.intent !== 'send' ? { intent: result.intent, reply } : null}
    >
      <TicketExtras.Provider value={ticketExtras(page.wallet, shared, now, result)}>
        <WalletPage
          title={page.kind === 'link' ? 'Your tickets' : 'My tickets'}
          wallet={page.wallet}
          now={page.now}
          tab={page.kind === 'mine' ? page.tab : null}
          goods={page.goods.length > 0 ? <GoodsOrders orders={page.goods} /> : null}
          notice={
            <WalletNotices
              newUsername={page.kind === 'mine' ? page.newUsername : null}
              isRenewed={params.has('renewed') && !result}
              isReported={params.has('reported') && !result && hasOpenReport(page.wallet)}
              renamed={result && 'renamed' in result ? result.renamed : null}
            >
              {result && 'link' in result && result.link && <TransferLink link={result.link} />}
              <IncomingTransfers offers={transfers.incoming} now={now} />
              {page.kind === 'mine' && page.allocations > 0 && <AllocationsLink />}
              {page.waiting.length > 0 && <MyWaitlist entries={page.waiting} now={now} />}
            </WalletNotices>
          }
        >
          {page.kind === 'mine' && <CompanyConsent events={page.company} />}
          <SentTransfers sent={transfers.sent} now={now} />
          {isSaved && <p data-testid="saved">Saved on this phone: this page opens without internet, too.</p>}
          {page.kind === 'link' && <p>Keep this link private. Anyone who has it can use your tickets.</p>}
          {page.kind === 'guest' && (
            <>
              <GuestNotice hasTickets={page.wallet.length > 0} />
              <div className={layout.narrow}>
                <TicketLookup {...lookup} />
              </div>
            </>
          )}
        </WalletPage>
      </TicketExtras.Provider>
    </TicketReply.Provider>
  )
}
