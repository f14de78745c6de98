import type { LoaderFunctionArgs } from '@remix-run/node'
import { pollDoor } from '#features/door/door.reads.server.ts'
import { checkInSchema, doorPollQuerySchema } from '#features/door/door.schema.ts'
import { checkIn } from '#features/door/door.writes.server.ts'
import { requireGrant, requireSession } from '#server/actor.server.ts'
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

/**
 * Returns how full an event is, for a scanner whose neighbours admit people too, with open reports for door managers (`doorPollSchema`).
 * Scanners ask every second or two: the function that reads it is the guard, so that it is one round trip to the data.
 */
export async function loader(args: LoaderFunctionArgs) {
  const query = doorPollQuerySchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!query.success) return refusalCodeResponse('invalid')
  await requireSession(args)
  const poll = await pollDoor(args, query.data)
  if (!poll.ok) return refusalResponse(poll.refusal)
  return Response.json(poll.value, { headers: { 'cache-control': 'no-store' } })
}
