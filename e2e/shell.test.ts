import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'

/** Tests the theme (specification, sections 4 and 9). */

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
