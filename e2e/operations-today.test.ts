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

/** Tests the start page of staff and the audit log in the browser: what they show, that the page stays current, and who sees them. */

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

test('a moderator sees the night without money, queues and actions', async () => {
  const page = await openPageOf(browser, mo.visitor, { viewport: sizes[1].viewport })
  await page.goto(`${site}/admin`)
  await page.getByTestId(`tonight-${party.eventId}`).waitFor()
  await expectFlawless(page)
  expect(await page.getByTestId('revenue').count()).toBe(0)
  expect(await page.locator('[data-testid^="queue-"]').count()).toBe(0)
  expect((await mo.visitor.get('/admin/audit')).status).toBe(403)
  expect((await mo.visitor.get('/admin/export/audit')).status).toBe(403)
  await page.context().close()
})

test.each([
  ...sizes.map((size) => ({ ...size, javaScriptEnabled: true })),
  { name: 'without JavaScript', viewport: sizes[0].viewport, javaScriptEnabled: false },
])('the log is searched, a row opens what it changed with its address, $name', async ({
  viewport,
  javaScriptEnabled,
}) => {
  // A change through the site, so that the row has the address that the site saw.
  const reason = `=SUM(A1) ${randomUUID().slice(0, 8)}`
  const id = randomUUID()
  const page = await openPageOf(browser, ada.visitor, { viewport, javaScriptEnabled })
  await sql`insert into private.mail_outbox ${sql({ id, kind: 'contact_message', dedupe_key: id, recipient: 'lost@example.com', status: 'failed', attempts: 8, last_error: '550', payload: sql.json({}) })}`
  await page.goto(`${site}/admin/failures?show=mail`)
  const form = page
    .locator('form')
    .filter({ has: page.locator(`input[name=id][value="${id}"]`) })
    .filter({ has: page.locator('input[name=intent][value=discard]') })
  await page.locator('details').filter({ has: form }).locator('summary').click()
  await form.locator('[name=reason]').fill(reason)
  await form.locator('[type=submit]').click()
  await page.waitForURL(/done=discard/)

  await page.goto(`${site}/admin/audit`)
  if (javaScriptEnabled) await expectFlawless(page)
  await page.locator('#audit-search').fill(reason)
  await page.locator('form[role=search] [type=submit]').first().click()
  await page.waitForURL(/q=/)
  const row = page.locator('tbody tr')
  await expect.poll(() => row.count()).toBe(1)
  expect(await row.textContent()).toContain(reason)
  const [stored] = await sql`
    select host(d.address) as address from private.audit_log a join private.audit_addresses d on d.audit_id = a.id
    where a.facts ->> 'reason' = ${reason}`
  expect(await row.textContent()).toContain(stored?.address)
  const file = await ada.visitor.get(`/admin/export/audit?q=${encodeURIComponent(reason)}`)
  // No spreadsheet takes the reason for a formula.
  expect(file.text).toContain(`'${reason}`)
  expect(file.text.trim().split('\r\n')).toHaveLength(2)
  // The download is in the log too.
  await page.goto(`${site}/admin/audit?action=list.exported&person=@${ada.details.username}`)
  // A button opens the filters and says how many are on.
  const filters = page.getByTestId('filters').locator('summary')
  expect(await filters.textContent()).toContain('2 on')
  expect(await page.locator('#audit-person').isVisible()).toBe(false)
  await filters.click()
  await page.locator('#audit-person').waitFor()
  await filters.click()
  await page.locator('tbody details summary').first().click()
  await page.locator('tbody details[open] dl').first().waitFor()
  if (javaScriptEnabled) {
    await expectFlawless(page)
    expect(page.consoleErrors).toEqual([])
  }
  await page.context().close()
})
