import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listSuppressions } from '#features/mail/suppressions.reads.server.ts'
import { liftSuppressionSchema, suppressionQuerySchema } from '#features/mail/suppressions.schema.ts'
import { liftSuppression } from '#features/mail/suppressions.writes.server.ts'
import { LiftSuppression } from '#features/mail/ui/lift-suppression.tsx'
import { suppressionList } from '#features/mail/ui/suppression-list.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { stack } from '#ui/layout.css.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Suppressions', noindex: true })

export const handle: StaffHandle = {}

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/email-management/suppressions', suppressionQuerySchema, listSuppressions)

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/email-management/suppressions')
  const form = await readForm(args.request, liftSuppressionSchema)
  if (!form.ok) return form.reply()
  const lifted = await liftSuppression(args, form.value.id, form.value.reason)
  return lifted.ok ? redirect(paths.suppressions({ show: 'ended' })) : form.refuse(lifted.refusal)
}

/** Lists the addresses that get no mail, and lifts them with a reason. */
export default function SuppressionsPage() {
  const { list, query } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const chosen = list?.suppressions.find(({ id, liftedAt }) => id === query.lift && !liftedAt)
  return (
    <div className={stack[5]}>
      {chosen && <LiftSuppression suppression={chosen} reply={reply} />}
      <StaffList list={suppressionList} data={list} query={query} />
    </div>
  )
}
