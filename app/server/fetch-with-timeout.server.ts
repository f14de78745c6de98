import { setTimeout as wait } from 'node:timers/promises'
import { operate } from './operations.server.ts'

/**
 * Reaches the database through the API in front of it: within a time limit, and with retries when no connection was made
 * (specification, section 9).
 */

/** Time from the first attempt to the response, in milliseconds. */
export const connectTimeout = 20_000
/** Attempts after the first. */
export const connectRetries = 3
/** Before the first retry; each further one waits three times as long. A service that was killed is back within all of them. */
const firstPause = 100

/** Error codes of Node for a connection that was never made, so the request can't have been processed. */
const connectFailures = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function isConnectFailure(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && connectFailures.has(String(cause.code))
}

/**
 * Returns whether the API could not reach the database. Other responses of this status may come after the work was
 * done, so only requests that change nothing are repeated for them.
 */
async function isDatabaseAway(response: Response, method: string): Promise<boolean> {
  if (response.status !== 503) return false
  if (method === 'GET' || method === 'HEAD') return true
  return /"code":\s*"PGRST00[02]"/.test(await response.clone().text())
}

/** Statuses by which a proxy in front of an API reports that it gets no response from it. */
const gatewayFailures = new Set([502, 503, 504, 520, 521, 522, 523, 524])

/**
 * Gives a proxy's response (a page, or JSON without a code) the code by which the Data API itself says that the database
 * can't be reached, because supabase-js hands on the body and not the status.
 */
async function withCode(response: Response): Promise<Response> {
  if (!gatewayFailures.has(response.status)) return response
  const text = await response.clone().text()
  if (/"(code|error_code|statusCode)":/.test(text)) return response
  const message = `The API answered with status ${response.status}`
  return Response.json({ code: 'PGRST000', message }, { status: response.status })
}

/** Names a call for metrics and traces: `rpc read_shell`, `GET orders`, `auth token`. */
export function callName(url: string, method: string): string {
  const [, service = '', , first = '', second = ''] = URL.canParse(url)
    ? new URL(url).pathname.split('/')
    : []
  if (service === 'rest') return first === 'rpc' ? `rpc ${second}` : `${method} ${first}`
  return `${service} ${first}`
}

/**
 * Fetches from the API in front of the database, as an operation (operations.server.ts).
 * @throws DOMException TimeoutError after 20 seconds; TypeError when no connection was made in four attempts
 */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  return operate('database', callName(url, method), async (operation) => {
    const response = await fetchWithRetries(input, withHeaders(init, operation.headers))
    operation.status = response.status
    return response
  })
}

/** Adds the headers that propagate the trace, if there are any. */
function withHeaders(init: RequestInit | undefined, added: Record<string, string>): RequestInit | undefined {
  if (Object.keys(added).length === 0) return init
  const headers = new Headers(init?.headers)
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
  return { ...init, headers }
}

const fetchWithRetries: typeof fetch = async (input, init) => {
  const limit = AbortSignal.timeout(connectTimeout)
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  for (let retries = connectRetries, pause = firstPause; ; retries -= 1, pause *= 3) {
    try {
      const response = await fetch(input, { ...init, signal })
      if (retries === 0 || !(await isDatabaseAway(response, method))) return await withCode(response)
      await response.body?.cancel()
    } catch (error) {
      if (retries === 0 || !isConnectFailure(error)) throw error
    }
    await wait(pause, undefined, { signal })
  }
}
