import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readChatPage } from '#features/live/chat/chat.reads.server.ts'
import { actSchema, sendSchema } from '#features/live/chat/chat.schema.ts'
import { actInChat, sendChatMessage } from '#features/live/chat/chat.writes.server.ts'
import { ChatPanel } from '#features/live/chat/ui/chat-panel.tsx'
import { requireSession } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { page } from '#ui/layout.css.ts'

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, { title: data ? `Chat: ${data.chat.stream.title}` : 'Chat', noindex: true })

/** Reads the chat as the caller; open to everybody who may read it. */
export async function loader(args: LoaderFunctionArgs) {
  const chat = await readChatPage(args, args.params.code ?? '')
  if (!chat) throw notFound()
  return { chat, replyTo: z.uuid().safeParse(new URL(args.request.url).searchParams.get('to')).data ?? null }
}

const replySchema = z.object({ message: z.uuid() })

/** Takes the forms of the chat before JavaScript. */
export async function action(args: ActionFunctionArgs) {
  await requireSession(args)
  const code = args.params.code ?? ''
  const read = await readIntent(args.request, { send: sendSchema, act: actSchema, reply: replySchema })
  if (!read.form.ok) return read.form.reply()
  if (read.intent === 'reply') return redirect(paths.liveChat(code, { to: read.form.value.message }), 303)
  const chat = await readChatPage(args, code)
  if (!chat) throw notFound()
  const { id } = chat.stream
  const done =
    read.intent === 'send'
      ? await sendChatMessage(args, id, read.form.value)
      : await actInChat(args, id, read.form.value)
  return done.ok ? redirect(paths.liveChat(code), 303) : read.form.refuse(done.refusal)
}

/** The chat of a stream alone, for a second screen, and for who has no JavaScript. */
export default function ChatOfStream() {
  const { chat, replyTo } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const errors = [...(reply?.error?.body ?? []), ...(reply?.error?.[''] ?? [])]
  const typed = reply?.initialValue?.body
  return (
    <div className={page}>
      <ChatPanel
        stream={{ ...chat.stream, timeZone: chat.timeZone }}
        initial={chat}
        answer={{
          errors: errors.length > 0 ? errors : undefined,
          text: typeof typed === 'string' ? typed : '',
          replyTo,
        }}
        isPage
      />
    </div>
  )
}
