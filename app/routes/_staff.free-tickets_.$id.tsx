import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readComp } from '#features/sharing/free-tickets/free-tickets.reads.server.ts'
import { revokeCompSchema } from '#features/sharing/free-tickets/free-tickets.schema.ts'
import {
  approveComp,
  revokeComp,
  sendComp,
} from '#features/sharing/free-tickets/free-tickets.writes.server.ts'
import { CompPage } from '#features/sharing/free-tickets/ui/comp-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { leaveFlash, takeFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(args.params.id).data
  const [, comp] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), async () =>
    id ? readComp(args, id) : null,
  )
  if (!comp) throw notFound()
  return { comp, note: takeFlash(args, 'free-ticket') }
}

const done = { send: 'Invitation sent.', approve: 'Approved and sent.', revoke: 'Invitation withdrawn.' }

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/free-tickets')
  const id = z.uuid().safeParse(args.params.id).data
  if (!id) throw notFound()
  const { intent, form } = await readIntent(args.request, {
    send: null,
    approve: null,
    revoke: revokeCompSchema,
  })
  if (form && !form.ok) {
    const { data: reply, init } = form.reply()
    return data({ reply, message: null }, init ?? undefined)
  }
  const changed = form
    ? await revokeComp(args, id, form.value.reason)
    : await (intent === 'send' ? sendComp : approveComp)(args, id)
  if (!changed.ok) {
    const message = refusalSentence(changed.refusal)
    return data({ reply: null, message }, { status: refusalStatus(changed.refusal) })
  }
  leaveFlash(args, 'free-ticket', done[intent])
  return redirect(paths.freeTicketsInvitation(id), 303)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Free tickets', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (loaded) => [{ label: loaded?.comp.name ?? 'Invitation' }],
}

/** Shows one invitation to free tickets. */
export default function FreeTicketInvitation() {
  const { comp, note } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader title={comp.name} />
      {note && !sent && <Banner tone="success" title={note} announce />}
      {sent?.message && <Banner tone="danger" title={sent.message} announce />}
      <CompPage comp={comp} reply={sent?.reply ?? null} />
    </div>
  )
}
