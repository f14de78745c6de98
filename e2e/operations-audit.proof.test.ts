import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { openBrowser, sizes } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the audit log in the browser: its search, its filters and its file. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let ada: Person
beforeAll(async () => {
  ;[browser, ada] = await Promise.all([openBrowser(), meet(site, service, 'Ada')])
})
afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
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
