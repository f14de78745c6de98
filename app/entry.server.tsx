import { Writable } from 'node:stream'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { log } from '#server/log.server.ts'
import { NonceProvider } from '#ui/nonce.ts'

/** Part of the build, because mails are written by components, which Node does not read from their sources. */
export { startBackground } from './background.server.ts'

/** How long a page may take to render, and its data to stream, in milliseconds. */
export const streamTimeout = 10_000

/**
 * Renders a page. It answers when all of it is ready: every loader asks the database once, so there is nothing worth
 * sending early, and a breakdown while rendering can still become a 500.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { requestContext }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const page = renderToPipeableStream(
      <NonceProvider value={requestContext.nonce}>
        <RemixServer
          context={remixContext}
          url={request.url}
          abortDelay={streamTimeout}
          nonce={requestContext.nonce}
        />
      </NonceProvider>,
      {
        nonce: requestContext.nonce,
        onAllReady() {
          const chunks: Buffer[] = []
          const whole = new Writable({
            // All of it is there: React shall not wait between two pieces.
            highWaterMark: Number.MAX_SAFE_INTEGER,
            write(chunk: Buffer, _encoding, taken) {
              chunks.push(chunk)
              taken()
            },
            final(ended) {
              headers.set('content-type', 'text/html; charset=utf-8')
              resolve(new Response(Buffer.concat(chunks), { status, headers }))
              ended()
            },
          })
          page.pipe(whole)
        },
        onShellError: reject,
        onError: reject,
      },
    )
    const timer = setTimeout(() => page.abort(), streamTimeout)
    timer.unref()
  })
}

/**
 * Logs a breakdown once, with the request it broke. Neither a request that the visitor gave up on nor an answer that says
 * no (an address or method that a page does not have) is a breakdown.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || error instanceof Response) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const path = new URL(request.url).pathname
  const lines = context.requestContext?.log ?? log
  lines.error({ err: error, path }, 'breakdown')
}
