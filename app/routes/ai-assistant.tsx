import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { answerQuestion } from '#features/assistant/answer.server.ts'
import { readAssistant } from '#features/assistant/assistant.reads.server.ts'
import {
  askSchema,
  deleteConversationSchema,
  rateSchema,
  shownConversationSchema,
} from '#features/assistant/assistant.schema.ts'
import { deleteConversation, rateAnswer } from '#features/assistant/assistant.writes.server.ts'
import { readDrafts } from '#features/assistant/drafts.reads.server.ts'
import { AssistantView } from '#features/assistant/ui/assistant-view.tsx'
import { readHelpAnswer } from '#features/help/help-answer.reads.server.ts'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { page as pageColumn } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'AI Assistant',
    description: 'Ask about events, your tickets and orders, refunds and the shop.',
    noindex: true,
  })

export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader(args: LoaderFunctionArgs) {
  const conversation = shownConversationSchema.parse(new URL(args.request.url).searchParams.get('c'))
  const [, [page, drafts]] = await readGuarded(args, requireMember(args), () =>
    Promise.all([
      readAssistant(args, conversation),
      conversation === null ? [] : readDrafts(args, conversation),
    ]),
  )
  if (!page || (conversation !== null && page.turns.length === 0)) throw notFound()
  return { page, conversation, drafts }
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const sent = await readIntent(args.request, {
    ask: askSchema,
    rate: rateSchema,
    delete: deleteConversationSchema,
  })
  if (sent.intent === 'ask') {
    if (!sent.form.ok) return sent.form.reply()
    const answered = await answerQuestion(args, sent.form.value, {
      readHelp: (topic) => readHelpAnswer(args, topic),
    })
    return answered.ok
      ? redirect(paths.conversation(answered.value.conversationId))
      : sent.form.refuse(answered.refusal)
  }
  if (sent.intent === 'rate') {
    if (!sent.form.ok) return sent.form.reply()
    const rated = await rateAnswer(args, sent.form.value.turn, sent.form.value.rating)
    return rated.ok ? backTo(args.request) : sent.form.refuse(rated.refusal)
  }
  if (!sent.form.ok) return sent.form.reply()
  const deleted = await deleteConversation(args, sent.form.value.conversation ?? null)
  return deleted.ok ? redirect(paths.aiAssistant()) : sent.form.refuse(deleted.refusal)
}

/** Leads back to the conversation that a form was sent from. */
function backTo(request: Request) {
  const from = URL.parse(request.headers.get('referer') ?? '')
  const conversation = shownConversationSchema.parse(from?.searchParams.get('c') ?? null)
  return redirect(conversation === null ? paths.aiAssistant() : paths.conversation(conversation))
}

/** Answers questions of members, from what they can see themselves. */
export default function AiAssistantRoute() {
  const { page, conversation, drafts } = useLoaderData<typeof loader>()
  return (
    <div className={pageColumn}>
      <PageHeader title="AI Assistant" />
      <AssistantView
        page={page}
        conversation={conversation}
        drafts={drafts}
        reply={useActionData<typeof action>() ?? null}
      />
    </div>
  )
}
