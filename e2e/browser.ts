import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserPath } from '../scripts/chromium.ts'
import { randomAddress } from './api-visitor.ts'

/** Opens Chromium for browser tests; `npm test` installs it where it is missing. */

/**
 * Opens a browser.
 * @param args more switches, such as a file in place of the camera
 */
export function openBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    // Letters as wide as on a phone, not rounded to whole pixels as headless Chromium does by itself.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none', ...args],
  })
}

/** Screen sizes the site is made for. */
export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

/** Both, for tests that look at each. */
export const sizes = [
  { name: 'on a phone', viewport: phone },
  { name: 'on a desktop', viewport: desktop },
] as const

/** A page that remembers what its console complained about, so that a test can demand silence. */
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
  // Ends a wait that would last for ever; no measure of speed.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(`${message.text()} ${message.location().url}`)
  })
  return Object.assign(page, { consoleErrors })
}

/** Waits until the page does what it does with JavaScript: before that, each button is a plain form or popover. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // React's own note on the document: whether what the server sent is still to be taken over.
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
    const root = key && Reflect.get(document, key)?.stateNode?.current?.memoizedState
    // The account's button and a window that the server opened follow by themselves, when their code is there: what is
    // pressed in that moment is lost.
    const buttons = [...document.querySelectorAll('header button, dialog button')]
    return (
      root?.isDehydrated === false &&
      buttons.every((one) => Object.keys(one).some((name) => name.startsWith('__reactProps')))
    )
  })
  // What components do once they are there follows a moment later.
  await page.evaluate(
    () => new Promise((later) => requestAnimationFrame(() => setTimeout(() => setTimeout(later)))),
  )
}

/** Waits until what moves has arrived, but for what never does: what fades has no contrast yet. */
export async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    const moving = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(moving.map((one) => one.finished))
  })
}
