import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type Supervised, supervise } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { hydrated, openBrowser, openPage } from './browser.ts'
import { names } from './names.ts'

/**
 * Tests the web analytics service, with a stand-in for its tag: nothing before consent, and only pages, looks and
 * clicks.
 */

const { env } = inject('site')
let browser: Browser
let service: Server
let site: Supervised<{ url: string }>
let url: string
/** Number of times that the tag still fails. */
let failures = 0
const requests: string[] = []
const commands: unknown[] = []

/** Implements the part of the real tag that matters: it reads the list of commands, earlier and later ones. */
const tagCode = (collect: string) => `
  const tell = (words) => fetch('${collect}', { method: 'POST', mode: 'no-cors', body: JSON.stringify([...words]) })
  const lines = window.dataLayer
  lines.forEach(tell)
  lines.push = (...more) => (more.forEach(tell), Array.prototype.push.apply(lines, more))`

beforeAll(async () => {
  service = createServer((req, res) => {
    if (req.url?.startsWith('/collect')) {
      let body = ''
      req.on('data', (piece) => (body += String(piece)))
      req.on('end', () => {
        commands.push(JSON.parse(body))
        res.writeHead(204).end()
      })
      return
    }
    requests.push(req.url ?? '')
    if (failures > 0) {
      failures -= 1
      req.socket.destroy()
      return
    }
    res.writeHead(200, { 'content-type': 'text/javascript', 'cross-origin-resource-policy': 'cross-origin' })
    res.end(tagCode(`http://localhost:${(service.address() as AddressInfo).port}/collect`))
  })
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  const [, port] = await freePorts()
  const tagUrl = `http://localhost:${(service.address() as AddressInfo).port}/gtag/js`
  const settings = { WEB_ANALYTICS_ID: 'G-TEST12345', WEB_ANALYTICS_URL: tagUrl }
  const own = {
    ...env,
    ...settings,
    BACKGROUND_JOBS: 'off',
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
  }
  const readySchema = z.object({ url: z.string() })
  site = await supervise({ name: 'site', file: 'server.ts', env: own, readySchema }, () => {})
  url = site.ready.url
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  service?.close()
})
beforeEach(() => {
  requests.length = 0
  commands.length = 0
})

const pageOf = (path: string) => [
  { 0: 'set', 1: expect.objectContaining({ page_location: url + path }) },
  { 0: 'event', 1: 'page_view' },
]
const asList = (lines: unknown[]) => lines.map((line) => Object.assign({}, line))

describe('on a phone', () => {
  // Specification 7.15, 9.14
  test('Product analytics events also go to a web analytics service, once that is allowed. Analytics tag retry every 1 s.', async () => {
    const page = await openPage(browser)
    await page.clock.install()
    await page.goto(`${url}/shop?secret=1`)
    await hydrated(page)
    const banner = page.getByRole('region', { name: 'May we count your visit?' })
    await banner.waitFor()
    expect(requests).toEqual([])

    failures = 2
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    await banner.getByRole('button', { name: names.allowCookies }).click()
    await expect.poll(() => requests.length).toBe(1)
    // The delay before the next try begins when the page has handled the failure and removed the script.
    const failed = () => expect.poll(() => page.locator('script[src*="/gtag/js"]').count()).toBe(0)
    await failed()
    await page.clock.runFor(950)
    expect(requests).toHaveLength(1)
    await page.clock.runFor(100)
    await expect.poll(() => requests.length).toBe(2)
    await failed()
    await page.clock.runFor(1050)
    await expect.poll(() => requests).toEqual(Array(3).fill('/gtag/js?id=G-TEST12345'))
    await page.clock.resume()
    await expect.poll(() => asList(commands)).toEqual(expect.arrayContaining(pageOf('/shop')))
    expect(await banner.count()).toBe(0)

    await page.getByRole('link', { name: 'Events', exact: true }).first().click()
    await expect.poll(() => asList(commands)).toEqual(expect.arrayContaining(pageOf('/events')))
    // It runs now, and so is among the first.
    await page.locator('article a[href$="/bass-culture"]').first().click()
    await expect
      .poll(() => commands)
      .toContainEqual([
        'event',
        'view_item',
        { items: [{ item_id: expect.any(String), item_category: 'events' }], click: 'view' },
      ])
    // Addresses are sent without their secrets.
    expect(JSON.stringify(commands)).not.toContain('secret')

    // A visitor who withdraws consent is not counted any more.
    await page.getByRole('button', { name: names.cookieChoices }).click()
    await banner.getByRole('button', { name: names.refuseCookies }).click()
    const before = commands.length
    await page.getByRole('link', { name: names.shopHeading, exact: true }).first().click()
    await page.waitForURL('**/shop')
    expect(commands).toHaveLength(before)
    expect(page.consoleErrors.filter((line) => !/Failed to load resource/.test(line))).toEqual([])
    await page.context().close()
  })

  // Specification 7.15
  test('does not count people who decline, or whose browser or settings do', async () => {
    const page = await openPage(browser)
    await page.goto(`${url}/shop`)
    await page.getByRole('button', { name: names.refuseCookies }).click()
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: names.cookieChoices }).waitFor()
    expect(await page.getByRole('button', { name: names.allowCookies }).count()).toBe(0)

    const private_ = await openPage(browser)
    await private_.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    )
    await private_.goto(`${url}/shop`)
    await hydrated(private_)
    await private_.getByRole('button', { name: names.cookieChoices }).waitFor()
    expect(await private_.getByRole('button', { name: names.allowCookies }).count()).toBe(0)
    // The same for people who opted out of our own figures in their settings.
    const optedOut = await openPage(browser)
    await optedOut.context().addCookies([{ name: 'analytics', value: 'off', url }])
    await optedOut.goto(`${url}/shop`)
    await hydrated(optedOut)
    await optedOut.getByRole('button', { name: names.cookieChoices }).waitFor()
    expect(await optedOut.getByRole('button', { name: names.allowCookies }).count()).toBe(0)
    await optedOut.context().close()
    expect([requests, commands]).toEqual([[], []])
    expect([...page.consoleErrors, ...private_.consoleErrors]).toEqual([])
    await Promise.all([page.context().close(), private_.context().close()])
  })
})
