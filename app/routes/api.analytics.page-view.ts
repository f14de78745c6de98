import { pageViewSchema } from '#features/analytics/analytics.schema.ts'
import { recordPageView } from '#features/analytics/analytics.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction({ schema: pageViewSchema }, async (args, { value }) => {
  await recordPageView(args, value)
  return new Response(null, { status: 204 })
})
