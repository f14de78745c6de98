import type { ActionFunctionArgs } from '@remix-run/node'
import { methodNotAllowed, readBody, refusalAnswer } from '#server/api.server.ts'
import { itemViewSchema } from './analytics.schema.ts'
import { type ItemViewKind, recordItemView } from './analytics.writes.server.ts'

/**
 * Answers a report of a view or click: 204 whether it counted or not, 404 for what isn't there.
 * @param kind what the address counts
 */
export async function answerItemView(args: ActionFunctionArgs, kind: ItemViewKind): Promise<Response> {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const body = await readBody(args.request, itemViewSchema, { mayBeEmpty: true })
  if (!body.ok) return body.response
  const counted = await recordItemView(args, kind, args.params.id, body.value.sessionId)
  return counted.ok ? new Response(null, { status: 204 }) : refusalAnswer(counted.refusal)
}
