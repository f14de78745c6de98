import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import type { Logger } from 'pino'
import { readCookies, sessionCookieName } from '#core/cookies.ts'
import { mediaPath } from '#core/live-paths.ts'
import { sendWebResponse, toWebRequest, whenDisconnected } from './bridge.server.ts'
import type { Env } from './env.server.ts'
import { retryAfterSeconds, withTrueFailures } from './failures.server.ts'
import { createHealthCheck } from './health.server.ts'
import { addressOf, createFloodLimit, readBody } from './limits.server.ts'
import { createLiveMedia } from './live-media.server.ts'
import { readStreamSource } from './live-source-reads.server.ts'
import { openLiveSources } from './live-sources-registry.server.ts'
import { type Metrics, metricsPath } from './metrics.server.ts'
import { type Operation, operate } from './operations.server.ts'
import { createPageCache, pageCacheHeader, type Rendered } from './page-cache.server.ts'
import { createLargestFiles, createPageParams } from './page-params.server.ts'
import { promoterCookie } from './promoter-clicks.server.ts'
import {
  checkRequest,
  dropClientHeaders,
  pathOf,
  type RequestRefusal,
  reportPath,
} from './request-checks.server.ts'
import type { RequestContext } from './request-context.server.ts'
import {
  commonHeaders,
  dataPolicy,
  filePolicy,
  framedBySiteHeader,
  pagePolicy,
} from './security-headers.server.ts'
import { openStaticFiles } from './static.server.ts'
import { readTakedowns } from './takedowns.server.ts'

/** A path that no route has. */
const notFoundPath = '/page-not-found'

/** Connect-style handler, as Vite's dev server has one. */
export type DevHandler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

export type HandlerOptions = {
  log: Logger
  /** The folder that holds the build's `client` folder. */
  buildDir: string
  /** Figures for Prometheus; undefined where they are off. */
  metrics?: Metrics
  /** Vite's handler; with it the page cache and our own file server are off. */
  dev?: DevHandler
}

/**
 * Makes the handler of every request: page cache, request checks, health, files, limits, then Remix.
 * @param env the site's settings
 * @param build Remix's server build, or what gives the newest one
 */
export function createSiteHandler(
  env: Env,
  build: ServerBuild | (() => Promise<ServerBuild>),
  { log, buildDir, dev, metrics }: HandlerOptions,
): (req: IncomingMessage, res: ServerResponse) => void {
  const common = commonHeaders(env)
  const files = openStaticFiles(dev ? [] : [join(buildDir, 'client')], {
    ...common,
    'content-security-policy': filePolicy,
    'cross-origin-resource-policy': 'cross-origin',
  })
  const pages = createPageCache({
    headers: common,
    policy: (hashes) => pagePolicy(env, { hashes }),
    // A build that changes while it runs is the dev server's, which has no page cache.
    paramsOf: typeof build === 'function' ? undefined : createPageParams(build),
    onResponse: metrics?.countPage,
    takedowns: () => readTakedowns(env),
  })
  const remix = createRequestHandler(
    typeof build === 'function' ? async () => withTrueFailures(await build()) : withTrueFailures(build),
    dev ? 'development' : 'production',
  )
  const media = createLiveMedia({
    secret: env.TICKET_SIGNING_KEY,
    sources: openLiveSources(env),
    readSource: readStreamSource,
    log,
  })
  const health = createHealthCheck(env)
  const flood = createFloodLimit(env.FLOOD_PER_MINUTE)
  const sessionCookie = sessionCookieName(env.secure)

  const largestFiles = typeof build === 'function' ? null : createLargestFiles(build)
  const largestFileOf = async (req: IncomingMessage, path: string) => {
    if (!/^multipart\/form-data/i.test(req.headers['content-type'] ?? '')) return 0
    return typeof build === 'function' ? createLargestFiles(await build())(path) : (largestFiles?.(path) ?? 0)
  }

  const inTurn = createTurns()
  const neverAborts = new AbortController().signal

  /**
   * Renders a response by Remix, as one operation.
   * @param traceparent the trace that a proxy of ours began
   */
  async function render(
    request: Request,
    requestContext: RequestContext,
    traceparent?: string,
  ): Promise<Rendered> {
    const work = async (operation: Operation): Promise<Rendered> => {
      const begun = performance.now()
      const response = await remix(request, { requestContext })
      operation.status = response.status
      const { nonce, cookies, showTiming } = requestContext
      const timing = dev || showTiming ? timingOf(operation, performance.now() - begun) : undefined
      return { response, nonce, cookies: cookies.set, timing }
    }
    return await operate('request', request.method, work, traceparent)
  }

  /** Lets Remix draw the Page Not Found screen for an address that no page can have; routes never see the address. */
  async function renderNotFound(
    req: IncomingMessage,
    requestContext: RequestContext,
    status: number,
  ): Promise<Rendered> {
    const target = { headers: req.headers, url: notFoundPath }
    const request = toWebRequest(target, env.SITE_URL, undefined, neverAborts, 'GET')
    const { response, ...rendered } = await render(request, requestContext)
    return { ...rendered, response: new Response(response.body, { status, headers: response.headers }) }
  }

  /** Renders a page for the page cache: always in full, even for a HEAD request, since others get it too. */
  function renderToCache(
    req: IncomingMessage,
    url: string,
    requestContext: RequestContext,
    traceparent?: string,
  ): Promise<Rendered> {
    const target = { url, headers: req.headers }
    const request = toWebRequest(target, env.SITE_URL, undefined, neverAborts, 'GET')
    return render(request, requestContext, traceparent)
  }

  /** Sends Remix's response, with the headers that depend on the visitor. */
  async function send(req: IncomingMessage, res: ServerResponse, rendered: Rendered): Promise<void> {
    const { response, nonce, cookies, timing } = rendered
    const headers = new Headers(response.headers)
    headers.delete(pageCacheHeader)
    const framedBy = headers.has(framedBySiteHeader) ? 'self' : 'none'
    headers.delete(framedBySiteHeader)
    const setsCookies = cookies.length > 0 || headers.has('set-cookie')
    // A file that is the same for everybody and never changes stays cacheable for people with a session too.
    const isFixed = !setsCookies && /^public\b.*\bimmutable\b/.test(headers.get('cache-control') ?? '')
    const personal =
      req.headers.authorization !== undefined ||
      [...readCookies(req.headers.cookie).keys()].some((name) => name.startsWith(sessionCookie)) ||
      setsCookies
    if (!isFixed && (personal || !headers.has('cache-control'))) {
      headers.set(
        'cache-control',
        personal || pathOf(req.url ?? '').startsWith('/api/') ? 'private, no-store' : 'private, no-cache',
      )
    }
    if (!isFixed) headers.append('vary', 'cookie')
    if (timing) headers.set('server-timing', timing)
    // A document's own headers are those of its routes, not of what one of them threw.
    if (response.status === 503 && !headers.has('retry-after'))
      headers.set('retry-after', String(retryAfterSeconds))
    if (headers.get('content-type')?.startsWith('text/html')) {
      res.setHeader('content-security-policy', pagePolicy(env, { nonce }, Boolean(dev), framedBy))
      if (framedBy === 'self') res.setHeader('x-frame-options', 'SAMEORIGIN')
    }
    await sendWebResponse(req, res, response, headers, cookies)
  }

  function createRequestContext(req: IncomingMessage, requestId: string, address: string): RequestContext {
    const set: string[] = []
    return {
      requestId,
      nonce: randomBytes(16).toString('base64url'),
      address,
      cookies: { setCookie: (cookie) => void set.push(cookie), set },
      memo: new Map(),
      log: log.child({ requestId, method: req.method }),
      purgePages: pages.purge,
    }
  }

  /** Lets Remix draw why a form was refused, within the site's frame. The form's action does not run. */
  async function sendRefusedForm(
    req: IncomingMessage,
    res: ServerResponse,
    refusal: RequestRefusal,
    requestContext: RequestContext,
  ): Promise<void> {
    const request = toWebRequest(req, env.SITE_URL, undefined, neverAborts)
    const rendered = await render(request, Object.assign(requestContext, { refusal }))
    if (!req.complete) {
      res.setHeader('connection', 'close')
      discard(req)
    }
    await send(req, res, rendered)
  }

  // Behind a proxy that is not in the settings, all visitors have one address and share every limit.
  let warned = env.TRUSTED_PROXY_HOPS > 0
  function warnOfProxy(req: IncomingMessage): void {
    if (warned || req.headers['x-forwarded-for'] === undefined) return
    warned = true
    log.warn(
      'A request carries X-Forwarded-For, but TRUSTED_PROXY_HOPS is 0: if a proxy stands in front, set it, or all visitors share one limit.',
    )
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = randomUUID()
    const started = performance.now()
    res.setHeader('x-request-id', requestId)
    for (const [name, value] of Object.entries(common)) res.setHeader(name, value)
    res.setHeader('content-security-policy', dataPolicy)
    const path = pathOf(req.url ?? '')
    res.on('close', () => {
      const ms = Math.round(performance.now() - started)
      log.info({ requestId, method: req.method, path, status: res.statusCode, ms }, 'responded')
    })

    const refusal = checkRequest(req, env.SITE_URL)
    if (refusal && !(refusal.isAddress && isPage(req))) return refuse(req, res, refusal)
    if (path === '/healthz') return sendHealth(res, await health())
    if (metrics && path === metricsPath) return await metrics.respond(req, res)
    if (!refusal && files.serve(req, res)) return
    // A signed address needs no limit: many viewers of one venue share a network. Whatever is refused counts like any request.
    const refusedMedia =
      path.startsWith(`${mediaPath}/`) && !refusal ? await media.respond(req, res) : undefined
    if (refusedMedia === null) return
    const address = addressOf(req, env.TRUSTED_PROXY_HOPS)
    warnOfProxy(req)
    const traceparent = env.TRUSTED_PROXY_HOPS > 0 ? String(req.headers.traceparent ?? '') : undefined
    dropClientHeaders(req.headers)
    const flooded = await flood(address)
    if (flooded) return refuse(req, res, flooded)
    if (refusedMedia) return refuse(req, res, refusedMedia)
    if (refusal) {
      await send(
        req,
        res,
        await renderNotFound(req, createRequestContext(req, requestId, address), refusal.status),
      )
      return
    }
    const body =
      req.method === 'GET' || req.method === 'HEAD'
        ? undefined
        : await readBody(req, await largestFileOf(req, path))
    if (body && !Buffer.isBuffer(body)) {
      if (dev || !isPageForm(req, body)) return refuse(req, res, body)
      return await sendRefusedForm(req, res, body, createRequestContext(req, requestId, address))
    }
    if (path === reportPath) {
      if (body)
        log.warn({ requestId, report: body.toString('utf8').slice(0, 2000) }, 'content policy violated')
      res.writeHead(204).end()
      return
    }

    if (dev && !body && (await passes(dev, req, res))) return
    const requestContext = createRequestContext(req, requestId, address)
    const sendIt = (rendered: Rendered) => send(req, res, rendered)
    if (
      !dev &&
      (await pages.respond(req, res, (url) => renderToCache(req, url, requestContext, traceparent), sendIt))
    )
      return
    await sendIt(
      await render(toWebRequest(req, env.SITE_URL, body, whenDisconnected(res)), requestContext, traceparent),
    )
  }

  function handle(req: IncomingMessage, res: ServerResponse): void {
    metrics?.observe(req, res)
    const promoter = promoterCookie(req, env.secure)
    if (promoter) res.appendHeader('set-cookie', promoter)
    const renew = (url: string) => {
      dropClientHeaders(req.headers)
      return renderToCache(req, url, createRequestContext(req, randomUUID(), ''))
    }
    if (!dev && pages.respondFromMemory(req, res, renew)) return
    const work = () => void respond(req, res).catch((error) => breakDown(error, req, res))
    if (isReport(req)) inTurn(work)
    else work()
  }

  function breakDown(error: unknown, req: IncomingMessage, res: ServerResponse): void {
    if (res.destroyed || req.errored) return void res.destroy()
    log.error({ err: error, requestId: res.getHeader('x-request-id') }, 'breakdown')
    if (res.headersSent) return void res.destroy()
    refuse(req, res, { status: 500, message: 'Something went wrong. Please try again.' })
  }

  return handle
}

/** Tells whether a request is for a page that a person will read: not for data, and not from a program. */
function isPage(req: IncomingMessage): boolean {
  const path = pathOf(req.url ?? '')
  return (
    (req.method === 'GET' || req.method === 'HEAD') && !path.startsWith('/api/') && !path.endsWith('.data')
  )
}

/** Tells whether a form that is too long was sent from a page, by the browser itself or by its scripts. */
function isPageForm(req: IncomingMessage, { status }: RequestRefusal): boolean {
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(
    req.headers['content-type'] ?? '',
  )
  return status === 413 && isForm && !pathOf(req.url ?? '').startsWith('/api/')
}

/** Tells whether a request reports what was looked at, for which nobody waits. */
function isReport(req: IncomingMessage): boolean {
  return req.method === 'POST' && Boolean(req.url?.startsWith('/api/analytics/'))
}

/** Sets how many pieces of work may wait for their turn; further ones are done at once, so that their senders wait for them. */
export const mostTurns = 5000

/**
 * Does work piece by piece, one in each turn of the event loop, so that the requests for which somebody waits are responded to
 * between two of them.
 * @returns adds a piece of work; it must not throw
 */
export function createTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = []
  const next = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return (work) => {
    if (waiting.length >= mostTurns) return work()
    waiting.push(work)
    if (waiting.length === 1) setImmediate(next)
  }
}

/** Says how long the parts of a response took, as a `Server-Timing` header. Database calls in parallel count each. */
function timingOf({ database }: Operation, ms: number): string {
  return [
    `database;dur=${database.ms.toFixed(1)};desc="${database.calls} calls"`,
    `render;dur=${ms.toFixed(1)}`,
    'cache;desc="bypass"',
  ].join(', ')
}

/** Passes a request to Vite. @returns whether Vite responded */
function passes(dev: DevHandler, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  return new Promise((resolve, reject) => {
    res.on('close', () => resolve(true))
    dev(req, res, (error) => (error ? reject(error) : resolve(false)))
  })
}

async function sendHealth(res: ServerResponse, health: object & { status: string }): Promise<void> {
  res.writeHead(health.status === 'ok' ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  res.end(JSON.stringify(health))
}

/** Sends a refusal: as JSON to programs, else as a line of text. */
function refuse(req: IncomingMessage, res: ServerResponse, refusal: RequestRefusal): void {
  const json = pathOf(req.url ?? '').startsWith('/api/') || /application\/json/.test(req.headers.accept ?? '')
  const body =
    refusal.status === 204
      ? ''
      : json
        ? JSON.stringify({ message: refusal.message, errors: [{ message: refusal.message, field: null }] })
        : `${refusal.message}\n`
  res.writeHead(refusal.status, {
    ...(body
      ? { 'content-type': json ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8' }
      : {}),
    'cache-control': 'no-store',
    // The unread rest of a body would be parsed as the next request.
    ...(req.complete ? {} : { connection: 'close' }),
    ...refusal.headers,
  })
  res.end(req.method === 'HEAD' ? undefined : body)
  if (!req.complete) discard(req)
}

/** Reads the rest of a body for a while: a sender that is still sending gets the refusal instead of a reset connection. */
function discard(req: IncomingMessage): void {
  let bytesAllowed = 8 * 1024 * 1024
  req.on('data', (chunk: Buffer) => {
    bytesAllowed -= chunk.length
    if (bytesAllowed < 0) req.destroy()
  })
  req.resume()
}
