import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { SuppressionQuery } from './suppressions.schema.ts'
import { type SuppressionList, suppressionListSchema } from './suppressions.types.ts'

/**
 * Reads a page of the addresses that get no mail, the latest first.
 * @throws for everybody but admins
 */
export function listSuppressions(
  args: RequestArgs,
  { show, q, after }: SuppressionQuery,
): Promise<SuppressionList> {
  const values = { p_show: show, p_search: q || null, p_after: after, p_limit: 50 }
  return rpc(userClient(args), 'list_suppressions', values, suppressionListSchema)
}
