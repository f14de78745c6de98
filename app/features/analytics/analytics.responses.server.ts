import type { ActionFunctionArgs } from '@remix-run/node'
import { visitHeader, visitIdPattern } from '#core/visit-id.ts'
import { methodNotAllowed, refusalResponse } from '#server/api.server.ts'
import { type ItemViewKind, recordItemView } from './analytics.writes.server.ts'

/**
 * Records a reported view or click. The request has no body; its visit id is in a header, which is ignored where it is
 * malformed.
 * @param kind what the route counts
 * @returns 204 whether it counted or not, 404 for what isn't there
 */
export async function itemViewResponse(args: ActionFunctionArgs, kind: ItemViewKind): Promise<Response> {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const visit = args.request.headers.get(visitHeader) ?? ''
  const sessionId = visitIdPattern.test(visit) ? visit : undefined
  const counted = await recordItemView(args, kind, args.params.id, sessionId)
  return counted.ok ? new Response(null, { status: 204 }) : refusalResponse(counted.refusal)
}
