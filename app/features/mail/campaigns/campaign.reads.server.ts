import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readCampaignFacts } from '../campaign-facts.server.ts'
import { siteOfMails } from '../site-of-mails.server.ts'
import { type CampaignMail, makeSnapshot, renderSample } from '../templates/render-campaign.server.tsx'
import { campaignHints } from './campaign.rules.ts'
import type { CampaignsQuery } from './campaign.schema.ts'
import {
  type CampaignEditor,
  type CampaignList,
  type CampaignTemplates,
  type CardChoice,
  campaignEditorSchema,
  campaignListSchema,
  campaignTemplatesSchema,
  cardChoicesSchema,
} from './campaign.types.ts'

/** Lists a page of campaigns: all for admins, their own for campaign authors. @param limit 200 at most */
export function listCampaigns(
  args: RequestArgs,
  { show, q, after }: CampaignsQuery,
  limit = 50,
): Promise<CampaignList> {
  const values = { p_show: show, p_search: q || undefined, p_after: after ?? undefined, p_limit: limit }
  return rpc(userClient(args), 'list_campaigns', values, campaignListSchema)
}

/** Reads a campaign for its editor. @returns null when there is none that the caller may read */
export function readCampaign(args: RequestArgs, id: string): Promise<CampaignEditor | null> {
  return rpc(userClient(args), 'read_campaign', { p_id: id }, campaignEditorSchema)
}

/** Reads templates with their content and history; the database lets admins and campaign authors. */
export function readCampaignTemplates(args: RequestArgs): Promise<CampaignTemplates> {
  return rpc(userClient(args), 'read_campaign_templates', {}, campaignTemplatesSchema)
}

/**
 * Finds events or products that a block may show.
 * @param search a part of their names; null finds none
 * @param ids those that it shows already, whatever became of them
 */
export function findCards(
  args: RequestArgs,
  kind: 'events' | 'products',
  search: string | null,
  ids: string[],
): Promise<CardChoice[]> {
  // The Data API takes null for a text, which its generated types do not say.
  const values = { p_kind: kind, p_search: search as string, p_ids: ids }
  return rpc(userClient(args), 'find_campaign_cards', values, cardChoicesSchema)
}

/** Names what the blocks of a campaign show, by id. */
export async function readCardNames(
  args: RequestArgs,
  { blocks }: CampaignEditor,
): Promise<Record<string, string>> {
  const idsOf = (kind: 'events' | 'products') =>
    blocks.flatMap((block) =>
      block.kind === kind ? (block as Record<string, unknown>)[kind] : [],
    ) as string[]
  const found = await Promise.all(
    (['events', 'products'] as const).map((kind) => {
      const ids = idsOf(kind)
      return ids.length > 0 ? findCards(args, kind, null, ids) : Promise.resolve([])
    }),
  )
  return Object.fromEntries(found.flat().map(({ id, title }) => [id, title]))
}

/** How a campaign would look now, and what could be better. */
export type CampaignPreview = CampaignMail & { bytes: number; hints: { id: string; text: string }[] }

/**
 * Renders a campaign as its author sees it: with their own name.
 * @returns null when there is no such campaign
 */
export async function previewCampaign(id: string, firstName: string): Promise<CampaignPreview | null> {
  const facts = await readCampaignFacts(id)
  if (!facts) return null
  const site = siteOfMails()
  const mail = renderSample(makeSnapshot(facts, site), { firstName, siteUrl: site.siteUrl })
  const bytes = Buffer.byteLength(mail.html)
  return { ...mail, bytes, hints: campaignHints(facts, bytes) }
}
