import { admitGroupSchema } from '#features/door/door.schema.ts'
import { admitGroup } from '#features/door/door.writes.server.ts'
import { requireGrant } from '#server/actor.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

/** Admits several tickets of one order, for a scanner that read one of them. Sent again with the same scans it says what was done. */
export const action = apiAction(
  { schema: admitGroupSchema, guard: (args, { event }) => requireGrant(args, 'scan', event) },
  async (args, { value }) => {
    const admitted = await admitGroup(args, value)
    if (!admitted.ok) return refusalResponse(admitted.refusal)
    return Response.json(admitted.value, { headers: { 'cache-control': 'no-store' } })
  },
)
