import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hashToken } from '../app/server/link-token.server.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { desktop, openBrowser, openPage } from './browser.ts'
import { expectFlawless, outcome } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests that staff ask a buyer to pay for a dearer type, that the buyer pays, and the mail about it as staff see it. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let ada: Person
let mia: Person
beforeAll(async () => {
  ;[browser, ada, mia] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Ada'),
    meet(site, service, 'Mia'),
  ])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

async function sold() {
  const testEvent = await createEvent(sql, {
    maxPerPerson: 20,
    taxBps: 1000,
    types: [
      { name: 'Entry', releases: [{ name: 'Final', faceCents: 2000 }] },
      { name: 'Balcony', releases: [{ name: 'Final', faceCents: 5000 }] },
    ],
  })
  const { order } = await buy(service, mia.id, testEvent, { Entry: 1 })
  const [ticket] = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId}`
  return { ...order, ticket: ticket?.id ?? '', balcony: testEvent.types.Balcony ?? '' }
}
const typeOf = async (ticket: string) =>
  (
    await sql`select y.name from public.tickets k join public.ticket_types y on y.id = k.ticket_type_id where k.id = ${ticket}`
  )[0]?.name
const supplementOf = async (ticket: string) => {
  const [row] = await sql<{ id: string; code: string }[]>`
    select o.id, o.code from public.ticket_supplements s join public.orders o on o.id = s.order_id
    where s.ticket_id = ${ticket} order by o.created_at desc limit 1`
  if (!row) throw new Error('no supplement')
  return row
}

test.each([
  ['on a phone', {}],
  ['on a desk', { viewport: desktop }],
])('staff ask, the buyer pays on My Tickets, and the ticket has changed, %s', async (_, options) => {
  const order = await sold()
  const desk = await openPageOf(browser, ada.visitor, options)
  await desk.goto(`${site}/ticket-management/tickets/change-type?id=${order.ticket}&type=${order.balcony}`)
  await expectFlawless(desk)
  await desk.locator('textarea[name=reason]').fill('Asked for a seat')
  const password = desk.locator('input[name=currentPassword]')
  if (await password.count()) await password.fill(ada.details.password)
  await desk.locator('select[name=dearer]').selectOption('ask')
  await desk.locator('form[method=post] button[type=submit]').last().click()
  const main = desk.getByRole('main')
  await main.getByRole('status').or(main.getByRole('alert')).first().waitFor()
  const { id, code } = await supplementOf(order.ticket)
  await desk.goto(`${site}/ticket-management/orders/${order.code}`)
  await desk.locator(`a[href="/ticket-management/orders/${code}"]`).waitFor()
  await expectFlawless(desk)

  const page = await openPageOf(browser, mia.visitor, options)
  await page.goto(`${site}/my-tickets`)
  await page.locator(`a[href*="/my-tickets/supplement?order=${code}"]`).click()
  await page.locator('[data-state=open]').waitFor()
  await expectFlawless(page)
  await page.locator('button[name=intent][value=pay]').click()
  await page.waitForURL(/\/test-payment\//)
  await outcome(page, 'Pay').click()
  await page.waitForURL(/\/my-tickets\/supplement/)
  await page.locator('[data-state=paid]').waitFor()
  await expectFlawless(page)
  expect(await typeOf(order.ticket)).toBe('Balcony')
  await page.context().close()

  // the mail about it, from the timeline, without what only the buyer may have
  const [mail] = await sql<{ id: string }[]>`
    select id from private.mail_outbox where subject_id = ${id} and kind = 'order_paid'`
  const link = `/ticket-management/mails/${mail?.id}`
  const path = `/ticket-management/orders/${code}`
  await expect.poll(async () => (await ada.visitor.get(path)).text).toContain(link)
  await desk.goto(site + path)
  await desk.locator(`#order-timeline ~ ol a[href="${link}"]`).first().click()
  await desk.getByTestId('subject').waitFor()
  await desk.frameLocator('iframe').locator('body').waitFor()
  await expectFlawless(desk)
  expect(await desk.locator('iframe').getAttribute('sandbox')).toBe('')
  await desk.context().close()
})

test('a link pays it without a session and without JavaScript, also after a payment that failed', async () => {
  const order = await sold()
  const [client] = [await users.actingAs('Ada')]
  const { error } = await client.rpc('act_on_tickets', {
    p_action: 'change_type',
    p_tickets: [order.ticket],
    p_orders: [],
    p_reason: 'asked by mail',
    p_values: { type: order.balcony, differenceCents: 3300, askHours: 2 },
    p_key: `supplement ${order.code}`,
  })
  expect(error).toBeNull()
  const { id } = await supplementOf(order.ticket)
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await sql`select public.add_link('supplement', ${id}, ${hashToken(token)})`
  const page = await openPage(browser, { javaScriptEnabled: false })
  const address = `${site}/my-tickets/supplement?token=${token}`
  for (const [decision, state] of [
    ['Decline', 'open'],
    ['Pay', 'paid'],
  ] as const) {
    await page.goto(address)
    await page.locator('[data-state=open]').waitFor()
    await page.locator('button[name=intent][value=pay]').click()
    await page.waitForURL(/\/test-payment\//)
    await outcome(page, decision).click()
    await page.waitForURL(/\/my-tickets\/supplement\?token=/)
    await page.locator(`[data-state=${state}]`).waitFor()
  }
  expect(await typeOf(order.ticket)).toBe('Balcony')
  // nobody else's session opens it, and a wrong token tells nothing
  const { code } = await supplementOf(order.ticket)
  expect((await ada.visitor.get(`/my-tickets/supplement?order=${code}`)).status).toBe(404)
  expect((await ada.visitor.get(`/my-tickets/supplement?token=${token.slice(0, -2)}xx`)).text).not.toContain(
    code,
  )
  await page.context().close()
})

test('the page of a mail hides links and codes, and is for admins alone', async () => {
  const order = await sold()
  const [mail] = await sql<{ id: string }[]>`
    select id from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid'`
  const path = `/ticket-management/mails/${mail?.id}`
  const links = async () =>
    (await sql`select count(*)::int as n from private.one_time_links where subject_id = ${order.orderId}`)[0]
      ?.n
  const before = await links()
  const shown = await ada.visitor.get(path)
  expect(shown.status).toBe(200)
  expect(shown.text).toContain('link-hidden')
  expect(shown.text).not.toMatch(/my-tickets\?order=[\w-]{43}/)
  expect(await links()).toBe(before)
  const [ticket] = await sql<{ code: string }[]>`select code from public.tickets where id = ${order.ticket}`
  expect(shown.text.replaceAll(' ', '')).not.toContain(ticket?.code)
  for (const who of ['Mo', 'Mia'] as const)
    expect((await (await meet(site, service, who)).visitor.get(path)).status).toBe(403)
  expect((await ada.visitor.get(`/ticket-management/mails/${crypto.randomUUID()}`)).status).toBe(404)
})
