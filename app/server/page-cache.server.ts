import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readCookies, themeCookieName } from '#core/cookies.ts'
import { acceptedEncodings } from './bridge.server.ts'
import { pathOf } from './request-checks.server.ts'

/**
 * Answers of public pages kept in memory, for visitors without a session. A route opts in with the header
 * `X-Page-Cache: max-age=10, stale-while-revalidate=60` and so promises that its answer depends on nothing but the path,
 * the theme and the search parameters that the route declares (page-params.server.ts). It is rendered for an address with
 * only those: other parameters of a link (click ids, campaigns) are for scripts in the browser. A response is rendered,
 * compressed and given its content policy once, and then only written.
 */

export const pageCacheHeader = 'x-page-cache'

/** An answer as Remix rendered it: the nonce its scripts carry, and the cookies that were set along the way. */
export type Rendered = { response: Response; nonce: string; cookies: readonly string[] }

type Filled = { entry: Entry } | { rendered: Rendered }
type Form = { body: Buffer; headers: OutgoingHttpHeaders }
type Entry = {
  etag: string
  unchanged: OutgoingHttpHeaders
  plain: Form
  br: Form
  gzip: Form
  size: number
  freshUntil: number
  staleUntil: number
}

/** Cookies that change nothing on a public page. A visitor with any other cookie is served by Remix. */
const harmless = /^(theme|analytics|_ga(_\w+)?)$/
const longestUrl = 512
/** How long a path that did not opt in is rendered for each visitor without waiting for another's rendering, in ms. */
const unwillingFor = 30_000
const packBr = promisify(brotliCompress)
const packGzip = promisify(gzip)

/**
 * Makes a page cache.
 * @param options.policy the content policy of a page whose inline scripts have these sha256 hashes
 * @param options.headers headers that every cached answer carries
 * @param options.paramsOf the search parameters that change what a path answers
 * @param options.maxBytes how much it may hold
 * @param options.now clock in milliseconds
 */
export function createPageCache(options: {
  policy(hashes: readonly string[]): string
  headers: Record<string, string>
  paramsOf?(path: string): readonly string[]
  maxBytes?: number
  now?(): number
}) {
  const { paramsOf = () => [] } = options
  const { maxBytes = 64 * 1024 * 1024, now = Date.now } = options
  const entries = new Map<string, Entry>()
  const filling = new Map<string, Promise<Filled>>()
  const unwilling = new Map<string, number>()
  let bytes = 0
  let generation = 0

  function keep(key: string, entry: Entry): void {
    drop(key)
    entries.set(key, entry)
    bytes += entry.size
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function drop(key: string): void {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  /** One rendering per key at a time; what was rendered before a purge is not kept. */
  function fill(key: string, render: () => Promise<Rendered>, path: string): Promise<Filled> {
    const born = generation
    const filled = render()
      .then(async (rendered): Promise<Filled> => {
        const entry = await toEntry(rendered, options, now())
        if (entry) {
          if (born === generation) keep(key, entry)
          return { entry }
        }
        if (rendered.response.status < 500) {
          drop(key)
          if (unwilling.size > 5000) unwilling.clear()
          unwilling.set(path, now() + unwillingFor)
        }
        return { rendered }
      })
      .finally(() => {
        if (filling.get(key) === filled) filling.delete(key)
      })
    filling.set(key, filled)
    return filled
  }

  return {
    /**
     * Answers from memory, or renders once for all who ask at the same time.
     * @param render renders this request's page, as it is at the given address
     * @param send sends a rendered page that may not be kept to the visitor it was rendered for
     * @returns whether it answered: false when the visitor has a session or the route did not opt in
     */
    async answer(
      req: IncomingMessage,
      res: ServerResponse,
      render: (url: string) => Promise<Rendered>,
      send: (rendered: Rendered) => Promise<void>,
    ): Promise<boolean> {
      const asked = keyOf(req, paramsOf)
      const path = pathOf(req.url ?? '')
      if (asked === null || (unwilling.get(path) ?? 0) > now()) return false
      const running = filling.get(asked.key)
      const filled = await (running ?? fill(asked.key, () => render(asked.url), path))
      if ('entry' in filled) {
        write(req, res, filled.entry)
        return true
      }
      if (running) return false
      // Renders again at the visitor's own address: a response that is not cached (a redirect, say) may depend on all of it.
      if (asked.url !== req.url) {
        await filled.rendered.response.body?.cancel()
        return false
      }
      await send(filled.rendered)
      return true
    },

    /**
     * Answers at once when the page is in memory; a stale one is renewed behind the visitor's back.
     * @returns whether it answered
     */
    answerAtOnce(
      req: IncomingMessage,
      res: ServerResponse,
      render: (url: string) => Promise<Rendered>,
    ): boolean {
      const asked = keyOf(req, paramsOf)
      const entry = asked === null ? undefined : entries.get(asked.key)
      if (asked === null || !entry) return false
      const { key, url } = asked
      const time = now()
      if (time >= entry.staleUntil) {
        drop(key)
        return false
      }
      entries.delete(key)
      entries.set(key, entry)
      // A renewal that fails leaves the stale page until its time is over; the failure is logged where it happens.
      if (time >= entry.freshUntil && !filling.has(key)) {
        void fill(key, () => render(url), pathOf(url)).then(
          async (filled) => {
            if ('rendered' in filled) await filled.rendered.response.body?.cancel()
          },
          () => undefined,
        )
      }
      write(req, res, entry)
      return true
    },

    /** Forgets every page, also those being rendered now. */
    purge(): void {
      generation += 1
      entries.clear()
      filling.clear()
      unwilling.clear()
      bytes = 0
    },

    /** How many pages and bytes it holds. */
    size: () => ({ pages: entries.size, bytes }),
  }
}

/**
 * The key of a request that may be answered from memory, and the address to render for it; else null.
 * @param paramsOf the search parameters that change what a path answers
 */
export function keyOf(
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  paramsOf: (path: string) => readonly string[],
): { key: string; url: string } | null {
  const asked = req.url ?? ''
  if ((req.method !== 'GET' && req.method !== 'HEAD') || asked.startsWith('/api/')) return null
  if (req.headers.authorization !== undefined || req.headers.range !== undefined) return null
  const url = asked.includes('?') ? keptAddress(asked, paramsOf) : asked
  if (url.length > longestUrl) return null
  const header = req.headers.cookie
  if (header === undefined) return { key: `|${url}`, url }
  const cookies = readCookies(header)
  for (const name of cookies.keys()) if (!harmless.test(name)) return null
  const theme = cookies.get(themeCookieName) ?? ''
  return /^[a-z]{0,12}$/.test(theme) ? { key: `${theme}|${url}`, url } : null
}

/** Reduces an address to the parameters that change its response, in a fixed order. */
function keptAddress(url: string, paramsOf: (path: string) => readonly string[]): string {
  const path = pathOf(url)
  const names = paramsOf(path)
  const given = names.length > 0 ? new URLSearchParams(url.slice(path.length)) : null
  const kept = new URLSearchParams()
  if (given) for (const name of names) for (const value of given.getAll(name)) kept.append(name, value)
  return kept.size > 0 ? `${path}?${kept}` : path
}

/** Reads the opt-in header. @returns seconds it is fresh, and seconds it may be served stale after that; null when not opted in */
export function readLifetime(header: string | null): { fresh: number; stale: number } | null {
  const seconds = (name: string) =>
    Number(new RegExp(`(?:^|[\\s,])${name}=(\\d{1,6})(?:$|[\\s,])`).exec(header ?? '')?.[1] ?? 0)
  const fresh = seconds('max-age')
  return fresh > 0 ? { fresh, stale: seconds('stale-while-revalidate') } : null
}

/** Makes the entry of a rendered page; null when it may not be kept. */
async function toEntry(
  { response, nonce, cookies }: Rendered,
  { policy, headers }: { policy(hashes: readonly string[]): string; headers: Record<string, string> },
  time: number,
): Promise<Entry | null> {
  const lifetime = readLifetime(response.headers.get(pageCacheHeader))
  if (!lifetime || response.status !== 200 || cookies.length > 0 || response.headers.has('set-cookie'))
    return null
  const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
  const rendered = await response.text()
  const page = type.startsWith('text/html')
    ? hashInlineScripts(rendered, nonce)
    : { text: rendered, hashes: [] }
  const body = Buffer.from(page.text)
  const [br, gz] = await Promise.all([
    packBr(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    packGzip(body, { level: 6 }),
  ])
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const own = Object.fromEntries([...response.headers].filter(([name]) => name !== pageCacheHeader))
  const shared: OutgoingHttpHeaders = {
    ...headers,
    ...own,
    'content-type': type,
    'content-security-policy': policy(page.hashes),
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-encoding',
    etag: `W/"${etag}"`,
  }
  const form = (bytes: Buffer, encoding?: string): Form => ({
    body: alone(bytes),
    headers: {
      ...shared,
      ...(encoding ? { 'content-encoding': encoding } : {}),
      'content-length': bytes.length,
    },
  })
  const { 'content-type': _, ...unchanged } = shared
  return {
    etag,
    unchanged,
    plain: form(body),
    br: form(br, 'br'),
    gzip: form(gz, 'gzip'),
    size: body.length + br.length + gz.length + 4096,
    freshUntil: time + lifetime.fresh * 1000,
    staleUntil: time + (lifetime.fresh + lifetime.stale) * 1000,
  }
}

/** Bytes with no more memory behind them than they are long: what zlib gives is the beginning of a larger piece. */
function alone(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/**
 * Takes the nonce out of a page that will be sent many times and hashes the scripts that carried it instead. A script
 * without this rendering's nonce was not put there by us and gets no hash.
 */
export function hashInlineScripts(html: string, nonce: string): { text: string; hashes: string[] } {
  const hashes = new Set<string>()
  const attribute = ` nonce="${nonce}"`
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(attribute) || code === '') continue
    hashes.add(createHash('sha256').update(code).digest('base64'))
  }
  return { text: html.replaceAll(attribute, ''), hashes: [...hashes] }
}

function write(req: IncomingMessage, res: ServerResponse, entry: Entry): void {
  if (req.headers['if-none-match']?.includes(entry.etag)) {
    res.writeHead(304, entry.unchanged).end()
    return
  }
  const accepted = acceptedEncodings(req)
  const form = accepted.br ? entry.br : accepted.gzip ? entry.gzip : entry.plain
  res.writeHead(200, form.headers)
  res.end(req.method === 'HEAD' ? undefined : form.body)
}
