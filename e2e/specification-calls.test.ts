import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { awake, openBrowser, openPage, sizes } from './browser.ts'
import { signInDemo } from './night-out.ts'

/** The calls that pages make (specification, section 7), as the browser sends them. */

const { url: site } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const isCallTo = (path: string) => (request: Request) => new URL(request.url()).pathname === path

describe.each(sizes)('$name', ({ viewport }) => {
  test('GET /api/me on startup, with cookies, user-id, Authorization as Bearer token and x-user-data', async () => {
    const page = await openPage(browser, { viewport })
    await signInDemo(page, site, 'mia')
    // What an older client left: none of it decides anything, and it is sent as it always was.
    await page.addInitScript(() => {
      const user = { id: 'u1', username: 'ada', displayName: 'Ada', role: 'admin', isGuest: false }
      if (!localStorage.getItem('user')) localStorage.setItem('user', JSON.stringify({ data: user }))
      localStorage.setItem('firebaseToken', 'of-firebase')
      sessionStorage.setItem('authToken', 'of-session')
    })
    const asking = page.waitForRequest(isCallTo('/api/me'))
    await page.goto(`${site}/shop`)
    const asked = await asking
    const headers = await asked.allHeaders()
    expect([asked.method(), asked.postData()]).toEqual(['GET', null])
    expect(headers.cookie).toContain('jouvay-session')
    expect(headers.authorization).toBe('Bearer of-session')
    const { id, username, role } = JSON.parse(headers['x-user-data'] ?? '{}')
    expect([id, username, role]).toEqual([headers['user-id'], expect.any(String), expect.any(String)])
    // The session's cookie says who this is; the headers changed nothing.
    expect(await (await asked.response())?.json()).toMatchObject({ username: 'mia', role: 'member' })
    await page.getByRole('button', { name: /^Account of Mia/ }).waitFor()
    await page.context().close()
  })

  test('POST /api/analytics/page-view for each page, with path, userId, sessionId, deviceType, browser, referrer', async () => {
    const page = await openPage(browser, { viewport })
    const isView = isCallTo('/api/analytics/page-view')
    const first = page.waitForRequest(isView)
    await page.goto(`${site}/shop?from=mail`)
    const seen = (await first).postDataJSON()
    expect(seen).toEqual({
      path: '/shop',
      userId: null,
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
      deviceType: 'desktop',
      browser: 'Chrome',
      referrer: null,
    })
    await awake(page)
    const second = page.waitForRequest(isView)
    await page.locator('nav[aria-label^="Main"] a[href="/live"]').filter({ visible: true }).click()
    expect((await second).postDataJSON()).toMatchObject({ path: '/live', sessionId: seen.sessionId })
    expect((await (await second).response())?.status()).toBe(204)
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})
