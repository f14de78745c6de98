import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listCases } from '#features/community/moderation/moderation.reads.server.ts'
import {
  caseQuerySchema,
  nextCaseSchema,
  openCaseSchema,
} from '#features/community/moderation/moderation.schema.ts'
import { claimNextCase, openPostCase } from '#features/community/moderation/moderation.writes.server.ts'
import { CaseActions, caseList } from '#features/community/moderation/ui/case-list.tsx'
import { requireStaffPage } from '#server/actor.server.ts'
import { refusalResponse } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Moderation', noindex: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/admin/moderation', caseQuerySchema, listCases)

/** Opens the case about a post, or claims the next case and opens it; the queue where none is left. */
export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/moderation')
  const sent = await readIntent(args.request, { next: nextCaseSchema, open: openCaseSchema })
  if (!sent.form.ok) return sent.form.reply()
  if (sent.intent === 'open') {
    const opened = await openPostCase(args, sent.form.value.post)
    return opened.ok ? redirect(paths.moderationCase(opened.value)) : refusalResponse(opened.refusal)
  }
  const claimed = await claimNextCase(args, sent.form.value.after ?? null)
  if (!claimed.ok) return refusalResponse(claimed.refusal)
  return redirect(claimed.value ? paths.moderationCase(claimed.value) : paths.moderation())
}

/** Lists cases for moderators. */
export default function ModerationQueue() {
  const { list, query } = useLoaderData<typeof loader>()
  return (
    <StaffList
      list={caseList}
      data={list}
      query={query}
      actions={<CaseActions counts={list?.counts ?? null} />}
    />
  )
}
