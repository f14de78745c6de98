import { handOversSchema } from '#features/door/pickup/pickup.schema.ts'
import { storeHandOvers } from '#features/door/pickup/pickup.writes.server.ts'
import { requireQueueSender } from '#server/actor.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

/** Takes the goods that a phone handed over without a network; answers what became of each. Sent again, a hand-over is known. */
export const action = apiAction(
  { schema: handOversSchema, guard: (args, { event }) => requireQueueSender(args, event) },
  async (args, { value }) => {
    const stored = await storeHandOvers(args, value)
    if (!stored.ok) return refusalResponse(stored.refusal)
    return Response.json(stored.value, { headers: { 'cache-control': 'no-store' } })
  },
)
