import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as paths from '#core/paths.ts'
import { printWeight, weigh } from '../scripts/weight.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import { fixedTask, longestTask } from './longest-task.ts'
import { seededEvent, seededProduct } from './seeded.ts'

/** Measures a first visit on a phone: download size, layout shifts, longest task. */

const { url } = inject('site')
const sql = postgres(inject('stack').dbUrl, { max: 1, onnotice() {} })
const weight = weigh()
/** Matches what a page downloads once it is read, and only where it announces a drop. */
const ofDrops = /\/(drop-countdown|count-down)-[\w-]+\.js$/
let browser: Browser
let event: string
let product: string

/** Holds a ticket of a new event, so that the checkout has something to pay for. */
async function hold(page: TestPage): Promise<void> {
  const { eventId, types } = await createEvent(sql)
  const response = await page.request.post(url + paths.checkout(), {
    form: { intent: 'hold', event: eventId, 'lines[0].type': types.Entry ?? '', 'lines[0].quantity': '1' },
    headers: { origin: url },
    maxRedirects: 0,
  })
  expect(response.headers().location ?? (await response.text())).toMatch(/checkout\?hold=/)
}

beforeAll(async () => {
  browser = await openBrowser()
  event = (await seededEvent(sql)).path
  product = (await seededProduct(sql)).path
})
afterAll(async () => {
  await browser?.close()
  await sql.end()
})

test('the build keeps its budgets, and nothing that is used later comes first', () => {
  console.log(printWeight(weight))
  expect(weight.faults).toEqual([])
})

describe.each(weight.pages)('$page', ({ page: name, files }) => {
  const isCheckout = name === 'the checkout'
  const path = () =>
    name.startsWith('/') ? name : isCheckout ? paths.checkout() : name === 'a product page' ? product : event

  test('downloads what was weighed and nothing more; no picture over 120 kB', async () => {
    const page = await openPage(browser, { deviceScaleFactor: 3 })
    if (isCheckout) await hold(page)
    const scripts: string[] = []
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname)
    })
    const bytes = new Map<string, number>()
    const pictures: string[] = []
    page.on('requestfinished', async (request) => {
      const kind = request.resourceType()
      const { pathname } = new URL(request.url())
      if (kind === 'script') scripts.push(pathname)
      const { responseBodySize: size } = await request.sizes()
      bytes.set(kind, (bytes.get(kind) ?? 0) + size)
      if (kind === 'image' && size > 120_000) pictures.push(`${pathname}: ${size} bytes`)
    })
    await page.goto(url + path(), { waitUntil: 'networkidle' })
    const parts = [...bytes].map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`)
    console.log(`${name} on a phone, as sent, kB: ${parts.join(', ')}`)
    if (isCheckout) {
      // The forms' code comes after all that was weighed.
      expect(new Set(asked.slice(0, files.length))).toEqual(new Set(files))
      expect(asked.length).toBeGreaterThan(files.length)
    } else expect(scripts.filter((path) => !ofDrops.test(path)).sort()).toEqual(files.toSorted())
    expect(pictures).toEqual([])
    const html = await (await fetch(url + path())).text()
    const links = html.match(/<link rel="(modulepreload|dns-prefetch)"[^>]*>/g) ?? []
    expect(links.length).toBeGreaterThan(3)
    const later = html.includes(' fetchpriority="high"') ? 'rel="dns-prefetch"' : 'fetchpriority="low"'
    expect(links.filter((link) => !link.includes(later))).toEqual([])
    await page.context().close()
  })
})

test.each([
  'arrives late',
  'never arrives',
])('the scripts of an event page wait for a first picture that %s', async (when) => {
  const page = await openPage(browser)
  const arrived = Promise.withResolvers<void>()
  await page.route(/\.(avif|jpg)$/, async (route) => {
    await arrived.promise
    await route.continue().catch(() => {})
  })
  // Leaves out the timer after which scripts start all the same, so that a slow machine does not end the wait.
  if (when === 'arrives late')
    await page.addInitScript(() => {
      const start = window.setTimeout
      Object.assign(window, {
        setTimeout: (work: () => void, ms?: number) => (ms === 1500 ? 0 : start(work, ms)),
      })
    })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(url + event, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  if (when === 'arrives late') {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise((next) => requestAnimationFrame(next))
    })
    expect(scripts).toEqual([])
    arrived.resolve()
  }
  await hydrated(page)
  expect(page.consoleErrors).toEqual([])
  arrived.resolve()
  await page.context().close()
})

describe.each(['/', 'an event page'])('%s on a phone', (name) => {
  test('stands still while it loads and is scrolled, and is never busy for longer than a fixed piece of work takes', async () => {
    const tasks: number[] = []
    // Takes the least of several loads: other work on this machine only adds time.
    for (let load = 0; load < 6 && (load < 2 || Math.min(...tasks) > 1); load++) {
      const page = await openPage(browser)
      await page.addInitScript(() => {
        let shift = 0
        const add = (entries: PerformanceEntry[]) => {
          for (const entry of entries) {
            const value: unknown = Reflect.get(entry, 'value')
            if (typeof value === 'number') shift += value
          }
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        Object.assign(window, {
          layoutShift: () => {
            add(observer.takeRecords())
            return shift
          },
        })
      })
      // Delays pictures and fonts: from this machine they arrive before the first frame, and their layout shifts would not be
      // seen.
      const drawn = Promise.withResolvers<void>()
      await page.route(/\.(avif|jpg|woff2)$/, async (route) => {
        await drawn.promise
        await route.continue()
      })
      const longest = await longestTask(browser, async () => {
        const loaded = page.goto(url + (name === '/' ? name : event), { waitUntil: 'load' })
        await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
        drawn.resolve()
        await loaded
        await hydrated(page)
        await page.evaluate(async () => {
          await document.fonts.ready
          const frame = () => new Promise((next) => requestAnimationFrame(next))
          for (let y = 0; y < document.body.scrollHeight; y += 600) {
            window.scrollTo(0, y)
            await frame()
            await frame()
          }
          // Leaves out what a row keeps beside the screen: the browser does not ask for it, and decode() would wait for ever.
          const seen = [...document.images].filter(
            (image) => image.complete || image.getBoundingClientRect().left < innerWidth,
          )
          await Promise.all(seen.map((image) => image.decode().catch(() => undefined)))
          // Waits one more frame: layout shifts of a frame are reported in the next.
          await frame()
          await frame()
        })
      })
      const shift: unknown = await page.evaluate(() => Reflect.get(window, 'layoutShift')())
      expect(shift, `layout shift of load ${load + 1}`).toBeLessThanOrEqual(0.02)
      tasks.push(longest / (await fixedTask(browser, page)))
      await page.context().close()
    }
    const shown = tasks.map((one) => one.toFixed(2)).join(', ')
    console.log(`${name}: longest task, in fixed pieces of work: ${shown}`)
    expect(Math.min(...tasks), 'longest task, in fixed pieces of work').toBeLessThanOrEqual(1)
  })
})
