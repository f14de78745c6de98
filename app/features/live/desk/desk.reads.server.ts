import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { StreamsQuery } from './desk.schema.ts'
import {
  type StreamChoices,
  type StreamDesk,
  type StreamList,
  streamChoicesSchema,
  streamDeskSchema,
  streamListSchema,
} from './desk.types.ts'

/** Reads a page of the streams that the caller runs. @param limit most rows of a page, up to 200 */
export function listStreams(
  args: RequestArgs,
  { show, q, after }: StreamsQuery,
  limit = 50,
): Promise<StreamList> {
  const values = {
    p_show: show,
    p_limit: limit,
    ...(q ? { p_search: q } : {}),
    ...(after ? { p_after: after } : {}),
  }
  return rpc(userClient(args), 'list_streams', values, streamListSchema)
}

/** Reads the desk of a stream; null where there is none that the caller runs. @param id as it is in the address */
export async function readStreamDesk(args: RequestArgs, id: string | undefined): Promise<StreamDesk | null> {
  const stream = z.uuid().safeParse(id).data
  if (!stream) return null
  return rpc(userClient(args), 'read_stream_desk', { p_stream: stream }, streamDeskSchema.nullable())
}

/** Reads what the forms of a stream offer, for admins. @param stream left out for a new one */
export function readStreamChoices(args: RequestArgs, stream?: string): Promise<StreamChoices> {
  const values = stream === undefined ? {} : { p_stream: stream }
  return rpc(userClient(args), 'read_stream_choices', values, streamChoicesSchema)
}
