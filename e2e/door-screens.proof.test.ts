import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { scanResults } from '#core/scan-results.ts'
import { makeConflict } from '../supabase/tests/door-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { findFaults } from './axe.ts'
import { animationsEnded, openBrowser, sizes } from './browser.ts'
import { answerScans, doorResults } from './door-results.ts'
import { openDoor, typeCode, verdictOf } from './door-steps.ts'
import { names } from './names.ts'
import { openPageOf } from './signed-in.ts'

/** Every screen of a scan, the check before doors and the record of a door, as axe and as people who see no colors get them. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let door: Awaited<ReturnType<typeof openDoor>>
beforeAll(async () => {
  browser = await openBrowser()
  door = await openDoor(site, users)
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** Keeps screens that close by themselves until they were checked. */
const keepScreens = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout
    const later = (run: TimerHandler, ms?: number, ...args: unknown[]) =>
      start(run, ms === 1500 || ms === 4000 ? 600_000 : ms, ...args)
    window.setTimeout = later as typeof window.setTimeout
  })

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Demands that a page has no faults at both sizes in this theme. */
async function expectSound(page: Page, theme: 'light' | 'dark', what: string): Promise<void> {
  for (const { viewport } of sizes) {
    await page.setViewportSize(viewport)
    await animationsEnded(page)
    const faults = await findFaults(page, { rules: theme === 'light' ? 'all' : 'colors' })
    expect(faults, `${what}, ${theme}, ${viewport.width} px`).toEqual([])
    expect(await sideways(page), `${what} scrolls sideways at ${viewport.width} px`).toBeLessThanOrEqual(0)
  }
}

test.each([
  'light',
  'dark',
] as const)('each result of a scan has its own icon or words, large targets and no faults, %s', async (theme) => {
  const shown = Object.values(doorResults).map(({ result = 'ok' }) => result)
  const never = ['checked_out'] // nobody scans it
  expect(scanResults.filter((result) => !shown.includes(result))).toEqual(never)
  const page = await openPageOf(browser, door.visitor, { colorScheme: theme })
  await keepScreens(page)
  const seen = new Map<string, string>()
  await page.goto(`${site}/ticket-scanner?event=${door.event.eventId}&gate=Main`)
  await page.getByTestId('ready').waitFor()
  for (const name of Object.keys(doorResults)) {
    await answerScans(page, name)
    await typeCode(page, 'TRYCDE225')
    await verdictOf(page).waitFor()
    await animationsEnded(page)
    const faults = await findFaults(page, {
      rules: theme === 'light' ? 'all' : 'colors',
      within: '[role=alertdialog]',
    })
    expect(faults, name).toEqual([])
    expect(await sideways(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0)
    for (const press of await verdictOf(page).locator('button, a').all()) {
      const box = await press.boundingBox()
      expect(box?.height ?? 0, `${name}: ${await press.innerText()}`).toBeGreaterThanOrEqual(56)
    }
    const words = await verdictOf(page).innerText()
    const icon = await verdictOf(page).locator('svg').first().getAttribute('class')
    const look = `${icon}\n${words}`
    expect(seen.get(look), `${name} looks like another result`).toBeUndefined()
    seen.set(look, name)
    await page.unroute('**/api/door/check-in')
    await verdictOf(page).getByRole('link', { name: names.nextScan }).click()
    await verdictOf(page).waitFor({ state: 'hidden' })
  }
  await page.context().close()
})

test.each(['light', 'dark'] as const)('the check before doors, %s', async (theme) => {
  const page = await openPageOf(browser, door.visitor, { colorScheme: theme })
  await page.goto(`${site}/ticket-scanner?event=${door.event.eventId}&gate=Main`)
  await page
    .getByTestId('ready')
    .getByText(/^Ready offline/)
    .waitFor()
  await page.getByTestId('ready').click()
  await page.getByRole('button', { name: 'Check this phone' }).click()
  await expectSound(page, theme, 'the question about the sound')
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  await expectSound(page, theme, 'its results')
  await page.context().close()
})

test('the record of a door: rows, refusals, a conflict opened, no-shows, and what a scanner sees, in both themes', async () => {
  const [first = '', second = ''] = await door.sellCodes(3)
  for (const code of [first, second, first])
    await door.visitor.post('/api/door/check-in', {
      event: door.event.eventId,
      code,
      scan: crypto.randomUUID(),
      method: 'code',
      gate: 'Main',
    })
  const [ticket] = await sql<{ id: string }[]>`select id from public.tickets where code = ${second}`
  await users.grant('Dex', 'scan', door.event.eventId)
  await makeConflict(await users.actingAs('Dex'), door.event.eventId, ticket?.id ?? '')
  const capability = async (name: string) =>
    sql`update public.staff_grants set capability = ${name}
      where event_id = ${door.event.eventId} and user_id = (select id from public.profiles where username = ${door.username})`
  for (const theme of ['light', 'dark'] as const) {
    const page = await openPageOf(browser, door.visitor, { colorScheme: theme })
    const open = (show: string) => page.goto(`${site}/scan-data?event=${door.event.eventId}&show=${show}`)
    await capability('scan')
    await open('all')
    await expectSound(page, theme, 'a scanner’s figures')
    await capability('door_manager')
    for (const show of ['all', 'arrived', 'admitted', 'refused', 'conflicts']) {
      await open(show)
      await page.locator('[data-staff-list]').waitFor()
      if (show === 'conflicts') await page.locator('details[name=conflict] > summary').first().click()
      await expectSound(page, theme, show)
    }
    for (const [address, heading] of [
      ['bans', 'Ban list'],
      ['occupancy', 'Occupancy'],
      ['practice', 'Practice'],
    ]) {
      await page.goto(`${site}/ticket-scanner/${address}?event=${door.event.eventId}`)
      await page.getByRole('heading', { name: heading ?? '', level: 1 }).waitFor()
      await expectSound(page, theme, address ?? '')
    }
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  }
})

test('the band of training begins at the edge of the screen', async () => {
  const page = await openPageOf(browser, door.visitor)
  await keepScreens(page)
  await page.goto(`${site}/ticket-scanner/practice?scan=`)
  await page.getByLabel(names.typedCode).waitFor()
  await typeCode(page, 'TRYCDE225')
  await verdictOf(page).waitFor()
  await animationsEnded(page)
  const band = await verdictOf(page).getByText('Training').boundingBox()
  expect([band?.x, band?.y, band?.width]).toEqual([0, 0, page.viewportSize()?.width])
  await page.context().close()
})
