import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type BanList, banListSchema } from './bans.types.ts'

/** Reads the ban list as door managers of an event see it; refused as `list_bans` refuses. */
export function listBans(args: RequestArgs, event: string): Promise<Result<BanList>> {
  return rpcResult(userClient(args), 'list_bans', { p_event: event }, banListSchema)
}
