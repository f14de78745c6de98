import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { readEnv } from '#server/env.server.ts'
import { ingestFolder } from '#server/live-source-ingest.server.ts'
import { readStreamSource } from '#server/live-source-reads.server.ts'
import { hasFfmpeg, startIngest } from '#server/rtmp-ingest.server.ts'
import { findIngestStream, reportIngest, reportReplay } from './ingest.writes.server.ts'

/** How often recordings are looked through, in milliseconds. */
const sweepEvery = 60_000
/** States in which nobody will watch what is in the folder. */
const gone = new Set(['archived', 'cancelled'])

/** Reports the recordings of streams that ended, and deletes those whose time is over. */
async function sweepRecordings(dataDir: string): Promise<void> {
  const entries = await readdir(join(dataDir, 'live')).catch(() => [])
  for (const streamId of entries.filter((name) => /^[0-9a-f-]{36}$/.test(name))) {
    const source = await readStreamSource(streamId)
    if (!source || gone.has(source.state))
      await rm(ingestFolder(dataDir, streamId), { recursive: true, force: true })
    else if (source.state === 'ended') await reportReplay(streamId)
  }
}

/**
 * Takes RTMP where RTMP_PORT is set and ffmpeg is on the machine.
 * @returns what ends it; null where it is off
 */
export async function startStreamIngest(log: Logger): Promise<{ stop(): Promise<void> } | null> {
  const { RTMP_PORT: port, HOST: host, DATA_DIR: dataDir } = readEnv()
  if (port === undefined) return null
  if (!(await hasFfmpeg())) {
    log.error(
      'RTMP_PORT is set, but there is no ffmpeg on this machine: streams of the kind ingest can not be sent',
    )
    return null
  }
  const ingest = await startIngest({
    port,
    host,
    dataDir,
    log,
    findStream: findIngestStream,
    async report({ streamId }, report) {
      const reported = await reportIngest(streamId, report)
      if (!reported.ok) log.warn({ streamId, code: reported.refusal.code }, 'a sender was ended')
      return reported.ok
    },
  })
  const sweep = () =>
    void sweepRecordings(dataDir).catch((error: unknown) =>
      log.warn({ err: error }, 'recordings could not be looked through'),
    )
  const timer = setInterval(sweep, sweepEvery)
  return {
    async stop() {
      clearInterval(timer)
      await ingest.stop()
    },
  }
}
