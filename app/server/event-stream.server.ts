import { Connection, createEventBuffer, type EventBuffer, Session } from 'better-sse'

/** Server-sent events over web responses: one connection for each open page, which its reader may be too slow for. */

/** How many bytes may wait for a reader before their connection is ended, since they only pile up: they come back and get what they missed. */
export const mostWaiting = 512 * 1024
/** Pause between two signs of life, in milliseconds: shorter than proxies wait. */
const heartbeat = 15_000

const encoder = new TextEncoder()
/** The last text and its bytes: most events go to everybody. */
let encoded = { text: '', bytes: new Uint8Array() }
function encode(text: string): Uint8Array {
  if (encoded.text !== text) encoded = { text, bytes: encoder.encode(text) }
  return encoded.bytes
}

/**
 * Connects a session of better-sse with a web response. Its own one lets unsent events pile up without a limit, and rejects a promise that
 * nobody waits for when the reader has left.
 */
class BoundedConnection extends Connection {
  readonly url: URL
  readonly request: Request
  readonly response: Response
  readonly #ending = new AbortController()
  #body: ReadableStreamDefaultController<Uint8Array> | null = null

  constructor(request: Request) {
    super()
    this.url = new URL(request.url)
    this.request = new Request(request.url, { headers: request.headers, signal: this.#ending.signal })
    const body = new ReadableStream<Uint8Array>(
      { start: (controller) => this.#use(controller), cancel: () => this.end() },
      { highWaterMark: mostWaiting, size: (chunk) => chunk?.byteLength ?? 0 },
    )
    this.response = new Response(body, { headers: { ...Connection.constants.RESPONSE_HEADERS } })
    if (request.signal.aborted) queueMicrotask(this.end)
    request.signal.addEventListener('abort', this.end, { once: true })
  }

  #use(body: ReadableStreamDefaultController<Uint8Array>): void {
    this.#body = body
  }

  /** Ends the connection; the session hears of it. */
  readonly end = (): void => this.#ending.abort()

  override sendHead = (): void => undefined

  override sendChunk = (chunk: string): void => {
    if (!this.#body || this.#ending.signal.aborted) return
    if ((this.#body.desiredSize ?? 0) > 0) this.#body.enqueue(encode(chunk))
    else this.end()
  }

  override cleanup = (): void => {
    try {
      this.#body?.close()
    } catch {
      // The reader has left already.
    }
    this.#body = null
  }
}

/** An open stream of events. */
export type EventStream = {
  /** Sends events that `createEventBuffer` of better-sse made. */
  send(events: EventBuffer): void
  /** Ends the response; the browser comes back by itself. */
  end(): void
}

/**
 * Responds with a stream of events that stays open.
 * @param options.onOpen called once events can be sent
 * @param options.onEnd called once, when the reader left, was too slow, or `end` was called
 * @param options.retry the pause before a browser comes back, in milliseconds
 */
export function eventStreamResponse(
  request: Request,
  { onOpen, onEnd, retry }: { onOpen(stream: EventStream): void; onEnd(): void; retry: number },
): Response {
  const connection = new BoundedConnection(request)
  // The session's own signs of life would go on for ever after a reader who left before it began.
  const session = new Session(connection, { retry, keepAlive: null })
  let timer: NodeJS.Timeout | undefined
  let ended = false
  session.once('disconnected', () => {
    ended = true
    clearInterval(timer)
    onEnd()
  })
  session.once('connected', () => {
    if (ended) return
    const alive = createEventBuffer().comment().dispatch()
    timer = setInterval(() => void session.batch(alive), heartbeat).unref()
    onOpen({ send: (events) => void session.batch(events), end: connection.end })
  })
  return connection.response
}
