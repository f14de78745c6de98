import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { lookAtAll } from './screen-walk.ts'
import { openScreens, type Screens, viewerOf } from './screens.ts'

/** Tests every screen with axe on a phone and on a desktop, in light and dark. Everyday's run looks at each once. */

const { url: site } = inject('site')
let browser: Browser
let screens: Screens

beforeAll(async () => {
  browser = await openBrowser()
  screens = await openScreens(site, inject('stack'))
})
afterAll(async () => {
  await browser.close()
  await screens.close()
})

// Specification 2.6
test('axe finds nothing on any screen at either size in either theme', async () => {
  const specified = screens.screens.map((screen) => ({ who: viewerOf(screen), ...screen }))
  const views = [...specified, ...screens.furtherViews]
  expect(await lookAtAll(browser, site, screens.people, views, 'each size and theme')).toEqual([])
}, 1_800_000)
