import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hydrated, openBrowser } from './browser.ts'
import { onePerSection, viewsOfAreas } from './screen-choice.ts'
import { faultsOf, lookAtAll, openViewer } from './screen-walk.ts'
import { openScreens, type Screens, viewerOf } from './screens.ts'
import { signInWindow } from './sign-in.ts'

/**
 * Tests screens as a person who may see them: the right one, no findings of axe, no horizontal scrolling, no console errors and no
 * failed request, on a phone and on a desktop; on a phone, what can be pressed is large enough. One walk finds all of it, since opening
 * the pages takes most of the time. It opens the specified screens and of the others one in each section; `--affected` adds those of the
 * changed areas, and `specification-screens.proof.test.ts` opens all, at both sizes and in both themes. All of them are requested by
 * `specification-metadata.test.ts`.
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
test('every specified path shows its screen at both sizes, and axe finds nothing on it', async () => {
  expect(new Set(screens.screens.map(({ path }) => path)).size).toBe(22)
  const views = screens.screens.map((screen) => ({ who: viewerOf(screen), ...screen }))
  expect(await lookAtAll(browser, site, screens.people, views, 'once')).toEqual([])
}, 900_000)

// Specification 2.6
test('axe finds nothing on one further screen of each section, and on those of changed areas', async () => {
  const changed = await viewsOfAreas(screens.furtherViews, process.env.SCREENS_OF ?? '')
  const views = new Set([...onePerSection(screens.furtherViews, screens.screens), ...changed])
  expect(await lookAtAll(browser, site, screens.people, [...views], 'once')).toEqual([])
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
