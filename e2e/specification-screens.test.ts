import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hydrated, openBrowser } from './browser.ts'
import { faultsOf, lookAtAll, openViewer } from './screen-walk.ts'
import { openScreens, type Screens, viewerOf } from './screens.ts'
import { signInWindow } from './sign-in.ts'

/**
 * Tests every screen as a person who may see it: the right one, no findings of axe, no horizontal scrolling, no console errors and no
 * failed request, on a phone and on a desktop; on a phone, what can be pressed is large enough. One walk finds all of it, since opening
 * the pages takes most of the time. `specification-screens.proof.test.ts` lets axe look at each of them at both sizes and in both themes.
 */

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

// Specification 0.1, 1.3, 1.4, 2.1
test('every specified path shows its screen, and axe finds nothing on it in light and dark', async () => {
  expect(new Set(screens.screens.map(({ path }) => path)).size).toBe(22)
  const views = screens.screens.map((screen) => ({ who: viewerOf(screen), ...screen }))
  expect(await lookAtAll(browser, site, screens.people, views, 'each size')).toEqual([])
}, 900_000)

// Specification 2.6
test('axe finds nothing on further screens: empty, refused, not found, and those of staff', async () => {
  expect(await lookAtAll(browser, site, screens.people, screens.furtherViews, 'once')).toEqual([])
}, 900_000)

// Specification 2.6
test('axe finds nothing in the sign-in window and the menus', async () => {
  const faults: string[] = []
  const visitor = await openViewer(browser, screens.people.visitor)
  for (const tab of ['login', 'register']) {
    await visitor.goto(`${site}/?auth=${tab}`)
    await signInWindow(visitor).waitFor()
    faults.push(...(await faultsOf(visitor)))
  }
  const member = await openViewer(browser, screens.people.Mia)
  await member.goto(`${site}/shop`)
  await hydrated(member)
  for (const name of [/^Change theme/, /Account of/]) {
    await member.getByRole('button', { name }).click()
    await member.getByRole('menu').waitFor()
    faults.push(...(await faultsOf(member)))
    await member.keyboard.press('Escape')
    await member.getByRole('menu').waitFor({ state: 'detached' })
  }
  expect(faults).toEqual([])
}, 600_000)
