import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { holdTickets } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, hydrated, openBrowser, type TestPage } from './browser.ts'
import { doorOf, fillEvent, openTab, saveElsewhere, saveForm } from './editor-steps.ts'
import { meet } from './people.ts'
import { openPageOf } from './signed-in.ts'

/**
 * Tests the editor of an event in Chromium, with and without JavaScript. `events-editor-conflicts.proof.test.ts` beside it has two
 * people at once, and axe on every tab.
 */

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

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('a draft is made, its tabs are filled in one by one, it is published, and visitors see it', async () => {
    const title = `Form ${randomUUID().slice(0, 8)}`
    const page = await openAsStaff('/admin/events/new', { javaScriptEnabled })
    await fillEvent(page, { title, startsAt: `${year}-07-10T22:00`, endsAt: `${year}-07-11T04:00`, city })
    await saveForm(page)
    await page.waitForURL(/\/admin\/events\/[0-9a-f-]{36}\?done=saved/)
    const id = /events\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    await page.getByText('10 PM EDT').first().waitFor()
    await page.locator('[name=address]').fill('12 Flatbush Ave')
    await page.locator('[name=summary]').fill('Road ready')
    await saveForm(page)
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
    await saveForm(page)
    await page.waitForURL(/tickets\?done=saved/)

    await openTab(page, 'line-up')
    await page.getByRole('button', { name: 'Add act' }).click()
    await page.locator('[name="lineUp[0].name"]').fill('DJ Kalalou')
    await saveForm(page)
    await page.waitForURL(/line-up\?done=saved/)

    await openTab(page, 'door')
    await page.locator('[name=minAge]').selectOption('18')
    await page.locator('[name=lastEntryAt]').fill(`${year}-07-11T05:00`)
    await saveForm(page)
    await page.locator('[name=lastEntryAt][aria-invalid=true]').waitFor()
    await page.locator('[name=lastEntryAt]').fill(`${year}-07-11T02:00`)
    await saveForm(page)
    await page.waitForURL(/door\?done=saved/)

    await openTab(page, 'publish')
    expect(await page.locator('[data-missing]').getAttribute('data-missing')).toBe('2')
    await page.locator('form:has([name=status][value=published]) button').click()
    await page.locator('[role=alert]').first().waitFor()
    await page.locator('[data-missing] a[href$="/door"]').click()
    await page.waitForURL(/door$/)
    await page.locator('[name=idPolicy]').fill('Photo ID')
    await saveForm(page)
    await page.waitForURL(/door\?done=saved/)
    // A picture whose files exist: other tests see this event in lists.
    await sql`
      update public.events set (image_path, image_alt) = (
        select image_path, image_alt from public.events where image_path like '/art/bass-culture-%' and image_alt <> '' limit 1)
      where id = ${id}`
    await openTab(page, 'publish')
    await page.locator('[data-missing="0"]').waitFor()
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
    // Expects one: the browser logs what the server refused as a failed request.
    if (javaScriptEnabled)
      expect(page.consoleErrors.filter((one) => !/status of (422|409|404)/.test(one))).toEqual([])
    await page.context().close()
  })
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

test('the preview shows a draft as visitors will see it, to admins and in frames of this site alone, and counts no view', async () => {
  const { eventId } = await createEvent(sql, { doorsIn: 50, status: 'draft' })
  const page = await openAsStaff(`/admin/events/${eventId}`)
  const frame = page.frameLocator('iframe')
  await frame.locator('h1').waitFor()
  expect(await frame.locator('body > header').count()).toBe(0)
  await page.locator('[name=title]').fill('A new title')
  await saveForm(page)
  await frame.locator('h1', { hasText: 'A new title' }).waitFor()
  expect(page.consoleErrors).toEqual([])
  const [row] = await sql<{ slug: string }[]>`select slug from public.events where id = ${eventId}`
  const path = `/events/${eventId}/${row?.slug}?preview`
  const shown = await ada.get(path)
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(shown.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(shown.headers.get('x-framed-by-site')).toBeNull()
  expect(shown.text).not.toMatch(/<script[^>]+src=/)
  for (const other of [`/events/${eventId}/${row?.slug}`, `/admin/events/${eventId}`]) {
    const { headers } = await ada.get(other)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
  expect([302, 303, 401, 403, 404]).toContain((await new ApiVisitor(site).get(path)).status)
  await page.context().close()
})
