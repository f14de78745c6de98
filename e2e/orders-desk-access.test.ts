import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { desktop, openBrowser } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the desk for a door manager, without JavaScript, and by keyboard alone. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let ada: Person
let dot: Person
beforeAll(async () => {
  ;[browser, ada, dot] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Ada'),
    meet(site, service, 'Mia'),
  ])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function sold(quantity: number) {
  const testEvent = await createEvent(sql, { maxPerPerson: 20 })
  const { order } = await buy(service, await users.extra(), testEvent, { Entry: quantity })
  const tickets = await sql<{ id: string; code: string }[]>`
    select id, code from public.tickets where order_id = ${order.orderId} order by id`
  const [row] = await sql<{ email: string }[]>`select email from public.orders where id = ${order.orderId}`
  return { ...order, eventId: testEvent.eventId, tickets, email: row?.email ?? '' }
}
const prove = async (page: Page) => {
  const password = page.locator('input[name=currentPassword]')
  if (await password.count()) await password.fill(ada.details.password)
}

test.each([
  ['on a phone', {}],
  ['on a desk', { viewport: desktop }],
])('a door manager has the attendees of the event without orders, contacts and codes, %s', async (_, options) => {
  const order = await sold(2)
  await sql`
    insert into public.staff_grants (user_id, event_id, capability, expires_at)
    values (${dot.id}, ${order.eventId}, 'door_manager', now() + interval '1 day')`
  const page = await openPageOf(browser, dot.visitor, options)
  await page.goto(`${site}/ticket-management/attendees?event=${order.eventId}`)
  await page.getByText('Bea Buyer').first().waitFor()
  await expectFlawless(page)
  const html = await page.content()
  for (const secret of [order.code, order.email, ...order.tickets.map(({ code }) => code)])
    expect(html).not.toContain(secret)
  expect(await page.locator('a[href*="/ticket-management/orders/"]').count()).toBe(0)
  expect((await dot.visitor.get(`/ticket-management/orders/${order.code}`)).status).toBe(403)
  await page.context().close()
})

test('without JavaScript tickets are renamed and ended, and the lists of disputes, refunds and blocked buyers are read', async () => {
  const order = await sold(2)
  const page = await openPageOf(browser, ada.visitor, { javaScriptEnabled: false })
  await page.goto(`${site}/ticket-management/orders/${order.code}`)
  await page.locator(`a[href*="/tickets/rename?id=${order.tickets[0]?.id}"]`).click()
  await page.locator('input[name=name]').fill('Nora New')
  await page.locator('textarea[name=reason]').fill('Asked by phone')
  await page.locator('#ticket-action button[type=submit]').click()
  await page.locator(`a[href="/ticket-management/orders/${order.code}"]`).first().click()
  await page.getByText('Nora New').first().waitFor()
  await page.locator('input[type=checkbox][name=id]').first().check()
  await page.locator('button[formaction*="/tickets/void"]').click()
  await page.locator('textarea[name=reason]').fill('Asked by phone')
  await prove(page)
  await page.locator('#ticket-action button[type=submit]').click()
  await page.locator('[role=status], [role=alert]').first().waitFor()
  const [row] = await sql<{ ended: number; renamed: number }[]>`
    select count(*) filter (where status = 'void')::int as ended, count(*) filter (where holder_name = 'Nora New')::int as renamed
    from public.tickets where order_id = ${order.orderId}`
  expect(row).toEqual({ ended: 1, renamed: 1 })
  for (const path of ['disputes', 'disputes?show=open', 'refunds', 'refunds?show=failing', 'blocked']) {
    const response = await page.goto(`${site}/ticket-management/${path}`)
    expect(response?.status(), path).toBe(200)
    await page.locator('main h1').waitFor()
  }
  await page.context().close()
})

test('by keyboard alone a ticket gets another name from its order', async () => {
  const order = await sold(1)
  const page = await openPageOf(browser, ada.visitor, { viewport: desktop })
  await page.goto(`${site}/ticket-management/orders/${order.code}`)
  const name = page.locator(`a[href*="/tickets/rename?id=${order.tickets[0]?.id}"]`)
  await name.waitFor()
  /** Presses Tab until an element has the focus; fails when the keyboard does not reach it. */
  const tabTo = async (selector: string) => {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    }
    throw new Error(`the keyboard does not reach ${selector}`)
  }
  await tabTo('a[href*="/tickets/rename"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tickets\/rename/)
  await page.locator('input[name=name]').waitFor()
  await tabTo('input[name=name]')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Kay Board')
  await tabTo('textarea[name=reason]')
  await page.keyboard.type('Asked at the desk')
  await tabTo('#ticket-action button[type=submit]')
  await page.keyboard.press('Enter')
  await page.locator('[role=status], [role=alert]').first().waitFor()
  await expect
    .poll(
      async () =>
        (await sql`select holder_name from public.tickets where order_id = ${order.orderId}`)[0]?.holder_name,
    )
    .toBe('Kay Board')
  await expectFlawless(page)
  await page.context().close()
})
