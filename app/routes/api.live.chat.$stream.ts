import type { LoaderFunctionArgs } from '@remix-run/node'
import * as z from 'zod'
import { sendSchema } from '#features/live/chat/chat.schema.ts'
import { sendChatMessage } from '#features/live/chat/chat.writes.server.ts'
import { listenToChat } from '#features/live/chat/listen-to-chat.server.ts'
import { requireSession } from '#server/actor.server.ts'
import { apiAction, notFound, refusalResponse } from '#server/api.server.ts'

const streamOf = (params: LoaderFunctionArgs['params']) => {
  const stream = z.uuid().safeParse(params.stream).data
  if (!stream) throw notFound()
  return stream
}

/** Responds with the chat of a stream as server-sent events; open to everybody, the room decides what each may see. */
export async function loader(args: LoaderFunctionArgs) {
  const stream = streamOf(args.params)
  if (args.request.method === 'HEAD')
    return new Response(null, { headers: { 'content-type': 'text/event-stream' } })
  const response = await listenToChat(args, stream)
  if (!response) throw notFound()
  return response
}

/** Takes a message; the database decides whether its author may write now. */
export const action = apiAction(
  { schema: sendSchema, guard: (args) => requireSession(args) },
  async (args, { value }) => {
    const sent = await sendChatMessage(args, streamOf(args.params), value)
    return sent.ok
      ? Response.json(sent.value, { status: 201, headers: { 'cache-control': 'no-store' } })
      : refusalResponse(sent.refusal)
  },
)
