import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listChatReports } from '#features/live/chat/chat.reads.server.ts'
import { judgeSchema } from '#features/live/chat/chat.schema.ts'
import { judgeChatMessage } from '#features/live/chat/chat.writes.server.ts'
import { ReportedMessages } from '#features/live/chat/ui/reported-messages.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { FormErrors } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, reports] = await readGuarded(args, requireStaffPage(args, '/admin/moderation'), () =>
    listChatReports(args),
  )
  return { reports }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/moderation')
  const form = await readForm(args.request, judgeSchema)
  if (!form.ok) return form.reply()
  const judged = await judgeChatMessage(args, form.value.message, form.value.decision)
  return judged.ok ? redirect(paths.moderationChats(), 303) : form.refuse(judged.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Chat reports', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Chats' }] }

/** Lists the reported messages of the chats of streams, and takes decisions about them. */
export default function ChatReportsRoute() {
  const { reports } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader
        title="Chat reports"
        text="Reported messages from the chats of our streams."
        actions={
          <nav aria-label="Moderation queues" className={cluster[2]}>
            <LinkButton to={paths.moderation()} variant="secondary">
              Cases
            </LinkButton>
            <LinkButton to={paths.moderationChats()} variant="secondary" aria-current="page">
              Chats
            </LinkButton>
          </nav>
        }
      />
      <FormErrors id="chat-errors" errors={reply?.error?.['']} />
      <ReportedMessages reports={reports} />
    </div>
  )
}
