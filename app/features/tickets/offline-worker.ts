import type { SavedTickets } from '#core/saved-tickets.ts'

/** Holds what the worker uses of its global scope; TypeScript knows the scope of pages alone. */
type WorkerEvent = { waitUntil(work: Promise<unknown>): void }
type NavigationEvent = WorkerEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
export type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: NavigationEvent) => void): void
  skipWaiting(): Promise<void>
  caches: CacheStorage
  registration: { navigationPreload?: { enable(): Promise<void> } }
}

/**
 * Runs as the service worker of My Tickets. It is served as text and must refer to nothing outside itself. It responds to one
 * request alone, opening the page: with the network's response, and when there is none (or only a failure, or nothing for five
 * seconds) with a page made from what was saved. It stores nothing; the page does.
 * @param options.cache name of the cache with the copies
 * @param options.policy content policy of the page it makes, which allows `script`
 * @param options.script inline script of that page: it opens the real page as soon as there is a network
 * @param options.brand name of the site, and its colors: of the ground, of the text and of the accent, in light and in dark
 */
export function runOfflineWorker(
  scope: WorkerScope,
  options: {
    cache: string
    path: string
    policy: string
    script: string
    brand: { name: string; colors: string }
  },
): void {
  const timeoutMs = 5000
  const prefix = options.cache.replace(/\d+$/, '')

  scope.addEventListener('install', () => void scope.skipWaiting())
  scope.addEventListener('activate', (event) => {
    event.waitUntil(
      (async () => {
        for (const name of await scope.caches.keys())
          if (name.startsWith(prefix) && name !== options.cache) await scope.caches.delete(name)
        await scope.registration.navigationPreload?.enable()
      })(),
    )
  })
  scope.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request
    const { pathname, searchParams } = new URL(url)
    if (method !== 'GET' || mode !== 'navigate' || pathname !== options.path) return
    const order = searchParams.get('order')
    event.respondWith(open(event, order === null ? pathname : `${pathname}?order=${order}`))
  })

  async function open(event: NavigationEvent, key: string): Promise<Response> {
    const network = (async () => (await event.preloadResponse) ?? (await fetch(event.request)))()
    const settled = network.catch(() => null)
    event.waitUntil(settled)
    const saved = await readSaved(key)
    const late = new Promise<null>((end) => setTimeout(() => end(null), timeoutMs))
    const first = await (saved ? Promise.race([settled, late]) : settled)
    if (first && (first.status < 500 || !saved)) return first
    return new Response(draw(saved ?? { title: 'My tickets', savedAt: null, events: [] }), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': options.policy,
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
      },
    })
  }

  async function readSaved(key: string): Promise<SavedTickets | null> {
    try {
      const cache = await scope.caches.open(options.cache)
      const found = await cache.match(key)
      return found ? ((await found.json()) as SavedTickets) : null
    } catch {
      return null
    }
  }

  function safe(text: string): string {
    return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
  }

  function draw({
    title,
    savedAt,
    events,
  }: Omit<SavedTickets, 'savedAt'> & { savedAt: string | null }): string {
    const now = Date.now()
    const shown = events.filter(({ endsAt }) => Date.parse(endsAt) > now)
    const format = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
    const asOf = savedAt && new Date(savedAt).toLocaleString('en-US', format)
    const note = asOf
      ? ` <strong>Saved on this phone, as of ${safe(asOf)}.</strong> Tickets that changed since look as they were. The door has the last word.`
      : ''
    return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${safe(title)}</title><style>
body{margin:0 auto;padding:1rem;max-width:30rem;font:1rem/1.45 system-ui,sans-serif;background:var(--ground);color:var(--ink)}
:root{${options.brand.colors}}
.brand{margin:0 0 1rem;padding:0 0 .75rem;border-bottom:1px solid;font-size:1.5rem;font-weight:800;letter-spacing:-.03em}
.brand::before{content:"";display:inline-block;width:.75em;height:.75em;margin-right:.4em;border-radius:50%;background:var(--accent)}
h1{font-size:1.5rem;margin:0 0 .5rem}h2{font-size:1.25rem;margin:0}p{margin:.25rem 0}
.note{padding:.75rem 1rem;border:1px solid;border-radius:.75rem;margin:0 0 1rem}
article{margin:0 0 2rem}
ul{display:flex;gap:1rem;overflow-x:auto;scroll-snap-type:x mandatory;margin:.75rem -1rem 0;padding:0 1rem;list-style:none}
li{flex:0 0 100%;scroll-snap-align:center}
.paper{background:#fff;color:#000;text-align:center;padding:0 0 .75rem;border-radius:.5rem}
.paper svg{display:block;width:100%}.code{font:700 1.25rem ui-monospace,monospace;letter-spacing:.08em}
a{color:inherit;display:inline-flex;align-items:center;min-height:2.75rem;min-width:2.75rem}
</style></head><body><header><p class="brand">${safe(options.brand.name)}</p></header><main><h1>${safe(title)}</h1>
<p class="note" role="status">You're offline.${note}</p>
${shown.map(drawEvent).join('') || '<p>No upcoming tickets are saved on this phone.</p>'}
<p><a href="">Try again</a></p></main><script>${options.script}</script></body></html>`
  }

  function drawEvent({ title, when, place, later, isTest, tickets }: SavedTickets['events'][number]): string {
    const many = tickets.length > 1
    return `<article><h2>${safe(title)}</h2><p>${safe(when)}</p>${place ? `<p>${safe(place)}</p>` : ''}
${isTest ? '<p><strong>TEST TICKETS.</strong> Not valid for entry at a real event.</p>' : ''}
${later ? `<p>${safe(later)}</p>` : ''}
<ul aria-label="Tickets for ${safe(title)}"${many ? ' tabindex="0"' : ''}>${tickets.map((ticket, n) => drawTicket(ticket, many ? ` ${n + 1} of ${tickets.length}` : '')).join('')}</ul>
</article>`
  }

  function drawTicket(
    { type, firstName, state, next, qr, code }: SavedTickets['events'][number]['tickets'][number],
    place: string,
  ): string {
    const picture =
      qr && code
        ? `<div class="paper"><svg viewBox="0 0 ${Number(qr.size)} ${Number(qr.size)}" shape-rendering="crispEdges" role="img" aria-label="QR code of ticket${place}" data-qr><path d="${safe(qr.path)}"/></svg><p class="code">${safe(code)}</p></div>`
        : ''
    return `<li>${picture}<p><strong>${safe(type)}</strong>, ${safe(firstName)}${place}</p>
<p data-state>${safe(state)}${next ? `. ${safe(next)}` : ''}</p></li>`
  }
}
