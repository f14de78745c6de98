import { addPlugins, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { apiDoorQueue, apiHandOvers, pickupStation } from '#core/staff-paths.ts'
import { uploadHandOvers } from '../pickup/hand-over-queue.ts'
import { askServer } from './ask-server.ts'
import { openDoorStore } from './door-store.ts'
import { uploadWaiting } from './upload-queue.ts'

/**
 * The service worker of the scanner: `scripts/bundle/door-worker.ts` bundles it, with the list of files. It keeps what the door needs
 * and opens the scanner without the network. It keeps no page of a signed-in person, and it takes the place of an older one only
 * when the scanner says so.
 */

/** The files of the scanner, and the page that starts it from what the phone kept; put in by the build. */
declare const doorFiles: (PrecacheEntry | string)[]
declare const doorShell: string
declare const doorScope: string

/** Holds what the worker uses of its global scope; TypeScript knows the scope of pages alone. */
type WorkerEvent = { waitUntil(work: Promise<unknown>): void }
type WorkerScope = {
  addEventListener(type: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void
  addEventListener(type: 'sync', listener: (event: WorkerEvent & { tag: string }) => void): void
  skipWaiting(): Promise<void>
}
const scope = globalThis as unknown as WorkerScope

/** How long the site may take to open the scanner, in milliseconds. */
const opensWithin = 3000
const uploadsWithin = 30_000

// Without a session: the page that is kept is the one that nobody in particular gets.
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { credentials: 'omit' }) }])
precacheAndRoute(doorFiles, { ignoreURLParametersMatching: [/./], cleanURLs: false, directoryIndex: '' })

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === doorScope,
  ({ request, url }) => openScanner(request, url.search),
)

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === pickupStation(),
  ({ request, url }) =>
    openScanner(request, `?${new URLSearchParams([...url.searchParams, ['at', 'pick-up']])}`),
)

/** Opens the scanner or its pickup station from the network, or leads to the kept page when there is none, only a failure, or nothing in time. */
async function openScanner(request: Request, search: string): Promise<Response> {
  const late = new Promise<null>((end) => setTimeout(() => end(null), opensWithin))
  const response = await Promise.race([fetch(request).catch(() => null), late])
  if (response && response.status < 500) return response
  return Response.redirect(doorShell + search)
}

scope.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(scope.skipWaiting())
})

// Uploads what is left even if the scanner was closed, where the browser has Background Sync; a failure is tried again by it.
scope.addEventListener('sync', (event) => {
  if (event.tag === 'door-queue') event.waitUntil(uploadQueue())
})

async function uploadQueue(): Promise<void> {
  const store = await openDoorStore()
  try {
    const { state } = await uploadWaiting(store, (batch) => askServer(apiDoorQueue(), batch, uploadsWithin))
    const hands = await uploadHandOvers(store, (batch) => askServer(apiHandOvers(), batch, uploadsWithin))
    if (state === 'later' || hands.state === 'later') throw new Error('Some scans wait for the network.')
  } finally {
    store.close()
  }
}
