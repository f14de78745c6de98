import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiVisitor, registered } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import { seededEvent } from './seeded.ts'

/** Tests the content policy in a real browser: pages work under it, and foreign scripts do not run. */

const { url: site } = inject('site')
const sql = postgres(inject('stack').dbUrl, { max: 1, onnotice() {} })
let browser: Browser
let event: string

beforeAll(async () => {
  browser = await openBrowser()
  event = (await seededEvent(sql)).path
})
afterAll(async () => {
  await browser.close()
  await sql.end()
})

test.each([
  'a visitor, from the cache',
  'a member, rendered again',
])('pages hydrate without a policy violation for %s', async (who) => {
  const page = await openPage(browser)
  if (who.startsWith('a member')) {
    const { visitor } = await registered(site, 'Mia')
    const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: site, httpOnly: true }))
    await page.context().addCookies(cookies)
  } else await new ApiVisitor(site).get('/')
  for (const path of ['/', '/events', event, '/']) {
    await page.goto(site + path, { waitUntil: 'load' })
    // Waits until Remix's modules have run: only then does a link change the page without a new document.
    await page.waitForFunction(() => '__remixRouter' in window)
  }
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.locator('a[href="/events"]:visible').first().click()
  await page.waitForURL('**/events')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test.each([
  '/events',
  '/checkout',
])('a script injected into %s does not run, and is reported to the server', async (path) => {
  const page = await openPage(browser)
  const injected =
    '<script>window.broken = 1</script><img src="/nothing.png" onerror="window.broken = 2"><script src="https://evil.example/x.js"></script>'
  await page.route(site + path, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<main', `${injected}<main`)
    await route.fulfill({ response, body })
  })
  const reported = page.waitForRequest('**/api/csp-report')
  await page.goto(site + path)
  expect((await (await reported).response())?.status()).toBe(204)
  await page.waitForFunction(() => '__remixRouter' in window)
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
  await page.context().close()
})

test('the site cannot be framed', async () => {
  const page = await openPage(browser)
  await page.goto(`${site}/robots.txt`)
  await page.setContent(`<iframe src="${site}/"></iframe>`)
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  await page.context().close()
})
