import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { returnsSchema, type TicketReturns } from './returns.types.ts'

/** Reads which of the caller's tickets are listed for return, and which can be. */
export function readReturns(args: RequestArgs): Promise<TicketReturns> {
  return rpc(userClient(args), 'read_returns', {}, returnsSchema)
}
