import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestProvider } from '#server/payments-test.server.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { openBrowser, openPage, type TestPage } from './browser.ts'
import {
  checkOut,
  decide,
  eventAddress,
  expectFlawless,
  freshEmail,
  holdTickets,
  mailTo,
  typedCodes,
} from './buyer-steps.ts'
import { names } from './names.ts'

/** Tests failures of payments: a late payment, a refund, a missing report. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** Buys as a guest up to the test provider's payment page. */
async function toTheBank(
  eventId: string,
  tickets = 1,
): Promise<{ page: TestPage; email: string; ref: string }> {
  const page = await openPage(browser)
  const email = freshEmail('gus')
  await page.goto(eventAddress(site, eventId))
  await holdTickets(page, 'Entry', tickets)
  await checkOut(page, { name: 'Gus Guest', email })
  return { page, email, ref: new URL(page.url()).pathname.split('/').at(-1) ?? '' }
}

test('a refund by staff voids the tickets at once, sends the money, and tells the buyer', async () => {
  const testEvent = await createEvent(sql)
  const { page, email } = await toTheBank(testEvent.eventId, 2)
  await decide(page, 'Pay')
  await page.getByRole('link', { name: names.openMyTickets }).click()
  await page.waitForURL(/\/my-tickets$/)
  await expect.poll(() => typedCodes(page)).toHaveLength(2)

  const [order] = await sql<
    { id: string }[]
  >`select id from public.orders where event_id = ${testEvent.eventId}`
  const ada = await users.actingAs('Ada')
  const { error } = await ada.rpc('refund_order', {
    p_order: order?.id,
    p_amount_cents: 4000,
    p_reason: 'fell ill',
    p_void: true,
    p_key: randomUUID(),
  })
  expect(error).toBeNull()
  await page.reload()
  // Under way until the provider has sent the money.
  await page.locator('[data-ticket-state=refunding], [data-ticket-state=refunded]').first().waitFor()
  expect(await typedCodes(page)).toEqual([])
  await expectFlawless(page)
  await expect
    .poll(async () => (await mailTo(stack.mailboxUrl, email)).subject)
    .toMatch(/^Refund of \$40\.00 for Night/)
  const [refund] = await sql<{ status: string; provider_ref: string }[]>`
    select status, provider_ref from public.refunds where order_id = ${order?.id ?? ''}`
  expect(refund).toMatchObject({ status: 'succeeded', provider_ref: expect.stringContaining('test_refund_') })
})

test('a payment after the last place was sold is refunded in full, with an apology', async () => {
  const testEvent = await createEvent(sql, { pools: { Room: 1 } })
  const { page, email } = await toTheBank(testEvent.eventId)
  // The hold ends, and another buyer takes the place.
  await sql`update public.holds set expires_at = now() - interval '1 second' where event_id = ${testEvent.eventId}`
  const other = await openPage(browser)
  await other.goto(eventAddress(site, testEvent.eventId))
  await holdTickets(other, 'Entry', 1)

  await decide(page, 'Pay')
  await page.getByRole('heading', { name: 'No tickets, full refund' }).waitFor()
  await expectFlawless(page)
  expect((await mailTo(stack.mailboxUrl, email)).subject).toBe(
    'Sold out while your payment finished – fully refunded',
  )
  await expect
    .poll(
      async () =>
        (
          await sql`select status from public.refunds r where r.order_id in (select id from public.orders where event_id = ${testEvent.eventId})`
        )[0]?.status,
    )
    .toBe('succeeded')
})

/** The site's test provider, whose reports to the site are lost. */
function mutedBank() {
  return createTestProvider({
    folder: join(process.env.DATA_DIR ?? '', 'test-payments'),
    webhookUrl: 'http://127.0.0.1:9/',
    secrets: ['nobody hears this anyway, 32 chars'],
  })
}

test('a payment without a provider event is found by the page the buyer returns to', async () => {
  const testEvent = await createEvent(sql)
  const { page, ref } = await toTheBank(testEvent.eventId)
  await mutedBank().decide(ref, { outcome: 'succeeded' })
  const [order] = await sql<{ code: string; status: string }[]>`
    select code, status from public.orders where event_id = ${testEvent.eventId}`
  expect(order?.status).toBe('awaiting_payment')
  await page.goto(`${site}/payment-success?order=${order?.code}`)
  await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
})

test('a payment without a provider event, whose buyer never returned, is looked up', async () => {
  const testEvent = await createEvent(sql)
  const { page, ref, email } = await toTheBank(testEvent.eventId)
  await page.context().close()
  await mutedBank().decide(ref, { outcome: 'succeeded' })
  await sql`update public.payments set created_at = now() - interval '1 minute' where provider_ref = ${ref}`
  expect((await mailTo(stack.mailboxUrl, email)).subject).toMatch(/^Your ticket for Night/)
})
