import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { root } from '../tools/settings.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { seededEvent } from './seeded.ts'
import { listRoutes, type SiteRoute } from './site-routes.ts'

/** Tests rules of the server on every address of the built site. */

const { url: site } = inject('site')
const sql = postgres(inject('stack').dbUrl, { max: 1, onnotice() {} })
let routes: SiteRoute[]
let event: { id: string; slug: string }
let member: ApiVisitor
let other: string

beforeAll(async () => {
  event = await seededEvent(sql)
  routes = await listRoutes({ id: event.id, slug: event.slug })
  member = (await registered(site, 'Mia')).visitor
  other = (await registered(site, 'Sid')).id
})
afterAll(() => sql.end())

/** Removes from a response what differs between two calls of the same thing. */
function lasting(text: string): string {
  return text
    .replace(/ nonce="[^"]*"/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, 'instant')
    .replace(/\b(in|for) \d+ (seconds?|minutes?)/g, 'a while')
    .replace(/"now":\d{13}/, 'instant')
}

// Specification 7.16
describe('forged identity headers change no answer of any route', () => {
  const claims = () => {
    const claimed = JSON.stringify({ id: other, username: 'ada', role: 'admin', isGuest: false })
    return {
      'user-id': other,
      'x-user-id': other,
      'x-user-data': claimed,
      'x-user-role': 'admin',
      'x-forwarded-user': 'ada',
      'x-remote-user': 'ada',
      'remote-user': 'ada',
      authorization: `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(claimed).toString('base64url')}.`,
    }
  }

  /** Passes by the page cache, as the forged `authorization` does: a cached page may be older than a rendered one. */
  const uncached = { range: 'bytes=0-' }

  async function responseOf(who: ApiVisitor, method: string, path: string, headers: Record<string, string>) {
    const api = path.startsWith('/api/')
    const sent = method === 'GET' ? undefined : api ? '{}' : 'a=1'
    const kind = api ? 'application/json' : 'application/x-www-form-urlencoded'
    const type: Record<string, string> = sent ? { 'content-type': kind } : {}
    const response = await who.copy().send(method, path, sent, { ...type, ...headers })
    const { status, text } = response
    return {
      status,
      location: response.headers.get('location'),
      cookies: response.set.length,
      body: lasting(text),
    }
  }

  // Specification 7.16
  test.each(['a visitor', 'a member'])('what %s reads', async (who) => {
    const person = who === 'a member' ? member : new ApiVisitor(site)
    for (const { path } of routes) {
      for (const address of path.startsWith('/api/')
        ? [path]
        : [path, `${path === '/' ? '/_root' : path}.data`]) {
        // Other tests may write between the two; then it repeats both.
        let status = 0
        await vi.waitFor(
          async () => {
            const plain = await responseOf(person, 'GET', address, uncached)
            status = plain.status
            const forged = await responseOf(person, 'GET', address, { ...uncached, ...claims() })
            expect(forged, `GET ${address}`).toEqual(plain)
          },
          { timeout: 120_000, interval: 50 },
        )
        expect(status, `GET ${address}`).toBeLessThan(500)
      }
    }
  })

  // Specification 7.16
  test.each(['a visitor', 'a member'])('what %s may do', async (who) => {
    for (const { path, takesPosts } of routes) {
      // Skips signing in and out: they would end the session that the next route is tested with.
      if (!takesPosts || (who === 'a member' && /^\/api\/auth\//.test(path))) continue
      const person = who === 'a member' ? member : new ApiVisitor(site)
      const plain = await responseOf(person, 'POST', path, {})
      const forger = who === 'a member' ? member : new ApiVisitor(site)
      expect(await responseOf(forger, 'POST', path, claims()), `POST ${path}`).toEqual(plain)
      expect(plain.status, `POST ${path}`).toBeLessThan(500)
    }
  })
})

test('no route takes a change from another site, nor the old data parameter', async () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const { id, path } of routes) {
    // Providers call these from anywhere; their signature is checked instead.
    const exempt =
      path.startsWith('/api/payments/webhook') ||
      path === '/api/live/mux' ||
      path.startsWith('/api/mail/events')
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await member
        .copy()
        .send(method, path, '{}', { 'content-type': 'application/json', ...evil })
      if (exempt) expect(response.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
      else expect(response.status, `${method} ${path}`).toBe(403)
    }
    const data = await member.get(`${path}?_data=${encodeURIComponent(id)}`)
    expect(data.status, path).toBe(400)
  }
})

test('every URL has the security headers, and pages with a session are not cached', async () => {
  for (const { path } of routes) {
    for (const who of [new ApiVisitor(site), member.copy()]) {
      const { headers, set } = await who.get(path)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      if (who.cookies.size > 0 || set.length > 0)
        expect(headers.get('cache-control'), path).toBe('private, no-store')
      else expect(headers.get('cache-control'), path).toMatch(/private|no-store/)
    }
  }
})

describe('what can not be answered is told as what it is', () => {
  test('an address that no page can have shows Page Not Found, with the navigation and whoever is signed in', async () => {
    for (const path of ['/%E0%A4%A', '/%00', '/events/%00', `/events/${event.id}/%ff`]) {
      const { status, text, headers } = await new ApiVisitor(site).get(path)
      expect([status, headers.get('content-type')], path).toEqual([400, 'text/html; charset=utf-8'])
      expect(text, path).toContain('>Page Not Found</h1>')
      expect(text, path).toMatch(/<header[\s\S]+<footer/)
    }
    expect((await new ApiVisitor(site).get('/api/%00')).body.message).toMatch(/address/)
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'POST'])('%s where it is not allowed is a 405', async (method) => {
    const api = await member
      .copy()
      .send(method, '/api/account/data', '{}', { 'content-type': 'application/json' })
    expect([api.status, api.headers.get('allow'), api.body.message]).toEqual([
      405,
      'GET, HEAD',
      'Use GET or HEAD here.',
    ])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const page = await member.copy().send(method, '/shop', 'a=1', form)
    expect(page.status).toBe(405)
    expect(page.text).toContain('>That didn&#x27;t go through</h1>')
  })
})

describe('public pages come from the page cache', () => {
  test('for visitors, never for members', async () => {
    for (const path of ['/', '/events', `/events/${event.id}/${event.slug}`]) {
      const visitor = new ApiVisitor(site)
      const first = await visitor.get(path)
      const again = await visitor.get(path, { 'if-none-match': String(first.headers.get('etag')) })
      expect([first.status, again.status], path).toEqual([200, 304])
      expect(first.text, path).not.toContain('nonce=')
      const own = await member.get(path)
      expect([own.status, own.headers.get('etag')], path).toEqual([200, null])
      expect(own.text, path).toContain('nonce=')
    }
  })

  test('one for all who follow a link with a click id; what changes a page still does', async () => {
    const page = `/events/${event.id}/${event.slug}`
    const etags = async (...paths: string[]) => {
      const responses = await Promise.all(paths.map((path) => new ApiVisitor(site).get(path)))
      return new Set(responses.map(({ headers }) => headers.get('etag'))).size
    }
    for (const path of ['/', '/shop', '/terms', '/help', '/events', '/sitemap.xml', '/robots.txt', page])
      await expect
        .poll(() => etags(path, `${path}?fbclid=1`, `${path}?utm_source=x&gclid=2`), { message: path })
        .toBe(1)
    expect(await etags('/events', '/events?tab=past', '/events?genre=soca')).toBe(3)
    expect(await etags('/', '/?auth=login', '/?auth=register')).toBe(3)
    expect(await etags('/sitemap-events.xml', '/sitemap-events.xml?year=1999')).toBe(2)
    const past = await new ApiVisitor(site).get('/events?fbclid=1&tab=past')
    expect(past.text).toContain('>Past events</h1>')
    const moved = await new ApiVisitor(site).get(`/events/${event.id}?fbclid=1&utm_source=x`)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `${page}?fbclid=1&utm_source=x`])
    const landed = await new ApiVisitor(site).get(`${page}?fbclid=1`)
    expect(landed.text).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*${page}"`))
  })

  test('and a route that reads its address and opts in says which parameters it reads', () => {
    const files = globSync('app/routes/*.ts*', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    )
    const cachedRoutes = files.filter((text) => /visitorsPage|sitemapAnswer|X-Page-Cache/.test(text))
    expect(cachedRoutes.length).toBeGreaterThan(5)
    const reading = cachedRoutes.filter((text) => /searchParams/.test(text))
    expect(reading.length).toBeGreaterThan(1)
    for (const text of reading) expect(text).toContain('pageParams: [')
  })

  test('and hold no name of anybody, although members look at them all the time', async () => {
    const { visitor, details } = await registered(site, 'Mia')
    const mine = await visitor.get('/events')
    expect(mine.text).toContain(details.displayName)
    for (let n = 0; n < 3; n++) {
      const theirs = await new ApiVisitor(site).get('/events')
      expect(theirs.text).not.toContain(details.displayName)
    }
  })
})

test('the state of the site is told to anybody who asks', async () => {
  const response = await new ApiVisitor(site).get('/healthz')
  expect([response.status, JSON.parse(response.text)]).toEqual([
    200,
    { status: 'ok', api: 'ok', database: 'ok' },
  ])
})
