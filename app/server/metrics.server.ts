import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type BatchReport, batchReported, type Operation, operationEnded } from './operations.server.ts'
import type { PageSource } from './page-cache.server.ts'
import type { openPassWallets } from './passes-registry.server.ts'
import { pathOf } from './request-checks.server.ts'

/** Figures of one process for Prometheus. Made only with METRICS_TOKEN: prom-client is loaded here and nowhere else. */

export const metricsPath = '/metrics'

export type Metrics = {
  /** Counts a request with its status and duration once its response is over. */
  observe(req: IncomingMessage, res: ServerResponse): void
  /** Counts a response of the page cache. */
  countPage(source: PageSource): void
  /** Sends the figures to who has the token; 401 to others. */
  respond(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Stops measuring. */
  stop(): void
}

const seconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Compares in constant time, whatever the lengths. */
function isToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length ? timingSafeEqual(a, b) : !timingSafeEqual(b, b)
}

/**
 * Begins to measure.
 * @param options.token required as `Authorization: Bearer` of each request for the metrics
 * @param options.server its open connections are counted
 * @param options.wallets the wallets for tickets, whose certificates end
 * @param options.patternOf gives the pattern of a path's route, such as `/events/:id/:slug?`
 */
export async function startMetrics({
  token,
  server,
  wallets,
  patternOf,
}: {
  token: string
  server: Server
  wallets: ReturnType<typeof openPassWallets>
  patternOf(path: string): string
}): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  // Event loop delay, CPU time, memory, garbage collection.
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  })
  const pages = new Counter({
    name: 'page_cache_responses_total',
    help: 'Responses of the page cache: fresh and stale ones from memory, and those rendered for it.',
    labelNames: ['source'],
    registers,
  })
  const calls = new Histogram({
    name: 'database_call_duration_seconds',
    help: 'Duration of calls to the database and to Supabase Auth until the response begins.',
    labelNames: ['call', 'outcome'],
    buckets: seconds,
    registers,
  })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of runs of the jobs beside the requests.',
    labelNames: ['job', 'outcome'],
    buckets: seconds,
    registers,
  })
  new Gauge({
    name: 'http_connections_open',
    help: 'Connections that are open now.',
    registers,
    async collect() {
      this.set(await new Promise<number>((done) => server.getConnections((_, count) => done(count ?? 0))))
    },
  })

  const certificates = new Gauge({
    name: 'certificate_expiry_timestamp_seconds',
    help: 'When the certificates of the wallets for tickets end, Unix seconds.',
    labelNames: ['certificate'],
    registers,
  })
  for (const [name, { expiresAt }] of wallets)
    if (expiresAt) certificates.set({ certificate: `${name}_wallet` }, expiresAt.getTime() / 1000)

  const batched = new Counter({
    name: 'batched_items_total',
    help: 'Items written in batches, such as views for the figures: queued, and then stored or failed; dropped because too many waited.',
    labelNames: ['batch', 'outcome'],
    registers,
  })
  const waiting = new Gauge({
    name: 'batched_items_waiting',
    help: 'Items that wait for their batch.',
    labelNames: ['batch'],
    registers,
  })
  const onBatch = (message: unknown) => {
    const { name, outcome, count, waiting: left } = message as BatchReport
    batched.inc({ batch: name, outcome }, count)
    waiting.set({ batch: name }, left)
  }
  batchReported.subscribe(onBatch)

  const onEnd = (message: unknown) => {
    const { kind, name, ms, error, status = 0 } = message as Operation
    const outcome = error !== undefined || status >= 500 ? 'failed' : 'ok'
    if (kind === 'database') calls.observe({ call: name, outcome }, ms / 1000)
    if (kind === 'job') jobs.observe({ job: name, outcome }, ms / 1000)
  }
  operationEnded.subscribe(onEnd)

  return {
    observe(req, res) {
      const begun = performance.now()
      const { method = 'GET', url = '' } = req
      res.once('close', () =>
        requests.observe(
          { method, route: patternOf(pathOf(url)), status: res.statusCode },
          (performance.now() - begun) / 1000,
        ),
      )
    },
    countPage: (source) => pages.inc({ source }),
    async respond(req, res) {
      const given = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? ''
      if (!isToken(given, token)) {
        res.writeHead(401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }).end()
        return
      }
      const body = await registry.metrics()
      res.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(body)
    },
    stop() {
      operationEnded.unsubscribe(onEnd)
      batchReported.unsubscribe(onBatch)
      registry.clear()
    },
  }
}
