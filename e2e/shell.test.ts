import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { desktop, openBrowser, openPage, phone } from './browser.ts'

/** Header, navigation, theme, error screens: what surrounds every page (specification, sections 2, 8 and 9). */

const { url } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('navigation', () => {
  test('wide screens have it at the top, phones at the bottom, and the current item is marked', async () => {
    const wide = await openPage(browser, { viewport: desktop })
    await wide.goto(`${url}/shop`)
    const top = wide.getByRole('navigation', { name: 'Main', exact: true })
    const labels = ['Home', 'Events', 'Shop', 'Live', 'Community']
    expect(await top.getByRole('link').allTextContents()).toEqual(labels)
    expect(await top.locator('[aria-current="page"]').allTextContents()).toEqual(['Shop'])
    const bottom = wide.getByRole('navigation', { name: 'Main, bottom' })
    expect(await bottom.isVisible()).toBe(false)
    await wide.setViewportSize(phone)
    expect(await top.isVisible()).toBe(false)
    expect(await bottom.getByRole('link').allTextContents()).toEqual(labels)
    // Nothing is live: the dot is there and lies still.
    expect(await bottom.locator('[data-live]').getAttribute('data-live')).toBe('false')
    await wide.context().close()
  })

  test('the first stop of the keyboard leads past it', async () => {
    const page = await openPage(browser)
    await page.goto(`${url}/shop`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.context().close()
  })

  test('a page that takes its time is announced as Loading content', async () => {
    const page = await openPage(browser, { viewport: desktop })
    await page.goto(`${url}/shop`, { waitUntil: 'networkidle' })
    await page.route('**/events.data*', async (route) => {
      await new Promise((later) => setTimeout(later, 1200))
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByText('Events').click()
    await page.getByRole('status').filter({ hasText: 'Loading content' }).waitFor()
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
    expect(await page.getByText('Loading content').count()).toBe(0)
    await page.context().close()
  })
})

describe('theme', () => {
  test('follows the device until chosen', async () => {
    const ground = async (colorScheme: 'light' | 'dark') => {
      const page = await openPage(browser, { colorScheme })
      await page.goto(`${url}/shop`)
      const color = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      await page.context().close()
      return color
    }
    expect(await ground('light')).not.toBe(await ground('dark'))
  })
})

describe('screens of failure', () => {
  test('any other path is Page Not Found, with Go Back and Back to Home', async () => {
    const page = await openPage(browser)
    await page.goto(`${url}/shop`)
    const answer = await page.goto(`${url}/no/such/page`)
    expect(answer?.status()).toBe(404)
    expect(await page.title()).toMatch(/^Page Not Found \| .+ \| .+$/)
    await page.getByRole('button', { name: 'Go Back' }).click()
    await page.waitForURL('**/shop')
    await page.goto(`${url}/no/such/page`)
    await page.getByRole('button', { name: 'Back to Home' }).click()
    await page.waitForURL((address) => address.pathname === '/')
    await page.context().close()
  })

  test('a crash is Something went wrong; Try Again recovers without leaving the site', async () => {
    const page = await openPage(browser, { viewport: desktop })
    await page.goto(`${url}/shop`, { waitUntil: 'networkidle' })
    await page.route('**/events.data*', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByText('Events').click()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    expect(await page.getByRole('button', { name: 'Reload Page' }).isVisible()).toBe(true)
    await page.unroute('**/events.data*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
    await page.context().close()
  })
})
