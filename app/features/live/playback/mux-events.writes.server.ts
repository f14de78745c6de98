import { findMuxStream, reportIngest, storeMuxRecording } from './ingest.writes.server.ts'
import type { MuxEvent } from './mux-events.types.ts'

/** What an event says of the sender: it connected, or it is gone. */
const connections: Record<string, boolean> = {
  'video.live_stream.connected': true,
  'video.live_stream.recording': true,
  'video.live_stream.active': true,
  'video.live_stream.disconnected': false,
  'video.live_stream.idle': false,
}

/**
 * Takes in an event of Mux: a sender came or went, or a recording is ready. Segments are seen by the probe; events are sooner.
 */
export async function takeMuxEvent({ type, data }: MuxEvent): Promise<void> {
  if (type === 'video.asset.ready' && data.live_stream_id) {
    const signed = data.playback_ids?.find(({ policy }) => policy === 'signed')
    const stream = await findMuxStream(data.live_stream_id)
    if (stream && signed) await storeMuxRecording(stream.streamId, signed.id)
    return
  }
  const connected = connections[type]
  if (connected === undefined) return
  const stream = await findMuxStream(data.id)
  if (!stream) return
  const lastSegmentAt = type === 'video.live_stream.active' ? new Date().toISOString() : null
  const { keyVersion } = stream
  // A stream that is over takes no reports, which is no failure of the event.
  await reportIngest(stream.streamId, {
    bitrateKbps: null,
    droppedFrames: null,
    lastSegmentAt,
    connected,
    keyVersion,
  })
}
