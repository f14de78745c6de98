import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hydrated, openBrowser, openPage } from './browser.ts'
import { names } from './names.ts'

/** Tests the transition between a list and an event: the picture stays, nothing fails, and reduced motion moves nothing. */

const { url: site } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each([
  ['/events', 'no-preference'],
  ['/', 'no-preference'],
  ['/events', 'reduce'],
] as const)('from %s to an event and back, one picture is kept; motion: %s', async (path, reducedMotion) => {
  const page = await openPage(browser, { reducedMotion })
  // Notes what each transition moves once it starts, and how long.
  await page.addInitScript(() => {
    const moved: string[][] = []
    const start = document.startViewTransition?.bind(document)
    Object.assign(window, { moved })
    if (!start) return
    document.startViewTransition = (...given) => {
      const transition = start(...given)
      void transition.ready.then(() => {
        const parts = document.getAnimations().flatMap(({ effect }) => {
          const pseudo = effect instanceof KeyframeEffect ? effect.pseudoElement : null
          return pseudo?.startsWith('::view-transition-group')
            ? [`${pseudo} ${effect?.getTiming().duration}`]
            : []
        })
        moved.push(parts)
      })
      return transition
    }
  })
  const transitions = () => page.evaluate((): string[][] => Reflect.get(window, 'moved'))
  await page.goto(site + path)
  await hydrated(page)
  await page.locator('article h2 a, article h3 a').first().click()
  await page.waitForURL('**/events/*/*')
  await expect.poll(async () => (await transitions()).length).toBe(1)
  await page.goBack()
  await page.waitForURL(site + path)
  await expect.poll(async () => (await transitions()).length).toBe(2)
  const picture = '::view-transition-group(event-picture) 180'
  for (const parts of await transitions())
    expect(parts.filter((part) => part.includes('event-picture'))).toEqual(
      reducedMotion === 'reduce' ? [] : [picture],
    )
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('a press during the transition leads on, without an error', async () => {
  const page = await openPage(browser)
  await page.addInitScript(() => {
    const start = document.startViewTransition?.bind(document)
    if (!start) return
    document.startViewTransition = (...given) => {
      const transition = start(...given)
      const shop = document.querySelector('nav[aria-label="Main, bottom"] a[href="/shop"]')
      if (shop instanceof HTMLElement) shop.click()
      return transition
    }
  })
  await page.goto(`${site}/events`)
  await hydrated(page)
  await page.locator('article h2 a').first().click()
  await page.waitForURL('**/shop')
  await page.getByRole('heading', { level: 1, name: names.shopHeading }).waitFor()
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})
