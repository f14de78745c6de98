import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { hydrated, openBrowser } from './browser.ts'
import { expectFlawless, grantScan } from './buyer-steps.ts'
import { codes, prepareReader, readShown, sellTo } from './shown-tickets.ts'
import { openPageOf } from './signed-in.ts'

/** Tests that the door takes the code that a phone shows; how tickets are shown is the subject of `tickets-shown.proof.test.ts`. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
beforeAll(prepareReader)
afterAll(() => users.close())

test('the scanner reads the code off the screen, and the door admits it', async () => {
  const browser = await openBrowser()
  const member = await registered(site)
  const tonight = await sellTo(users, member.id, {}, 3)
  const page = await openPageOf(browser, member.visitor, {
    viewport: { width: 360, height: 640 },
    isMobile: true,
  })
  await page.goto(`${site}/my-tickets`)
  await hydrated(page)
  await expectFlawless(page)
  const code = await readShown(page, 0)
  expect(code).toMatch(/^JVT1:.{171}$/)
  const { visitor: door, details } = await registered(site, 'Dex')
  await grantScan(users.sql, details.username, tonight.eventId)
  const body = { event: tonight.eventId, code, scan: randomUUID(), method: 'camera' }
  expect((await door.post('/api/door/check-in', body)).body).toMatchObject({ result: 'ok' })

  // In: the ticket is a stub without a code; the others stay.
  await page.reload()
  await page.locator('[data-ticket-state=used]').waitFor()
  expect(await codes(page).count()).toBe(2)
  await browser.close()
})
