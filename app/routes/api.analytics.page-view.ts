import { pageViewSchema } from '#features/analytics/analytics.schema.ts'
import { recordPageView } from '#features/analytics/analytics.writes.server.ts'
import { countPromoterClick } from '#features/sharing/promoters/referrals.writes.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

export const action = apiAction({ schema: pageViewSchema }, async (args, { value }) => {
  const recorded = await recordPageView(args, value)
  if (!recorded.ok) return refusalResponse(recorded.refusal)
  if (recorded.value.isPerson) await countPromoterClick(args, value.sessionId)
  return new Response(null, { status: 204 })
})
