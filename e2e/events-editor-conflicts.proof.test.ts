import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { makeAddOn, makePackage } from '../supabase/tests/extras.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, hydrated, openBrowser, phone, type TestPage } from './browser.ts'
import { doorOf, openTab, saveElsewhere, saveForm } from './editor-steps.ts'
import { meet } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests in Chromium what two people who edit an event at once are asked, and that axe finds nothing on any tab of the editor. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let ada: ApiVisitor

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

test.each([phone, desktop])('no tab has a fault of accessibility at %j', async (viewport) => {
  const { eventId } = await createEvent(sql, { doorsIn: 50 })
  const page = await openAsStaff(`/admin/events/${eventId}`, { viewport })
  expect(await findFaults(page, { within: 'main' })).toEqual([])
  for (const tab of ['line-up', 'tickets', 'door', 'publish']) {
    await openTab(page, tab)
    expect(await findFaults(page, { within: 'main' }), tab).toEqual([])
  }
  await page.context().close()
})

describe.each([true, false])('two people at once, with JavaScript: %s', (javaScriptEnabled) => {
  test.each([
    ['on a phone', phone],
    ['on a desktop', desktop],
  ])('different fields are merged, the same are asked about and nothing is lost, %s', async (_size, viewport) => {
    const { eventId } = await createEvent(sql, { doorsIn: 50 })
    const page = await openAsStaff(`/admin/events/${eventId}/door`, { viewport, javaScriptEnabled })
    await page.locator('[name=dressCode]').fill('White')
    await saveElsewhere(users, eventId, { idPolicy: 'Passport' })
    await saveForm(page)
    await page.waitForURL(/done=merged/)
    expect(await doorOf(users, eventId)).toEqual([{ dress_code: 'White', id_policy: 'Passport' }])

    await page.goto(`${site}/admin/events/${eventId}/door`)
    await page.locator('[name=dressCode]').fill('All white')
    await page.locator('[name=idPolicy]').fill('Any ID')
    await saveElsewhere(users, eventId, { dressCode: 'Black', idPolicy: 'Driver license' })
    await saveForm(page)
    await page.waitForURL(/\/conflict\?tab=door/)
    // Theirs is stored, ours is kept until we choose.
    expect(await doorOf(users, eventId)).toEqual([{ dress_code: 'Black', id_policy: 'Driver license' }])
    if (javaScriptEnabled) expect(await findFaults(page, { within: 'main' })).toEqual([])
    await page.locator('[id="dressCode-mine"]').check()
    await page.locator('[id="idPolicy-theirs"]').check()
    await page.locator('#conflict button[type=submit]').first().click()
    await page.waitForURL(/done=merged/)
    expect(await doorOf(users, eventId)).toEqual([{ dress_code: 'All white', id_policy: 'Driver license' }])
    expect(await sql`select 1 from public.event_drafts where event_id = ${eventId}`).toHaveLength(0)
    await page.context().close()
  })
})

test.each([
  ['on a phone', phone],
  ['on a desktop', desktop],
])('two people change the extras at once: rows are merged, the same field is asked about, %s', async (_size, viewport) => {
  const testEvent = await createEvent(sql, { doorsIn: 50 })
  const { eventId } = testEvent
  await makePackage(sql, testEvent, { Entry: 2 }, { name: 'Night for two', priceCents: 5000 })
  await makeAddOn(sql, testEvent, { name: 'Coat check' })
  const stored = () => sql`
    select name, description, price_cents::int as cents from public.packages where event_id = ${eventId} and archived_at is null
    union all
    select name, description, price_cents::int from public.add_ons where event_id = ${eventId} and archived_at is null order by 1`
  const mine = await openAsStaff(`/admin/events/${eventId}/extras`, { viewport })
  const { visitor: abe } = await meet(site, users.service, 'Ada')
  const theirs = await openPageOf(browser, abe, { viewport })
  const field = (page: TestPage, name: string) => page.locator(`[name="${name}"]`)
  const bySomebodyElse = async (changes: Record<string, string>) => {
    await theirs.goto(`${site}/admin/events/${eventId}/extras`)
    await hydrated(theirs)
    for (const [name, value] of Object.entries(changes)) await field(theirs, name).fill(value)
    await saveForm(theirs)
    await theirs.waitForURL(/done=saved/)
  }
  await hydrated(mine)
  await field(mine, 'packages[0].description').fill('With a toast')
  await bySomebodyElse({ 'addOns[0].priceCents': '7' })
  await saveForm(mine)
  await mine.waitForURL(/done=merged/)
  expect(await stored()).toEqual([
    { name: 'Coat check', description: '', cents: 700 },
    { name: 'Night for two', description: 'With a toast', cents: 5000 },
  ])

  await mine.goto(`${site}/admin/events/${eventId}/extras`)
  await hydrated(mine)
  await field(mine, 'packages[0].priceCents').fill('60')
  await field(mine, 'addOns[0].description').fill('At the left door')
  await bySomebodyElse({ 'packages[0].priceCents': '55', 'addOns[0].name': 'Cloakroom' })
  await saveForm(mine)
  await mine.waitForURL(/\/conflict\?tab=extras/)
  await mine.locator('#conflict').waitFor()
  // Theirs is stored until we choose, and only the field that both changed is asked about.
  expect(await stored()).toMatchObject([{ name: 'Cloakroom', description: '' }, { cents: 5500 }])
  expect(await mine.locator('#conflict input[type=radio]').count()).toBe(2)
  expect(await findFaults(mine, { within: 'main' })).toEqual([])
  await mine.locator('#conflict input[type=radio][id$="-mine"]').check()
  await mine.locator('#conflict button[type=submit]').first().click()
  await mine.waitForURL(/done=merged/)
  expect(await stored()).toEqual([
    { name: 'Cloakroom', description: 'At the left door', cents: 700 },
    { name: 'Night for two', description: 'With a toast', cents: 6000 },
  ])
  await mine.context().close()
  await theirs.context().close()
})
