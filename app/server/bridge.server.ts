import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/** Between Node's requests and answers and the web's, which Remix speaks. */

/**
 * Makes the web request for a Node request.
 * @param siteUrl the site's public origin: the only source of the request's scheme and host, whatever its headers say
 * @param body the body, read and judged already; undefined when there is none
 * @param gone aborts when nobody waits for the answer any more
 * @param method the request's own when left out
 */
export function toWebRequest(
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  siteUrl: string,
  body: Buffer | undefined,
  gone: AbortSignal,
  method = req.method ?? 'GET',
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  headers.set('host', new URL(siteUrl).host)
  const sent = method === 'GET' || method === 'HEAD' || !body?.length ? {} : { body: new Uint8Array(body) }
  return new Request(siteUrl + (req.url ?? '/'), { method, headers, signal: gone, ...sent })
}

/** An AbortSignal that fires when the visitor hangs up before the answer is complete. */
export function whenGone(res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  res.on('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}

const packable =
  /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json|xml|ld\+json|x-script)|image\/svg)/i

/** Which compression pays for an answer made on the spot: the cheap levels, and none for what is small or streamed live. */
function packer(req: IncomingMessage, headers: Headers) {
  const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!packable.test(headers.get('content-type') ?? '') || length < 1400) return undefined
  if (headers.has('content-encoding') || /no-transform/.test(headers.get('cache-control') ?? ''))
    return undefined
  const accepted = acceptedEncodings(req)
  if (accepted.br)
    return { name: 'br', stream: createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }) }
  if (accepted.gzip) return { name: 'gzip', stream: createGzip({ level: 3 }) }
  return undefined
}

/** Which of our two encodings the visitor's browser takes. */
export function acceptedEncodings(req: IncomingMessage): { br: boolean; gzip: boolean } {
  const header = String(req.headers['accept-encoding'] ?? '')
  const takes = (name: string) =>
    new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*($|,))`, 'i').test(header)
  return { br: takes('br'), gzip: takes('gzip') }
}

/**
 * Sends a web response. Headers set on `res` before stay unless the response names them.
 * @param cookies Set-Cookie values collected while the answer was made
 */
export async function sendWebResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  cookies: readonly string[],
): Promise<void> {
  res.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') res.setHeader(name, value)
  const setCookies = [...response.headers.getSetCookie(), ...cookies]
  if (setCookies.length > 0) res.setHeader('set-cookie', setCookies)
  if (!response.body || req.method === 'HEAD') {
    res.end()
    return
  }
  const body = Readable.fromWeb(response.body as NodeReadableStream)
  const packed = packer(req, response.headers)
  if (packed) {
    res.removeHeader('content-length')
    res.setHeader('content-encoding', packed.name)
    res.appendHeader('vary', 'accept-encoding')
    await pipeline(body, packed.stream, res)
    return
  }
  if (/event-stream/i.test(response.headers.get('content-type') ?? '')) res.flushHeaders()
  await pipeline(body, res)
}
