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
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { orderCodeSchema } from '#features/orders/orders.schema.ts'
import { beginPayment } from '#features/orders/orders.writes.server.ts'
import { settleOpenPayments } from '#features/orders/settlement.writes.server.ts'
import {
  type NamedSupplement,
  readSupplement,
} from '#features/orders/supplements/supplements.writes.server.ts'
import { SupplementPanel } from '#features/orders/supplements/ui/supplement-panel.tsx'
import { requireActor } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { readPaymentProvider } from '#server/payments.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Change your ticket', noindex: true })

/** Forbids caches, and referrers to other sites: the address may hold a link's token. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token', 'order'] }

/** Reads which supplement the address means: a link proves access to its mailbox; without one it is of the person who is signed in. */
async function readNamed(args: LoaderFunctionArgs): Promise<{ named: NamedSupplement | null; here: string }> {
  const { searchParams } = new URL(args.request.url)
  const token = searchParams.get('token')
  const code = orderCodeSchema.safeParse(searchParams.get('order')).data ?? null
  if (token !== null) {
    const isToken = linkTokenSchema.safeParse(token).success
    return { named: isToken ? { token, code } : null, here: paths.supplement({ token, order: code }) }
  }
  const actor = await requireActor(args)
  if (!code) throw notFound()
  return { named: { owner: actor.id, code }, here: paths.supplement({ order: code }) }
}

/** Reads a supplement; a buyer who returns before the provider's report has it asked for. */
export async function loader(args: LoaderFunctionArgs) {
  const { named } = await readNamed(args)
  let found = named && (await readSupplement(named))
  if (named && found && (found.state === 'open' || found.state === 'processing')) {
    const settled = await settleOpenPayments({ orderId: found.orderId })
    if (settled > 0) found = await readSupplement(named)
  }
  if (!found && named && 'owner' in named) throw notFound()
  if (!found) return { supplement: null, canPay: false, back: paths.myTickets(), receiptUrl: null }
  const { orderId: _order, ownerId: _owner, ...supplement } = found
  // The link of the ticket's order opens its tickets, too; that of the supplement does not.
  const back =
    named && 'token' in named && named.code ? paths.myTickets({ order: named.token }) : paths.myTickets()
  const opensReceipt = named && ('owner' in named || named.code === null)
  const receiptUrl = opensReceipt
    ? paths.receiptPdf(supplement.orderCode, { order: 'token' in named ? named.token : null })
    : null
  return { supplement, canPay: readPaymentProvider() !== null, back, receiptUrl }
}

/** Opens a payment of the difference and leads to it. */
export async function action(args: ActionFunctionArgs) {
  const { named, here } = await readNamed(args)
  const found = named && (await readSupplement(named))
  if (!found?.ownerId) throw notFound()
  if (found.state !== 'open') return redirect(here, 303)
  const begun = await beginPayment(
    { id: found.ownerId },
    args.context.requestContext,
    args.request.headers.get('user-agent'),
    { orderId: found.orderId, code: found.orderCode, page: here },
    readIdempotencyKey(args.request),
  )
  if (begun.ok && begun.value.kind === 'redirect') return redirect(begun.value.url)
  const refusal = begun.ok ? { code: 'checkout_closed' as const, facts: {} } : begun.refusal
  if (refusal.code === 'already_paid') return redirect(here, 303)
  return data({ refusal: refusalSentence(refusal) }, refusalStatus(refusal))
}

/** Says where a buyer pays for a dearer type of a ticket, and how it stands. */
export default function SupplementPage() {
  const { supplement, canPay, back, receiptUrl } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title={supplement ? 'Change your ticket' : 'Your order'} />
        {supplement ? (
          <SupplementPanel
            supplement={supplement}
            refusal={refusal}
            canPay={canPay}
            back={back}
            receiptUrl={receiptUrl}
          />
        ) : (
          <>
            <Banner tone="warning" title="This link no longer works.">
              <p>It has expired. Use the link in the latest email from us.</p>
            </Banner>
            <div>
              <LinkButton to={back}>My tickets</LinkButton>
            </div>
          </>
        )}
      </div>
    </div>
  )
}
