import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findFaults } from './axe.ts'
import { animationsEnded, hydrated, openBrowser, phone, sizes, type TestPage } from './browser.ts'
import { type Kind, kinds } from './people.ts'
import { openScreens, type Screens, viewerOf } from './screens.ts'
import { signInWindow } from './sign-in.ts'
import { openPageOf } from './signed-in.ts'
import { smallTargets } from './targets.ts'

/**
 * Tests every screen as a person who may see it: the right one, no findings of axe in light and dark, no horizontal
 * scrolling, no console errors and no failed request, on a phone and on a desktop; on a phone, what can be pressed is large
 * enough. One walk finds all of it, since opening the pages takes most of the time.
 */

const { url: site } = inject('site')
/** Pages that are checked at the same time: one of them waits for the site while another one is examined. */
const lanes = 4
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

/** A page that also collects its failed requests, except for the documents themselves: tests check their status. */
type Viewer = TestPage & { failed: string[] }

/** Opens a page of its own context, signed in as a person. */
async function openViewer(kind: Kind): Promise<Viewer> {
  const page = await openPageOf(browser, screens.people[kind].visitor, {
    viewport: phone,
    reducedMotion: 'reduce',
  })
  const failed: string[] = []
  page.on('response', (response) => {
    const document = response.request().isNavigationRequest() && response.frame() === page.mainFrame()
    if (response.status() >= 400 && !document) failed.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // Leaving a page aborts its open requests.
    if (why !== 'net::ERR_ABORTED') failed.push(`${why} ${request.url()}`)
  })
  return Object.assign(page, { failed })
}

/** Changes the theme of the page, and waits for animations to end. */
async function settle(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
  await animationsEnded(page)
}

/**
 * Checks the page in both sizes, and lists all faults.
 * @param themes both: at each size; one each: light on a phone, dark on a desktop
 */
async function faultsOf(page: Viewer, themes: 'both' | 'one each' = 'both', status = 200): Promise<string[]> {
  const where = page.url().replace(site, '')
  const found: string[] = []
  for (const { name, viewport } of sizes) {
    await page.setViewportSize(viewport)
    if (viewport === phone)
      found.push(...(await smallTargets(page)).map((target) => `${where}, ${name}: small target ${target}`))
    const [first, second] = viewport === phone ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
    for (const theme of themes === 'both' ? [first, second] : [first]) {
      await settle(page, theme)
      const faults = await findFaults(page, { rules: theme === first ? 'all' : 'colors' })
      found.push(...faults.map((fault) => `${where}, ${name}, ${theme}: ${fault}`))
    }
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (wider > 0) found.push(`${where}, ${name}: scrolls sideways by ${wider} px`)
  }
  const own = `the server responded with a status of ${status} `
  const consoleErrors = page.consoleErrors.splice(0).filter((text) => status < 400 || !text.includes(own))
  return [...found, ...[...consoleErrors, ...page.failed.splice(0)].map((fault) => `${where}: ${fault}`)]
}

type View = { who: Kind; address: string; heading: string | RegExp; status?: number }

/** Opens an address, demands the right screen, and lists all faults. */
async function lookAt(
  page: Viewer,
  { address, heading, status = 200 }: View,
  themes: 'both' | 'one each',
): Promise<string[]> {
  const response = await page.goto(site + address)
  const shown = (await page.getByRole('heading', { level: 1 }).allTextContents()).join(', ')
  const right = typeof heading === 'string' ? heading === shown : heading.test(shown)
  const wrong = right && response?.status() === status ? [] : [`${address}: ${response?.status()} ${shown}`]
  await hydrated(page)
  return [...wrong, ...(await faultsOf(page, themes, status))]
}

/** Looks at all views, several at the same time, and lists all faults. */
async function lookAtAll(views: readonly View[], themes: 'both' | 'one each'): Promise<string[]> {
  // Sorts by person: a lane opens a new page when the person changes.
  const queue = kinds.flatMap((kind) => views.filter(({ who }) => who === kind)).values()
  const look = async () => {
    const faults: string[] = []
    let lane: { who: Kind; page: Viewer } | undefined
    for (const view of queue) {
      if (lane?.who !== view.who) {
        await lane?.page.context().close()
        lane = { who: view.who, page: await openViewer(view.who) }
      }
      faults.push(...(await lookAt(lane.page, view, themes)))
    }
    await lane?.page.context().close()
    return faults
  }
  return (await Promise.all(Array.from({ length: lanes }, look))).flat()
}

// Specification 0.1, 1.3, 1.4, 2.1
test('every specified path shows its screen, and axe finds nothing on it in light and dark', async () => {
  expect(new Set(screens.screens.map(({ path }) => path)).size).toBe(22)
  const views = screens.screens.map((screen) => ({ who: viewerOf(screen), ...screen }))
  expect(await lookAtAll(views, 'both')).toEqual([])
}, 900_000)

// Specification 2.6
test('axe finds nothing on further screens: empty, refused, not found, and those of staff', async () => {
  expect(await lookAtAll(screens.furtherViews, 'one each')).toEqual([])
}, 900_000)

// Specification 2.6
test('axe finds nothing in the sign-in window and the menus', async () => {
  const faults: string[] = []
  const visitor = await openViewer('visitor')
  for (const tab of ['login', 'register']) {
    await visitor.goto(`${site}/?auth=${tab}`)
    await signInWindow(visitor).waitFor()
    faults.push(...(await faultsOf(visitor)))
  }
  const member = await openViewer('Mia')
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
