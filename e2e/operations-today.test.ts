import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { queueTexts } from '#features/operations/today/today.rules.ts'
import { queueKeys } from '#features/operations/today/today.types.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { hydrated, openBrowser, sizes } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the start page of staff in the browser: what it shows, that it stays current, and who sees what of it. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let ada: Person
let mo: Person
let party: TestEvent
beforeAll(async () => {
  ;[browser, ada, mo] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Ada'),
    meet(site, service, 'Mo'),
  ])
  party = await createEvent(sql, { pools: { Room: 40 } })
  await sql`update public.events set doors_at = now() - interval '1 hour', starts_at = now(),
    ends_at = now() + interval '5 hours' where id = ${party.eventId}`
  await buy(service, await users.extra(), party, { Entry: 2 })
})
afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

describe('today', () => {
  test('shows the night with its alerts, what waits, and reads itself again while it is open', async () => {
    await sql`update public.events set sales_paused_at = null where id = ${party.eventId}`
    const page = await openPageOf(browser, ada.visitor)
    await page.goto(`${site}/admin`)
    await hydrated(page)
    await expectFlawlessAtBothSizes(page)
    const card = page.getByTestId(`tonight-${party.eventId}`)
    expect(await card.getByTestId('inside').textContent()).toBe('0')
    await card.getByTestId('alert-no_scans').waitFor()
    expect(await card.getByTestId('alert-sales_paused').count()).toBe(0)
    expect(await page.getByTestId('revenue').textContent()).toMatch(/^\$[\d,]+\.\d\d$/)
    // Hidden for a moment and shown again: it reads at once, and says what is new.
    await sql`update public.events set sales_paused_at = now() where id = ${party.eventId}`
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await card.getByTestId('alert-sales_paused').waitFor()
    await expect
      .poll(() => page.locator('[role=status]').allTextContents())
      .toContainEqual(expect.stringContaining('Sales are paused'))
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })
})

test('a list that grows shows by itself on the open page, and its card leads to what waits', async () => {
  const page = await openPageOf(browser, ada.visitor, { viewport: sizes[1].viewport })
  await page.goto(`${site}/admin`)
  await hydrated(page)
  const id = randomUUID()
  const recipient = `lost-${id.slice(0, 8)}@example.com`
  await sql`insert into private.mail_outbox ${sql({ id, kind: 'contact_message', dedupe_key: id, recipient, status: 'failed', attempts: 8, last_error: '550', payload: sql.json({}) })}`
  await expect
    .poll(() => page.locator('[role=status]').allTextContents())
    .toContainEqual(expect.stringContaining('Failed emails: '))
  await page.getByTestId('queue-failedMails').click()
  await page.waitForURL(/\/admin\/failures\?show=mail$/)
  await page.getByText(recipient).waitFor()
  await sql`delete from private.mail_outbox where id = ${id}`
  await page.context().close()
})

test.each(queueKeys)('the card of %s leads to its list, which says by what it is filtered', async (key) => {
  const path = queueTexts[key].to()
  const { status, text } = await ada.visitor.get(path)
  expect(status).toBe(200)
  const [pathname, search] = path.split('?')
  // The tab of the list, or the filter that its address has.
  const current = [...text.matchAll(/<a [^>]*>/g)].map(([tag]) => tag.replaceAll('&amp;', '&'))
  const tab = current.some((tag) => tag.includes('aria-current') && tag.includes(`href="${path}"`))
  const filter = /data-testid="filter"/.test(text)
  expect([pathname, search, tab || filter]).toEqual([pathname, search, true])
})

test('today without JavaScript is a page with a link that reads it again', async () => {
  const page = await openPageOf(browser, ada.visitor, {
    viewport: sizes[0].viewport,
    javaScriptEnabled: false,
  })
  await page.goto(`${site}/admin`)
  await page.getByTestId(`tonight-${party.eventId}`).waitFor()
  await page.getByTestId('freshness').getByRole('link').click()
  await page.getByTestId(`tonight-${party.eventId}`).waitFor()
  await page.context().close()
})

test('a moderator sees the night and the cases, without money, other queues and actions', async () => {
  const page = await openPageOf(browser, mo.visitor, { viewport: sizes[1].viewport })
  await page.goto(`${site}/admin`)
  await page.getByTestId(`tonight-${party.eventId}`).waitFor()
  await expectFlawless(page)
  expect(await page.getByTestId('revenue').count()).toBe(0)
  const queues = page.locator(
    '[data-testid^="queue-"]:not([data-testid="queue-cases"], [data-testid="queue-chatReports"])',
  )
  expect(await queues.count()).toBe(0)
  expect((await mo.visitor.get('/admin/audit')).status).toBe(403)
  expect((await mo.visitor.get('/admin/export/audit')).status).toBe(403)
  await page.context().close()
})
