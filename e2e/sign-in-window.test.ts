import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'

/** The shell before JavaScript arrives. With it, the tests named after the specification look at each sentence. */

const { url } = inject('site')
const password = 'Jouvay2026'
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Join The Community' })

async function logIn(page: Page, username: string, word = password): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await dialog(page).getByRole('button', { name: 'Login', exact: true }).click()
}

test('the sign-in window, the theme and the menu work without JavaScript: refused in words, then in', async () => {
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
