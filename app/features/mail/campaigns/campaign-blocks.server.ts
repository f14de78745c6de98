import * as z from 'zod'
import type { CampaignBlock } from '#core/campaign-blocks.ts'
import type { Result } from '#core/result.ts'
import { notFound } from '#server/api.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readCampaign } from './campaign.reads.server.ts'
import { cardQuerySchema } from './campaign.schema.ts'
import type { CampaignEditor } from './campaign.types.ts'
import { saveCampaign } from './campaign.writes.server.ts'

/**
 * Reads the campaign and the block that an address names (`block`).
 * @throws 404 where the caller may read no such campaign, or it has no such block
 */
export async function readBlock(
  args: RequestArgs & { params: Record<string, string | undefined> },
): Promise<{ campaign: CampaignEditor; block: CampaignBlock }> {
  const id = z.uuid().safeParse(args.params.id).data
  const query = cardQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const campaign = id ? await readCampaign(args, id) : null
  const block = campaign?.blocks.find((one) => one.id === query.block)
  if (!campaign || !block) throw notFound()
  return { campaign, block }
}

/** Saves one block of a campaign. @param version the one that its form was read with */
export function saveBlock(
  args: RequestArgs,
  campaign: CampaignEditor,
  version: number,
  block: CampaignBlock,
): Promise<Result<{ version: number }>> {
  const blocks = campaign.blocks.map((other) => (other.id === block.id ? block : other))
  return saveCampaign(args, campaign.id, version, { ...campaign, blocks })
}
