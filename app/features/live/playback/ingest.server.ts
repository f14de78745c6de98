import type { Logger } from 'pino'
import { readEnv } from '#server/env.server.ts'
import { hasFfmpeg, startIngest } from '#server/rtmp-ingest.server.ts'
import { findIngestStream, reportIngest } from './ingest.writes.server.ts'

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
  return await startIngest({
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
}
