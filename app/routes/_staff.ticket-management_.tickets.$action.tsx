import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { previewTicketAction } from '#features/orders/ticket-actions.reads.server.ts'
import {
  actionNamed,
  targetsOf,
  ticketActionQuerySchema,
  ticketActionSchema,
} from '#features/orders/ticket-actions.schema.ts'
import { actOnTickets } from '#features/orders/ticket-actions.writes.server.ts'
import { actionBack, actionTexts, TicketAction } from '#features/orders/ui/ticket-action.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const action = actionNamed(args.params.action)
  const query = new URL(args.request.url).searchParams
  const { type, inside, list, event } = ticketActionQuerySchema.parse(Object.fromEntries(query))
  const targets = targetsOf(query.getAll('id'))
  const [, preview] = await readGuarded(
    args,
    requireStaffPage(args, '/ticket-management'),
    async () => action && previewTicketAction(args, action, targets, inside === 'on'),
  )
  if (!action || !preview) throw notFound()
  return {
    action,
    preview,
    ids: [...targets.tickets, ...targets.orders],
    chosen: type,
    override: inside === 'on',
    back: actionBack(preview, { list, event }),
    idempotencyKey: randomUUID(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/ticket-management')
  const named = actionNamed(args.params.action)
  if (!named) throw notFound()
  const form = await readForm(args.request, ticketActionSchema)
  if (!form.ok) return form.reply()
  if (form.value.currentPassword) {
    const refusal = await proveAgain(args, actor, form.value.currentPassword)
    if (refusal) return form.refuse(refusal)
  }
  const key = readIdempotencyKey(args.request, form.value.idempotencyKey) ?? randomUUID()
  const done = await actOnTickets(args, named, form.value, key)
  return done.ok ? data({ result: done.value }) : form.refuse(done.refusal)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? actionTexts[loaded.action].title : 'Page Not Found', noindex: true })

export const handle: StaffHandle<{ action: keyof typeof actionTexts } | undefined> = {
  crumbs: (loaded) => (loaded ? [{ label: actionTexts[loaded.action].title }] : []),
}

/** Asks before staff change tickets, and says what was done. */
export default function TicketActionRoute() {
  const loaded = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { title, text } = actionTexts[loaded.action]
  const result = sent && 'result' in sent ? sent.result : null
  const reply = sent && !('result' in sent) ? sent : null
  return (
    <div className={stack[5]}>
      <PageHeader title={title} text={text} />
      <TicketAction {...loaded} reply={reply} result={result} />
    </div>
  )
}
