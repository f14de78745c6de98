import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { hydrated, openBrowser, openPage, phone } from './browser.ts'
import { eventAddress, holdTickets, signInDemo } from './buyer-steps.ts'
import { logIn, openSignIn, signInWindow } from './sign-in.ts'

/** Tests the calls that pages make (specification, section 7), as the browser sends them. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
let browser: Browser
let testEvent: TestEvent
beforeAll(async () => {
  browser = await openBrowser()
  testEvent = await createEvent(users.sql, { doorsIn: 40 })
})
afterAll(async () => {
  await browser.close()
  await users.close()
})

const isCallTo = (path: string) => (request: Request) => new URL(request.url()).pathname === path

// Does not depend on the size, so one size is tested.
describe('on a phone', () => {
  const viewport = phone
  // Specification 7.2, 7.3, 7.6
  test('GET /api/me on startup, with cookies, user-id, Authorization as Bearer token and x-user-data', async () => {
    const page = await openPage(browser, { viewport })
    await signInDemo(page, site, 'mia')
    // Values that an older client left: none of them decides anything, and they are sent as before.
    await page.addInitScript(() => {
      const user = { id: 'u1', username: 'ada', displayName: 'Ada', role: 'admin', isGuest: false }
      if (!localStorage.getItem('user')) localStorage.setItem('user', JSON.stringify({ data: user }))
      localStorage.setItem('firebaseToken', 'of-firebase')
      sessionStorage.setItem('authToken', 'of-session')
    })
    const asking = page.waitForRequest(isCallTo('/api/me'))
    await page.goto(`${site}/shop`)
    const request = await asking
    const headers = await request.allHeaders()
    expect([request.method(), request.postData()]).toEqual(['GET', null])
    expect(headers.cookie).toContain('jouvay-session')
    expect(headers.authorization).toBe('Bearer of-session')
    const { id, username, role } = JSON.parse(headers['x-user-data'] ?? '{}')
    expect([id, username, role]).toEqual([headers['user-id'], expect.any(String), expect.any(String)])
    // The session's cookie identifies the person; the headers change nothing.
    expect(await (await request.response())?.json()).toMatchObject({ username: 'mia', role: 'member' })
    await page.getByRole('button', { name: /^Account of Mia/ }).waitFor()
    await page.context().close()
  })

  // Specification 3.7, 7.11
  test('POST /api/analytics/page-view for each page, with path, userId, sessionId, deviceType, browser, referrer', async () => {
    const page = await openPage(browser, { viewport })
    const isView = isCallTo('/api/analytics/page-view')
    const first = page.waitForRequest(isView)
    await page.goto(`${site}/shop?from=mail`)
    const body = (await first).postDataJSON()
    expect(body).toEqual({
      path: '/shop',
      userId: null,
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
      deviceType: 'desktop',
      browser: 'Chrome',
      referrer: null,
    })
    await hydrated(page)
    const second = page.waitForRequest(isView)
    await page.locator('nav[aria-label^="Main"] a[href="/live"]').filter({ visible: true }).click()
    expect((await second).postDataJSON()).toMatchObject({ path: '/live', sessionId: body.sessionId })
    expect((await (await second).response())?.status()).toBe(204)
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 0.2, 3.4, 3.6, 7.7, 7.9
  test('POST /api/auth/guest has no body, POST /api/auth/login has username and password; both return a user', async () => {
    const page = await openPage(browser, { viewport })
    await page.goto(`${site}/shop`)
    await hydrated(page)
    const send = async (path: string, work: () => Promise<void>) => {
      const sending = page.waitForRequest(isCallTo(path))
      await work()
      const sent = await sending
      const response = await sent.response()
      return [sent.method(), sent.postDataJSON(), response?.status(), await response?.json()]
    }
    await openSignIn(page)
    const asGuest = await send('/api/auth/guest', () =>
      page.getByRole('button', { name: 'Continue as guest' }).click(),
    )
    const guest = { id: expect.any(String), displayName: 'Guest', isGuest: true }
    expect(asGuest).toEqual(['POST', {}, 200, expect.objectContaining(guest)])
    await signInWindow(page).waitFor({ state: 'detached' })
    await openSignIn(page, { tab: 'login' })
    const asMia = await send('/api/auth/login', () => logIn(page, 'mia'))
    const mia = { id: expect.any(String), displayName: expect.stringContaining('Mia'), isGuest: false }
    const typed = { username: 'mia', password: 'Jouvay2026' }
    expect(asMia).toEqual(['POST', typed, 200, expect.objectContaining(mia)])
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 7.4
  test('the stored user’s token takes precedence in the first call and in every later one', async () => {
    const page = await openPage(browser, { viewport })
    await signInDemo(page, site, 'mia')
    const me = await (await page.request.get(`${site}/api/me`)).json()
    // The site's own response carries no token: another client stored this one.
    expect(me).not.toHaveProperty('token')
    await page.addInitScript((user) => {
      if (localStorage.getItem('user')) return
      localStorage.setItem(
        'user',
        JSON.stringify({ status: 'success', data: { ...user, token: 'of-the-user' } }),
      )
      localStorage.setItem('authToken', 'of-local')
    }, me)
    for (const path of ['/shop', '/live']) {
      const asking = page.waitForRequest(isCallTo('/api/me'))
      const viewing = page.waitForRequest(isCallTo('/api/analytics/page-view'))
      await page.goto(site + path)
      for (const request of [await asking, await viewing])
        expect((await request.allHeaders()).authorization, `${request.url()} on ${path}`).toBe(
          'Bearer of-the-user',
        )
      await hydrated(page)
    }
    await page.context().close()
  })

  // Specification 7.12
  test('POST /api/analytics/events/{id}/view on an event page, and /ticket-click on a hold: no payload', async () => {
    const page = await openPage(browser, { viewport })
    await signInDemo(page, site, 'mia')
    await page.goto(`${site}/live`)
    await hydrated(page)
    await page.waitForFunction(() => localStorage.getItem('userId'))
    const calls: Request[] = []
    page.on('request', (request) => {
      if (request.url().includes(`/api/analytics/events/${testEvent.eventId}/`)) calls.push(request)
    })
    const isAbout = (what: string) => isCallTo(`/api/analytics/events/${testEvent.eventId}/${what}`)
    const viewing = page.waitForRequest(isAbout('view'))
    await page.goto(eventAddress(site, testEvent.eventId))
    const view = await viewing
    await hydrated(page)
    // A refused press is not counted.
    await page.getByRole('button', { name: 'Get tickets' }).click()
    await page.getByRole('alert').or(page.locator('[aria-live="assertive"]')).first().waitFor()
    const clicking = page.waitForRequest(isAbout('ticket-click'))
    await holdTickets(page, 'Entry', 1)
    const click = await clicking
    expect(calls).toEqual([view, click])
    for (const call of calls) {
      expect((await call.response())?.status()).toBe(204)
      const headers = await call.allHeaders()
      expect([call.method(), call.postData(), headers['content-type']]).toEqual(['POST', null, undefined])
      expect(headers['user-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(JSON.parse(headers['x-user-data'] ?? '')).toMatchObject({
        id: headers['user-id'],
        username: 'mia',
      })
    }
    // Sends the visit id in a header, so that each call is counted once per visit.
    const visit = (await view.allHeaders())['x-visit']
    expect(visit).toMatch(/^[0-9a-f]{32}$/)
    expect((await click.allHeaders())['x-visit']).toBe(visit)
    await page.context().close()
  })

  // Specification 7.13
  test('POST /api/analytics/products/{id}/view for each product looked at, and /detail-click for the one opened: no payload', async () => {
    const page = await openPage(browser, { viewport })
    const calls: Request[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/analytics/products/')) calls.push(request)
    })
    const reported = (what: 'view' | 'detail-click') =>
      calls.flatMap((call) => {
        const [, id, kind] =
          /^\/api\/analytics\/products\/([^/]+)\/([^/]+)$/.exec(new URL(call.url()).pathname) ?? []
        return id && kind === what ? [id] : []
      })
    // A collection of the seed: products of other tests come and go.
    await page.goto(`${site}/shop?collection=for-the-road`)
    await hydrated(page)
    const links = await page.getByRole('article').getByRole('link').all()
    const ids: string[] = []
    // A view is sent once half of a card has been on the screen for a second, so each card is waited for.
    for (const link of links) {
      const [, id = ''] = /^\/shop\/([0-9a-f-]{36})\//.exec((await link.getAttribute('href')) ?? '') ?? []
      await link.scrollIntoViewIfNeeded()
      await expect.poll(() => reported('view')).toContain(id)
      ids.push(id)
    }
    expect(ids).toHaveLength(5)
    expect(reported('view').sort()).toEqual([...ids].sort())
    expect(reported('detail-click')).toEqual([])
    // Opens the first product, which was counted already.
    await links[0]?.click()
    await page.waitForURL(`**/shop/${ids[0]}/*`)
    await expect.poll(() => reported('detail-click')).toEqual([ids[0]])
    expect(reported('view').filter((id) => id === ids[0])).toHaveLength(1)
    for (const call of calls) {
      expect([call.method(), call.postData()]).toEqual(['POST', null])
      expect((await call.allHeaders())['content-type']).toBeUndefined()
    }
    await page.context().close()
  })
})
