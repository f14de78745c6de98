import { uploadSchema } from '#features/door/queue/queue.schema.ts'
import { uploadScans } from '#features/door/queue/queue.writes.server.ts'
import { requireQueueSender } from '#server/actor.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

/** Takes the scans that a device made without a network; answers what became of each. Sent again, a scan is known. */
export const action = apiAction(
  { schema: uploadSchema, guard: (args, { event }) => requireQueueSender(args, event) },
  async (args, { value }) => {
    const uploaded = await uploadScans(args, value)
    if (!uploaded.ok) return refusalResponse(uploaded.refusal)
    return Response.json(uploaded.value, { headers: { 'cache-control': 'no-store' } })
  },
)
