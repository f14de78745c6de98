import type { ActionFunctionArgs } from '@remix-run/node'
import { visitHeader, visitIdPattern } from '#core/visit-id.ts'
import { methodNotAllowed, refusalResponse } from '#server/api.server.ts'
import { type ItemViewKind, recordItemView } from './analytics.writes.server.ts'

/**
 * Answers a report of a view or click: 204 whether it counted or not, 404 for what isn't there. The call has no payload;
 * the visit it belongs to stands in a header, and one that is missing or malformed is as none.
 * @param kind what the address counts
 */
export async function answerItemView(args: ActionFunctionArgs, kind: ItemViewKind): Promise<Response> {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const visit = args.request.headers.get(visitHeader) ?? ''
  const sessionId = visitIdPattern.test(visit) ? visit : undefined
  const counted = await recordItemView(args, kind, args.params.id, sessionId)
  return counted.ok ? new Response(null, { status: 204 }) : refusalResponse(counted.refusal)
}
