import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { listFailures } from '#features/operations/failures/failures.reads.server.ts'
import {
  discardFailureSchema,
  failureQuerySchema,
  retryFailureSchema,
} from '#features/operations/failures/failures.schema.ts'
import { discardFailure, retryFailure } from '#features/operations/failures/failures.writes.server.ts'
import { failureList, type RefusedFailure } from '#features/operations/failures/ui/failure-list.tsx'
import { requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { loadStaffList } from '#server/staff-list.server.ts'
import { Banner } from '#ui/banner.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Failures', noindex: true })

export const loader = (args: LoaderFunctionArgs) =>
  loadStaffList(args, '/admin/failures', failureQuerySchema, listFailures)

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/failures')
  const { intent, form, fields } = await readIntent(args.request, {
    retry: retryFailureSchema,
    discard: discardFailureSchema,
  })
  const refuse = (message: string, status: number) =>
    data<RefusedFailure>({ kind: String(fields.get('kind')), id: String(fields.get('id')), message }, status)
  if (!form.ok) {
    const { error } = form.reply().data
    return refuse(Object.values(error ?? {}).flat()[0] ?? 'Please check this field', 422)
  }
  const { searchParams } = new URL(args.request.url)
  const { show } = failureQuerySchema.parse(Object.fromEntries(searchParams))
  if (form.value.intent === 'discard') {
    const discarded = await discardFailure(args, form.value)
    if (!discarded.ok) return refuse(refusalSentence(discarded.refusal), refusalStatus(discarded.refusal))
    return redirect(paths.adminFailures({ show, done: intent }), 303)
  }
  const retried = await retryFailure(args, form.value)
  if (!retried.ok) return refuse(refusalSentence(retried.refusal), refusalStatus(retried.refusal))
  return redirect(paths.adminFailures({ show, done: retried.value ? intent : 'still' }), 303)
}

const done: Record<string, { tone: 'success' | 'warning'; title: string }> = {
  retry: { tone: 'success', title: 'Trying again.' },
  discard: { tone: 'success', title: 'Taken off the list.' },
  still: { tone: 'warning', title: "It still can't be applied." },
}

/** Lists what failed for good and waits for a decision. */
export default function Failures() {
  const { list, query } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>() ?? null
  const said = done[useSearchParams()[0].get('done') ?? '']
  return (
    <StaffList list={failureList} data={list && { ...list, refused }} query={query}>
      {said && !refused && <Banner tone={said.tone} title={said.title} announce />}
    </StaffList>
  )
}
