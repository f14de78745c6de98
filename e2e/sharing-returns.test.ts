import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { buy, holdTickets } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { hydrated, openBrowser, sizes } from './browser.ts'
import { expectFlawlessAtBothSizes, mailTo } from './buyer-steps.ts'
import { openPageOf } from './signed-in.ts'

/** Walks a ticket of a sold-out event on the built site: listed by its holder, taken back, listed again and bought by somebody else. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const [phone, desktop] = sizes

/** Sells the only place of an event to a new member, and opens their tickets. */
async function openSeller(size: (typeof sizes)[number], javaScriptEnabled: boolean) {
  const { visitor, id, details } = await registered(site, 'Sal')
  const event = await createEvent(sql, { doorsIn: 72, pools: { Room: 1 } })
  const { order } = await buy(service, id, event, { Entry: 1 })
  const page = await openPageOf(browser, visitor, { viewport: size.viewport, javaScriptEnabled })
  await page.goto(`${site}/my-tickets`)
  if (javaScriptEnabled) await hydrated(page)
  return { page, event, order, email: details.email }
}

/** Opens what folds the form of the only ticket of the page, and lists it. */
async function list(page: Page): Promise<void> {
  await page.getByTestId('waiting-tickets').locator('summary').first().click()
  await page.getByTestId('return').locator('summary').click()
  expect(await page.getByTestId('return').innerText()).toContain('$20.00')
  await page.getByTestId('return').locator('[type=submit]').click()
  await page.getByTestId('listed-ticket').waitFor()
  expect(await page.locator('[data-ticket-state=listed]').count()).toBe(1)
}

test('a member lists a ticket, takes it back, and lists it again until somebody buys it', async () => {
  const { page, event, order } = await openSeller(desktop, true)
  await page.getByTestId('waiting-tickets').locator('summary').first().click()
  await page.getByTestId('return').locator('summary').click()
  await expectFlawlessAtBothSizes(page)
  await page.reload()
  await hydrated(page)
  await list(page)
  await expectFlawlessAtBothSizes(page)
  await page.getByTestId('listed-ticket').locator('[type=submit]').click()
  await page.getByTestId('listed-ticket').waitFor({ state: 'detached' })
  await list(page)
  const [buyer] = await sql<{ email: string }[]>`select email from public.orders where id = ${order.orderId}`
  await mailTo(stack.mailboxUrl, buyer?.email ?? '', /^Your ticket is listed/)
  await buy(service, await users.extra(), event, { Entry: 1 })
  await page.reload()
  await page.locator('[data-ticket-state=refunded]').waitFor()
  expect((await mailTo(stack.mailboxUrl, buyer?.email ?? '', /^Your ticket sold/)).text).toContain('$20.00')
  await page.context().close()
})

test('without JavaScript too; what somebody is buying says so at the ticket', async () => {
  const { page, event, order } = await openSeller(phone, false)
  await list(page)
  await holdTickets(service, await users.extra(), event, { Entry: 1 })
  await page.getByTestId('listed-ticket').locator('[type=submit]').click()
  await page.locator('[id^=return-][id$=-errors]').waitFor()
  expect(await sql`select custody from public.tickets where order_id = ${order.orderId}`).toEqual([
    { custody: 'listed' },
  ])
  await page.context().close()
})
