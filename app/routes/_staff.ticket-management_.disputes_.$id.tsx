import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readDispute } from '#features/orders/disputes/disputes.reads.server.ts'
import { sendEvidenceSchema } from '#features/orders/disputes/disputes.schema.ts'
import { sendEvidence } from '#features/orders/disputes/disputes.writes.server.ts'
import { DisputePage } from '#features/orders/disputes/ui/dispute-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, dispute] = await readGuarded(args, requireStaffPage(args, '/ticket-management/disputes'), () =>
    readDispute(args, args.params.id ?? ''),
  )
  if (!dispute) throw notFound()
  return { dispute }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireStaffPage(args, '/ticket-management/disputes')
  const form = await readForm(args.request, sendEvidenceSchema)
  if (!form.ok) return form.reply()
  const dispute = await readDispute(args, args.params.id ?? '')
  if (!dispute) throw notFound()
  if (form.value.currentPassword) {
    const refusal = await proveAgain(args, actor, form.value.currentPassword)
    if (refusal) return form.refuse(refusal)
  }
  const sent = await sendEvidence(args, dispute, args.context.requestContext.log)
  return sent.ok ? redirect(paths.dispute(dispute.id)) : form.refuse(sent.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Dispute', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: `Order ${data.dispute.orderCode}` }] : []),
}

/** Shows one dispute with its evidence. */
export default function DisputeRoute() {
  const { dispute } = useLoaderData<typeof loader>()
  return (
    <div>
      <PageHeader title={`Dispute of order ${dispute.orderCode}`} />
      <DisputePage dispute={dispute} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
