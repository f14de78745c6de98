import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { awake, desktop, openBrowser, phone, type WatchedPage } from './browser.ts'
import { type Kind, kinds, openAs } from './people.ts'
import { admits, openWorld, type World } from './screens.ts'

/**
 * Every screen as somebody who may see it has it: the right one, nothing for axe to find in light and dark, nothing wider
 * than the window, a silent console and no failed request. Each is looked at on a phone in one theme and on a desktop in
 * the other, and the next one the other way round.
 */

const { url: site } = inject('site')
let browser: Browser
let world: World
const pages = new Map<Kind, WatchedPage>()
/** Requests of a page that failed, the documents' own answers aside: tests say what those have to be. */
const failed: string[] = []

beforeAll(async () => {
  browser = await openBrowser()
  world = await openWorld(site, inject('stack'))
  for (const kind of kinds) {
    const page = await openAs(browser, world.people[kind], { viewport: phone, reducedMotion: 'reduce' })
    page.on('response', (answer) => {
      const document = answer.request().isNavigationRequest() && answer.frame() === page.mainFrame()
      if (answer.status() >= 400 && !document) failed.push(`${answer.status()} ${answer.url()}`)
    })
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText
      // Leaving a page gives up what it was still fetching.
      if (why !== 'net::ERR_ABORTED') failed.push(`${why} ${request.url()}`)
    })
    pages.set(kind, page)
  }
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** Rules that axe leaves out by itself, although WCAG 2.2 AA asks for them. */
const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }
const options: Parameters<AxeBuilder['options']>[0] = { rules, resultTypes: ['violations'] }

/** What is wrong with what the page shows now. */
async function findFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      // Half under a sticky bar it is small; a moment of scrolling later it is not.
      .filter((node) => !node.any.some(({ data }) => data?.messageKey === 'partiallyObscured'))
      .map((node) => `${id}: ${node.html}`),
  )
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return wider > 0 ? [...found, `scrolls sideways by ${wider} px`] : found
}

/** Changes size and theme of what is on the screen, and waits for what moves to have arrived. */
async function show(page: Page, viewport: typeof phone, theme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(viewport)
  await page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name
    await new Promise((drawn) => requestAnimationFrame(drawn))
    const moving = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(moving.map((one) => one.finished))
  }, theme)
}

let turn = 0

/** Looks at what the page shows in both sizes and both themes, and lists everything that is wrong with it. */
async function faultsOf(page: WatchedPage, status = 200): Promise<string[]> {
  const [first, second] = turn++ % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  const where = page.url().replace(site, '')
  await show(page, phone, first)
  const small = (await findFaults(page)).map((fault) => `${where}, phone, ${first}: ${fault}`)
  await show(page, desktop, second)
  const large = (await findFaults(page)).map((fault) => `${where}, desktop, ${second}: ${fault}`)
  const own = `the server responded with a status of ${status} `
  const complaints = page.complaints.splice(0).filter((words) => status < 400 || !words.includes(own))
  const silent = [...complaints, ...failed.splice(0)].map((fault) => `${where}: ${fault}`)
  return [...small, ...large, ...silent]
}

type View = { who: Kind; address: string; heading: string | RegExp; status?: number }

/** Goes there, demands the right screen, and lists everything that is wrong with it. */
async function lookAt({ who, address, heading, status = 200 }: View): Promise<string[]> {
  const page = pageOf(who)
  await page.setViewportSize(phone)
  const answer = await page.goto(site + address)
  const words = (await page.getByRole('heading', { level: 1 }).allTextContents()).join(', ')
  const right = typeof heading === 'string' ? words === heading : heading.test(words)
  const wrong = right && answer?.status() === status ? [] : [`${address}: ${answer?.status()} ${words}`]
  // The browser's own part is there when the page's scripts ran.
  await page.waitForFunction(() => '__remixRouter' in window)
  return [...wrong, ...(await faultsOf(page, status))]
}

function pageOf(kind: Kind): WatchedPage {
  const page = pages.get(kind)
  if (!page) throw new Error(`${kind} has no page`)
  return page
}

test('every specified path shows its screen, and axe finds nothing on it in light and dark', async () => {
  expect(new Set(world.screens.map(({ path }) => path)).size).toBe(22)
  const faults: string[] = []
  for (const screen of world.screens) {
    const personal = /hold=|my-tickets/.test(screen.address)
    const who = kinds.find((kind) => admits(screen, kind) && (kind === 'Mia' || !personal)) ?? 'Ada'
    faults.push(...(await lookAt({ who, ...screen })))
  }
  expect(faults).toEqual([])
}, 180_000)

test('so it does on further screens: empty, refused, not found, and those of staff', async () => {
  const faults: string[] = []
  for (const view of world.furtherViews) faults.push(...(await lookAt(view)))
  expect(faults).toEqual([])
}, 180_000)

test('what opens over a page has nothing for axe to find either: the sign-in window, the menus', async () => {
  const faults: string[] = []
  const visitor = pageOf('nobody')
  for (const tab of ['login', 'register']) {
    await visitor.goto(`${site}/?auth=${tab}`)
    await visitor.getByRole('dialog', { name: 'Join The Community' }).waitFor()
    faults.push(...(await faultsOf(visitor)))
  }
  const member = pageOf('Mia')
  await member.goto(`${site}/shop`)
  await awake(member)
  for (const name of [/^Change theme/, /Account of/]) {
    await member.getByRole('button', { name }).click()
    await member.getByRole('menu').waitFor()
    faults.push(...(await faultsOf(member)))
    await member.keyboard.press('Escape')
    await member.getByRole('menu').waitFor({ state: 'detached' })
  }
  expect(faults).toEqual([])
}, 120_000)
