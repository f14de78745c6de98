import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { StreamSource } from './live-sources-port.server.ts'
import { rpc } from './rpc.server.ts'
import { serviceClient } from './supabase.server.ts'

const moment = instant.nullable().transform((at) => (at === null ? null : new Date(at)))

/** Holds what the server is told of a stream's source. */
export const streamSourceSchema = z.object({
  kind: z.string(),
  state: z.string(),
  config: z.unknown(),
  keyVersion: z.int(),
  startedAt: moment,
  interruptedAt: moment,
  endedAt: moment,
})
/** The same, in a list of streams. */
export const probedStreamSchema = streamSourceSchema.extend({ streamId: z.uuid() })

/** Reads where a stream comes from. What it returns holds keys: it is for the server alone. @returns null for an unknown stream */
export async function readStreamSource(streamId: string): Promise<StreamSource | null> {
  const source = await rpc(
    serviceClient(),
    'read_stream_source',
    { p_stream: streamId },
    streamSourceSchema.nullable(),
  )
  return source && { streamId, ...source }
}

/** Reads the streams whose sources have to be looked at, because they do not report by themselves. */
export async function readProbedStreams(): Promise<StreamSource[]> {
  return await rpc(serviceClient(), 'read_probed_streams', {}, z.array(probedStreamSchema))
}
