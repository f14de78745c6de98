import { defineJob } from '#server/define-job.server.ts'
import { readEnv } from '#server/env.server.ts'
import { edgeOf, isMultivariant } from '#server/live-playlist.server.ts'
import { readProbedStreams } from '#server/live-source-reads.server.ts'
import type { LiveSource, StreamSource } from '#server/live-sources-port.server.ts'
import { openLiveSources } from '#server/live-sources-registry.server.ts'
import { reportIngest } from './ingest.writes.server.ts'
import { sweepRecordings } from './sweep-recordings.server.ts'

/** What the last look at a stream found: how far its playlist had come, and since when it stands there. */
const seen = new Map<string, { mark: string; at: string | null }>()

/** Reads the playlist of segments that a stream's first quality has, and the bitrate that its list of qualities names. */
async function readSegments(source: LiveSource, stream: StreamSource, now: number) {
  const entry = source.entryOf(stream)
  const first = entry === null ? null : await source.readPlaylist(stream, entry, now)
  if (!first || !isMultivariant(first.text)) return first && { text: first.text, bitrateKbps: null }
  const uri = first.text.split(/\r?\n/).find((line) => line !== '' && !line.startsWith('#'))
  const target = uri && source.addressOf(stream, uri, first.base, 'playlist', now)
  const playlist =
    target && 'through' in target ? await source.readPlaylist(stream, target.through, now) : null
  const bandwidth = /[:,]BANDWIDTH=(\d+)/.exec(first.text)?.[1]
  return (
    playlist && { text: playlist.text, bitrateKbps: bandwidth ? Math.round(Number(bandwidth) / 1000) : null }
  )
}

/**
 * Looks whether a source has come further since the last look.
 * @param source undefined where its settings are missing
 * @param now milliseconds since 1970
 */
export async function probe(source: LiveSource | undefined, stream: StreamSource, now: number) {
  const segments = source && (await readSegments(source, stream, now).catch(() => null))
  const before = seen.get(stream.streamId)
  const { keyVersion } = stream
  if (!segments) return { connected: false, lastSegmentAt: before?.at ?? null, bitrateKbps: null, keyVersion }
  const { sequence, segments: count, last } = edgeOf(segments.text)
  const mark = `${sequence + count} ${last}`
  const hasMoved = before !== undefined && before.mark !== mark
  const at = hasMoved ? new Date(now).toISOString() : (before?.at ?? null)
  seen.set(stream.streamId, { mark, at })
  return { connected: true, lastSegmentAt: at, bitrateKbps: segments.bitrateKbps, keyVersion }
}

/** Watches the sources that do not report by themselves, and reports what they do; looks after recordings in between. */
export const streamProbe = defineJob({
  kind: 'stream_probe',
  async run({ log }) {
    const env = readEnv()
    await sweepRecordings(env.DATA_DIR, Date.now())
    const sources = openLiveSources(env)
    const streams = await readProbedStreams()
    for (const id of seen.keys()) if (!streams.some(({ streamId }) => streamId === id)) seen.delete(id)
    await Promise.all(
      streams.map(async (stream) => {
        const report = await probe(sources.get(stream.kind), stream, Date.now())
        const reported = await reportIngest(stream.streamId, { ...report, droppedFrames: null })
        if (!reported.ok)
          log.info({ streamId: stream.streamId, code: reported.refusal.code }, 'source not taken')
      }),
    )
    return undefined
  },
})
