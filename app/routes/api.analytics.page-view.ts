import { pageViewSchema } from '#features/analytics/analytics.schema.ts'
import { recordPageView } from '#features/analytics/analytics.writes.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

export const action = apiAction({ schema: pageViewSchema }, async (args, { value }) => {
  const recorded = await recordPageView(args, value)
  return recorded.ok ? new Response(null, { status: 204 }) : refusalResponse(recorded.refusal)
})
