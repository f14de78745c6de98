import * as z from 'zod'
import type { Audience } from '#core/audience.ts'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'

/**
 * Saves an audience under a name.
 * @param audience.id null for a new one
 * @param audience.version the version that was read; null for a new one
 * @returns its id; refused as `save_audience` refuses
 */
export function saveAudience(
  args: RequestArgs,
  {
    id,
    name,
    definition,
    version,
  }: {
    id: string | null
    name: string
    definition: Audience
    version: number | null
  },
): Promise<Result<string>> {
  const values = { p_id: id, p_name: name, p_definition: definition, p_version: version }
  return rpcResult(userClient(args), 'save_audience', values, z.uuid())
}

/** Deletes a saved audience. @returns refused with `not_found` */
export const deleteAudience = (args: RequestArgs, id: string) =>
  rpcResult(userClient(args), 'delete_audience', { p_id: id }, z.unknown())

/**
 * Saves who a draft campaign goes to.
 * @param version of the campaign that was read
 * @returns its version now; refused as `save_campaign_audience` refuses
 */
export const saveCampaignAudience = (
  args: RequestArgs,
  id: string,
  version: number,
  audience: Audience,
): Promise<Result<number>> =>
  rpcResult(
    userClient(args),
    'save_campaign_audience',
    { p_id: id, p_version: version, p_audience: audience },
    z.int(),
  )
