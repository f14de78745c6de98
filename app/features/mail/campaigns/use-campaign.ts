import { useOutletContext } from '@remix-run/react'
import type { CampaignEditor } from './campaign.types.ts'

/** Returns the campaign that the frame read, for the tab inside it. */
export function useCampaign(): CampaignEditor {
  return useOutletContext<{ campaign: CampaignEditor }>().campaign
}
