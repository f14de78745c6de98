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
import { listFailures } from '#features/staff/failures/failures.reads.server.ts'
import {
  discardFailureSchema,
  failureQuerySchema,
  retryFailureSchema,
} from '#features/staff/failures/failures.schema.ts'
import { discardFailure, retryFailure } from '#features/staff/failures/failures.writes.server.ts'
import { FailureList, type RefusedFailure } from '#features/staff/failures/ui/failure-list.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Failures', noindex: true })

const queryOf = (request: Request) => {
  const { searchParams } = new URL(request.url)
  return failureQuerySchema.parse({ show: searchParams.get('show'), after: searchParams.get('after') })
}

export async function loader(args: LoaderFunctionArgs) {
  const query = queryOf(args.request)
  const [, list] = await readGuardedList(args, requireStaffPage(args, '/admin/failures'), () =>
    listFailures(args, query),
  )
  return data({ list, query }, { status: list ? 200 : 500 })
}

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
  const { show } = queryOf(args.request)
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
    <div className={stack[6]}>
      <PageHeader title="Failures" text="Work that failed, is on hold or keeps failing." />
      {said && !refused && <Banner tone={said.tone} title={said.title} announce />}
      <FailureList list={list} query={query} refused={refused} />
    </div>
  )
}
