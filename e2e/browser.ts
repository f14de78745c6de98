import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright-core'
import { browserPath } from '../scripts/chromium.ts'
import { randomAddress } from './api-visitor.ts'

/** Opens Chromium for browser tests; `npm test` installs it where it is missing. */

/** The browser of this process: files share it, each with contexts of its own, because a start costs as much as some tests. */
const kept: typeof globalThis & { testBrowser?: Browser } = globalThis

function launch(args: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    ...(process.env.TRACES_DIR && { tracesDir: process.env.TRACES_DIR }),
    // Keeps letters as wide as on a phone; headless Chromium rounds them to whole pixels.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none', ...args],
  })
}

/**
 * Opens a browser: the one of this process, whose `close` closes its contexts alone, or one more for switches.
 * @param args more switches, such as a file in place of the camera
 */
export async function openBrowser(args: string[] = []): Promise<Browser> {
  if (args.length > 0) return await launch(args)
  if (!kept.testBrowser?.isConnected()) kept.testBrowser = await launch([])
  const browser = kept.testBrowser
  const close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return Object.create(browser, { close: { value: close } })
}

/** Lists the contexts that are open in the browser of this process. */
export function openContexts(): BrowserContext[] {
  return kept.testBrowser?.contexts() ?? []
}

/** Screen sizes that the site supports. */
export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

/** Both sizes, for tests that check each. */
export const sizes = [
  { name: 'on a phone', viewport: phone },
  { name: 'on a desktop', viewport: desktop },
] as const

/** Tells the failed request of a product that another test archived while the shop, which lists it, was open. */
export const isArchivedProduct = (text: string): boolean =>
  /404 .*\/api\/analytics\/products\/[^/]+\/view$/.test(text)

/** A page that collects its console's errors, so that a test can demand that there are none. */
export type TestPage = Page & { consoleErrors: string[] }

/**
 * Opens a page of its own context (no cookies yet) at phone size, for a visitor from an address of their own.
 * @param options Playwright's context options, such as a viewport or javaScriptEnabled
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<TestPage> {
  const context = await browser.newContext({
    viewport: phone,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
    ...options,
  })
  // Without snapshots: they would copy every page with each step. A test that fails keeps it (failed-test.ts).
  await context.tracing.start({ snapshots: false, screenshots: false })
  // Ends a wait that would last for ever; no measure of speed.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  page.on('console', (message) => {
    // The preview of an event shows its page in a frame without scripts, on purpose.
    const isPreview = message.text().startsWith('Blocked script execution')
    const text = `${message.text()} ${message.location().url}`
    // Remix logs a response that it stops reading because the person has gone on to another page.
    const isLeft = /^AbortError: .*\n +at .*\/assets\/framework-/.test(message.text())
    if (message.type() === 'error' && !isPreview && !isArchivedProduct(text) && !isLeft)
      consoleErrors.push(text)
  })
  return Object.assign(page, { consoleErrors })
}

/** Waits until React has hydrated the page: before that, each button is a plain form or popover. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // React's own state of the document shows whether hydration is pending.
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
    const root = key && Reflect.get(document, key)?.stateNode?.current?.memoizedState
    // Waits for the account's button, a window that the server opened and the checkout's forms too: they hydrate
    // separately, and a press in that moment is lost.
    const buttons = document.querySelectorAll('header button, dialog button, #buyer button, #delivery button')
    return (
      root?.isDehydrated === false &&
      [...buttons].every((one) => Object.keys(one).some((name) => name.startsWith('__reactProps')))
    )
  })
  // Lets effects run: they follow a moment later.
  await page.evaluate(
    () => new Promise((later) => requestAnimationFrame(() => setTimeout(() => setTimeout(later)))),
  )
}

/** Waits until finite animations have ended: an element that fades in has no full contrast yet. */
export async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    const moving = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(moving.map((one) => one.finished))
  })
}

/** Tells whether a response is that to a form of the page: reports of page views are sent by POST too, and answered later. */
export const isFormResponse = (response: Response): boolean =>
  response.request().method() === 'POST' && !new URL(response.url()).pathname.startsWith('/api/')
