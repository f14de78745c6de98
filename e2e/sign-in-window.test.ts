import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { desktop, openBrowser, openPage } from './browser.ts'

/** The sign-in window (specification, sections 2, 4, 5 and 8). */

const { url } = inject('site')
const password = 'Jouvay2026'
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Join The Community' })
const toast = (page: Page, words: string) => page.locator('ol > li', { hasText: words })

async function open(page: Page, detail: object = {}): Promise<void> {
  await page.evaluate((words) => {
    window.dispatchEvent(new CustomEvent('open-auth-modal', { detail: words }))
  }, detail)
  await dialog(page).waitFor()
}

async function logIn(page: Page, username: string, word = password): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await dialog(page).getByRole('button', { name: 'Login', exact: true }).click()
}

describe('the window', () => {
  test('opens from Sign In, keeps the focus, closes on Esc and gives the focus back', async () => {
    const page = await openPage(browser, { viewport: desktop })
    await page.goto(`${url}/shop`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign In' }).click()
    await dialog(page).waitFor()
    expect(await page.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
      '/password-reset',
    )
    expect(await page.getByRole('button', { name: 'Continue as guest' }).isVisible()).toBe(true)
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      const outside = () =>
        document.activeElement !== document.body && !document.activeElement?.closest('dialog')
      expect(await page.evaluate(outside)).toBe(false)
    }
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sign In')
    await page.context().close()
  })

  test('opens on Register if that was stored earlier', async () => {
    const page = await openPage(browser)
    await page.goto(`${url}/shop`, { waitUntil: 'networkidle' })
    await open(page)
    await page.getByRole('tab', { name: 'Register' }).click()
    await page.keyboard.press('Escape')
    await open(page)
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Register')
    await open(page, { tab: 'login' })
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Login')
    await page.context().close()
  })
})

describe('signing in', () => {
  test('an admin is named so and has Admin in the bottom bar', async () => {
    const page = await openPage(browser)
    await page.goto(`${url}/?auth=login&redirect=%2Fshop`, { waitUntil: 'networkidle' })
    await logIn(page, 'ada')
    await page.waitForURL('**/shop')
    await page.getByRole('button', { name: /^Account of .+ \(Admin\)$/ }).waitFor()
    const bottom = page.getByRole('navigation', { name: 'Main, bottom' })
    expect(await bottom.getByRole('link').allTextContents()).toContain('Admin')
    await page.context().close()
  })

  test('a guest is labelled Guest and has no My Tickets', async () => {
    const page = await openPage(browser)
    await page.goto(`${url}/?auth=login&redirect=%2Fshop`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await toast(page, 'You are in as a guest.').waitFor()
    await page.waitForURL('**/shop')
    await page.getByRole('button', { name: /^Account of .+ \(Guest\)$/ }).waitFor()
    const bottom = page.getByRole('navigation', { name: 'Main, bottom' })
    expect(await bottom.getByRole('link').allTextContents()).not.toContain('My Tickets')
    await page.context().close()
  })

  test('works without JavaScript: refused in words, then in', async () => {
    const page = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(`${url}/profile`)
    await logIn(page, 'mia', 'Wrong-password-1')
    expect(await page.getByRole('alert').textContent()).toContain('Invalid username or password.')
    await logIn(page, 'mia')
    expect(new URL(page.url()).pathname).toBe('/profile')
    await page.getByRole('button', { name: 'Change theme' }).click()
    await page.getByRole('button', { name: 'Light' }).click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    await page.getByRole('button', { name: /^Account of Mia/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
    await page.context().close()
  })
})
