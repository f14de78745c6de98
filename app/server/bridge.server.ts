import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/** Converts between Node's requests and responses and the web's, which Remix takes. */

/**
 * Makes the web request for a Node request.
 * @param siteUrl the site's public origin: the only source of the request's scheme and host, whatever its headers say
 * @param body the body, read and checked already; undefined when there is none
 * @param disconnected aborts when the client closed the connection
 * @param method the request's own when left out
 */
export function toWebRequest(
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  siteUrl: string,
  body: Buffer | undefined,
  disconnected: AbortSignal,
  method = req.method ?? 'GET',
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  headers.set('host', new URL(siteUrl).host)
  const sent = method === 'GET' || method === 'HEAD' || !body?.length ? {} : { body: new Uint8Array(body) }
  return new Request(siteUrl + (req.url ?? '/'), { method, headers, signal: disconnected, ...sent })
}

/** Makes an AbortSignal that fires when the client closes the connection before the response is complete. */
export function whenDisconnected(res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  res.on('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}

const packable =
  /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json|xml|ld\+json|x-script)|image\/svg)/i
const smallestPacked = 1400
/** Up to this size, compressing in this thread costs less than handing the work to another. */
const packedAtOnce = 256 * 1024
const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * Compresses a response that was made for one visitor, at a cheap level. The window is no larger than the response: Brotli's
 * default allocates 4 MB each time, which costs more than the compression.
 */
async function pack(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const bits = Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length + 16))))
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_LGWIN]: bits,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  }
  if (body.length > packedAtOnce) {
    return encoding === 'br' ? inThread.br(body, options) : inThread.gzip(body, { level: 3 })
  }
  return encoding === 'br' ? brotliCompressSync(body, options) : gzipSync(body, { level: 3 })
}

/** Tells whether a response is a stream of server-sent events, which stays open until one side ends it. */
export function isEventStream(res: ServerResponse): boolean {
  return /^text\/event-stream/i.test(String(res.getHeader('content-type') ?? ''))
}

/** Tells which of our two encodings the client accepts. */
export function acceptedEncodings(req: IncomingMessage): { br: boolean; gzip: boolean } {
  const header = String(req.headers['accept-encoding'] ?? '')
  const takes = (name: string) =>
    new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*($|,))`, 'i').test(header)
  return { br: takes('br'), gzip: takes('gzip') }
}

/**
 * Sends a web response: text in one piece and compressed where that pays, everything else as it comes. Headers set on `res` before stay
 * unless `headers` names them.
 * @param headers what to send instead of the response's own headers
 * @param cookies Set-Cookie values collected while the response was made
 */
export async function sendWebResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  headers: Headers,
  cookies: readonly string[],
): Promise<void> {
  res.statusCode = response.status
  for (const [name, value] of headers) if (name !== 'set-cookie') res.setHeader(name, value)
  const setCookies = [...headers.getSetCookie(), ...cookies]
  for (const cookie of setCookies) res.appendHeader('set-cookie', cookie)
  if (!response.body || req.method === 'HEAD') {
    res.end()
    return
  }
  const type = headers.get('content-type') ?? ''
  if (packable.test(type) && !headers.has('content-encoding')) {
    const body = Buffer.from(await response.arrayBuffer())
    const { br, gzip: gz } = acceptedEncodings(req)
    const pays = body.length >= smallestPacked && !/no-transform/.test(headers.get('cache-control') ?? '')
    const encoding = br ? 'br' : gz ? 'gzip' : null
    const sent = pays && encoding ? await pack(body, encoding) : body
    if (pays) res.appendHeader('vary', 'accept-encoding')
    if (sent !== body && encoding) res.setHeader('content-encoding', encoding)
    res.setHeader('content-length', sent.length)
    res.end(sent)
    return
  }
  if (isEventStream(res)) res.flushHeaders()
  // The pipeline listens a few times itself; with metrics on, Node would take the sum for a leak.
  res.setMaxListeners(20)
  const sending = pipeline(Readable.fromWeb(response.body as NodeReadableStream), res)
  // Whoever ends a stream of events ends it early; that is no failure.
  await (isEventStream(res) ? sending.catch(() => res.destroy()) : sending)
}
