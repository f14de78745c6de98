import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/staff-paths.ts'
import { readStaffTransfer } from '#features/sharing/transfers/transfers.reads.server.ts'
import { staffTransferForms } from '#features/sharing/transfers/transfers.schema.ts'
import {
  cancelTransferAsStaff,
  offerTransferAsStaff,
} from '#features/sharing/transfers/transfers.writes.server.ts'
import { StaffTransferPanel } from '#features/sharing/transfers/ui/staff-transfer.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const idOf = ({ params }: LoaderFunctionArgs) => {
  const id = z.uuid().safeParse(params.id).data
  if (!id) throw notFound()
  return id
}

export async function loader(args: LoaderFunctionArgs) {
  const [, ticket] = await readGuarded(args, requireStaffPage(args, '/ticket-management'), () =>
    readStaffTransfer(args, idOf(args)),
  )
  if (!ticket) throw notFound()
  return { ticket }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-management')
  const id = idOf(args)
  const { form } = await readIntent(args.request, staffTransferForms)
  if (!form.ok) return form.reply()
  const done =
    form.value.intent === 'offer'
      ? await offerTransferAsStaff(args, id, form.value)
      : await cancelTransferAsStaff(args, id, form.value.reason)
  return done.ok ? redirect(paths.ticketTransfer(id), 303) : form.refuse(done.refusal)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Transfer ticket', noindex: true })

export const handle = { crumbs: () => [{ label: 'Transfer ticket' }] }

/** Shows a ticket's transfers to admins, who offer it or take an offer back in its holder's place. */
export default function TransferTicketPage() {
  const { ticket } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[5]}>
      <PageHeader title="Transfer ticket" text={`Ticket ${ticket.code}`} />
      <StaffTransferPanel ticket={ticket} reply={reply} />
    </div>
  )
}
