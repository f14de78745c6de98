import type { LoaderFunctionArgs } from '@remix-run/node'
import { toUser } from '#core/roles.ts'
import { requireActor } from '#server/actor.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireActor(args)
  return Response.json(toUser(actor), { headers: { 'cache-control': 'no-store' } })
}
