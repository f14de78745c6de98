import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hydrated, openBrowser, openPage } from './browser.ts'
import { openSignIn, signInWindow } from './sign-in.ts'

/** Tests the auth modal's look and how it opens (specification, section 2, "Auth modal"). */

const { url: site } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const chosen = (page: Page) => signInWindow(page).getByRole('tab', { selected: true }).textContent()

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await signInWindow(page).waitFor({ state: 'detached' })
}

describe('on a phone', () => {
  // Specification 1.2, 2.14, 2.16
  test('titled Join The Community, with tabs Login and Register, a Forgot your password? link to /password-reset, and a Continue as guest button', async () => {
    const page = await openPage(browser)
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    await signInWindow(page).waitFor()
    expect(await signInWindow(page).getByRole('tab').allTextContents()).toEqual(['Login', 'Register'])
    expect(await signInWindow(page).getByRole('button', { name: 'Continue as guest' }).isVisible()).toBe(true)
    const forgot = signInWindow(page).getByRole('link', { name: 'Forgot your password?' })
    expect(await forgot.getAttribute('href')).toBe('/password-reset')
    await forgot.click()
    await page.getByRole('heading', { name: 'Password reset', level: 1 }).waitFor()
    await signInWindow(page).waitFor({ state: 'detached' })
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 2.17
  test('it can be opened by a window-level event carrying an optional tab', async () => {
    const page = await openPage(browser)
    await page.goto(`${site}/shop`)
    await hydrated(page)
    for (const [detail, tab] of [
      [undefined, 'Login'],
      [{ tab: 'register' }, 'Register'],
      [{ tab: 'login' }, 'Login'],
      [{ tab: 'admin', redirect: 7 }, 'Login'],
    ] as const) {
      await openSignIn(page, detail)
      expect(await chosen(page), JSON.stringify(detail)).toBe(tab)
      await close(page)
    }
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })

  // Specification 1.2, 2.17
  test('and an optional redirect path, which opens after continuing as guest', async () => {
    const page = await openPage(browser)
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await openSignIn(page, { redirect: '/events?genre=soca' })
    await signInWindow(page).getByRole('button', { name: 'Continue as guest' }).click()
    await page.waitForURL('**/events?genre=soca')
    await page.getByRole('button', { name: /\(Guest\)/ }).waitFor()
    await page.context().close()
  })

  // Specification 2.18
  test('it opens on the Register tab if that was stored earlier', async () => {
    const page = await openPage(browser)
    await page.goto(`${site}/shop`)
    await hydrated(page)
    await openSignIn(page)
    await signInWindow(page).getByRole('tab', { name: 'Register' }).click()
    await close(page)
    await page.reload()
    await hydrated(page)
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    await signInWindow(page).waitFor()
    expect(await chosen(page)).toBe('Register')
    // The event's tab takes precedence.
    await close(page)
    await openSignIn(page, { tab: 'login' })
    expect(await chosen(page)).toBe('Login')
    await page.context().close()
  })
})
