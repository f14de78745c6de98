import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { cityCookieName, readCookies, themeCookieName } from '#core/cookies.ts'
import { acceptedEncodings } from './bridge.server.ts'
import { pathOf } from './request-checks.server.ts'
import { watchVersion } from './watch-version.server.ts'

/**
 * Keeps responses of public pages in memory, for visitors without a session. A route opts in with the header
 * `X-Page-Cache: max-age=10, stale-while-revalidate=60` (and `until=1790000000000` where it changes at a known moment, in
 * milliseconds since 1970) and so promises that its response depends on nothing but the path,
 * the theme, the search parameters that the route declares (page-params.server.ts) and, on the home page, the chosen city. The page is rendered for an address
 * with only those: other parameters of a link (click ids, campaigns) are read by scripts in the browser. A response is
 * rendered, compressed and given its content policy once, and then only written.
 * A page that shows what people wrote says so (`shows=posts`): it is dropped when another process took such a text away.
 */

export const pageCacheHeader = 'x-page-cache'

/** A response as Remix rendered it: the nonce its scripts carry, the cookies that loaders set, and its `Server-Timing`. */
export type Rendered = { response: Response; nonce: string; cookies: readonly string[]; timing?: string }

/** Names the source of a response of the page cache: memory, memory past its time, or a rendering. */
export type PageSource = 'fresh' | 'stale' | 'rendered'

/** The result of a rendering: a cached entry, or the response itself when it must not be cached. */
type RenderResult = { entry: Entry } | { rendered: Rendered }
type Variant = { body: Buffer; headers: OutgoingHttpHeaders }
type Entry = {
  etag: string
  /** Headers of a 304 response. */
  unchanged: OutgoingHttpHeaders
  identity: Variant
  br: Variant
  gzip: Variant
  /** Bytes it takes in memory. */
  size: number
  freshUntil: number
  staleUntil: number
  showsPosts: boolean
}

/** Matches cookies that change nothing on a public page. A visitor with any other cookie is served by Remix. */
const neutralCookie = /^(theme|city|analytics|promoter|_ga(_\w+)?)$/
/** The home page, as a document and as data. */
const dependsOnCity = /^\/(_root\.data)?$/
const longestUrl = 512
/** Time for which a path that did not opt in is rendered without waiting for a shared rendering, in milliseconds. */
const uncacheableFor = 30_000
const mostUncacheable = 5000
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Makes a page cache. lru-cache bounds it by bytes; how old a page may be is decided here, because a stale page is served
 * while it is rendered again, and a response that must not be cached is still sent to the visitor of the first request (the
 * library's `fetch` can't return that).
 * @param options.policy makes the content policy of a page whose inline scripts have these sha256 hashes
 * @param options.headers headers of every cached response
 * @param options.paramsOf lists the search parameters that change the response of a path
 * @param options.maxBytes how much it may hold
 * @param options.now clock in milliseconds
 * @param options.onResponse called for each response it sends
 * @param options.takedowns reads a version that changes with each text that people could read and now can't
 */
export function createPageCache(options: {
  policy(hashes: readonly string[]): string
  headers: Record<string, string>
  paramsOf?(path: string): readonly string[]
  maxBytes?: number
  now?(): number
  onResponse?(source: PageSource): void
  takedowns?(): Promise<string>
}) {
  const { paramsOf = () => [] } = options
  const { maxBytes = 64 * 1024 * 1024, now = Date.now } = options
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ size }) => size })
  const inFlight = new Map<string, Promise<RenderResult>>()
  /** Paths that did not opt in, and until when that is known. */
  const uncacheable = new LRUCache<string, number>({ max: mostUncacheable })
  /** Counts purges: a rendering that began before the last one is not cached. */
  let generation = 0
  /** When the last page that shows posts is not served any more. */
  let postsUntil = 0

  /** Drops the pages that show posts; those being rendered now are sent but not cached. */
  function dropPosts(): void {
    generation += 1
    inFlight.clear()
    for (const [key, { showsPosts }] of [...entries]) if (showsPosts) entries.delete(key)
  }
  const watch = options.takedowns && watchVersion(options.takedowns, () => postsUntil > now(), dropPosts)

  /** Renders a page and caches it; runs once per key at a time. */
  function renderEntry(key: string, render: () => Promise<Rendered>, path: string): Promise<RenderResult> {
    const begunIn = generation
    const rendering = render()
      .then(async (rendered): Promise<RenderResult> => {
        const entry = await toEntry(rendered, options, now())
        if (entry) {
          if (begunIn !== generation) return { entry }
          entries.set(key, entry)
          if (entry.showsPosts) {
            postsUntil = Math.max(postsUntil, entry.staleUntil)
            watch?.()
          }
          return { entry }
        }
        if (rendered.response.status < 500) {
          entries.delete(key)
          uncacheable.set(path, now() + uncacheableFor)
        }
        return { rendered }
      })
      .finally(() => {
        if (inFlight.get(key) === rendering) inFlight.delete(key)
      })
    inFlight.set(key, rendering)
    return rendering
  }

  return {
    /**
     * Renders a page once for all simultaneous requests, caches it and sends it.
     * @param render renders this request's page at the given address
     * @param send sends a response that must not be cached to the visitor it was rendered for
     * @returns whether a response was sent: false when the visitor has a session or the route did not opt in
     */
    async respond(
      req: IncomingMessage,
      res: ServerResponse,
      render: (url: string) => Promise<Rendered>,
      send: (rendered: Rendered) => Promise<void>,
    ): Promise<boolean> {
      const page = keyOf(req, paramsOf)
      const path = pathOf(req.url ?? '')
      if (page === null || (uncacheable.get(path) ?? 0) > now()) return false
      const shared = inFlight.get(page.key)
      const result = await (shared ?? renderEntry(page.key, () => render(page.url), path))
      if ('entry' in result) {
        options.onResponse?.('rendered')
        write(req, res, result.entry)
        return true
      }
      if (shared) return false
      // Renders again at the visitor's own address: a response that is not cached (a redirect, say) may depend on all of it.
      if (page.url !== req.url) {
        await result.rendered.response.body?.cancel()
        return false
      }
      await send(result.rendered)
      return true
    },

    /**
     * Sends a cached page; a stale one is rendered again after it was sent.
     * @returns whether a response was sent
     */
    respondFromMemory(
      req: IncomingMessage,
      res: ServerResponse,
      render: (url: string) => Promise<Rendered>,
    ): boolean {
      const page = keyOf(req, paramsOf)
      const entry = page === null ? undefined : entries.get(page.key)
      if (page === null || !entry) return false
      const { key, url } = page
      const time = now()
      if (time >= entry.staleUntil) {
        entries.delete(key)
        return false
      }
      // Serves the stale page until its time is over if this rendering fails; the failure is logged where it happens.
      if (time >= entry.freshUntil && !inFlight.has(key)) {
        void renderEntry(key, () => render(url), pathOf(url)).then(
          async (result) => {
            if ('rendered' in result) await result.rendered.response.body?.cancel()
          },
          () => undefined,
        )
      }
      options.onResponse?.(time >= entry.freshUntil ? 'stale' : 'fresh')
      write(req, res, entry)
      return true
    },

    /** Drops every page; those being rendered now are sent but not cached. */
    purge(): void {
      generation += 1
      entries.clear()
      inFlight.clear()
      uncacheable.clear()
    },

    /** Counts the pages it holds and their bytes. */
    size: () => ({ pages: entries.size, bytes: entries.calculatedSize }),
  }
}

/**
 * Makes the key of a request that may be served from the cache, and the address to render for it.
 * @param paramsOf lists the search parameters that change the response of a path
 * @returns null when the request must be served by Remix
 */
export function keyOf(
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  paramsOf: (path: string) => readonly string[],
): { key: string; url: string } | null {
  const requested = req.url ?? ''
  if ((req.method !== 'GET' && req.method !== 'HEAD') || requested.startsWith('/api/')) return null
  if (req.headers.authorization !== undefined || req.headers.range !== undefined) return null
  const url = requested.includes('?') ? canonicalAddress(requested, paramsOf) : requested
  if (url.length > longestUrl) return null
  const header = req.headers.cookie
  if (header === undefined) return { key: `||${url}`, url }
  const cookies = readCookies(header)
  for (const name of cookies.keys()) if (!neutralCookie.test(name)) return null
  const theme = cookies.get(themeCookieName) ?? ''
  const city = (dependsOnCity.test(pathOf(url)) && cookies.get(cityCookieName)) || ''
  return /^[a-z]{0,12}$/.test(theme) && /^[\w.~%!'()*-]{0,120}$/.test(city)
    ? { key: `${theme}|${city}|${url}`, url }
    : null
}

/** Reduces an address to the parameters that change its response, in a fixed order. */
function canonicalAddress(url: string, paramsOf: (path: string) => readonly string[]): string {
  const path = pathOf(url)
  const names = paramsOf(path)
  if (names.length === 0) return path
  const given = new URLSearchParams(url.slice(path.length))
  const declared = new URLSearchParams()
  for (const name of names) for (const value of given.getAll(name)) declared.append(name, value)
  return declared.size > 0 ? `${path}?${declared}` : path
}

/**
 * Reads the opt-in header.
 * @returns seconds the page is fresh, seconds it may be served stale after that, the moment (milliseconds since 1970) beyond which
 *   it may not be served at all, and whether it shows posts; null when not opted in
 */
export function readLifetime(
  header: string | null,
): { fresh: number; stale: number; until: number; showsPosts: boolean } | null {
  const number = (name: string, digits: number) =>
    Number(new RegExp(`(?:^|[\\s,])${name}=(\\d{1,${digits}})(?:$|[\\s,])`).exec(header ?? '')?.[1] ?? 0)
  const fresh = number('max-age', 6)
  if (fresh === 0) return null
  return {
    fresh,
    stale: number('stale-while-revalidate', 6),
    until: number('until', 16) || Infinity,
    showsPosts: /(?:^|[\s,])shows=posts(?:$|[\s,])/.test(header ?? ''),
  }
}

/** Makes the cache entry of a rendered page; null when it must not be cached. */
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
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 6 }),
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
  const variant = (bytes: Buffer, encoding?: string): Variant => ({
    body: copyOf(bytes),
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
    identity: variant(body),
    br: variant(br, 'br'),
    gzip: variant(gz, 'gzip'),
    size: body.length + br.length + gz.length + 4096,
    freshUntil: Math.min(lifetime.until, time + lifetime.fresh * 1000),
    staleUntil: Math.min(lifetime.until, time + (lifetime.fresh + lifetime.stale) * 1000),
    showsPosts: lifetime.showsPosts,
  }
}

/** Copies bytes into a buffer of exactly their length: a buffer from zlib keeps a larger block of memory in use. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/**
 * Removes the nonce from a page that will be sent many times and hashes the scripts that carried it instead. A script
 * without this rendering's nonce was injected and gets no hash.
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
  const variant = accepted.br ? entry.br : accepted.gzip ? entry.gzip : entry.identity
  res.writeHead(200, variant.headers)
  res.end(req.method === 'HEAD' ? undefined : variant.body)
}
