import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listAppeals } from '#features/community/moderation/moderation.reads.server.ts'
import { appealDecisionSchema } from '#features/community/moderation/moderation.schema.ts'
import { decideAppeal } from '#features/community/moderation/moderation.writes.server.ts'
import { AppealPage } from '#features/community/moderation/ui/appeal-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, list] = await readGuarded(args, requireStaffPage(args, '/admin/moderation'), () =>
    listAppeals(args),
  )
  return list
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/moderation')
  const form = await readForm(args.request, appealDecisionSchema)
  if (!form.ok) return form.reply()
  const { appeal, decision, reason } = form.value
  const decided = await decideAppeal(args, appeal, decision === 'grant', reason)
  return decided.ok ? redirect(paths.moderationAppeals()) : form.refuse(decided.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Appeals', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Appeals' }] }

/** Lists appeals, and takes decisions about them. */
export default function AppealsRoute() {
  const list = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Appeals" text="A different moderator decides than the first time." />
      <AppealPage list={list} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
