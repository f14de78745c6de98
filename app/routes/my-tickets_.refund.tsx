import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refundSentence } from '#core/refund-policy.ts'
import { type OwnOrder, readOwnRefund } from '#features/orders/refunds/own-refund.reads.server.ts'
import {
  askRefundSchema,
  chosenTicketsSchema,
  withdrawRefundSchema,
} from '#features/orders/refunds/own-refund.schema.ts'
import { askRefund, withdrawRefund } from '#features/orders/refunds/own-refund.writes.server.ts'
import { OwnRefundForm } from '#features/orders/refunds/ui/own-refund.tsx'
import { requireActor } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page as pageColumn, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Refund tickets', noindex: true })

/** Forbids caches, and referrers to other sites: the address may hold a link's token. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['order', 'code', 'ticket', 'done'] }

const notes = {
  refunded: 'Your refund is on its way. Those tickets are no longer valid.',
  asked: "We got your request. We'll decide and email you.",
  withdrawn: 'You withdrew the request. Your tickets stay valid.',
}

/** Reads whose order the address means: a link proves access to its mailbox; without one it is an order of the person who is signed in. */
async function readOrder(args: LoaderFunctionArgs): Promise<OwnOrder> {
  const { searchParams } = new URL(args.request.url)
  const token = searchParams.get('order')
  if (token !== null) return { token }
  await requireActor(args)
  return { code: searchParams.get('code') ?? '' }
}

const queryOf = (order: OwnOrder) =>
  'token' in order ? { order: order.token, code: null } : { order: null, code: order.code }

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const order = await readOrder(args)
  const chosen = chosenTicketsSchema.parse(searchParams.getAll('ticket'))
  const page = await readOwnRefund(args, order, chosen)
  if (!page && 'code' in order) throw notFound()
  const done = searchParams.get('done')
  return {
    page,
    query: queryOf(order),
    policyText: refundSentence(page?.policy ?? null),
    done: Object.entries(notes).find(([name]) => name === done)?.[1] ?? null,
    idempotencyKey: randomUUID(),
  }
}

/** Has no role to guard: the database takes an order's own buyer, or who has its link. */
export async function action(args: ActionFunctionArgs) {
  const order = await readOrder(args)
  const sent = await readIntent(args.request, { ask: askRefundSchema, withdraw: withdrawRefundSchema })
  if (!sent.form.ok) return sent.form.reply()
  const back = (done: keyof typeof notes) => redirect(paths.refundTickets({ ...queryOf(order), done }), 303)
  if (sent.intent === 'withdraw') {
    const withdrawn = await withdrawRefund(args, order, sent.form.value.refund)
    return withdrawn.ok ? back('withdrawn') : sent.form.refuse(withdrawn.refusal)
  }
  const { ticket: tickets, amountCents, reason, idempotencyKey } = sent.form.value
  const key = readIdempotencyKey(args.request, idempotencyKey) ?? randomUUID()
  const asked = await askRefund(args, order, { tickets, amountCents, reason }, key)
  if (!asked.ok) return sent.form.refuse(asked.refusal)
  return back(asked.value.status === 'requested' ? 'asked' : 'refunded')
}

/** Lets the buyer of an order return tickets by the policy that the order was placed under. */
export default function RefundTickets() {
  const { page, done, ...rest } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  return (
    <div className={pageColumn}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader
          title="Refund tickets"
          text={page ? `${page.event?.title ?? 'Your order'}, order ${page.code}` : undefined}
        />
        {done && <Banner tone="success" title={done} announce />}
        {page ? (
          <OwnRefundForm
            page={page}
            {...rest}
            replies={{ ask: replyTo('ask'), withdraw: replyTo('withdraw') }}
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
