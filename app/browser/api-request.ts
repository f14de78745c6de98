import { readStored } from './storage.ts'
import { readStoredUser, storedUserToken } from './stored-user.ts'

/**
 * Calls this site's API, by the common rules of the product. The identity headers are sent because the interface
 * names them; the server decides by its session cookie alone.
 */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type RequestOptions = {
  /** Returns a non-success response instead of throwing it. */
  suppressErrors?: boolean
  signal?: AbortSignal
  /** Lets the call outlive the page, for counters. */
  keepalive?: boolean
  /** Adds headers, by lower-case name. */
  headers?: Record<string, string>
}

/** @returns the path under /api: the prefix is added where it is missing */
export function apiPath(path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`
  return rooted === '/api' || rooted.startsWith('/api/') ? rooted : `/api${rooted}`
}

/**
 * Finds the token to send, in the order of the interface: on the stored user, `authToken` in local storage,
 * `authToken` in session storage, `firebaseToken` in local storage.
 */
export function authToken(): string | null {
  return (
    storedUserToken() ||
    readStored('local', 'authToken') ||
    readStored('session', 'authToken') ||
    readStored('local', 'firebaseToken') ||
    null
  )
}

function identityHeaders(): Record<string, string> {
  const user = readStoredUser()
  const token = authToken()
  return {
    ...(user && { 'user-id': user.id }),
    ...(token && { authorization: `Bearer ${token}` }),
    // Escapes other letters the way JSON allows: header values are Latin-1.
    ...(user && {
      'x-user-data': JSON.stringify({ id: user.id, username: user.username, role: user.role }).replace(
        /[^\x20-\x7e]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    }),
  }
}

const returnsRefusal = /^\/api\/auth\/(login|register)$/

/**
 * Reports a non-success response. The message is the status, a colon, and the response's text or the status text.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
  }
}

/**
 * Calls the API.
 * @param method HTTP method
 * @param path with or without /api
 * @param body sent as JSON; leave out for none
 * @returns the response; for login and register also a refused one, whose body says why
 * @throws ApiError for any other refused response, unless `suppressErrors`; TypeError when the network fails
 */
export async function apiRequest(
  method: Method,
  path: string,
  body?: unknown,
  { suppressErrors = false, headers, ...rest }: RequestOptions = {},
): Promise<Response> {
  const url = apiPath(path)
  const response = await fetch(url, {
    ...rest,
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...identityHeaders(),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (response.ok) return response
  const text = await response.clone().text()
  console.warn(`${method} ${url} answered ${response.status}`, text)
  if (suppressErrors || returnsRefusal.test(new URL(url, window.location.origin).pathname)) return response
  throw new ApiError(response.status, text || response.statusText)
}
