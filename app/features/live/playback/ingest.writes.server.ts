import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { IngestReport, IngestTarget } from '#server/rtmp-ingest.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const targetSchema = z.object({ streamId: z.uuid(), keyVersion: z.int() }).nullable()

/** Reports what a stream's source does. @returns refuses as `report_ingest` does: key replaced, stream over */
export async function reportIngest(
  streamId: string,
  report: IngestReport,
): Promise<Result<{ state: string }>> {
  const values = { p_stream: streamId, p_report: report }
  return await rpcResult(serviceClient(), 'report_ingest', values, z.object({ state: z.string() }))
}

/** Finds the stream that a stream key may send to now. @returns null for a key of none */
export async function findIngestStream(key: string): Promise<IngestTarget | null> {
  return await rpc(serviceClient(), 'find_ingest_stream', { p_key_hash: hashToken(key) }, targetSchema)
}

/** Reports that the recording of a stream can be played. */
export async function reportReplay(streamId: string): Promise<void> {
  await rpc(serviceClient(), 'report_replay', { p_stream: streamId }, z.unknown())
}

/** Finds the stream that Mux knows by an id of its own. */
export async function findMuxStream(liveStreamId: string): Promise<IngestTarget | null> {
  return await rpc(serviceClient(), 'find_mux_stream', { p_live_stream: liveStreamId }, targetSchema)
}

/** Stores under which playback id Mux has the recording of a stream. */
export async function storeMuxRecording(streamId: string, playbackId: string): Promise<void> {
  const values = { p_stream: streamId, p_playback: playbackId }
  await rpc(serviceClient(), 'store_mux_recording', values, z.unknown())
}
