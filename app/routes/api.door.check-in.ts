import { checkInSchema } from '#features/door/door.schema.ts'
import { checkIn } from '#features/door/door.writes.server.ts'
import { requireGrant } from '#server/actor.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

/** Checks in one scan of a scanner's page. */
export const action = apiAction(
  { schema: checkInSchema, guard: (args, { event }) => requireGrant(args, 'scan', event) },
  async (args, { value }) => {
    const result = await checkIn(args, value)
    if (!result.ok) return refusalResponse(result.refusal)
    return Response.json(result.value, { headers: { 'cache-control': 'no-store' } })
  },
)
