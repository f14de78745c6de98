import { campaignStates } from '#core/campaign-states.ts'
import * as paths from '#core/paths.ts'
import type { CampaignEditor } from './campaign.types.ts'

/** Lists the tabs of a campaign beside its content: who gets it, and for admins what came of it once it was started. */
export function campaignTabPaths({ id, state, mayManage }: CampaignEditor): { to: string; label: string }[] {
  const { isStarted = false, isFinal = false } = campaignStates[state]
  const audience = { to: paths.campaignAudience(id), label: 'Audience' }
  return mayManage && (isStarted || isFinal)
    ? [audience, { to: paths.campaignResults(id), label: 'Results' }]
    : [audience]
}
