import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type LivePage, livePageSchema, type StreamAccess, streamAccessSchema } from './live.types.ts'

/** Reads the page of streams for the caller. @param code the stream's code or id; left out: what is on the air, or comes next */
export function readLivePage(args: RequestArgs, code?: string): Promise<LivePage> {
  return rpc(userClient(args), 'read_live_page', code === undefined ? {} : { p_code: code }, livePageSchema)
}

/** Reads what the caller may do at a stream; null where there is no such stream. */
export function readStreamAccess(args: RequestArgs, stream: string): Promise<StreamAccess | null> {
  return rpc(userClient(args), 'read_stream_access', { p_stream: stream }, streamAccessSchema.nullable())
}
