import * as z from 'zod'
import { actSchema } from '#features/live/chat/chat.schema.ts'
import { actInChat } from '#features/live/chat/chat.writes.server.ts'
import { requireSession } from '#server/actor.server.ts'
import { apiAction, notFound, refusalResponse } from '#server/api.server.ts'

/** Takes what the menu of a message or the settings of a chat ask for; the database decides who may. */
export const action = apiAction(
  { schema: actSchema, guard: (args) => requireSession(args) },
  async (args, { value }) => {
    const stream = z.uuid().safeParse(args.params.stream).data
    if (!stream) throw notFound()
    const done = await actInChat(args, stream, value)
    return done.ok ? new Response(null, { status: 204 }) : refusalResponse(done.refusal)
  },
)
