import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ApiVisitor } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'

/** Tests what surrounds the pages: the theme (specification, sections 4 and 9), and which shell a page has. */

const { url } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('theme', () => {
  // Specification 4.11
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

describe('shell', () => {
  test('the checkout has a header without search, tabs and theme switcher; an error there has the site around it', async () => {
    const visitor = new ApiVisitor(url)
    const around = async (path: string) => {
      const { text } = await visitor.get(path)
      return ['Search', 'Change theme', 'aria-label="Main, bottom"', 'Secure checkout'].map((part) =>
        text.includes(part),
      )
    }
    expect(await around('/events')).toEqual([true, true, true, false])
    expect(await around('/checkout')).toEqual([false, false, false, true])
    expect(await around('/test-payment/unknown-payment')).toEqual([true, true, true, false])
  })
})
