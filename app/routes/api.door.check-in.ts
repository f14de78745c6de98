import type { ActionFunctionArgs } from '@remix-run/node'
import { checkInSchema } from '#features/door/door.schema.ts'
import { checkIn } from '#features/door/door.writes.server.ts'
import { requireGrant } from '#server/actor.server.ts'
import { methodNotAllowed, readBody, refusalResponse } from '#server/api.server.ts'

export function loader() {
  return methodNotAllowed('POST')
}

/** One scan of a scanner's page. */
export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const body = await readBody(args.request, checkInSchema)
  if (!body.ok) return body.response
  await requireGrant(args, 'scan', body.value.event)
  const checked = await checkIn(args, body.value)
  if (!checked.ok) return refusalResponse(checked.refusal)
  return Response.json(checked.value, { headers: { 'cache-control': 'no-store' } })
}
