import { checkInSchema } from '#features/door/door.schema.ts'
import { lookUpTicket } from '#features/door/door.writes.server.ts'
import { requireGrant } from '#server/actor.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

/** Says what a scan would decide, for a scanner that asks a person before it admits. */
export const action = apiAction(
  { schema: checkInSchema, guard: (args, { event }) => requireGrant(args, 'scan', event) },
  async (args, { value }) => {
    const found = await lookUpTicket(args, value)
    if (!found.ok) return refusalResponse(found.refusal)
    return Response.json(found.value, { headers: { 'cache-control': 'no-store' } })
  },
)
