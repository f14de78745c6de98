import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { openBrowser, sizes } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the list of failures and the log of mails as an admin uses them, with and without JavaScript. */

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
  ...sizes.map((size) => ({ ...size, name: `${size.name}, without JavaScript`, javaScriptEnabled: false })),
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
  const refusal = discard.locator('[id$="-error"]').filter({ visible: true })
  await expect
    .poll(async () => [new URL(page.url()).searchParams.get('done'), await refusal.allTextContents()])
    .toEqual(['discard', []])
  await expect.poll(() => discard.count()).toBe(0)
  await page.context().close()
})

test('its tab is a file, and a saved view', async () => {
  const { recipient } = await failedMail()
  await sql`update private.jobs set failed_at = now(), last_error = '=1+1 of this test' where kind = 'due_deletions'`
  const mails = await ada.visitor.get('/admin/export/failures?show=mail')
  expect([mails.status, mails.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(mails.text).toContain(`Email,contact_message,${recipient},550 No such mailbox,8,`)
  expect(mails.text).not.toContain('of this test')
  const all = (await ada.visitor.get('/admin/export/failures')).text
  expect(all).toContain(recipient)
  // a spreadsheet takes it as text
  expect(all).toContain("'=1+1 of this test")
  await sql`update private.jobs set failed_at = null, last_error = null where kind = 'due_deletions'`

  const page = await openPageOf(browser, ada.visitor, { javaScriptEnabled: false })
  await page.goto(`${site}/admin/failures?show=mail`)
  const views = page.getByTestId('saved-views')
  await views.locator('summary').click()
  await views.locator('[name=name]').fill('Lost mail')
  await views
    .locator('form')
    .filter({ has: page.locator('[name=intent][value=save]') })
    .locator('[type=submit]')
    .click()
  await page.waitForURL(/\/admin\/failures\?.*show=mail/)
  const [saved] = await sql<{ query: string }[]>`
    delete from public.saved_views where page_kind = 'failures' and owner_id = ${ada.id} returning query`
  expect(saved?.query).toBe('show=mail')
  await page.context().close()
})

test.each(
  sizes,
)('the log of mails finds one by its address and leads to its text, and is a file, $name', async ({
  viewport,
}) => {
  const { id, recipient } = await failedMail()
  const page = await openPageOf(browser, ada.visitor, { viewport })
  await page.goto(`${site}/ticket-management/mails?person=${ada.id}`)
  // a filter for a person, as their page links to it
  await page.getByTestId('filter').click()
  await page.waitForURL(/mails$/)
  // the form has the person as a hidden field until it is drawn again, which is after the address has changed
  await page.getByTestId('filter').waitFor({ state: 'detached' })
  const search = page.locator('#mails-search')
  await search.fill(recipient)
  await search.press('Enter')
  await page.waitForURL(/q=lost/)
  const links = page.locator(`a[href^="/ticket-management/mails/"]`)
  await expect.poll(() => links.count()).toBe(1)
  await expectFlawless(page)
  await links.click()
  await page.waitForURL((url) => url.pathname === `/ticket-management/mails/${id}`)
  await page.getByTestId('subject').waitFor()
  const file = await ada.visitor.get(`/admin/export/mails?q=${encodeURIComponent(recipient)}&reason=test`)
  expect(file.text.trim().split('\n')).toHaveLength(2)
  expect(file.text).toContain(recipient)
  await page.context().close()
})

test('nobody but admins opens them', async () => {
  for (const name of ['Mo', 'Mia'] as const) {
    const { visitor } = await meet(site, service, name)
    for (const path of [
      '/admin/failures',
      '/admin/export/failures',
      '/ticket-management/mails',
      '/admin/export/mails',
    ])
      expect((await visitor.get(path)).status, `${name}, ${path}`).toBe(403)
  }
})
