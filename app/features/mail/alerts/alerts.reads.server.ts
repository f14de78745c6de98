import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Follows, followsSchema } from './alerts.types.ts'

/** Reads whom the signed-in member follows, and whether mail about it can be sent. */
export async function readMyFollows(args: RequestArgs): Promise<Follows> {
  return await rpc(userClient(args), 'read_my_follows', {}, followsSchema)
}
