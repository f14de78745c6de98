import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type HandOver, handOverSchema, type RequestList, requestListSchema } from './hand-over.types.ts'

/** Reads what the form for a person of the team shows. */
export function readHandOver(args: RequestArgs): Promise<HandOver> {
  return rpc(userClient(args), 'read_hand_over', {}, handOverSchema)
}

/** Reads the messages for the team; the database lets admins only. */
export function readRequests(args: RequestArgs): Promise<RequestList> {
  return rpc(userClient(args), 'read_requests', {}, requestListSchema)
}
