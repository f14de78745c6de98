import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { readCookies } from '#core/cookies.ts'
import { mediaPath, playbackCookie } from '#core/live-paths.ts'
import { byteRange } from './byte-range.server.ts'
import { RefusedAddressError } from './guarded-fetch.server.ts'
import { endPlaylist, isMultivariant, rewritePlaylist } from './live-playlist.server.ts'
import type { LiveSource, SourceFile, StreamSource } from './live-sources-port.server.ts'
import {
  openAddress,
  type Playback,
  type PlaybackVerdict,
  sealAddress,
  verifyPlayback,
} from './playback-token.server.ts'
import type { RequestRefusal } from './request-checks.server.ts'

/**
 * Serves playlists and segments before Remix. A playlist asks the database for the stream's source, once in five seconds and process; a
 * segment costs a signature. Both are read from their source once for all viewers of a process.
 */

const sourceTtl = 5000
const playlistTtl = 1000
const segmentTtl = 60_000
/** Bytes of segments that a process keeps. */
const segmentBytes = 128 * 1024 * 1024

/** Stands for the viewer's token in a playlist that is kept for all of them. */
const tokenMark = '\u0001'

export type LiveMediaOptions = {
  /** The site's secret. */
  secret: string
  sources: ReadonlyMap<string, LiveSource>
  /** Reads a stream's source. @returns null for an unknown stream */
  readSource(streamId: string): Promise<StreamSource | null>
  log: Pick<Logger, 'warn'>
  now?(): number
}

type Address = { streamId: string; sessionId: string; name: string; ending: string }

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const address = new RegExp(`^${mediaPath}/(${uuid})/(${uuid})/([\\w-]{1,4000})\\.(m3u8|bin)$`)

/** Reads the address of a playlist or segment. @returns null for any other path below ours */
function readAddress(path: string): Address | null {
  const [, streamId, sessionId, name, ending] = address.exec(path) ?? []
  return streamId && sessionId && name && ending ? { streamId, sessionId, name, ending } : null
}

const reasons: Record<(PlaybackVerdict & { ok: false })['reason'], string> = {
  unsigned: "That address isn't signed.",
  expired: 'That address has expired.',
  other_stream: 'That address is for another stream.',
  other_session: 'That address is for another player.',
}

/** Makes the handler of all paths below `/api/live/media`. */
export function createLiveMedia({ secret, sources, readSource, log, now = Date.now }: LiveMediaOptions) {
  const known = new LRUCache<string, Promise<StreamSource | null>>({ max: 1000, ttl: sourceTtl })
  const playlists = new LRUCache<string, Promise<string | null>>({ max: 1000, ttl: playlistTtl })
  const segments = new LRUCache<string, SourceFile>({
    max: 4000,
    ttl: segmentTtl,
    maxSize: segmentBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  })
  const reading = new Map<string, Promise<SourceFile | null>>()

  /** Verifies the token of the address; where it ran out, the one that renewal stored in the session's cookie. */
  async function check(req: IncomingMessage, { streamId, sessionId }: Address, query: string) {
    const token = new URLSearchParams(query).get('t') ?? ''
    const verdict = await verifyPlayback(secret, token, { streamId, sessionId }, now())
    if (verdict.ok || verdict.reason !== 'expired') return { verdict, token }
    const stored = readCookies(req.headers.cookie).get(playbackCookie) ?? ''
    const renewed = await verifyPlayback(secret, stored, { streamId, sessionId }, now())
    return renewed.ok ? { verdict: renewed, token: stored } : { verdict, token }
  }

  /** Reads a stream's source. What is kept of it is as old as its broadcast where the database already lets people watch its recording. */
  async function readKnownSource({ streamId, isReplay }: Playback): Promise<StreamSource | null> {
    const read = () => once(known, streamId, () => readSource(streamId))
    const asked = read()
    const kept = await asked
    if (!kept || !isReplay || kept.state === 'replay') return kept
    if (known.get(streamId) === asked) known.delete(streamId)
    return read()
  }

  /** Writes a playlist with names of ours, the viewers' tokens left open. */
  async function makePlaylist(stored: StreamSource, live: LiveSource, from: string): Promise<string | null> {
    const playlist = await live.readPlaylist(stored, from, now())
    if (!playlist) return null
    const isOver = stored.state === 'ended' || stored.state === 'replay'
    const text = isOver ? endPlaylist(playlist.text) : playlist.text
    return rewritePlaylist(text, (uri, kind) => {
      const target = live.addressOf(stored, uri, playlist.base, kind, now())
      if ('direct' in target) return target.direct
      const sealed = sealAddress(secret, stored.streamId, `${live.name} ${kind} ${target.through}`)
      return `${sealed}.${kind === 'playlist' ? 'm3u8' : 'bin'}?t=${tokenMark}`
    })
  }

  async function sendPlaylist(
    res: ServerResponse,
    req: IncomingMessage,
    to: Address,
    token: string,
    playback: Playback,
  ) {
    const stored = await readKnownSource(playback)
    const live = stored && sources.get(stored.kind)
    if (!stored || !live) return notThere
    const opened = to.name === 'index' ? null : openName(to, 'playlist')
    const from =
      to.name === 'index' ? live.entryOf(stored) : opened?.kind === live.name ? opened.address : null
    if (from === null) return notThere
    const key = `${to.streamId} ${stored.state} ${from}`
    const text = await once(playlists, key, () => makePlaylist(stored, live, from))
    if (text === null) return notThere
    const body = Buffer.from(text.replaceAll(tokenMark, token))
    res.writeHead(200, {
      'content-type': 'application/vnd.apple.mpegurl',
      'content-length': body.length,
      // A list of qualities names playlists with a token: it is as personal as a playlist of segments.
      'cache-control': isMultivariant(text) ? 'private, no-cache' : 'private, no-store',
    })
    res.end(req.method === 'HEAD' ? undefined : body)
    return null
  }

  /** Opens a sealed name. @returns the source's name and the address that it gave */
  function openName({ streamId, name }: Address, wanted: 'playlist' | 'file') {
    const [, kind, sort, opened] =
      /^(\w+) (playlist|file) (.+)$/s.exec(openAddress(secret, streamId, name) ?? '') ?? []
    return kind && opened && sort === wanted ? { kind, address: opened } : null
  }

  async function sendFile(res: ServerResponse, req: IncomingMessage, to: Address) {
    const opened = openName(to, 'file')
    const live = opened && sources.get(opened.kind)
    if (!opened || !live) return notThere
    const key = `${opened.kind} ${opened.address}`
    const file = segments.get(key) ?? (await readSegment(key, live, opened.address))
    if (!file) return notThere
    const range = byteRange(req.headers.range, file.body.length)
    const headers = {
      'content-type': file.type,
      'accept-ranges': 'bytes',
      // What stands at a name never changes; nobody but this viewer's browser may keep it.
      'cache-control': 'private, max-age=600, immutable',
    }
    if (range === 'unsatisfiable') {
      res.writeHead(416, { ...headers, 'content-range': `bytes */${file.body.length}` }).end()
      return null
    }
    const body = range ? file.body.subarray(range.from, range.to + 1) : file.body
    res.writeHead(range ? 206 : 200, {
      ...headers,
      'content-length': body.length,
      ...(range ? { 'content-range': `bytes ${range.from}-${range.to}/${file.body.length}` } : {}),
    })
    res.end(req.method === 'HEAD' ? undefined : body)
    return null
  }

  /** Reads a segment once for all who ask meanwhile and after. */
  function readSegment(key: string, live: LiveSource, from: string): Promise<SourceFile | null> {
    const under = reading.get(key)
    if (under) return under
    const read = live
      .readFile(from)
      .then((file) => {
        if (file) segments.set(key, file)
        return file
      })
      .finally(() => reading.delete(key))
    reading.set(key, read)
    return read
  }

  return {
    /**
     * Sends what a path below ours names.
     * @returns null when it was sent; else why not, for the caller to count and to send
     */
    async respond(req: IncomingMessage, res: ServerResponse): Promise<RequestRefusal | null> {
      const [path = '', query = ''] = (req.url ?? '').split('?', 2)
      if (req.method !== 'GET' && req.method !== 'HEAD')
        return { status: 405, message: 'Use GET here.', headers: { allow: 'GET, HEAD' } }
      const to = readAddress(path)
      if (!to) return notThere
      const { verdict, token } = await check(req, to, query)
      if (!verdict.ok) return { status: 403, message: reasons[verdict.reason] }
      try {
        return to.ending === 'm3u8'
          ? await sendPlaylist(res, req, to, token, verdict.playback)
          : await sendFile(res, req, to)
      } catch (error) {
        if (res.headersSent) throw error
        log.warn({ err: error, streamId: to.streamId }, 'the source of a stream could not be read')
        const isRefused = error instanceof RefusedAddressError
        return { status: isRefused ? 404 : 502, message: "The stream can't be reached right now." }
      }
    },
  }
}

const notThere: RequestRefusal = { status: 404, message: "There's nothing at this address." }

/** Returns what is kept under a key, or asks for it once for all who want it; a failure is not kept. */
function once<Value>(
  cache: LRUCache<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const kept = cache.get(key)
  if (kept) return kept
  const value = read()
  cache.set(key, value)
  value.catch(() => {
    if (cache.peek(key) === value) cache.delete(key)
  })
  return value
}
