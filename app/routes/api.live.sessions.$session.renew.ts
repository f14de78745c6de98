import * as z from 'zod'
import { sessionTokenSchema } from '#features/live/playback/playback.schema.ts'
import { renewPlayback } from '#features/live/playback/playback.writes.server.ts'
import { readActor } from '#server/actor.server.ts'
import { apiAction, refusalCodeResponse, refusalResponse } from '#server/api.server.ts'

/** Renews a player's session. Whoever is signed in renews their own; a visitor proves theirs by its token. */
export const action = apiAction(
  { schema: sessionTokenSchema, guard: (args) => readActor(args) },
  async (args, { value }) => {
    const session = z.uuid().safeParse(args.params.session)
    if (!session.success) return refusalCodeResponse('playback_expired')
    const renewed = await renewPlayback(args, session.data, value.token)
    if (!renewed.ok) return refusalResponse(renewed.refusal)
    const headers = { 'cache-control': 'no-store', 'set-cookie': renewed.value.cookie }
    return Response.json(renewed.value.playback, { headers })
  },
)
