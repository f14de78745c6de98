import type { LoaderFunctionArgs } from '@remix-run/node'
import { pickupPackQuerySchema } from '#features/door/pickup/pickup.schema.ts'
import { readPickupPack } from '#features/door/pickup/pickup-pack.reads.server.ts'
import { requireGrant } from '#server/actor.server.ts'
import { refusalCodeResponse, refusalResponse } from '#server/api.server.ts'

/** Returns the signed pack of what an event's pickup station hands over, `SignedPack`; 403 to a phone that gets none. */
export async function loader(args: LoaderFunctionArgs) {
  const query = pickupPackQuerySchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!query.success) return refusalCodeResponse('invalid')
  await requireGrant(args, 'scan', query.data.event)
  const read = await readPickupPack(args, query.data)
  if (!read.ok) return refusalResponse(read.refusal)
  return Response.json(read.value, { headers: { 'cache-control': 'private, no-store' } })
}
