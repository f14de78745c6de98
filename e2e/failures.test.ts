import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { openBrowser, sizes } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the list of failures as an admin uses it, with and without JavaScript. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const users = openTestUsers(stack)
const { sql } = users
let browser: Browser
let ada: Person
beforeAll(async () => {
  ;[browser, ada] = await Promise.all([openBrowser(), meet(site, service, 'Ada')])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function failedMail() {
  const id = randomUUID()
  const recipient = `lost-${id.slice(0, 8)}@example.com`
  await sql`insert into private.mail_outbox ${sql({ id, kind: 'contact_message', dedupe_key: id, recipient, status: 'failed', attempts: 8, last_error: '550 No such mailbox', payload: sql.json({ topic: 'x', name: 'Lou', email: recipient, order: null, message: 'Hello' }) })}`
  return { id, recipient }
}

test.each([
  ...sizes.map((size) => ({ ...size, javaScriptEnabled: true })),
  { name: 'without JavaScript', viewport: sizes[0].viewport, javaScriptEnabled: false },
])('an admin tries one again and discards one with a reason, $name', async ({
  viewport,
  javaScriptEnabled,
}) => {
  const [again, lost] = [await failedMail(), await failedMail()]
  const page = await openPageOf(browser, ada.visitor, { viewport, javaScriptEnabled })
  await page.goto(`${site}/admin/failures?show=mail`)
  if (javaScriptEnabled) await expectFlawless(page)
  const formsOf = (id: string, intent: string) =>
    page
      .locator('form')
      .filter({ has: page.locator(`input[name=id][value="${id}"]`) })
      .filter({ has: page.locator(`input[name=intent][value=${intent}]`) })
  await formsOf(again.id, 'retry').locator('[type=submit]').click()
  await page.waitForURL(/done=retry/)
  await expect.poll(() => formsOf(again.id, 'retry').count()).toBe(0)

  const discard = formsOf(lost.id, 'discard')
  const fold = page.locator('details').filter({ has: discard })
  await fold.locator('summary').click()
  await discard.locator('[name=reason]').fill(' . ')
  await discard.locator('[type=submit]').click()
  await discard.locator('[aria-invalid=true]').waitFor()
  await discard.locator('[name=reason]').fill('The address never existed')
  await discard.locator('[type=submit]').click()
  await page.waitForURL(/done=discard/)
  await expect.poll(() => discard.count()).toBe(0)
  await page.context().close()
})

test('nobody but admins opens it', async () => {
  for (const name of ['Mo', 'Mia'] as const) {
    const { visitor } = await meet(site, service, name)
    expect((await visitor.get('/admin/failures')).status, name).toBe(403)
  }
})
