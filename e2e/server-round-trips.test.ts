import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Supervised } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { ApiVisitor } from './api-visitor.ts'
import { seededEvent, seededProduct } from './seeded.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/**
 * Tests that a page needs one round trip: it sends all its calls to the database at once. Measured by a proxy
 * between them.
 */

const stack = inject('stack')
const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
const { env } = inject('site')
/** Calls of the current page: path, and when each began and ended, in milliseconds. */
let calls: { what: string; from: number; to: number }[] = []
let between: Server
let site: Supervised<TestSite>
let ada: ApiVisitor
let event: Awaited<ReturnType<typeof seededEvent>>
let product: typeof event

/** Delay of each call for data, in milliseconds: longer than the page that makes it takes by itself. */
let delay = 0

/** Passes every request on, and delays data enough to make a call that waits for another visible. */
function startBetween(): Promise<Server> {
  const server = createServer(async (req, res) => {
    const from = performance.now()
    const isData = req.url?.startsWith('/rest/')
    if (isData) await wait(delay)
    const passed = request(stack.url + req.url, { method: req.method, headers: req.headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
      response.on('end', () => {
        if (isData) calls.push({ what: req.url?.replace(/\?.*/, '') ?? '', from, to: performance.now() })
      })
    })
    passed.on('error', () => res.destroy())
    req.pipe(passed)
  })
  return new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(server)))
}

beforeAll(async () => {
  between = await startBetween()
  const [, port] = await freePorts()
  const SUPABASE_URL = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  const place = { port, dataDir: env.DATA_DIR ?? '' }
  site = await startTestSite(stack, place, { SUPABASE_URL })
  ada = new ApiVisitor(site.ready.url)
  expect((await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
  ;[event, product] = await Promise.all([seededEvent(sql), seededProduct(sql)])
})
afterAll(async () => {
  await site?.stop()
  await sql.end()
  between?.close()
})

/** Returns the longest chain of calls in which each began after the one before it had ended. */
function longestRow(): string[] {
  let longest: string[] = []
  const rowsTo = new Map<(typeof calls)[number], string[]>()
  for (const call of calls.toSorted((a, b) => a.from - b.from)) {
    const before = [...rowsTo].filter(([earlier]) => earlier.to <= call.from).map(([, row]) => row)
    const row = [...(before.toSorted((a, b) => b.length - a.length)[0] ?? []), call.what]
    rowsTo.set(call, row)
    if (row.length > longest.length) longest = row
  }
  return longest
}

/**
 * Requests a page and returns its longest chain of calls. Calls that are made together begin within the time that a
 * page takes on this machine at this moment, so one that begins after a longer wait has waited for another. A
 * machine that was busy between two calls looks the same once; a call that waits for another waits every time, so
 * the shortest of up to five chains counts.
 */
async function send(visitor: () => ApiVisitor, path: string): Promise<string[]> {
  let shortest: string[] = []
  for (let tries = 0; tries < 5 && shortest.length !== 1; tries++) {
    delay = 0
    const from = performance.now()
    expect((await ada.get('/my-tickets')).status).toBe(200)
    delay = 50 + 2 * (performance.now() - from)
    calls = []
    const { status } = await visitor().get(path)
    expect(status, path).toBeLessThan(400)
    const row = longestRow()
    // A page from the cache makes no calls, and shows nothing.
    if (row.length > 0 && (shortest.length === 0 || row.length < shortest.length)) shortest = row
  }
  return shortest
}

test('for visitors', async () => {
  const paths = ['/', '/events', event.path, '/shop', product.path, '/live', '/community', '/search?q=soca']
  for (const path of paths) {
    // A new visitor each time, and an address that is not in the page cache.
    const row = await send(() => new ApiVisitor(site.ready.url), path)
    expect(row, path).toHaveLength(1)
  }
})

test('for members, the guard included, and for staff', async () => {
  const staff = ['/ticket-scanner', '/scan-data', '/analytics', '/user-management', '/ticket-management']
  const paths = ['/my-tickets', '/profile', '/settings', '/checkout', '/admin', '/admin/events']
  for (const path of [
    '/',
    '/events',
    ...paths,
    `/admin/events/${event.id}`,
    '/admin/search?q=soca',
    ...staff,
    '/api/me',
  ]) {
    const row = await send(() => ada, path)
    expect(row, path).toHaveLength(1)
  }
})

test('also when only the page is asked for and not what surrounds it', async () => {
  for (const route of ['my-tickets', 'profile', 'settings', 'checkout', '_staff.ticket-scanner'])
    expect(
      await send(() => ada, `/${route.replace('_staff.', '')}.data?_routes=routes%2F${route}`),
      route,
    ).toHaveLength(1)
})
