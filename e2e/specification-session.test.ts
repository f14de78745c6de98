import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { registered } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, phone, type TestPage } from './browser.ts'
import { logIn, openSignIn, signInWindow, toast } from './sign-in.ts'

/**
 * Tests what the browser stores of the signed-in user, and what changes it (specification, sections 3, 4 and 7).
 */

const { url: site } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const mia = { id: 'u1', username: 'mia', displayName: 'Mia', role: 'member', isGuest: false, avatar: null }

/** Reads local storage under the two keys. */
function stored(page: TestPage): Promise<{ user: unknown; userId: string | null }> {
  return page.evaluate(() => ({
    user: JSON.parse(localStorage.getItem('user') ?? 'null'),
    userId: localStorage.getItem('userId'),
  }))
}

/** Collects the details of `auth-changed` events. */
async function listen(page: TestPage): Promise<() => Promise<(string | null)[]>> {
  await page.evaluate(() => {
    const events: (string | null)[] = []
    Object.assign(window, { authEvents: events })
    window.addEventListener('auth-changed', (event) => {
      if (event instanceof CustomEvent) events.push(event.detail?.displayName ?? null)
    })
  })
  return () => page.evaluate(() => Reflect.get(window, 'authEvents'))
}

// Does not depend on the size, so one size is tested.
describe('on a phone', () => {
  const viewport = phone
  describe('Startup', () => {
    let page: TestPage
    const warnings: string[] = []
    beforeAll(async () => {
      page = await openPage(browser, { viewport })
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text())
      })
      await page.goto(`${site}/shop`)
      await hydrated(page)
    })
    afterAll(() => page.context().close())

    /** Loads the page with this in storage. */
    async function startWith(user: unknown): Promise<void> {
      const text = typeof user === 'string' ? user : JSON.stringify(user)
      await page.evaluate((value) => localStorage.setItem('user', value), text)
      await page.reload()
    }
    const account = (name: string) => page.getByRole('button', { name: `Account of ${name}`, exact: true })

    // Specification 4.1, 9.17
    test('the user is read from local storage, plain or nested under data or data.data, then validated against the server', async () => {
      const sent: Record<string, string>[] = []
      await page.route('**/api/me', (route) => {
        sent.push(route.request().headers())
        return route.fulfill({ json: { ...mia, displayName: 'Mia from the server' } })
      })
      const withToken = { ...mia, token: 'left-there' }
      for (const [form, kept] of [
        [mia, mia],
        [{ data: mia }, mia],
        [{ data: { data: withToken } }, withToken],
      ]) {
        await startWith(form)
        await account('Mia from the server').waitFor()
        expect(await stored(page)).toEqual({
          user: { status: 'success', data: { ...kept, displayName: 'Mia from the server' } },
          userId: 'u1',
        })
      }
      await page.unroute('**/api/me')
      // The headers of every product request name the stored user.
      expect(sent).toHaveLength(3)
      expect(sent[0]).toMatchObject({ 'user-id': 'u1' })
      expect(JSON.parse(sent[0]?.['x-user-data'] ?? '')).toEqual({
        id: 'u1',
        username: 'mia',
        role: 'member',
      })
    })

    // Specification 4.3
    test('a network error is only logged and the stored user stays', async () => {
      await page.route('**/api/me', (route) => route.abort())
      await startWith(mia)
      await account('Mia').waitFor()
      expect((await stored(page)).user).toEqual(mia)
      expect(warnings.some((line) => line.startsWith('The session could not be checked'))).toBe(true)
      await page.unroute('**/api/me')
    })

    // Specification 4.2, 8.4
    test('a non-ok response clears stored data and leaves no user', async () => {
      // No session here: the server itself responds 401.
      await startWith(mia)
      await expect.poll(() => stored(page)).toEqual({ user: null, userId: null })
      await page.getByRole('button', { name: 'Sign In' }).waitFor()
    })

    // Specification 4.4
    test('a corrupt stored user is cleared', async () => {
      await startWith('{"id":')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()
      await page.getByRole('button', { name: 'Sign In' }).waitFor()
    })
  })

  // Specification 4.5, 4.7, 9.9
  test('Login, update and logout: stored, broadcast, followed by other tabs; after 800 ms the app opens the requested path', async () => {
    const { details } = await registered(site)
    const page = await openPage(browser, { viewport })
    await page.clock.install()
    const other = Object.assign(await page.context().newPage(), { consoleErrors: [] })
    await Promise.all([page.goto(`${site}/shop`), other.goto(`${site}/live`)])
    await Promise.all([hydrated(page), hydrated(other)])
    const authEvents = await listen(page)
    const accountOf = (name: string) => ({ name: `Account of ${name}`, exact: true })

    await openSignIn(page, { redirect: '/profile' })
    await page.getByLabel('Username').fill(details.username)
    await page.clock.pauseAt(Date.now() + 60_000)
    await logIn(page, details.username, details.password)
    await toast(page, 'Login Successful').waitFor()
    await signInWindow(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', accountOf(details.displayName)).waitFor()
    const { user, userId } = await stored(page)
    expect(user).toEqual({
      status: 'success',
      data: {
        id: userId,
        username: details.username,
        displayName: details.displayName,
        role: 'member',
        isGuest: false,
        avatar: null,
      },
    })
    expect(await authEvents()).toEqual([details.displayName])
    await other.getByRole('button', accountOf(details.displayName)).waitFor()

    await page.clock.runFor(780)
    expect(new URL(page.url()).pathname).toBe('/shop')
    await page.clock.runFor(40)
    await page.waitForURL('**/profile')
    await page.clock.resume()

    await page.getByLabel('Display name').fill('Mia of the Sea')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByRole('button', accountOf('Mia of the Sea')).waitFor()
    expect((await stored(page)).user).toEqual({
      status: 'success',
      data: expect.objectContaining({
        id: userId,
        username: details.username,
        displayName: 'Mia of the Sea',
      }),
    })
    await other.getByRole('button', accountOf('Mia of the Sea')).waitFor()

    await page.getByRole('button', accountOf('Mia of the Sea')).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
    expect(await stored(page)).toEqual({ user: null, userId: null })
    expect([...new Set(await authEvents())]).toEqual([details.displayName, 'Mia of the Sea', null])
    await other.getByRole('button', { name: 'Sign In' }).waitFor()
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 4.7, 10.11
  test('A stored redirect-after-auth path leads to this site only, checked when it is written and when it is used', async () => {
    const page = await openPage(browser, { viewport })
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: mia }))
    const redirect = () => page.evaluate(() => sessionStorage.getItem('redirect-after-auth'))
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
    ]) {
      await openSignIn(page, { redirect: '/events' })
      expect(await redirect()).toBe('/events')
      await openSignIn(page, { redirect: evil })
      expect(await redirect()).toBeNull()
      await page.evaluate((path) => sessionStorage.setItem('redirect-after-auth', path), evil)
      // No navigation may be scheduled, now or later.
      await page.evaluate(() => {
        const later = window.setTimeout
        Object.assign(window, { planned: 0 })
        window.setTimeout = Object.assign((...args: Parameters<typeof later>) => {
          if (args[1] === 800) Reflect.set(window, 'planned', 1)
          return later(...args)
        }, later)
      })
      await logIn(page, 'mia')
      await signInWindow(page).waitFor({ state: 'hidden' })
      expect(await redirect()).toBeNull()
      expect(await page.evaluate(() => Reflect.get(window, 'planned'))).toBe(0)
    }
    expect(page.url()).toBe(`${site}/shop`)
    await page.context().close()
  })

  // Specification 4.8
  test('Guest login creates a guest session', async () => {
    const page = await openPage(browser, { viewport })
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await openSignIn(page, { redirect: '/live' })
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await toast(page, "You're browsing as a guest.").waitFor()
    await page.getByRole('button', { name: /^Account of .+ \(Guest\)$/ }).waitFor()
    const { user, userId } = await stored(page)
    expect(user).toMatchObject({ data: { id: userId, isGuest: true, role: 'guest' } })
    const me = await page.request.get(`${site}/api/me`)
    expect(await me.json()).toMatchObject({ id: userId, isGuest: true })
    await page.waitForURL('**/live')
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })
})
