import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { playlistAddress, sessionMedia } from '#core/live-paths.ts'
import { signPlayback } from '#server/playback-token.server.ts'
import { makeStream } from '../supabase/tests/streams.ts'
import { type Comparison, compareWithBare } from './event-page.ts'

/** `npm run bench -- live`: a segment through the check of its token, and a playlist made for its viewer, each beside the same bytes sent by a bare server. */

/** Reads the first line that names something of a kind. */
async function firstName(url: string, ending: string): Promise<string> {
  const text = await (await fetch(url)).text()
  const name = text.split('\n').find((line) => new RegExp(`^[\\w-]+\\.${ending}\\?t=`).test(line))
  if (!name) throw new Error(`${url} names no .${ending}`)
  return name
}

/**
 * Measures both.
 * @param siteUrl the address of the running site
 * @param secret its key for tickets, from which that of tokens is derived
 */
export async function measureLive(siteUrl: string, dbUrl: string, secret: string): Promise<Comparison[]> {
  const sql = postgres(dbUrl, { max: 1, onnotice() {} })
  try {
    const [streamId, sessionId] = [await makeStream(sql, { kind: 'demo' }), randomUUID()]
    const expiresAt = new Date(Date.now() + 3_600_000)
    const token = await signPlayback(secret, {
      streamId,
      sessionId,
      viewer: 'bench',
      isReplay: false,
      expiresAt,
    })
    const base = siteUrl + sessionMedia(streamId, sessionId)
    const index = siteUrl + playlistAddress(streamId, sessionId, token)
    const playlist = `${base}/${await firstName(index, 'm3u8')}`
    const segment = `${base}/${await firstName(playlist, 'bin')}`
    return [
      await compareWithBare('segment through the check', segment),
      await compareWithBare("playlist with the viewer's token", playlist),
    ]
  } finally {
    await sql.end()
  }
}
