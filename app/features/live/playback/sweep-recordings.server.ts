import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ingestFolder } from '#server/live-source-ingest.server.ts'
import { readStreamSource } from '#server/live-source-reads.server.ts'
import { reportReplay } from './ingest.writes.server.ts'

/** How often recordings are looked through, in milliseconds. */
const every = 60_000
/** States in which nobody will watch what is in the folder. */
const gone = new Set(['archived', 'cancelled'])
let last = 0

/**
 * Reports the recordings in the data folder whose streams ended, and deletes those whose time is over; once a minute at most.
 * @param now milliseconds since 1970
 */
export async function sweepRecordings(dataDir: string, now: number): Promise<void> {
  if (now - last < every) return
  last = now
  const entries = await readdir(join(dataDir, 'live')).catch(() => [])
  for (const streamId of entries.filter((name) => /^[0-9a-f-]{36}$/.test(name))) {
    const source = await readStreamSource(streamId)
    if (!source || gone.has(source.state))
      await rm(ingestFolder(dataDir, streamId), { recursive: true, force: true })
    else if (source.state === 'ended') await reportReplay(streamId)
  }
}
