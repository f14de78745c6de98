import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { supervise } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, hydrated, openBrowser, openPage, phone } from './browser.ts'

/** Tests the page that shows every primitive in every state. */

const { url: site, env } = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test.each([
  ['light', 'on a phone', phone],
  ['dark', 'on a desktop', desktop],
] as const)('axe finds nothing in %s %s, at rest and with everything open', async (colorScheme, _, viewport) => {
  const page = await openPage(browser, { colorScheme, viewport, reducedMotion: 'reduce' })
  await page.goto(`${site}/styleguide`)
  await hydrated(page)
  const expectNothing = async (within?: string) => expect(await findFaults(page, { within })).toEqual([])
  await expectNothing()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)

  // A table is a card per row on a phone: its values are below one another.
  const row = page.getByRole('table', { name: 'Nights' }).getByRole('row').nth(1)
  const tops = await row
    .locator('th, td')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(viewport === phone ? 3 : 1)

  for (const kind of ['Dialog', 'Sheet']) {
    await page.getByRole('button', { name: kind, exact: true }).click()
    await page.getByRole('dialog', { name: `A ${kind.toLowerCase()}` }).waitFor()
    await expectNothing('dialog[open]')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Bad toast' }).click()
  await page.locator('li[data-swipe-direction]').waitFor()
  await page.getByRole('button', { name: 'More to do' }).click()
  await page.getByRole('menu').waitFor()
  await expectNothing()
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('it is a 404 unless enabled, as with npm start', async () => {
  const [, port] = await freePorts()
  const readySchema = z.object({ url: z.string() })
  const local = `http://localhost:${port}`
  const settings = { ...env, BACKGROUND_JOBS: 'off', STYLE_GUIDE: '', PORT: String(port), SITE_URL: local }
  const running = await supervise({ name: 'site', file: 'server.ts', env: settings, readySchema }, () => {})
  try {
    const visitor = new ApiVisitor(local)
    expect((await visitor.get('/styleguide')).status).toBe(404)
    expect((await visitor.get('/shop')).status).toBe(200)
  } finally {
    await running.stop()
  }
})
