import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { desktop, openBrowser, type TestPage } from './browser.ts'
import { makeAndPublish } from './editor-steps.ts'
import { openPageOf } from './signed-in.ts'

/**
 * Tests that an admin makes an event in Chromium. `events-editor-forms.proof.test.ts` has the way without JavaScript, drafts and what the form
 * refuses, `events-editor-conflicts.proof.test.ts` two people at once, and axe on every tab.
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

test('a draft is made, its tabs are filled in one by one, it is published, and visitors see it', async () => {
  const page = await openAsStaff('/admin/events/new')
  await makeAndPublish(page, { site, sql }, { city, year })
  // Expects one: the browser logs what the server refused as a failed request.
  expect(page.consoleErrors.filter((one) => !/status of (422|409|404)/.test(one))).toEqual([])
  await page.context().close()
})

test('the preview of a draft is for admins and frames of this site alone', async () => {
  const { eventId } = await createEvent(sql, { doorsIn: 50, status: 'draft' })
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
})
