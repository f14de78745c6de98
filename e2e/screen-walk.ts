import type { Browser, Page } from 'playwright-core'
import { findFaults } from './axe.ts'
import { animationsEnded, hydrated, isArchivedProduct, phone, sizes, type TestPage } from './browser.ts'
import { formFaults } from './form-faults.ts'
import { type Kind, kinds, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'
import { smallTargets } from './targets.ts'

/** Looks at screens as people who may see them, and lists what is wrong with them. */

/**
 * How thoroughly axe looks at a screen: with every rule at one size in one theme, or at each size in both and at every row of its lists.
 * Checks without axe always run at both sizes.
 */
export type Thoroughness = 'once' | 'each size and theme'

export type View = { who: Kind; address: string; heading: string | RegExp; status?: number }

/**
 * Pages that are checked at the same time: one of them waits for the site while another one is examined. A page that stays open costs half
 * of a new one, so more lanes would cost more.
 */
const lanes = 2

/** A page that also collects its failed requests, except for the documents themselves: tests check their status. */
export type Viewer = TestPage & { failed: string[] }

/** Opens a page of its own context, signed in as a person. */
export async function openViewer(browser: Browser, { visitor }: Person): Promise<Viewer> {
  const page = await openPageOf(browser, visitor, {
    viewport: phone,
    reducedMotion: 'reduce',
  })
  const failed: string[] = []
  page.on('response', (response) => {
    const document = response.request().isNavigationRequest() && response.frame() === page.mainFrame()
    const text = `${response.status()} ${response.url()}`
    if (response.status() >= 400 && !document && !isArchivedProduct(text)) failed.push(text)
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

/** Lists the sizes and themes in which axe looks at a page, the first theme of each with every rule, another with those of colors. */
function looksOf(thoroughness: Thoroughness, place: number) {
  const all = sizes.map(({ name, viewport }) => ({
    ...{ name, viewport },
    themes: viewport === phone ? (['light', 'dark'] as const) : (['dark', 'light'] as const),
  }))
  return all.map(({ name, viewport, themes }, at) => {
    const isLookedAt = thoroughness !== 'once' || at === place % all.length
    return {
      name,
      viewport,
      themes: themes.slice(0, !isLookedAt ? 0 : thoroughness === 'each size and theme' ? 2 : 1),
    }
  })
}

/**
 * Checks the page in both sizes, and lists all faults.
 * @param place of the page among those that are looked at: where axe looks once, every other page is a phone's in light, the rest a
 *   desktop's in dark
 */
export async function faultsOf(
  page: Viewer,
  {
    thoroughness = 'each size and theme',
    place = 0,
    status = 200,
  }: { thoroughness?: Thoroughness; place?: number; status?: number } = {},
): Promise<string[]> {
  const where = new URL(page.url())
  const path = where.pathname + where.search
  const found: string[] = []
  for (const { name, viewport, themes } of looksOf(thoroughness, place)) {
    await page.setViewportSize(viewport)
    if (viewport === phone)
      found.push(...(await smallTargets(page)).map((target) => `${path}, ${name}: small target ${target}`))
    for (const [at, theme] of themes.entries()) {
      await settle(page, theme)
      const rows = thoroughness === 'each size and theme' ? 'all' : 'first'
      const faults = await findFaults(page, { rules: at === 0 ? 'all' : 'colors', rows })
      found.push(...faults.map((fault) => `${path}, ${name}, ${theme}: ${fault}`))
    }
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (wider > 0) found.push(`${path}, ${name}: scrolls sideways by ${wider} px`)
  }
  const own = `the server responded with a status of ${status} `
  const consoleErrors = page.consoleErrors.splice(0).filter((text) => status < 400 || !text.includes(own))
  return [...found, ...[...consoleErrors, ...page.failed.splice(0)].map((fault) => `${path}: ${fault}`)]
}

/** Opens an address, demands the right screen, and lists all faults. */
async function lookAt(
  page: Viewer,
  {
    site,
    view,
    thoroughness,
    place,
  }: { site: string; view: View; thoroughness: Thoroughness; place: number },
): Promise<string[]> {
  const { address, heading, status = 200 } = view
  const response = await page.goto(site + address)
  const shown = (await page.getByRole('heading', { level: 1 }).allTextContents()).join(', ')
  const right = typeof heading === 'string' ? heading === shown : heading.test(shown)
  const wrong = right && response?.status() === status ? [] : [`${address}: ${response?.status()} ${shown}`]
  await hydrated(page)
  const forms = (await formFaults(page, site)).map((fault) => `${address}: ${fault}`)
  return [...wrong, ...forms, ...(await faultsOf(page, { thoroughness, place, status }))]
}

/** Looks at all views, several at the same time, and lists all faults. */
export async function lookAtAll(
  browser: Browser,
  site: string,
  people: Record<Kind, Person>,
  views: readonly View[],
  thoroughness: Thoroughness,
): Promise<string[]> {
  // Sorts by person: a lane opens a new page when the person changes.
  const queue = kinds.flatMap((kind) => views.filter(({ who }) => who === kind)).entries()
  const look = async () => {
    const faults: string[] = []
    let lane: { who: Kind; page: Viewer } | undefined
    for (const [place, view] of queue) {
      if (lane?.who !== view.who) {
        await lane?.page.context().close()
        lane = { who: view.who, page: await openViewer(browser, people[view.who]) }
      }
      faults.push(...(await lookAt(lane.page, { site, view, thoroughness, place })))
    }
    await lane?.page.context().close()
    return faults
  }
  return (await Promise.all(Array.from({ length: lanes }, look))).flat()
}
