import { Writable } from 'node:stream'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { log } from '#server/log.server.ts'
import { NonceProvider } from '#ui/nonce.ts'

/** Exported from the build, because the views wait in its own memory. */
export { storeWaitingViews } from '#features/analytics/analytics.writes.server.ts'
/** Exported from the build, because mails are written by components, which Node does not run from their sources. */
export { startBackground, startRtmp } from './background.server.ts'

/** Timeout of a page's rendering and of its streamed data, in milliseconds. */
export const streamTimeout = 10_000

/**
 * Collects what React writes of a page.
 * @param onWhole is given the whole page, in UTF-8
 */
export function collectPage(onWhole: (html: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    // Avoids React's pauses between chunks: the page is complete.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, taken) {
      // Cuts off zero bytes: React 18 leaves them at the end of a chunk that the next character did not fit into.
      let end = chunk.length
      while (chunk[end - 1] === 0) end--
      chunks.push(chunk.subarray(0, end))
      taken()
    },
    final(ended) {
      onWhole(Buffer.concat(chunks))
      ended()
    },
  })
}

/**
 * Starts the scripts of a page whose first picture matters once that picture is painted, or has waited for `latest` milliseconds.
 * Runs in the browser, as the text of an inline script, so it uses nothing from outside of it.
 */
function startAfterPicture(latest: number): void {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  let isStarted = false
  const start = () => {
    const held = document.querySelector<HTMLScriptElement>('script[type="held"]')
    if (isStarted || !held) return
    isStarted = true
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=dns-prefetch]'))
      link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = held.nonce
    script.textContent = held.textContent
    document.head.append(script)
    // React expects the elements that the server sent.
    script.remove()
  }
  setTimeout(start, latest)
  // Reported when the frame is on the screen, which a frame's own callback comes before by as long as drawing takes.
  new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName('first-contentful-paint').length) return
    observer.disconnect()
    if (!picture || picture.complete) return start()
    for (const end of ['load', 'error'])
      picture.addEventListener(end, () => requestAnimationFrame(() => setTimeout(start)))
  }).observe({ type: 'paint', buffered: true })
  document.currentScript?.remove()
}

/**
 * Makes a first format of a date, which takes as long as a third of hydration, while the stylesheets are under way and nothing is painted.
 * Runs in the browser, as the text of an inline script, so it uses nothing from outside of it.
 */
function makeDateFormat(): void {
  setTimeout(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric' }))
  // React expects the elements that the server sent.
  document.currentScript?.remove()
}

/** Sets how long scripts wait for the first picture at most, in milliseconds: also in a tab that is not drawn. */
const latestStart = 1500

/**
 * Lets a page's scripts wait for its first picture, or where it has none for its stylesheets and fonts: without it browsers request
 * all of them at the same time, and what people came to see comes later. Remix's `Scripts` has no option for it. Not in development,
 * where React reports attributes that only the server's HTML has.
 * @param html a rendered page, in UTF-8
 * @param nonce of its inline scripts
 * @returns the page, whose scripts start after its first picture, or have a low fetch priority. Until they start, a link to one asks for
 *   nothing but the address of this host, which the browser has: an element that React can find, and that is valid where it stands
 */
function deferScripts(html: Buffer<ArrayBuffer>, nonce: string): Buffer<ArrayBuffer> {
  if (import.meta.env.DEV) return html
  const page = html.toString()
  const preload = '<link rel="modulepreload"'
  const module = `<script nonce="${nonce}" type="module" async="">`
  if (!page.includes(' fetchpriority="high"') || !page.includes(module))
    return Buffer.from(page.replaceAll(preload, `${preload} fetchpriority="low"`))
  const inline = (call: string) => `<script nonce="${nonce}">${call}</script>`
  const stylesheet = '<link rel="stylesheet"'
  const starter = inline(`(${startAfterPicture})(${latestStart})`)
  return Buffer.from(
    page
      .replace(stylesheet, () => inline(`(${makeDateFormat})()`) + stylesheet)
      .replaceAll(preload, '<link rel="dns-prefetch"')
      .replace(module, () => `${starter}<script nonce="${nonce}" type="held">`),
  )
}

/**
 * Renders a page and sends it when all of it is ready: every loader calls the database once, so there is nothing to send
 * early, and an error while rendering can still become a 500.
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
        // Leaves each part in its place: by default large ones follow at the end, where only a script moves them to theirs.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          const whole = collectPage((html) => {
            headers.set('content-type', 'text/html; charset=utf-8')
            resolve(new Response(deferScripts(html, requestContext.nonce), { status, headers }))
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
 * Logs an error once, with its request. Neither a request that the visitor aborted nor a thrown 4xx response is an error.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || error instanceof Response) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const path = new URL(request.url).pathname
  const lines = context.requestContext?.log ?? log
  lines.error({ err: error, path }, 'breakdown')
}
