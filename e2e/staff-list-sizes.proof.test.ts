import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as paths from '#core/paths.ts'
import { meSchema } from '#core/roles.ts'
import { staffLinks } from '#core/staff-pages.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { root } from '../tools/settings.ts'
import { desktop, openBrowser, phone } from './browser.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Measures every staff list: how many rows a desk shows at once, and how long a page of 25 rows is on a phone. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
let browser: Browser
let ada: Person
beforeAll(async () => {
  browser = await openBrowser()
  ada = await meet(site, users.service, 'Ada')
})
afterAll(async () => {
  await browser.close()
  await users.close()
})

/** Rows of a page on which the lists are compared. */
const rowCount = 25

/** The tab of a list on which the demo brand has rows, where it is not the first. */
const fullTabs: Record<string, string> = {
  '/ticket-management/refunds': '?show=all',
  '/ticket-management/returns': '?show=all',
}

/** Lists the addresses of lists that belong to one event, which no link of the navigation opens, where the demo brand has rows. */
async function pagesOfEvents(): Promise<string[]> {
  const [waiting] = await users.sql<{ id: string }[]>`
    select event_id as id from private.waitlist_entries group by event_id order by count(*) desc limit 1`
  const [listed] = await users.sql<{ id: string }[]>`
    select event_id as id from public.guest_list_entries where removed_at is null group by event_id order by count(*) desc limit 1`
  const [scanned] = await users.sql<{ id: string }[]>`
    select event_id as id from public.scans group by event_id order by count(*) desc limit 1`
  const [conflicted] = await users.sql<{ id: string }[]>`
    select c.event_id as id from public.scan_conflicts c order by c.found_at desc limit 1`
  const [over] = await users.sql<{ id: string }[]>`
    select e.id from public.events e join public.scans s on s.event_id = e.id
    where e.ends_at < now() group by e.id order by count(*) desc limit 1`
  const [attended] = await users.sql<{ id: string }[]>`
    select event_id as id from public.tickets group by event_id order by count(*) desc limit 1`
  return [
    paths.attendees({ event: attended?.id }),
    paths.staffWaitlist({ event: waiting?.id }),
    paths.guestLists({ event: listed?.id }),
    paths.scanData({ event: scanned?.id }),
    paths.scanData({ event: conflicted?.id, show: 'conflicts' }),
    paths.scanData({ event: over?.id, show: 'no_shows' }),
  ]
}

/** Lists the names of all lists that the source declares. */
function declaredLists(): string[] {
  return globSync('app/features/**/*.tsx', { cwd: root })
    .flatMap((path) => [
      ...readFileSync(join(root, path), 'utf8').matchAll(/defineStaffList\(\{\s+name: '([a-z-]+)'/g),
    ])
    .map(([, name = '']) => name)
    .sort()
}

/** Gives the list of a page 25 rows, by repeating its own, and measures it. */
async function measure(page: Page) {
  return await page.evaluate((count) => {
    // An admin without a second step has a notice above each page until it is set up.
    document.querySelector('[data-testid=second-factor-notice]')?.remove()
    const body = document.querySelector('[data-staff-list] tbody')
    const own = [...(body?.children ?? [])]
    if (!body || own.length === 0) throw new Error(`no rows at ${location.href}`)
    for (let at = 0; body.children.length < count; at++) {
      const row = own[at % own.length]
      if (row) body.append(row.cloneNode(true))
    }
    for (const row of [...body.children].slice(count)) row.remove()
    const boxes = [...body.children].map((row) => row.getBoundingClientRect())
    return {
      visible: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      firstTop: boxes[0]?.top ?? Number.POSITIVE_INFINITY,
      height: document.documentElement.scrollHeight,
    }
  }, rowCount)
}

test('a desk shows eight rows at once; on a phone the first begins in the upper half and 25 take 6,000 px', async () => {
  const actor = meSchema.parse({
    id: ada.id,
    username: null,
    displayName: 'Ada',
    role: 'admin',
    isGuest: false,
    avatar: null,
    grants: [],
  })
  const page = await openPageOf(browser, ada.visitor, { viewport: desktop, javaScriptEnabled: true })
  const measured: string[] = []
  const wrong: string[] = []
  // Their rows are those of an event that has some.
  const ofEvents = ['/free-tickets/guest-lists', paths.scanData(), paths.attendees()]
  const links = staffLinks(actor).filter(({ to }) => !ofEvents.includes(to))
  for (const to of [...links.map((link) => link.to), ...(await pagesOfEvents())]) {
    await page.setViewportSize(desktop)
    await page.goto(site + to + (fullTabs[to] ?? ''))
    const list = page.locator('[data-staff-list]')
    if ((await list.count()) === 0) continue
    const name = (await list.getAttribute('data-staff-list')) ?? ''
    measured.push(name)
    const desk = await measure(page)
    await page.setViewportSize(phone)
    const small = await measure(page)
    if (desk.visible < 8) wrong.push(`${name}: a desk shows ${desk.visible} rows`)
    if (small.firstTop >= phone.height / 2)
      wrong.push(`${name}: on a phone the first row begins at ${small.firstTop}`)
    if (small.height > 6000) wrong.push(`${name}: 25 rows on a phone take ${small.height} px`)
  }
  expect(wrong).toEqual([])
  expect(measured.sort()).toEqual(declaredLists())
  await page.context().close()
})
