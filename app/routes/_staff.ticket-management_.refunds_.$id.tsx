import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formatMoney } from '#core/money.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { decideRefund } from '#features/orders/order-desk.writes.server.ts'
import { readRefund } from '#features/orders/refunds/refund-queue.reads.server.ts'
import {
  closeCaseSchema,
  confirmCaseSchema,
  decideCaseSchema,
  resolveCaseSchema,
  retryCaseSchema,
} from '#features/orders/refunds/refund-queue.schema.ts'
import {
  closeExternalRefund,
  confirmRefund,
  resolveRefund,
  retryRefund,
} from '#features/orders/refunds/refund-queue.writes.server.ts'
import { RefundCase } from '#features/orders/refunds/ui/refund-case.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { Banner } from '#ui/banner.tsx'
import { narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const notes: Record<string, string> = {
  requested: 'You approved it. A second admin has to approve it too.',
  approved: 'The refund was approved and is on its way.',
  rejected: 'The refund was turned down.',
  withdrawn: 'The refund was withdrawn.',
  retry: 'It will be sent again in a moment.',
  resolve: 'Another admin has to confirm the payment.',
  yes: 'The refund is done.',
  no: 'The payment entry was withdrawn: the refund is still owed.',
  close: 'Done.',
}

export async function loader(args: LoaderFunctionArgs) {
  const [, refund] = await readGuarded(args, requireStaffPage(args, '/ticket-management/refunds'), () =>
    readRefund(args, args.params.id ?? ''),
  )
  if (!refund) throw notFound()
  const done = new URL(args.request.url).searchParams.get('done') ?? ''
  return { refund, done: Object.entries(notes).find(([name]) => name === done)?.[1] ?? null }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/ticket-management/refunds')
  const refund = await readRefund(args, args.params.id ?? '')
  if (!refund) throw notFound()
  const back = (done: string) => redirect(paths.ticketManagementRefundCase(refund.id, { done }), 303)
  const sent = await readIntent(args.request, {
    decide: decideCaseSchema,
    retry: retryCaseSchema,
    resolve: resolveCaseSchema,
    confirm: confirmCaseSchema,
    close: closeCaseSchema,
  })
  if (!sent.form.ok) return sent.form.reply()
  if (sent.intent === 'close') {
    const closed = await closeExternalRefund(args, refund.id, sent.form.value.reason)
    return closed.ok ? back('close') : sent.form.refuse(closed.refusal)
  }
  const { currentPassword } = sent.form.value
  if (currentPassword) {
    const refusal = await proveAgain(args, actor, currentPassword)
    if (refusal) return sent.form.refuse(refusal)
  }
  switch (sent.intent) {
    case 'decide': {
      const { decision, reason } = sent.form.value
      const decided = await decideRefund(args, {
        refund: refund.id,
        approve: decision === 'approve',
        reason: reason ?? (refund.isOwn && decision === 'reject' ? 'Withdrawn' : null),
      })
      return decided.ok ? back(decided.value.status) : sent.form.refuse(decided.refusal)
    }
    case 'retry': {
      const retried = await retryRefund(args, refund.id)
      return retried.ok ? back('retry') : sent.form.refuse(retried.refusal)
    }
    case 'resolve': {
      const resolved = await resolveRefund(args, refund.id, sent.form.value)
      return resolved.ok ? back('resolve') : sent.form.refuse(resolved.refusal)
    }
    case 'confirm': {
      const { decision, reason } = sent.form.value
      const confirmed = await confirmRefund(args, refund.id, { ok: decision === 'yes', reason })
      return confirmed.ok ? back(decision) : sent.form.refuse(confirmed.refusal)
    }
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? 'Refund' : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data ? [{ label: `Refund of ${formatMoney(data.refund.amountCents, data.refund.currency)}` }] : [],
}

/** Shows one refund, and what it waits for. */
export default function RefundCaseRoute() {
  const { refund, done } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : null)
  return (
    <div className={stack[5]}>
      <PageHeader title={`Refund of ${formatMoney(refund.amountCents, refund.currency)}`} />
      <div className={narrow}>
        <div className={stack[5]}>
          {done && <Banner tone="success">{done}</Banner>}
          <RefundCase
            refund={refund}
            replies={{
              decide: replyTo('decide'),
              retry: replyTo('retry'),
              resolve: replyTo('resolve'),
              confirm: replyTo('confirm'),
              close: replyTo('close'),
            }}
          />
        </div>
      </div>
    </div>
  )
}
