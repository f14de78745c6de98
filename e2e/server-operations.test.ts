import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { fetchWithTimeout } from '#server/fetch-with-timeout.server.ts'
import { operate } from '#server/operations.server.ts'
import { ApiVisitor } from './api-visitor.ts'
import { type Probe, send, startProbe } from './probe-site.ts'

/** Tests metrics, error reports and traces: off without their setting, and what they send with it. */

type Received = { url: string; headers: IncomingMessage['headers']; body: string }

/** Records what it receives, in the place of Sentry or of an OpenTelemetry collector. */
async function startReceiver(): Promise<{ server: Server; origin: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    received.push({ url: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks).toString() })
    res.end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const spansSchema = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
})

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function startSiteWith(settings: Record<string, string>): Promise<Probe> {
  const probe = await startProbe(settings)
  closers.push(() => probe.site.close())
  return probe
}

const token = 'a-token-for-the-metrics-of-the-site'

describe('metrics', () => {
  test('are a page that does not exist without the setting', async () => {
    const probe = await startSiteWith({})
    expect((await send(probe, 'GET', '/metrics', { authorization: `Bearer ${token}` })).status).toBe(404)
  })

  test.each([undefined, 'Bearer wrong', `Bearer ${token}x`, token])('are refused with %s', async (given) => {
    const probe = await startSiteWith({ METRICS_TOKEN: token })
    const headers: Record<string, string> = given === undefined ? {} : { authorization: given }
    expect((await send(probe, 'GET', '/metrics', headers)).status).toBe(401)
  })

  test('count requests by route and status, the page cache, calls, jobs, connections and the event loop', async () => {
    const probe = await startSiteWith({ METRICS_TOKEN: token })
    await send(probe, 'GET', '/cached')
    await send(probe, 'GET', '/cached?fbclid=1')
    await send(probe, 'GET', '/nowhere/7f3c')
    await operate('database', 'rpc read_shell', () => undefined)
    await operate('job', 'sweep', () => Promise.reject(new Error('no'))).catch(() => undefined)
    const { status, body } = await send(probe, 'GET', '/metrics', { authorization: `Bearer ${token}` })
    expect(status).toBe(200)
    const lines = [
      /^http_request_duration_seconds_count\{method="GET",route="\/cached",status="200"\} 2$/m,
      /^http_request_duration_seconds_count\{method="GET",route="\/\*",status="404"\} 1$/m,
      /^page_cache_responses_total\{source="rendered"\} 1$/m,
      /^page_cache_responses_total\{source="fresh"\} 1$/m,
      /^database_call_duration_seconds_count\{call="rpc read_shell",outcome="ok"\} 1$/m,
      /^job_duration_seconds_count\{job="sweep",outcome="failed"\} 1$/m,
      /^http_connections_open [1-9]/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ]
    for (const line of lines) expect(body).toMatch(line)
    expect(body).not.toContain('7f3c')
  })
})

describe('error reports', () => {
  test('are sent with the setting, without personal data', async () => {
    const sentry = await startReceiver()
    closers.push(() => sentry.server.close())
    const dsn = sentry.origin.replace('//', '//publickey@')
    const probe = await startSiteWith({ SENTRY_DSN: `${dsn}/42`, COMMIT: 'abc', LOG_LEVEL: 'error' })
    const message = 'mia@example.com asked /x?secret=1 with eyJhbGciOiJIUzI1NiJ9abcdefghijkl.eyJzdWIi.c2ln'
    probe.controls.thrown = Object.assign(new Error(message), { name: 'TimeoutError' })
    await send(probe, 'GET', '/api/thrown?email=mia@example.com')
    await expect.poll(() => sentry.received.length).toBe(1)
    const [report] = sentry.received
    expect(report?.url).toBe('/api/42/envelope/?sentry_key=publickey&sentry_version=7')
    const event = JSON.parse(report?.body.split('\n')[2] ?? '')
    expect(event).toMatchObject({ platform: 'node', release: 'abc', level: 'error' })
    expect(event.exception.values[0].value).toBe('[email] asked /x?[query] with [token]')
    expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toContain('server-operations.test')
    expect(report?.body).not.toMatch(/mia@|secret=|eyJ/)
  })

  test('are not sent without it, and the page loads and allows nothing for them', async () => {
    const probe = await startSiteWith({})
    expect(String((await send(probe, 'GET', '/page')).headers['content-security-policy'])).toContain(
      "connect-src 'self';",
    )
  })

  test('let the browser send to that address alone', async () => {
    const probe = await startSiteWith({ SENTRY_DSN: 'https://key@errors.example/1' })
    expect(String((await send(probe, 'GET', '/page')).headers['content-security-policy'])).toContain(
      "connect-src 'self' https://errors.example;",
    )
  })
})

describe('traces', () => {
  test('have the request, its loader and its database call in one trace, which is passed on', async () => {
    const collector = await startReceiver()
    closers.push(() => collector.server.close())
    const probe = await startProbe({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, TRUSTED_PROXY_HOPS: '1' })
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await send(probe, 'GET', '/page', { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
    const api = `${collector.origin}/rest/v1/rpc/read_shell`
    await operate('request', 'GET', () => fetchWithTimeout(api))
    await probe.site.close()
    const called = collector.received.find(({ url }) => url === '/rest/v1/rpc/read_shell')
    const spans = collector.received
      .filter(({ url }) => url === '/v1/traces')
      .flatMap(({ body }) => spansSchema.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
    const loader = spans.find(({ name }) => name === 'loader page')
    const request = spans.find(({ spanId }) => spanId === loader?.parentSpanId)
    expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 })
    expect(loader?.traceId).toBe(traceId)
    expect(Number(loader?.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(loader?.startTimeUnixNano))
    const call = spans.find(({ name }) => name === 'rpc read_shell')
    expect(call?.kind).toBe(3)
    expect(spans.map(({ spanId }) => spanId)).toContain(call?.parentSpanId)
    expect(called?.headers.traceparent).toBe(`00-${call?.traceId}-${call?.spanId}-01`)
  })
})

describe('Server-Timing', () => {
  const site = inject('site').url

  async function timingFor(username: string | null): Promise<string | null> {
    const visitor = new ApiVisitor(site)
    if (username) {
      const signedIn = await visitor.post(paths.apiLogin(), { username, password: 'Jouvay2026' })
      expect(signedIn.status).toBe(200)
    }
    return (await visitor.get(paths.home())).headers.get('server-timing')
  }

  test.each([null, 'mia'])('is not sent to %s', async (username) => {
    expect(await timingFor(username)).toBeNull()
  })

  test('tells staff the time in the database and of the rendering', async () => {
    expect(await timingFor('ada')).toMatch(
      /^database;dur=[\d.]+;desc="[1-9]\d* calls", render;dur=[\d.]+, cache;desc="bypass"$/,
    )
  })
})
