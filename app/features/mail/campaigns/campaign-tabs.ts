import type { CampaignEditor } from './campaign.types.ts'

/** Lists the tabs of a campaign beside its content. */
export function campaignTabPaths(_campaign: CampaignEditor): { to: string; label: string }[] {
  return []
}
