import * as z from 'zod'
import { sessionTokenSchema } from '#features/live/playback/playback.schema.ts'
import { endPlayback } from '#features/live/playback/playback.writes.server.ts'
import { readActor } from '#server/actor.server.ts'
import { apiAction } from '#server/api.server.ts'

/** Notes that a player is gone. Says nothing of sessions that are not the caller's. */
export const action = apiAction(
  { schema: sessionTokenSchema, guard: (args) => readActor(args) },
  async (args, { value }) => {
    const session = z.uuid().safeParse(args.params.session)
    if (session.success) await endPlayback(args, session.data, value.token)
    return new Response(null, { status: 204 })
  },
)
