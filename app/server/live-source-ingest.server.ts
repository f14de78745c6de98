import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { slidingWindow } from './live-playlist.server.ts'
import { type LiveSourceDefinition, mediaTypeOf } from './live-sources-port.server.ts'

/** Built-in ingest: the segments that ffmpeg writes into the data folder, and its playlist, which is the recording as well. */

/** How many segments the live window has; each takes about four seconds. */
const windowSegments = 30

/** Returns the folder of a stream's segments. */
export function ingestFolder(dataDir: string, streamId: string): string {
  return join(dataDir, 'live', streamId)
}

/** Names the playlist in the folder of a stream. */
export const ingestPlaylist = 'index.m3u8'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Reads a file. @returns null where there is none */
async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const ingestSource: LiveSourceDefinition = {
  name: 'ingest',
  open({ DATA_DIR }) {
    return {
      name: 'ingest',
      entryOf: ({ streamId }) => streamId,
      async readPlaylist({ state, streamId }) {
        const file = await readIfThere(join(ingestFolder(DATA_DIR, streamId), ingestPlaylist))
        if (!file) return null
        const text = file.toString('utf8')
        return { text: state === 'replay' ? text : slidingWindow(text, windowSegments), base: streamId }
      },
      addressOf: (_source, uri, base) => ({ through: `${base}/${uri}` }),
      async readFile(address) {
        const [, streamId, name] = /^([0-9a-f-]{36})\/([\w-]+\.(?:ts|mp4|m4s))$/.exec(address) ?? []
        if (!streamId || !name) return null
        const body = await readIfThere(join(ingestFolder(DATA_DIR, streamId), name))
        return body && { body, type: mediaTypeOf(name) }
      },
    }
  },
}
