import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { type CampaignFacts, campaignFactsSchema } from './campaigns/campaign.types.ts'

/**
 * Reads what the mails of a campaign are rendered from, as visitors see its events and products: without row policies, so that a price
 * for staff alone is in no mail. Its callers have asked before who may.
 * @returns null when there is no such campaign
 */
export function readCampaignFacts(id: string): Promise<CampaignFacts | null> {
  return rpc(serviceClient(), 'read_campaign_facts', { p_id: id }, campaignFactsSchema)
}
