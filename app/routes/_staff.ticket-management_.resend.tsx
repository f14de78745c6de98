import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { previewTicketMails } from '#features/orders/orders.reads.server.ts'
import type { TicketMailResult } from '#features/orders/orders.types.ts'
import {
  resendTicketsSchema,
  selectedCodes,
  staffOrdersQuerySchema,
} from '#features/orders/staff-orders.schema.ts'
import { resendTicketMails } from '#features/orders/staff-orders.writes.server.ts'
import { ResendTickets } from '#features/orders/ui/resend-tickets.tsx'
import { orderList } from '#features/orders/ui/staff-order-list.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const [, preview] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), () =>
    previewTicketMails(args, selectedCodes(query)),
  )
  const back = orderList.to(staffOrdersQuerySchema.parse(Object.fromEntries(query)))
  return { preview, back, idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-management')
  const form = await readForm(args.request, resendTicketsSchema)
  const outcome = (result: TicketMailResult | null, refusal: string | null) => ({ result, refusal })
  if (!form.ok) {
    const [message = ''] = Object.values(form.reply().data.error ?? {}).flatMap((messages) => messages ?? [])
    return data(outcome(null, message), { status: 422 })
  }
  const { id, hurryReason, idempotencyKey } = form.value
  const key = readIdempotencyKey(args.request, idempotencyKey) ?? randomUUID()
  const sent = await resendTicketMails(args, id, hurryReason ?? null, key)
  if (sent.ok) return data(outcome(sent.value, null))
  return data(outcome(null, refusalSentence(sent.refusal)), { status: refusalStatus(sent.refusal) })
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Email tickets again', noindex: true })

export const handle = { crumbs: () => [{ label: 'Email tickets again' }] }

/** Asks before the tickets of selected orders are emailed again, and says what was done. */
export default function ResendTicketsPage() {
  const loaded = useLoaderData<typeof loader>()
  const done = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Email tickets again" text="Buyers get an email with links to their tickets." />
      <ResendTickets {...loaded} result={done?.result ?? null} refusal={done?.refusal ?? null} />
    </div>
  )
}
