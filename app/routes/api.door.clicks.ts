import type { LoaderFunctionArgs } from '@remix-run/node'
import { eventQuerySchema } from '#features/door/door.schema.ts'
import { readOccupancy } from '#features/door/zones/zones.reads.server.ts'
import { clicksSchema } from '#features/door/zones/zones.schema.ts'
import { storeClicks } from '#features/door/zones/zones.writes.server.ts'
import { requireGrant } from '#server/actor.server.ts'
import { apiAction, refusalCodeResponse, refusalResponse } from '#server/api.server.ts'

/** Counts people without tickets, for the open page of occupancy; answers how full each zone is. */
export const action = apiAction(
  { schema: clicksSchema, guard: (args, { event }) => requireGrant(args, 'scan', event) },
  async (args, { value }) => {
    const counted = await storeClicks(args, value)
    if (!counted.ok) return refusalResponse(counted.refusal)
    return Response.json(counted.value, { headers: { 'cache-control': 'no-store' } })
  },
)

/** Returns how full an event is, `Occupancy`, for the open page that shows it. */
export async function loader(args: LoaderFunctionArgs) {
  const query = eventQuerySchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!query.success) return refusalCodeResponse('invalid')
  await requireGrant(args, 'scan', query.data.event)
  return Response.json(await readOccupancy(args, query.data.event), {
    headers: { 'cache-control': 'no-store' },
  })
}
