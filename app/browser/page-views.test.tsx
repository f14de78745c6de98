import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { visitHeader } from '#core/visit-id.ts'
import { reportOpened, reportWhenSeen } from './item-views.ts'
import { reportItem, reportPageView, visitId } from './page-views.ts'
import { useQuery } from './queries.ts'

const sent: { path: string; body: Record<string, unknown> | null; headers: Record<string, string> }[] = []

beforeEach(() => {
  sent.length = 0
  sessionStorage.clear()
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (path: string, { body, headers, keepalive }: RequestInit) => {
    // Without keepalive a report would be lost when the page is left.
    if (keepalive)
      sent.push({
        path,
        body: typeof body === 'string' ? JSON.parse(body) : null,
        headers: Object.fromEntries(new Headers(headers)),
      })
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the visit of a tab', () => {
  const minute = 60_000
  // Specification 3.8
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

// Specification 3.7
test('reports a page once in a row, and the referrer with the first view alone', () => {
  Object.defineProperty(document, 'referrer', { configurable: true, value: 'https://instagram.com/' })
  for (const path of ['/', '/', '/events', '/']) reportPageView(path, 'user-1')
  expect(sent.map(({ body }) => body?.path)).toEqual(['/', '/events', '/'])
  expect(sent.map(({ body }) => body?.referrer)).toEqual(['https://instagram.com/', null, null])
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

test('reports the campaign of the address that was opened, and nothing else of it', async () => {
  vi.resetModules()
  const page: typeof import('./page-views.ts') = await import('./page-views.ts')
  history.replaceState(null, '', '/reset?token=secret&utm_source=ig&utm_campaign=a%20b&fbclid=x')
  page.reportPageView('/reset')
  page.reportPageView('/events')
  history.replaceState(null, '', '/')
  expect(sent.map(({ body }) => body?.path)).toEqual(['/reset?utm_source=ig&utm_campaign=a%20b', '/events'])
})

describe('a person who opted out of analytics', () => {
  afterEach(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the settings leave it
    document.cookie = 'analytics=; Max-Age=0'
    Reflect.deleteProperty(navigator, 'globalPrivacyControl')
  })

  test.each([
    [
      'as settled',
      () => {
        // biome-ignore lint/suspicious/noDocumentCookie: as the settings leave it
        document.cookie = 'analytics=off'
      },
    ],
    [
      'as the browser says',
      () => Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: true }),
    ],
  ])('%s: the visit is not kept, and no id is sent', (how, object) => {
    const firstVisit = visitId()
    expect(sessionStorage.getItem('visit')).toContain(firstVisit)
    object()
    reportPageView(`/${how}`, 'user-1')
    expect(sessionStorage.length).toBe(0)
    expect(sent[0]?.body).toMatchObject({ userId: null, sessionId: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(sent[0]?.body?.sessionId).not.toBe(firstVisit)
  })
})

// Specification 7.13
test('reports an item by its URL, without a payload, the visit in a header', () => {
  reportItem('products', 'a b', 'detail-click')
  expect(sent[0]).toEqual({
    path: '/api/analytics/products/a%20b/detail-click',
    body: null,
    headers: { accept: 'application/json', [visitHeader]: visitId() },
  })
})

// Specification 7.3
test('every report has the headers of an API request', () => {
  const user = { id: 'u1', username: 'mia', displayName: 'Mia', role: 'member', isGuest: false, token: 't' }
  localStorage.setItem('user', JSON.stringify(user))
  reportPageView('/of-mia', 'u1')
  reportItem('events', 'e1', 'view')
  reportItem('events', 'e1', 'ticket-click')
  expect(sent).toHaveLength(3)
  for (const { headers } of sent) {
    expect(headers).toMatchObject({ 'user-id': 'u1', authorization: 'Bearer t' })
    expect(JSON.parse(headers['x-user-data'] ?? '')).toEqual({ id: 'u1', username: 'mia', role: 'member' })
  }
})

describe('an item that comes into view', () => {
  let show = (_share: number) => {}
  const disconnect = vi.fn()
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 24) })
    disconnect.mockReset()
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(notify: (entries: { intersectionRatio: number }[]) => void) {
          show = (intersectionRatio) => notify([{ intersectionRatio }])
        }
        observe() {}
        disconnect = disconnect
      },
    )
  })
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(document, 'hidden')
  })
  const views = () => sent.map(({ path }) => path)
  const one = '/api/analytics/products/p1/view'

  test('is reported once half of it was there for a second, and not before', () => {
    reportWhenSeen(document.body, 'products', 'p1')
    show(0.49)
    vi.advanceTimersByTime(5000)
    show(0.5)
    vi.advanceTimersByTime(999)
    expect(views()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(views()).toEqual([one])
  })

  test('is not when it left within the second', () => {
    reportWhenSeen(document.body, 'products', 'p2')
    show(0.8)
    vi.advanceTimersByTime(600)
    show(0.2)
    vi.advanceTimersByTime(5000)
    show(0.8)
    vi.advanceTimersByTime(600)
    expect(views()).toEqual([])
  })

  test('counts once in half an hour, whatever shows it, and again after that', () => {
    const minute = 60_000
    for (const wait of [0, 5, 20, 10]) {
      vi.advanceTimersByTime(wait * minute)
      reportWhenSeen(document.body, 'products', 'p3')
      show(1)
      vi.advanceTimersByTime(1000)
    }
    // At the beginning, and after 35 minutes.
    expect(views()).toHaveLength(2)
  })

  test('waits while the page is in the background, and ends with its element', () => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true })
    reportWhenSeen(document.body, 'products', 'p4')
    show(1)
    vi.advanceTimersByTime(10_000)
    expect(views()).toEqual([])
    Object.defineProperty(document, 'hidden', { configurable: true, value: false })
    vi.advanceTimersByTime(1000)
    expect(views()).toEqual(['/api/analytics/products/p4/view'])
    const stop = reportWhenSeen(document.body, 'products', 'p5')
    show(1)
    stop()
    vi.advanceTimersByTime(5000)
    expect(views()).toHaveLength(1)
    expect(disconnect).toHaveBeenCalled()
  })
})

describe('details that were opened', () => {
  const opened = () => sent.map(({ path }) => path)
  const referrer = (value: string) =>
    Object.defineProperty(document, 'referrer', { configurable: true, value })

  test('count when a link of this site led there, with or without its scripts', () => {
    referrer('https://instagram.com/')
    reportOpened('products', 'p1', 'k3x9')
    referrer(`${location.origin}/shop`)
    reportOpened('products', 'p1', 'default')
    expect(opened()).toEqual(Array(2).fill('/api/analytics/products/p1/detail-click'))
  })

  test('do not when somebody came from elsewhere', () => {
    for (const from of ['', 'https://instagram.com/', `${location.origin}.evil.example/`]) {
      referrer(from)
      reportOpened('products', 'p1', 'default')
    }
    expect(opened()).toEqual([])
  })
})

// Specification 7.5, 7.11, 10.8
test('a page view that was taken refreshes the dashboard query where it is read, and asks for it nowhere else', async () => {
  let calls = 0
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'POST') return new Response(null, { status: 204 })
    calls += 1
    return Response.json({ views: calls })
  })
  reportPageView('/shop')
  await new Promise((later) => setTimeout(later))
  expect(calls).toBe(0)
  const Dashboard = () => <p>{JSON.stringify(useQuery(['/api/analytics/dashboard']).data)}</p>
  const { unmount } = render(<Dashboard />)
  await screen.findByText('{"views":1}')
  reportPageView('/live')
  await screen.findByText('{"views":2}')
  unmount()
  reportPageView('/shop')
  await new Promise((later) => setTimeout(later))
  expect(calls).toBe(2)
})

test('does not throw when nothing can be sent', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  expect(() => reportItem('events', '1', 'view')).not.toThrow()
})
