import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { beginPayment } from '#features/orders/orders.writes.server.ts'
import { settleOpenPayments } from '#features/orders/settlement.writes.server.ts'
import {
  type OwnOrder,
  pickupCodeOf,
  readOwnGoods,
} from '#features/shop/fulfilment/own-goods.reads.server.ts'
import { goodsForms, returnUpload } from '#features/shop/fulfilment/own-goods.schema.ts'
import { takeGoodsForm } from '#features/shop/fulfilment/own-goods-forms.server.ts'
import { goodsNotes } from '#features/shop/fulfilment/own-goods-notes.ts'
import { OwnGoods } from '#features/shop/fulfilment/ui/own-goods.tsx'
import { requireActor } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page as pageColumn, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your items', noindex: true })

/** Forbids caches, and referrers to other sites: the address may hold a link's token. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['order', 'code', 'done'], ...returnUpload }

/** Reads whose order the address means: a link proves access to its mailbox; without one it is an order of the person who is signed in. */
async function readOrder(args: LoaderFunctionArgs): Promise<{ order: OwnOrder; owner: string | null }> {
  const { searchParams } = new URL(args.request.url)
  const token = searchParams.get('order')
  if (token !== null) return { order: { token }, owner: null }
  const actor = await requireActor(args)
  return { order: { code: searchParams.get('code') ?? '' }, owner: actor.id }
}

export async function loader(args: LoaderFunctionArgs) {
  const { order } = await readOrder(args)
  let found = await readOwnGoods(args, order)
  const open = found?.choice?.openOrder
  // A buyer who returns before the provider's report has it asked for.
  if (open && (await settleOpenPayments({ orderId: open })) > 0) found = await readOwnGoods(args, order)
  const page = found && {
    ...found,
    choice: found.choice && { ...found.choice, openOrder: null },
  }
  if (!page && 'code' in order) throw notFound()
  const done = new URL(args.request.url).searchParams.get('done')
  return {
    page,
    receiptUrl: paths.receiptPdf(page?.code ?? '', { order: 'token' in order ? order.token : null }),
    pickupCode: page && pickupCodeOf(page),
    done: Object.entries(goodsNotes).find(([name]) => name === done)?.[1] ?? null,
    idempotencyKey: randomUUID(),
  }
}

/** Has no role to guard: the database takes an order's own buyer, or who has its link. */
export async function action(args: ActionFunctionArgs) {
  const own = await readOrder(args)
  return await takeGoodsForm(args, own, await readIntent(args.request, goodsForms), beginPayment)
}

/** Shows the buyer of an order how far its goods are, and lets them cancel or send back. */
export default function MyGoods() {
  const { page, done, ...rest } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  return (
    <div className={pageColumn}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="Your items" text={page ? `Order ${page.code}` : undefined} />
        {done && <Banner tone="success" title={done} announce />}
        {page ? (
          <OwnGoods
            page={page}
            {...rest}
            replies={{
              cancel: replyTo('cancel'),
              refund: replyTo('refund'),
              move: replyTo('move'),
              ship: replyTo('ship'),
              return: replyTo('return'),
            }}
          />
        ) : (
          <>
            <Banner tone="warning" title="This link no longer works.">
              <p>Enter your email under My Tickets, and we'll send you a new one.</p>
            </Banner>
            <div>
              <LinkButton to={paths.myTickets()}>My tickets</LinkButton>
            </div>
          </>
        )}
      </div>
    </div>
  )
}
