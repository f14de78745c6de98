import type { Logger } from 'pino'

/** Holds what the server knows of one request before Remix handles it. Loaders and actions read it as `context.requestContext`. */
export type RequestContext = {
  /** Names this request in every log line and in the `x-request-id` header of its response. */
  requestId: string
  /** The nonce of this response's Content-Security-Policy; every inline script carries it. */
  nonce: string
  /** The visitor's address as the trusted proxy (or the socket) saw it, never as the visitor claims it. */
  address: string
  /** Collects Set-Cookie values; the server appends them to the response, so that any loader may refresh a token. */
  cookies: { setCookie(cookie: string): void; readonly set: readonly string[] }
  /** Values computed once per request, by key: the actor is read once however many loaders need it. */
  memo: Map<string, unknown>
  /** True if the response has a `Server-Timing` header: set once the request is known to be from staff. */
  showTiming?: boolean
  /** Why the request's form was refused before it was read: its action is not run, and people see it on the site's screen. */
  refusal?: { status: number; message: string }
  /** Logs with the request's id. */
  log: Logger
  /** Empties the page cache: called after a write that changes what visitors without a session see. */
  purgePages(): void
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    requestContext: RequestContext
  }
}
