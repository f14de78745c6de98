import type { LoaderFunctionArgs } from '@remix-run/node'
import { readDoorPoll } from '#features/door/door.reads.server.ts'
import { checkInSchema, eventQuerySchema } from '#features/door/door.schema.ts'
import { checkIn } from '#features/door/door.writes.server.ts'
import { requireGrant } from '#server/actor.server.ts'
import { apiAction, refusalCodeResponse, refusalResponse } from '#server/api.server.ts'

/** Checks in one scan of a scanner's page. */
export const action = apiAction(
  { schema: checkInSchema, guard: (args, { event }) => requireGrant(args, 'scan', event) },
  async (args, { value }) => {
    const result = await checkIn(args, value)
    if (!result.ok) return refusalResponse(result.refusal)
    return Response.json(result.value, { headers: { 'cache-control': 'no-store' } })
  },
)

/** Returns how full an event is, `DoorPoll`, for a scanner whose neighbours admit people too, with open reports for door managers. */
export async function loader(args: LoaderFunctionArgs) {
  const query = eventQuerySchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!query.success) return refusalCodeResponse('invalid')
  await requireGrant(args, 'scan', query.data.event)
  return Response.json(await readDoorPoll(args, query.data.event), {
    headers: { 'cache-control': 'no-store' },
  })
}
