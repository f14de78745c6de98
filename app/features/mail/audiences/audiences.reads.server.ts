import { type Audience, audienceSchema } from '#core/audience.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import {
  audienceChoicesSchema,
  audienceCountSchema,
  audiencesSchema,
  type SavedAudience,
} from './audiences.types.ts'

/** Lists the saved audiences, A to Z. @throws for everybody but admins and authors of campaigns */
export const listAudiences = (args: RequestArgs) =>
  rpc(userClient(args), 'list_audiences', {}, audiencesSchema)

/** Finds a saved audience. @returns null when there is none */
export async function readAudience(args: RequestArgs, id: string): Promise<SavedAudience | null> {
  const { audiences } = await listAudiences(args)
  return audiences.find((audience) => audience.id === id) ?? null
}

/** Reads what conditions can name. */
export const readAudienceChoices = (args: RequestArgs) =>
  rpc(userClient(args), 'read_audience_choices', {}, audienceChoicesSchema)

/**
 * Counts an audience, with ten masked addresses of it.
 * @param category whose consent makes people reachable
 * @param event the holders of whose tickets are counted, consent or not; null for everybody
 * @returns refused with `audience_invalid`
 */
export const countAudience = (
  args: RequestArgs,
  audience: Audience,
  { category = 'new_events', event = null }: { category?: string; event?: string | null } = {},
) =>
  rpcResult(
    userClient(args),
    'count_audience',
    { p_definition: audience, p_category: category, p_event: event },
    audienceCountSchema,
  )

/** Reads the conditions of a campaign's audience. @returns null when there is none that the caller may read */
export const readCampaignAudience = (args: RequestArgs, id: string): Promise<Audience | null> =>
  rpc(userClient(args), 'read_campaign_audience', { p_id: id }, audienceSchema.nullable())
