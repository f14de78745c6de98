import { randomBytes } from 'node:crypto'
import { type Operation, operationEnded, operationStarted } from './operations.server.ts'

/**
 * Sends operations as OpenTelemetry spans (OTLP over HTTP, JSON), with OTEL_EXPORTER_OTLP_ENDPOINT only. The format is
 * written here because the SDK's published packages could not be installed together (their peer ranges exclude one another),
 * and because operations already know their parents and times.
 */

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue: string } | { intValue: string } }[]
  status: { code: number }
}

const kinds: Record<Operation['kind'], number> = { request: 2, loader: 1, action: 1, database: 3, job: 1 }
const flushEvery = 2000
const sendTimeout = 5000
const mostWaiting = 2000

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)

/**
 * Begins to send spans.
 * @param options.endpoint the collector's address, without `/v1/traces`
 * @param options.version the site's version
 * @returns stops after what is waiting was sent
 */
export function startTracing({ endpoint, version }: { endpoint: string; version?: string }): {
  stop(): Promise<void>
} {
  const ids = new WeakMap<Operation, { traceId: string; spanId: string; parentSpanId?: string }>()
  let waiting: Span[] = []

  const onStart = (message: unknown) => {
    const operation = message as Operation
    const parent = operation.parent && ids.get(operation.parent)
    const [, traceId, parentSpanId] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(operation.traceparent ?? '') ?? []
    const own = {
      traceId: parent?.traceId ?? traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      parentSpanId: parent?.spanId ?? parentSpanId,
    }
    ids.set(operation, own)
    if (operation.kind === 'database') operation.headers.traceparent = `00-${own.traceId}-${own.spanId}-01`
  }

  const onEnd = (message: unknown) => {
    const operation = message as Operation
    const own = ids.get(operation)
    // A collector that is away must not fill the memory.
    if (!own || waiting.length >= mostWaiting) return
    const { kind, name, startedAt, ms, status, error } = operation
    const failed = error !== undefined || (status ?? 0) >= 500
    waiting.push({
      ...own,
      name,
      kind: kinds[kind],
      startTimeUnixNano: nanoseconds(startedAt),
      endTimeUnixNano: nanoseconds(startedAt + ms),
      attributes: [
        { key: 'jouvay.kind', value: { stringValue: kind } },
        ...(status ? [{ key: 'http.response.status_code', value: { intValue: String(status) } }] : []),
      ],
      status: { code: failed ? 2 : 0 },
    })
  }

  async function flush(): Promise<void> {
    if (waiting.length === 0) return
    const spans = waiting
    waiting = []
    const service = [
      { key: 'service.name', value: { stringValue: 'jouvay' } },
      ...(version ? [{ key: 'service.version', value: { stringValue: version } }] : []),
    ]
    const body = {
      resourceSpans: [
        { resource: { attributes: service }, scopeSpans: [{ scope: { name: 'jouvay' }, spans }] },
      ],
    }
    // Spans that can't be sent are dropped: tracing must not disturb the site.
    await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(sendTimeout),
    })
      .then((response) => response.body?.cancel())
      .catch(() => undefined)
  }

  operationStarted.subscribe(onStart)
  operationEnded.subscribe(onEnd)
  const timer = setInterval(() => void flush(), flushEvery)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      operationStarted.unsubscribe(onStart)
      operationEnded.unsubscribe(onEnd)
      await flush()
    },
  }
}
