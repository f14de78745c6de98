import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { names } from './names.ts'
import { logIn } from './sign-in.ts'

/** Tests the shell before JavaScript arrives. The tests named after the specification cover the rest. */

const { url } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('the sign-in window, the theme and the menu work without JavaScript: refused in words, then in', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${url}/profile`)
  await logIn(page, 'mia', 'Wrong-password-1')
  expect(await page.getByRole('alert').textContent()).toContain('Invalid username or password.')
  await logIn(page, 'mia')
  expect(new URL(page.url()).pathname).toBe('/profile')
  await page.getByRole('button', { name: names.changeTheme }).click()
  await page.getByRole('button', { name: 'Light' }).click()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  await page.getByRole('button', { name: /^Account of Mia/ }).click()
  await page.getByRole('button', { name: names.logOut }).click()
  await page.getByRole('button', { name: names.signIn }).waitFor()
  await page.context().close()
})
