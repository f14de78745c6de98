import type { ActionFunctionArgs } from '@remix-run/node'
import { pageViewSchema } from '#features/analytics/analytics.schema.ts'
import { recordPageView } from '#features/analytics/analytics.writes.server.ts'
import { methodNotAllowed, readBody } from '#server/api.server.ts'

export const loader = () => methodNotAllowed('POST')

export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const body = await readBody(args.request, pageViewSchema)
  if (!body.ok) return body.response
  await recordPageView(args, body.value)
  return new Response(null, { status: 204 })
}
