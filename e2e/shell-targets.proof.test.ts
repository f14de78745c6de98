import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { desktop, hydrated, openBrowser, phone } from './browser.ts'
import { names } from './names.ts'
import type { Kind } from './people.ts'
import { admits, openScreens, type Screens, viewerOf } from './screens.ts'
import { openPageOf } from './signed-in.ts'
import { leastTarget, smallTargets } from './targets.ts'

/**
 * Measures what is pressed on a phone: targets of every screen, and the bottom bar on the narrowest phones.
 * `specification-screens.test.ts` measures each view as one person; this file measures the specified screens as the others.
 */

const { url: site } = inject('site')
const stack = inject('stack')
let browser: Browser
let all: Screens
beforeAll(async () => {
  ;[browser, all] = await Promise.all([openBrowser(), openScreens(site, stack)])
})
afterAll(async () => {
  await all?.close()
  await browser?.close()
})

test.each([
  'visitor',
  'Mia',
  'Ada',
] as const)('what can be pressed on a phone is at least 44 by 44 pixels: %s', async (kind) => {
  const page = await openPageOf(browser, all.people[kind].visitor, { viewport: phone })
  const others = all.screens.filter((screen) => admits(screen, kind) && viewerOf(screen) !== kind)
  expect(others).not.toEqual([])
  const small: Record<string, string[]> = {}
  for (const { address } of others) {
    await page.goto(site + address)
    await hydrated(page)
    const found = await smallTargets(page)
    if (found.length > 0) small[address] = found
  }
  expect(small).toEqual({})
  await page.context().close()
})

test('what staff press on a desk with a touch screen is as large', async () => {
  const page = await openPageOf(browser, all.people.Ada.visitor, { viewport: desktop, hasTouch: true })
  const small: Record<string, string[]> = {}
  for (const address of ['/admin', '/admin/events', '/ticket-management', '/user-management', '/scan-data']) {
    await page.goto(site + address)
    await hydrated(page)
    const found = await smallTargets(page)
    if (found.length > 0) small[address] = found
  }
  expect(small).toEqual({})
  await page.context().close()
})

test('a small target is found, and one in a sentence, one with a large label and one that covers its card are not', async () => {
  const page = await openPageOf(browser, all.people.visitor.visitor, { viewport: phone })
  await page.setContent(`
    <button style="width:44px;height:30px">small</button>
    <a href="/" style="display:inline-block;width:30px;height:44px">narrow</a>
    <p>Read <a href="/">the terms</a> first.</p>
    <p><a href="/">alone</a></p>
    <label style="display:block;min-height:44px"><input type="checkbox"> Yes</label>
    <div style="position:relative;height:60px"><style>.cover::after{content:"";position:absolute;inset:0}</style><a class="cover" href="/">card</a></div>`)
  const names = (await smallTargets(page)).map((target) => /"(.+)"/.exec(target)?.[1])
  expect(names).toEqual(['small', 'narrow', 'alone'])
  await page.context().close()
})

test('the bottom bar of an admin fits 320 pixels', async () => {
  const page = await openPageOf(browser, all.people.Ada.visitor, {
    viewport: { width: 320, height: 640 },
    // Without the bar that scrolls, which a desk has.
    isMobile: true,
  })
  for (const path of ['/', '/community', '/my-tickets', '/admin']) {
    await page.goto(site + path)
    await page.evaluate(() => document.fonts.ready)
    const list = page.getByRole('navigation', { name: names.bottomBar }).locator('ul')
    const hidden = await list.evaluate((items) => items.scrollWidth - items.clientWidth)
    expect([path, hidden]).toEqual([path, 0])
  }
  await page.context().close()
})

describe('the bottom bar at 360 pixels', () => {
  /** Boxes of the bar's links and of their drawn labels, from left to right. */
  const measure = (page: Page) =>
    page.getByRole('navigation', { name: names.bottomBar }).evaluate((bar) => {
      const boxOf = (element: Element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        return { left, right, width, height }
      }
      const links = [...bar.querySelectorAll('a')]
      const labels = links.flatMap((link) => {
        const label = [...link.querySelectorAll('span')].find(
          (span) => span.textContent && !span.querySelector('svg'),
        )
        return label && getComputedStyle(label).clipPath === 'none' ? [label] : []
      })
      return {
        links: links.map(boxOf),
        labels: labels.map(boxOf),
        texts: labels.map((label) => label.textContent),
        scrolls: bar.querySelector('ul')?.scrollWidth !== bar.querySelector('ul')?.clientWidth,
      }
    })

  test.each<[Kind, number]>([
    ['visitor', 5],
    ['Mia', 6],
    ['Ada', 7],
  ])('%s: %i items as large as a finger, none of which touches another', async (kind, count) => {
    const page = await openPageOf(browser, all.people[kind].visitor, {
      viewport: { width: 360, height: 640 },
    })
    const paths = ['/', '/community', ...(count > 5 ? ['/my-tickets'] : []), ...(count > 6 ? ['/admin'] : [])]
    for (const path of paths) {
      await page.goto(site + path)
      await page.evaluate(() => document.fonts.ready)
      const { links, labels, texts, scrolls } = await measure(page)
      expect(links.length).toBe(count)
      expect(scrolls, path).toBe(false)
      expect(Math.min(...links.flatMap(({ width, height }) => [width, height])), path).toBeGreaterThanOrEqual(
        leastTarget,
      )
      for (const boxes of [links, labels])
        for (const [at, { left }] of boxes.entries())
          expect(left - (boxes[at - 1]?.right ?? -2), `${path}: ${texts[at]}`).toBeGreaterThanOrEqual(2)
      expect(links.at(-1)?.right, path).toBeLessThanOrEqual(360)
      // With more than five, the current item's label alone is drawn.
      const current = await page.locator('nav[aria-label="Main, bottom"] [aria-current="page"]').innerText()
      if (count > 5) expect(texts, path).toEqual([current.trim()])
      else expect(texts.length, path).toBe(count)
    }
    await page.context().close()
  })
})
