import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { holdTickets } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, hydrated, openBrowser, type TestPage } from './browser.ts'
import { doorOf, fillEvent, makeAndPublish, openTab, saveElsewhere, saveForm } from './editor-steps.ts'
import { meet } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the editor of an event without JavaScript, what its forms refuse, what they keep of what was typed, and its preview. */

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

test('without JavaScript a draft is made, its tabs are filled in one by one, it is published, and visitors see it', async () => {
  const page = await openAsStaff('/admin/events/new', { javaScriptEnabled: false })
  await makeAndPublish(page, { site, sql }, { city, year })
  await page.context().close()
})

describe('the form says', () => {
  test('that the clocks skip an hour', async () => {
    const page = await openAsStaff('/admin/events/new')
    // The second Sunday of March, when clocks change.
    const march = new Date(Date.UTC(year, 2, 1))
    const sunday = 1 + ((7 - march.getUTCDay()) % 7) + 7
    const day = `${year}-03-${String(sunday).padStart(2, '0')}`
    await fillEvent(page, { title: 'Spring forward', startsAt: `${day}T02:30`, endsAt: `${day}T06:00`, city })
    await saveForm(page)
    await page.locator('[name=startsAt][aria-invalid=true]').waitFor()
    expect(await page.locator('#event-startsAt-error').innerText()).toMatch(/3:30 AM EDT/)
    await page.context().close()
  })

  test('the number below which a room cannot shrink', async () => {
    const testEvent = await createEvent(sql, { doorsIn: 50, pools: { Room: 40 } })
    const { eventId } = testEvent
    await holdTickets(users.service, await users.extra(), testEvent, { Entry: 7 })
    const page = await openAsStaff(`/admin/events/${eventId}/tickets`)
    await page.locator('[name="pools[0].capacity"]').fill('6')
    await saveForm(page)
    const refusal = page.locator('form#event [role=alert]')
    await refusal.waitFor()
    expect(await refusal.innerText()).toMatch(/"Room".* 7 /)
    await page.context().close()
  })
})

test('who saves again while somebody chooses is asked about again', async () => {
  const { eventId } = await createEvent(sql, { doorsIn: 50 })
  const page = await openAsStaff(`/admin/events/${eventId}/door`, { javaScriptEnabled: false })
  await page.locator('[name=dressCode]').fill('White')
  await saveElsewhere(users, eventId, { dressCode: 'Black' })
  await saveForm(page)
  await page.waitForURL(/\/conflict\?tab=door/)
  await saveElsewhere(users, eventId, { dressCode: 'Red' })
  await page.locator('#conflict button[name=all][value=mine]').click()
  await page.getByText('Red').waitFor()
  expect(await doorOf(users, eventId)).toMatchObject([{ dress_code: 'Red' }])
  await page.locator('#conflict button[name=all][value=mine]').click()
  await page.waitForURL(/done=merged/)
  expect(await doorOf(users, eventId)).toMatchObject([{ dress_code: 'White' }])
  await page.context().close()
})

test('what is typed is kept without saving, comes back on return, and is discarded', async () => {
  const { eventId } = await createEvent(sql, { doorsIn: 50 })
  const page = await openAsStaff(`/admin/events/${eventId}/door`)
  await hydrated(page)
  await page.locator('[name=dressCode]').fill('Typed and left')
  await page.locator('[data-draft=kept]').waitFor()
  expect(await doorOf(users, eventId)).toMatchObject([{ dress_code: '' }])
  await page.goto(`${site}/admin/events/${eventId}/door`)
  expect(await page.locator('[name=dressCode]').inputValue()).toBe('Typed and left')
  expect(await findFaults(page, { within: 'main' })).toEqual([])
  await page.locator('button[form=discard-draft]').click()
  await page.locator('button[form=discard-draft]').waitFor({ state: 'detached' })
  expect(await page.locator('[name=dressCode]').inputValue()).toBe('')
  expect(await sql`select 1 from public.event_drafts where event_id = ${eventId}`).toHaveLength(0)
  // axe tries to run in the preview too, which lets no script run.
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('a new event is kept while it is typed, made on a later visit, and deleted as a draft without orders', async () => {
  const { visitor } = await meet(site, users.service, 'Ada')
  const page = await openPageOf(browser, visitor, { viewport: desktop })
  await page.goto(`${site}/admin/events/new`)
  await hydrated(page)
  await fillEvent(page, {
    title: `Left ${city}`,
    startsAt: `${year}-05-10T22:00`,
    endsAt: `${year}-05-11T04:00`,
    city,
  })
  await page.locator('[data-draft=kept]').waitFor()
  await page.goto(`${site}/admin`)
  await page.goto(`${site}/admin/events/new`)
  expect(await page.locator('[name=title]').inputValue()).toBe(`Left ${city}`)
  expect(await page.locator('[name=startsAt]').inputValue()).toBe(`${year}-05-10T22:00`)
  expect(await findFaults(page, { within: 'main' })).toEqual([])
  await saveForm(page)
  await page.waitForURL(/\/admin\/events\/[0-9a-f-]{36}\?done=saved/)
  const id = /events\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const empty = await visitor.get('/admin/events/new')
  expect(empty.text).not.toContain(`value="Left ${city}"`)
  await openTab(page, 'publish')
  await page.locator('section[aria-labelledby=delete-title] a').click()
  await page.waitForURL(/\/delete$/)
  expect(await findFaults(page, { within: 'main' })).toEqual([])
  expect(await sql`select from public.events where id = ${id}`).toHaveLength(1)
  await page.locator('#end-event button[type=submit]').click()
  await page.waitForURL(/done=deleted/)
  expect(await sql`select from public.events where id = ${id}`).toHaveLength(0)
  await page.context().close()
})

test('the preview shows a draft as visitors will see it, and the saved words after a save', async () => {
  const { eventId } = await createEvent(sql, { doorsIn: 50, status: 'draft' })
  const page = await openAsStaff(`/admin/events/${eventId}`)
  const frame = page.frameLocator('iframe')
  await frame.locator('h1').waitFor()
  expect(await frame.locator('body > header').count()).toBe(0)
  await page.locator('[name=title]').fill('A new title')
  await saveForm(page)
  await frame.locator('h1', { hasText: 'A new title' }).waitFor()
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})
