// Runs before anything that imports Remix.
import '#server/route-table.server.ts'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { isEventStream } from '#server/bridge.server.ts'
import { endConnection, mostConnections } from '#server/connection-limits.server.ts'
import { diskFull, type Env, parseEnv, SettingsError } from '#server/env.server.ts'
import { startErrorReports } from '#server/error-reports.server.ts'
import { createSiteHandler, type DevHandler } from '#server/handler.server.ts'
import { createLog } from '#server/log.server.ts'
import { startMetrics } from '#server/metrics.server.ts'
import { createPathPatterns } from '#server/page-params.server.ts'
import { openPassWallets } from '#server/passes-registry.server.ts'
import { commonHeaders, dataPolicy } from '#server/security-headers.server.ts'
import { startTracing } from '#server/tracing.server.ts'

/**
 * A running site. `close` takes no new requests, lets those under way finish, and ends what takes longer than a
 * request may.
 */
export type Site = { url: string; server: Server; close(): Promise<void> }

/** How long receiving a request may take, in milliseconds: the largest picture at 1 Mbit/s. `readBody` gives a body without files less. */
const requestTimeout = 90_000
/** How long requests under way may take to finish on shutdown, in milliseconds. */
const closingTimeout = 15_000

/**
 * Serves the site.
 * @param env the site's settings
 * @param build Remix's server build, or what gives the newest one
 * @param options.buildDir the folder that holds the build's `client` folder
 * @param options.dev makes Vite's handler for the HTTP server it shares
 * @throws an error with code EADDRINUSE when the port is taken
 */
export async function startSite(
  env: Env,
  build: ServerBuild | (() => Promise<ServerBuild>),
  options: { buildDir?: string; dev?(server: Server): Promise<DevHandler> } = {},
): Promise<Site> {
  const log = createLog(env.LOG_LEVEL)
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    requestTimeout,
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5000,
    keepAliveTimeout: 65_000,
  })
  server.maxConnections = mostConnections() ?? server.maxConnections
  server.once('drop', () =>
    log.warn({ most: server.maxConnections }, 'more connections than descriptors allow; new ones are closed'),
  )
  const dev = await options.dev?.(server)
  const metrics = env.METRICS_TOKEN
    ? await startMetrics({
        token: env.METRICS_TOKEN,
        server,
        wallets: openPassWallets(env),
        // A build that changes while it runs is the dev server's.
        patternOf: typeof build === 'function' ? () => '/*' : createPathPatterns(build),
      })
    : undefined
  const reports = [
    ...(env.SENTRY_DSN ? [startErrorReports({ dsn: env.SENTRY_DSN, release: env.COMMIT })] : []),
    ...(env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? [startTracing({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, version: env.COMMIT })]
      : []),
  ]
  const buildDir = options.buildDir ?? resolve('build')
  const handle = createSiteHandler(env, build, { log, buildDir, dev, metrics })
  let closing = false
  /** Responses under way. */
  const open = new Set<ServerResponse>()
  server.on('request', (req, res) => {
    // Refuses further requests on open connections; the client retries on a new one.
    if (closing)
      return void res.writeHead(503, { ...commonHeaders(env), 'retry-after': '1', connection: 'close' }).end()
    open.add(res)
    res.once('close', () => {
      open.delete(res)
      if (closing) setImmediate(() => server.closeIdleConnections())
    })
    handle(req, res)
  })
  const headers = { ...commonHeaders(env), 'content-security-policy': dataPolicy }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseUnreadable(error, socket, headers))
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(env.PORT, env.HOST, listening)
  })
  return {
    url: env.SITE_URL,
    server,
    async close() {
      closing = true
      await new Promise<void>((closed) => {
        server.close(() => closed())
        // A stream of events has no end of its own; its reader comes back to another process.
        for (const res of open) if (isEventStream(res)) res.end()
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), closingTimeout).unref()
      })
      metrics?.stop()
      await Promise.all(reports.map((report) => report.stop()))
    },
  }
}

/** Sends a refusal for what Node could not read as a request: broken, too large in its headers, or too slow. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const statuses: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }
  const lines = Object.entries({ ...headers, 'content-length': '0', connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  endConnection(socket, `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\n${head}\r\n`)
}

type StoreWaitingViews = typeof import('#features/analytics/analytics.writes.server.ts').storeWaitingViews

/**
 * Stores the views that still wait in a build's memory. Called once the site takes no more requests: views of pages that were left
 * meanwhile have no request to wait for.
 */
async function storeWaitingViewsOf(build: ServerBuild): Promise<void> {
  const { storeWaitingViews } = build.entry.module as typeof build.entry.module & {
    storeWaitingViews: StoreWaitingViews
  }
  await storeWaitingViews()
}

type StartBackground = typeof import('#background.server.ts').startBackground

/**
 * Starts what runs beside the requests, out of a build.
 * @param build Remix's server build; its entry exports `startBackground`
 * @returns the running jobs
 */
export function startBackgroundOf(build: ServerBuild, log: Parameters<StartBackground>[0]) {
  const { startBackground } = build.entry.module as typeof build.entry.module & {
    startBackground: StartBackground
  }
  return startBackground(log)
}

type StartRtmp = typeof import('#background.server.ts').startRtmp

/** Takes live streams over RTMP, out of a build, where RTMP_PORT is set. */
function startRtmpOf(build: ServerBuild, log: Parameters<StartRtmp>[0]) {
  const { startRtmp } = build.entry.module as typeof build.entry.module & { startRtmp: StartRtmp }
  return startRtmp(log)
}

/** Starts the site as a process of its own; it ends with the process that started it. */
async function main(): Promise<void> {
  const env = parseEnv(process.env)
  // Sets NODE_ENV as well: the site's rules go by the mode, but libraries go by NODE_ENV, and only "production" makes
  // them fast. Libraries that are loaded already have read it, so the starting process sets it too.
  process.env.SITE_MODE = env.mode
  process.env.NODE_ENV = 'production'
  const buildDir = resolve(process.env.BUILD_DIR ?? 'build')
  const build: ServerBuild = await import(pathToFileURL(resolve(buildDir, 'server/index.js')).href)
  const site = await startSite(env, build, { buildDir })
  const background =
    env.BACKGROUND_JOBS === 'on' ? startBackgroundOf(build, createLog(env.LOG_LEVEL)) : undefined
  const rtmp = startRtmpOf(build, createLog(env.LOG_LEVEL))
  const stop = () =>
    void Promise.all([site.close(), background?.stop(), rtmp.stop()])
      .then(() => storeWaitingViewsOf(build))
      .then(() => process.exit(0))
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, stop)
  process.send?.({ ready: { url: site.url } })
}

/** Explains in one sentence why the site did not start and how to fix it; undefined for what no user can fix. */
function startFailure(error: NodeJS.ErrnoException): string | undefined {
  if (error.code === 'EADDRINUSE')
    return `Port ${process.env.PORT ?? 3000} is in use: stop what uses it or set PORT to another.`
  if (error.code === 'EACCES')
    return `This user can't open port ${process.env.PORT ?? 3000}: set PORT to one above 1023.`
  if (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('server/index.js'))
    return "There's no build yet: run npm start, or npm run build first."
  if (error.code === 'ENOSPC') return diskFull
  return error instanceof SettingsError ? error.message : undefined
}

if (import.meta.main) {
  main().catch((error: NodeJS.ErrnoException) => {
    const message = startFailure(error)
    // The supervising process shows the user what this one sends.
    if (process.env.SUPERVISED && process.send) process.send({ failed: message ?? error.message })
    if (!message || !process.env.SUPERVISED) console.error(message ?? error)
    process.exit(1)
  })
}
