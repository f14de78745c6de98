import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, openBrowser, phone, type TestPage } from './browser.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the editor of an event in Chromium, with and without JavaScript. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let ada: ApiVisitor

const city = `Port ${randomUUID().slice(0, 8)}`
const year = new Date().getUTCFullYear() + 1

beforeAll(async () => {
  browser = await openBrowser()
  ada = new ApiVisitor(site)
  expect((await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** Opens a page of staff. */
async function openAsStaff(path: string, options: Parameters<typeof openPageOf>[2] = {}): Promise<TestPage> {
  const page = await openPageOf(browser, ada, { viewport: desktop, ...options })
  await page.goto(site + path)
  return page
}

/** Fills in the form of a new event. */
async function fill(page: TestPage, title: string, startsAt: string, endsAt: string) {
  const given = { title, startsAt, endsAt, city, venueName: 'The Yard', region: 'NY' }
  for (const [name, value] of Object.entries(given)) await page.locator(`[name=${name}]`).fill(value)
}

/** Sends the form and waits for the response. */
async function save(page: TestPage) {
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.locator('form#event button[type=submit]').last().click(),
  ])
}
const openTab = async (page: TestPage, tab: string) => {
  await page.locator(`main nav a[href$="/${tab}"]`).click()
  await page.waitForURL(new RegExp(`/${tab}$`))
}

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('a draft is made, its tabs are filled in one by one, it is published, and visitors see it', async () => {
    const title = `Form ${randomUUID().slice(0, 8)}`
    const page = await openAsStaff('/admin/events/new', { javaScriptEnabled })
    await fill(page, title, `${year}-07-10T22:00`, `${year}-07-11T04:00`)
    await save(page)
    await page.waitForURL(/\/admin\/events\/[0-9a-f-]{36}\?done=saved/)
    const id = /events\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    await page.getByText('10 PM EDT').first().waitFor()
    await page.locator('[name=address]').fill('12 Flatbush Ave')
    await page.locator('[name=summary]').fill('Road ready')
    await save(page)
    await page.waitForURL(/done=saved/)

    await openTab(page, 'tickets')
    await page.locator('[name="pools[0].capacity"]').fill('120')
    await page.locator('[name="types[0].releases[0].faceCents"]').fill('25.50')
    await page.getByRole('button', { name: 'Add room' }).click()
    await page.locator('[name="pools[1].capacity"]').waitFor()
    // The new room can be chosen for the ticket type at once.
    await page.locator('[name="pools[1].name"]').fill('Balcony')
    await page.locator('form#event button[type=submit]').last().click()
    await page.locator('[name="pools[1].capacity"][aria-invalid=true]').waitFor()
    await page.locator('[name="pools[1].capacity"]').fill('30')
    await save(page)
    await page.waitForURL(/tickets\?done=saved/)

    await openTab(page, 'line-up')
    await page.getByRole('button', { name: 'Add act' }).click()
    await page.locator('[name="lineUp[0].name"]').fill('DJ Kalalou')
    await save(page)
    await page.waitForURL(/line-up\?done=saved/)

    await openTab(page, 'door')
    await page.locator('[name=minAge]').selectOption('18')
    await page.locator('[name=lastEntryAt]').fill(`${year}-07-11T05:00`)
    await save(page)
    await page.locator('[name=lastEntryAt][aria-invalid=true]').waitFor()
    await page.locator('[name=lastEntryAt]').fill(`${year}-07-11T02:00`)
    await save(page)
    await page.waitForURL(/door\?done=saved/)

    await openTab(page, 'publish')
    await page.locator('form:has([name=status][value=published]) button').click()
    await page.waitForURL(/done=published/)
    const [row] = await sql`
      select e.status, e.starts_at, e.summary, e.address, e.min_age, e.fee_bps, e.line_up -> 0 ->> 'name' as act,
        e.last_entry_at, (select array_agg(name order by created_at) from public.capacity_pools p where p.event_id = e.id) as pools,
        (select face_cents::int from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id where t.event_id = e.id) as face
      from public.events e where e.id = ${id}`
    expect(row).toEqual({
      status: 'published',
      starts_at: new Date(`${year}-07-11T02:00:00Z`),
      summary: 'Road ready',
      address: '12 Flatbush Ave',
      min_age: 18,
      fee_bps: 500,
      act: 'DJ Kalalou',
      last_entry_at: new Date(`${year}-07-11T06:00:00Z`),
      pools: ['Main room', 'Balcony'],
      face: 2550,
    })
    const seen = await new ApiVisitor(site).get(`/events?city=${encodeURIComponent(city)}`)
    expect(seen.text).toContain(title)
    // What the server refused is logged by the browser as a failed request.
    if (javaScriptEnabled) expect(page.consoleErrors.filter((one) => !/status of 422/.test(one))).toEqual([])
    await page.context().close()
  }, 60_000)
})

test.each([phone, desktop])('no tab has a fault of accessibility at %j', async (viewport) => {
  const { eventId } = await createEvent(sql, { doorsIn: 50 })
  const page = await openAsStaff(`/admin/events/${eventId}`, { viewport })
  expect(await findFaults(page, { within: 'main' })).toEqual([])
  for (const tab of ['line-up', 'tickets', 'door', 'publish']) {
    await openTab(page, tab)
    expect(await findFaults(page, { within: 'main' }), tab).toEqual([])
  }
  await page.context().close()
}, 60_000)

describe('the form says', () => {
  test('that the clocks skip an hour', async () => {
    const page = await openAsStaff('/admin/events/new')
    // The second Sunday of March, when clocks change.
    const march = new Date(Date.UTC(year, 2, 1))
    const sunday = 1 + ((7 - march.getUTCDay()) % 7) + 7
    const day = `${year}-03-${String(sunday).padStart(2, '0')}`
    await fill(page, 'Spring forward', `${day}T02:30`, `${day}T06:00`)
    await save(page)
    await page.getByText(/Clocks skip this time\. Did you mean .* 3:30 AM EDT\?/).waitFor()
    await page.context().close()
  })

  test('the number below which a room cannot shrink', async () => {
    const { eventId, pools } = await createEvent(sql, { doorsIn: 50, pools: { Room: 40 } })
    await sql`update public.capacity_pools set held = 7 where id = ${pools.Room ?? ''}`
    const page = await openAsStaff(`/admin/events/${eventId}/tickets`)
    await page.locator('[name="pools[0].capacity"]').fill('6')
    await save(page)
    await page.getByText(`"Room" has 7 tickets sold or on hold. Its capacity can't go below that.`).waitFor()
    await sql`update public.capacity_pools set held = 0 where id = ${pools.Room ?? ''}`
    await page.context().close()
  })
})
