import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { openBrowser, sizes } from './browser.ts'
import { expectFlawless, grantScan } from './buyer-steps.ts'
import { prepareReader, readShown, sellTo } from './shown-tickets.ts'
import { openPageOf } from './signed-in.ts'

/** Tests in Chromium that a ticket's holder makes a new code, which ends the old one. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
beforeAll(async () => {
  await prepareReader()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

test.each([
  ...sizes.map((size) => ({ ...size, javaScriptEnabled: true })),
  { name: 'without JavaScript', viewport: sizes[0].viewport, javaScriptEnabled: false },
])('its holder makes a new code, and the door refuses the old one, $name', async ({
  viewport,
  javaScriptEnabled,
}) => {
  const { visitor, id, details } = await registered(site, 'Nia')
  const { eventId } = await sellTo(users, id, {}, 1)
  await grantScan(sql, details.username, eventId)
  const page = await openPageOf(browser, visitor, { viewport, javaScriptEnabled })
  await page.goto(`${site}/my-tickets`)
  const before = await readShown(page, 0)
  const fold = page.getByTestId('reissue')
  await page.locator('[data-ticket] summary').first().click()
  await fold.locator('summary').click()
  const button = fold.locator('[type=submit]')
  await fold.locator('form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await button.click()
  await fold.locator('[aria-invalid=true]').waitFor()
  if (javaScriptEnabled) await expectFlawless(page)
  await fold.locator('[name=confirm]').check()
  await button.click()
  await page.locator('[name=generation][value="2"]').waitFor({ state: 'attached' })
  const after = await readShown(page, 0)
  expect(after).not.toBe(before)
  const scan = (code: string | null) =>
    visitor.post('/api/door/check-in', { event: eventId, code, scan: randomUUID(), method: 'camera' })
  expect((await scan(before)).body).toMatchObject({ result: 'old_code' })
  // A page that is reloaded makes no other code.
  await page.reload()
  expect(await readShown(page, 0)).toBe(after)
  expect((await scan(after)).body).toMatchObject({ result: 'ok' })
  await page.context().close()
})
