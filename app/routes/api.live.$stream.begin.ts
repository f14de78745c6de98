import * as z from 'zod'
import { beginPlaybackSchema } from '#features/live/playback/playback.schema.ts'
import { beginPlayback } from '#features/live/playback/playback.writes.server.ts'
import { readActor } from '#server/actor.server.ts'
import { apiAction, refusalCodeResponse, refusalResponse } from '#server/api.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'

/** Begins playback for whoever may watch: open to visitors, who watch public streams. */
export const action = apiAction(
  { schema: beginPlaybackSchema, guard: (args) => readActor(args) },
  async (args, { value, guarded: actor }) => {
    const network = await visitorNetwork(args)
    const limited = await countAttempt({ limit: 'playback', subject: actor?.id ?? value.device, network })
    if (limited) return refusalResponse(limited)
    const stream = z.uuid().safeParse(args.params.stream)
    if (!stream.success) return refusalCodeResponse('not_found')
    const begun = await beginPlayback(args, stream.data, value.device)
    if (!begun.ok) return refusalResponse(begun.refusal)
    const headers = { 'cache-control': 'no-store', 'set-cookie': begun.value.cookie }
    return Response.json(begun.value.playback, { headers })
  },
)
