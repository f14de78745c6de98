import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { promoterCookieName } from '#core/promoter-clicks.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { call } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { openBrowser, openPage, type TestPage } from './browser.ts'
import {
  checkOut,
  eventAddress,
  expectFlawlessAtBothSizes,
  freshEmail,
  holdTickets,
  outcome,
} from './buyer-steps.ts'

/** From a promoter's link to the figures that they see, on the built site. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** Makes an event with one promoter, who has an account when `username` names one. */
async function promote(username?: string): Promise<{ testEvent: TestEvent; id: string; linkCode: string }> {
  const testEvent = await createEvent(sql)
  const linkCode = `W${randomUUID().slice(0, 8).toUpperCase()}`
  const fields = { name: 'Walker', username, linkCode, basis: 'sold', commissionCents: 300 }
  const args = { p_event: testEvent.eventId, p_fields: fields }
  const id = await call(await users.actingAs('Ada'), 'save_event_promoter', args, z.uuid())
  return { testEvent, id, linkCode }
}

test('a link is remembered beside a page that is the same for all, and is in none of its addresses', async () => {
  const { testEvent, linkCode } = await promote()
  const plain = await new ApiVisitor(site).get(eventAddress('', testEvent.eventId))
  const path = URL.parse(plain.headers.get('location') ?? '', site)?.pathname ?? ''
  const first = await new ApiVisitor(site).get(`${path}?p=${linkCode}`)
  const visitor = new ApiVisitor(site)
  const second = await visitor.get(`${path}?p=${linkCode.toLowerCase()}`)
  for (const { text, set, headers } of [first, second]) {
    expect(set).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${promoterCookieName}=${linkCode}\\.\\d+; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax`,
        ),
      ),
    ])
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(text).not.toContain(linkCode)
  }
  // The cookie makes no page of its own.
  expect((await visitor.get(path)).headers.get('etag')).toBe(second.headers.get('etag'))
  expect((await visitor.get(`${path}?p=`)).set).toEqual([])
  expect((await new ApiVisitor(site).get(`/shop?p=${linkCode}`)).set).toEqual([])
})

test('a click counts once per visit, and not for programs', async () => {
  const { testEvent, id, linkCode } = await promote()
  const opened = `${eventAddress(site, testEvent.eventId)}?p=${linkCode}`
  const report = (visit: string, more: Record<string, string> = {}) =>
    new ApiVisitor(site).post(
      '/api/analytics/page-view',
      { path: '/events', sessionId: visit, deviceType: 'mobile', browser: 'Safari', referrer: null },
      {
        'user-agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1',
        'accept-language': 'en-US',
        referer: opened,
        ...more,
      },
    )
  const visit = `e2e-${randomUUID()}`
  await report(visit)
  await report(visit)
  await report(`e2e-${randomUUID()}`, {
    referer: `https://elsewhere.example/events/${testEvent.eventId}?p=${linkCode}`,
  })
  await report(`e2e-${randomUUID()}`, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  expect(
    await sql`select count(*)::int as clicks from private.promoter_clicks where event_promoter_id = ${id}`,
  ).toEqual([{ clicks: 1 }])
})

test('what a guest buys after opening a promoter’s link, the promoter sees on their page', async () => {
  const { visitor, details } = await registered(site, 'Pat')
  const { testEvent, linkCode } = await promote(details.username)
  const page = await openPage(browser)
  await page.goto(`${eventAddress(site, testEvent.eventId)}?p=${linkCode}`)
  await holdTickets(page, 'Entry', 2)
  await checkOut(page, { name: 'Bea Buyer', email: freshEmail('bea') })
  await outcome(page, 'Pay').click()
  await page.waitForURL(/\/payment-success/)
  const mine: TestPage = await openPage(browser)
  await mine.context().addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: site })))
  await mine.goto(`${site}/promoter`)
  await mine.getByRole('heading', { level: 1, name: 'Promoter' }).waitFor()
  const figures = await mine.locator('main dl').allInnerTexts()
  expect(figures.join(' ').replaceAll(/\s+/g, ' ')).toMatch(/Tickets 2 .*Expected \$6/)
  expect(await mine.locator('main').innerText()).not.toMatch(/Bea|@example/)
  await expectFlawlessAtBothSizes(mine)
  const statement = await visitor.get('/promoter/statement.csv')
  expect(statement.text).toMatch(/Total,.*,6,0,0,/)
  await page.context().close()
  await mine.context().close()
})
