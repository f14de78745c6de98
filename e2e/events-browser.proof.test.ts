import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import { names } from './names.ts'

/** Tests lists and pages of events in Chromium, with and without JavaScript. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser

const city = `Port ${randomUUID().slice(0, 8)}`
let testEvent: string

beforeAll(async () => {
  browser = await openBrowser()
  for (const [title, genre] of [
    ['Soca Night', 'soca'],
    ['Kompa Night', 'kompa'],
  ] as const) {
    const { eventId } = await createEvent(sql, { doorsIn: 30 })
    await sql`update public.events set ${sql({ title, city, genres: [genre], slug: `${genre}-night` })} where id = ${eventId}`
    testEvent = eventId
  }
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<TestPage> {
  const page = await openPage(browser, options)
  await page.goto(site + path)
  return page
}

const titles = (page: TestPage) => page.locator('article h2').allTextContents()

test('the city chosen on the home page comes first on the next visit, until it is unset', async () => {
  // Not at the plain address: other tests may have left a page there from before this city had events.
  const page = await open(`/?city=${encodeURIComponent(city)}`)
  await hydrated(page)
  const rail = page.locator('h2#coming-up')
  const cities = page.getByRole('navigation', { name: names.city })
  await cities.getByRole('link', { name: city }).click()
  await rail.filter({ hasText: city }).waitFor()
  await page.goto(`${site}/`)
  await rail.filter({ hasText: city }).waitFor()
  await hydrated(page)
  await cities.getByRole('link').first().click()
  await rail.filter({ hasText: city }).waitFor({ state: 'detached' })
  await page.goto(`${site}/`)
  await cities.getByRole('link').first().and(page.locator('[aria-current]')).waitFor()
  expect(page.consoleErrors).toEqual([])
  await page.close()
})

describe('the filters', () => {
  test('work without JavaScript as a plain form', async () => {
    const page = await open(`/events?city=${encodeURIComponent(city)}`, { javaScriptEnabled: false })
    expect(await titles(page)).toHaveLength(2)
    await page.getByLabel(names.musicFilter).selectOption('soca')
    await page.getByRole('button', { name: names.showEvents }).click()
    expect(new URL(page.url()).searchParams.get('genre')).toBe('soca')
    expect(await titles(page)).toEqual(['Soca Night'])
    await page.getByRole('link', { name: 'Remove Soca' }).click()
    expect(await titles(page)).toHaveLength(2)
    await page.close()
  })

  test('apply at once with JavaScript, and the back button undoes them', async () => {
    const page = await open(`/events?city=${encodeURIComponent(city)}`)
    await page.getByRole('button', { name: names.showEvents }).waitFor({ state: 'detached' })
    await page.getByLabel(names.musicFilter).selectOption('kompa')
    await page.waitForURL(/genre=kompa/)
    await expect.poll(() => titles(page)).toEqual(['Kompa Night'])
    expect(page.url()).not.toContain('price=')
    await page.goBack()
    await expect.poll(() => titles(page)).toHaveLength(2)
    expect(await page.getByLabel(names.musicFilter).inputValue()).toBe('')
    expect(page.consoleErrors).toEqual([])
    await page.close()
  })
})

describe('the page of an event', () => {
  test('shows ticket, place and share buttons, and hydrates without errors', async () => {
    const page = await open(`/events/${testEvent}`)
    await page.getByRole('heading', { name: 'Kompa Night', level: 1 }).waitFor()
    await page.getByRole('button', { name: names.copyLink }).waitFor()
    expect(await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(
      encodeURIComponent(`${site}/events/${testEvent}/kompa-night`),
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: names.copyLink }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain(`/events/${testEvent}`)
    expect(page.consoleErrors).toEqual([])
    await page.close()
  })
})

test.each([
  [360, 640],
  [390, 844],
  [430, 932],
])('a phone of %i x %i shows title, date, place and the link to the tickets without scrolling', async (width, height) => {
  const page = await open(`/events/${testEvent}`, { viewport: { width, height } })
  const bar = page.getByRole('navigation', { name: names.bottomBar })
  const limit = (await bar.boundingBox())?.y ?? 0
  // The first one is the skip link.
  const button = page.locator('a[href="#tickets"]').last()
  const date = page.locator('article header time')
  const place = page.locator('article header li').nth(1)
  const boxes = await Promise.all(
    [page.getByRole('heading', { level: 1 }), date, place, button].map((part) => part.boundingBox()),
  )
  const [, , , way] = boxes
  expect(way && way.y + way.height).toBeLessThanOrEqual(limit)
  expect(way?.height).toBeGreaterThanOrEqual(44)
  for (const box of boxes.slice(0, 3)) {
    expect(box?.y).toBeGreaterThan(0)
    expect(box && box.y + box.height).toBeLessThanOrEqual(way?.y ?? 0)
  }
  await button.click()
  await page.getByRole('button', { name: names.addEntry }).click()
  // The bar with the sum takes its place.
  await button.waitFor({ state: 'hidden' })
  expect(page.consoleErrors).toEqual([])
  await page.close()
})

test('on a phone the total stays above the tab bar at every scroll position and covers no focused element', async () => {
  const page = await open(`/events/${testEvent}`, { reducedMotion: 'reduce' })
  await page.getByRole('button', { name: names.addEntry }).click()
  const button = page.getByRole('button', { name: names.getTickets })
  for (const place of [0, 0.5, 1]) {
    await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), place)
    const isWhole = await button.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const shows = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y))
      return shows(top + 2) && shows(bottom - 2)
    })
    expect(`at ${place}: ${isWhole}`).toBe(`at ${place}: true`)
  }
  await page.evaluate(() => scrollTo(0, 0))
  const seen = new Set<string>()
  for (;;) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const name = `${element.tagName} ${element.getAttribute('href') ?? element.textContent} ${Math.round(top + scrollY)}`
      return { name, shows: element.contains(hit) }
    })
    if (!focused || seen.has(focused.name)) break
    seen.add(focused.name)
    expect(focused).toEqual({ name: focused.name, shows: true })
  }
  expect(seen.size).toBeGreaterThan(10)
  await page.close()
})
