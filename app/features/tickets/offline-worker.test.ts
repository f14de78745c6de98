import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SavedTickets } from '#core/saved-tickets.ts'
import { runOfflineWorker, type WorkerScope } from './offline-worker.ts'

/** The worker with a scope of its own: what it responds when the network does this or that. In Chromium: e2e/tickets-offline. */

const saved: SavedTickets = {
  title: 'My tickets',
  savedAt: '2026-11-21T20:00:00Z',
  events: [
    {
      title: 'Last <script>Lap',
      when: 'Tonight',
      place: '',
      later: null,
      endsAt: '2026-11-22T09:00:00Z',
      isTest: false,
      tickets: [
        {
          type: 'Entry',
          firstName: 'Mia',
          state: 'Valid',
          next: null,
          qr: { size: 9, path: 'M1 1' },
          code: 'ABC',
        },
      ],
    },
  ],
}

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T22:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** Opens an address with the worker. @returns what it responds, or null where it leaves the request alone */
function open(
  network: () => Promise<Response>,
  {
    url = 'https://a.example/my-tickets',
    method = 'GET',
    mode = 'navigate',
    kept = saved as SavedTickets | null,
  } = {},
): Promise<Response> | null {
  const listeners = new Map<string, (event: never) => void>()
  const match = async () => (kept ? Response.json(kept) : undefined)
  const scope = {
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
    caches: { open: async () => ({ match }) },
  }
  runOfflineWorker(scope as unknown as WorkerScope, {
    cache: 'my-tickets-1',
    path: '/my-tickets',
    policy: "default-src 'none'",
    script: 'look()',
    brand: { name: 'Night & Co', colors: '--ground:#fff;--ink:#000;--accent:#c00' },
  })
  let response: Promise<Response> | null = null
  const event = {
    request: { url, method, mode },
    preloadResponse: network(),
    waitUntil: () => undefined,
    respondWith(given: Promise<Response>) {
      response = given
    },
  }
  listeners.get('fetch')?.(event as never)
  return response
}

const textOf = async (response: Promise<Response> | null) => (await response)?.text()
const fails = () => Promise.reject(new TypeError('offline'))

test('the network comes first, also with a refusal', async () => {
  for (const status of [200, 404, 429])
    expect((await open(async () => new Response('live', { status })))?.status).toBe(status)
})

test('what was saved is shown without a network, and when the site fails', async () => {
  expect(await textOf(open(fails))).toContain('Saved on this phone, as of')
  // It carries the name and the colors of the site.
  expect(await textOf(open(fails))).toMatch(/--accent:#c00[\s\S]*<p class="brand">Night &#38; Co<\/p>/)
  expect(await textOf(open(async () => new Response('bad gateway', { status: 502 })))).toContain(
    'Saved on this phone',
  )
})

test('a network that does not respond within five seconds counts as none', async () => {
  const response = open(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await textOf(response)).toContain('Saved on this phone')
})

test('without anything saved a failure of the site is shown as it is, and no network as no network', async () => {
  expect((await open(async () => new Response('', { status: 502 }), { kept: null }))?.status).toBe(502)
  expect(await textOf(open(fails, { kept: null }))).toContain('No upcoming tickets are saved')
})

test('other requests are left alone', () => {
  const live = async () => new Response('live')
  expect(open(live, { method: 'POST' })).toBeNull()
  expect(open(live, { mode: 'cors' })).toBeNull()
  for (const path of ['/my-tickets/worker.js', '/my-tickets.data', '/events', '/my-tickets/AAAA/tickets.pdf'])
    expect(open(live, { url: `https://a.example${path}` }), path).toBeNull()
})

test('texts are escaped, and an event that has ended is left out', async () => {
  const text = await textOf(open(fails))
  expect(text).toContain('Last &#60;script&#62;Lap')
  expect(text).toContain('<script>look()</script>')
  vi.setSystemTime(new Date('2026-11-22T09:00:01Z'))
  expect(await textOf(open(fails))).not.toContain('Lap')
})
