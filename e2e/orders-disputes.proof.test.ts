import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { desktop, openBrowser, openPage, type TestPage } from './browser.ts'
import { eventAddress, expectFlawless, freshEmail } from './buyer-steps.ts'
import { names } from './names.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests what the test provider's page can decide, and a dispute from there to its end, as buyers and admins use them. */

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

const choose = (page: TestPage, decision: string) =>
  page.locator(`button[name="decision"][value="${decision}"]`).click()

/** Goes from the event's page to the provider's, without JavaScript. */
async function toTheProvider(eventId: string, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(browser, { javaScriptEnabled: false, ...options })
  await page.goto(eventAddress(site, eventId))
  await page.getByLabel(names.numberOfEntry).fill('2')
  await page.getByRole('button', { name: names.getTickets }).click()
  await page.getByLabel(names.name).fill('Bea Buyer')
  await page.getByLabel(names.email).fill(freshEmail('bea'))
  await page.getByRole('button', { name: names.payAmount }).click()
  await page.waitForURL(/\/test-payment\//)
  return { page, address: page.url() }
}
async function stateOf(eventId: string) {
  const [row] = await sql`
    select o.code, o.status, o.dispute_status as dispute, o.refunded_cents::int as refunded,
      (select count(*)::int from public.tickets t where t.order_id = o.id and t.status = 'valid' and t.blocked_at is not null) as blocked,
      (select string_agg(e.kind || ' ' || e.outcome, ', ' order by e.received_at) from private.payment_events e where e.order_id = o.id) as events
    from public.orders o where o.event_id = ${eventId}`
  return row
}

test('a decline with its reason, a second step and a report out of order, without JavaScript', async () => {
  const { eventId } = await createEvent(sql)
  const { page, address } = await toTheProvider(eventId)
  await page.locator('select[name="failureCode"]').selectOption('insufficient_funds')
  await choose(page, 'failed')
  await page.waitForURL(/\/payment-success/)
  expect(await page.getByText(/enough funds/).count()).toBeGreaterThan(0)
  await page.goto(address)
  expect(await page.locator('button[value="succeeded"]').count()).toBe(0)
  await page.goto(`${site}/checkout`)
  await page.getByLabel(names.name).fill('Bea Buyer')
  await page.getByRole('button', { name: names.payAmount }).click()
  await page.waitForURL(/\/test-payment\//)
  await choose(page, 'second_step')
  await page.waitForURL(/\/test-payment\//)
  expect(await stateOf(eventId)).toMatchObject({ status: 'processing' })
  await page.locator('select[name="delivery"]').selectOption('reordered')
  await choose(page, 'succeeded')
  await page.waitForURL(/\/payment-success/)
  expect(await stateOf(eventId)).toMatchObject({ status: 'paid' })
})

test.each([
  ['on a phone', {}],
  ['on a desk', { viewport: desktop }],
])('a dispute blocks the tickets, its evidence is sent, and it is won, %s', async (_, options) => {
  const { eventId } = await createEvent(sql)
  const { page, address } = await toTheProvider(eventId, { ...options, javaScriptEnabled: true })
  await expectFlawless(page)
  await choose(page, 'succeeded')
  await page.waitForURL(/\/payment-success/)
  await page.goto(address)
  await expectFlawless(page)
  await choose(page, 'disputed')
  await page.locator('button[value="won"]').waitFor()
  const disputed = await stateOf(eventId)
  expect(disputed).toMatchObject({ dispute: 'open', blocked: 2 })

  const desk = await openPageOf(browser, ada.visitor, options)
  await desk.goto(`${site}/ticket-management/orders/${disputed?.code}`)
  await desk.getByRole('link', { name: /send the evidence/ }).click()
  await desk.waitForURL(/\/ticket-management\/disputes\//)
  await desk.getByRole('heading', { level: 1, name: /^Dispute of order/ }).waitFor()
  await expectFlawless(desk)
  const password = desk.getByLabel(/^Your password/)
  if (await password.count()) await password.fill(ada.details.password)
  await desk.getByRole('button', { name: 'Send the evidence' }).click()
  await desk.getByText('With the bank').waitFor()
  await desk.goto(`${site}/ticket-management/disputes`)
  await desk.getByRole('link', { name: disputed?.code }).waitFor()
  await expectFlawless(desk)
  const [stored] = await sql`
    select d.status, p.display_name as by from public.disputes d join public.profiles p on p.id = d.evidence_sent_by
    join public.orders o on o.id = d.order_id where o.event_id = ${eventId}`
  expect(stored).toMatchObject({ status: 'evidence_sent' })

  await page.goto(address)
  await choose(page, 'won')
  await page.getByText('The dispute was won.').waitFor()
  expect(await stateOf(eventId)).toMatchObject({ dispute: 'won', blocked: 0, refunded: 0 })
  const amount = page.getByLabel('Amount in dollars')
  await amount.fill('12,50')
  await page.getByRole('button', { name: 'Refund it' }).click()
  await page.getByText('Enter an amount such as 25 or 25.50').waitFor()
  await amount.fill('5.00')
  await choose(page, 'refunded')
  await expect.poll(async () => (await stateOf(eventId))?.refunded).toBe(500)
  await desk.context().close()
  await page.context().close()
})

test('a blocked buyer reads one neutral sentence, until the block is lifted', async () => {
  const desk = await openPageOf(browser, ada.visitor, { viewport: desktop })
  const email = freshEmail('thief')
  await desk.goto(`${site}/ticket-management/blocked?kind=email&label=${email}`)
  await expectFlawless(desk)
  await desk.getByLabel(/^Reason/).fill('Stolen cards')
  await desk.getByRole('button', { name: 'Block', exact: true }).click()
  const lift = desk.getByRole('button', { name: `Unblock ${email}` })
  await lift.waitFor()
  const { eventId } = await createEvent(sql)
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(eventAddress(site, eventId))
  await page.getByLabel(names.numberOfEntry).fill('1')
  await page.getByRole('button', { name: names.getTickets }).click()
  const pay = async () => {
    await page.getByLabel(names.name).fill('Bea Buyer')
    await page.getByLabel(names.email).fill(email)
    await page.getByRole('button', { name: names.payAmount }).click()
  }
  await pay()
  await page.getByText("We can't complete this purchase.", { exact: false }).first().waitFor()
  await lift.click()
  await lift.waitFor({ state: 'detached' })
  await pay()
  await page.waitForURL(/\/test-payment\//)
})
