import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readRequests } from '#features/assistant/hand-over.reads.server.ts'
import { answerRequestSchema } from '#features/assistant/hand-over.schema.ts'
import { answerRequest } from '#features/assistant/hand-over.writes.server.ts'
import { RequestInbox } from '#features/assistant/ui/request-inbox.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, list] = await readGuarded(args, requireStaffPage(args, '/admin/assistant'), () =>
    readRequests(args),
  )
  return list
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/assistant')
  const form = await readForm(args.request, answerRequestSchema)
  if (!form.ok) return data({ refusal: 'Write an answer first' }, { status: 422 })
  const answered = await answerRequest(args, form.value.request, form.value.reply)
  if (answered.ok) return redirect(paths.assistantInbox())
  return data({ refusal: refusalSentence(answered.refusal) }, { status: refusalStatus(answered.refusal) })
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Messages', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Messages' }] }

/** Shows messages of members who asked the assistant for a person, and answers them by mail. */
export default function AssistantInboxRoute() {
  const reply = useActionData<typeof action>()
  const list = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Messages" text={list.open === 1 ? '1 is open.' : `${list.open} are open.`} />
      <RequestInbox list={list} refusal={reply?.refusal ?? null} />
    </div>
  )
}
