import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportItem, reportPageView, visitId } from './page-views.ts'

const sent: { path: string; body: Record<string, unknown> }[] = []

function answerBeaconsWith(sendBeacon: (path: string, blob: Blob) => boolean) {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Firefox/140.0', sendBeacon })
}

beforeEach(() => {
  sent.length = 0
  sessionStorage.clear()
  // A browser whose queue of beacons is full says no, and the report goes by fetch, whose body a test can read.
  answerBeaconsWith(() => false)
  vi.stubGlobal('fetch', async (path: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    if (keepalive) sent.push({ path, body: JSON.parse(body) })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the visit of a tab', () => {
  const minute = 60_000
  test('lasts while something happens every half hour, over midnight too', () => {
    const start = Date.UTC(2026, 10, 21, 23, 50)
    const id = visitId(start)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(visitId(start + 29 * minute)).toBe(id)
    expect(visitId(start + 58 * minute)).toBe(id)
    expect(visitId(start + 88 * minute)).not.toBe(id)
  })

  test('needs no storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(visitId()).toMatch(/^[0-9a-f]{32}$/)
  })
})

test('a page is told once in a row, and what sent the visitor here with the first alone', () => {
  Object.defineProperty(document, 'referrer', { configurable: true, value: 'https://instagram.com/' })
  for (const path of ['/', '/', '/events', '/']) reportPageView(path, 'user-1')
  expect(sent.map(({ body }) => body.path)).toEqual(['/', '/events', '/'])
  expect(sent.map(({ body }) => body.referrer)).toEqual(['https://instagram.com/', null, null])
  expect(sent[0]).toMatchObject({
    path: '/api/analytics/page-view',
    body: {
      userId: 'user-1',
      sessionId: visitId(),
      deviceType: expect.any(String),
      browser: expect.any(String),
    },
  })
})

test('an item is told by its address', () => {
  reportItem('products', 'a b', 'detail-click')
  expect(sent[0]).toEqual({
    path: '/api/analytics/products/a%20b/detail-click',
    body: { sessionId: visitId() },
  })
})

test('where nothing can be sent, nothing breaks', () => {
  answerBeaconsWith(() => {
    throw new TypeError('no')
  })
  expect(() => reportItem('events', '1', 'view')).not.toThrow()
})

test('a beacon carries JSON, which only our own pages may send', () => {
  const beacons: [string, string][] = []
  answerBeaconsWith((path, blob) => beacons.push([path, blob.type]) > 0)
  reportItem('events', '1', 'view')
  expect(beacons).toEqual([['/api/analytics/events/1/view', 'application/json']])
  expect(sent).toEqual([])
})
