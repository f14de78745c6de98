import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeToken } from '#server/link-token.server.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import {
  beginPayment,
  buy,
  call,
  holdItems,
  placeOrder,
  refundedSchema,
  report,
} from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, lineOf, makeVariant } from '../supabase/tests/variants.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { openBrowser, sizes } from './browser.ts'
import { addTicketLink, expectFlawless } from './buyer-steps.ts'
import { meet } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests what a holder prints and changes: tickets and receipts as PDF, and the names on tickets. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let mia: Awaited<ReturnType<typeof registered>>

beforeAll(async () => {
  browser = await openBrowser()
  mia = await registered(site)
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** Sells tickets of an event to Mia. */
async function sell(doorsIn: number, quantity = 2) {
  const event = await createEvent(sql, { doorsIn, feeFixedCents: 150, taxBps: 888 })
  const { order } = await buy(service, await users.extra(), event, { Entry: quantity })
  await sql`update public.orders set owner_id = ${mia.id} where id = ${order.orderId}`
  await sql`update public.tickets set owner_id = ${mia.id}, holder_name = 'Łukasz 王小明 محمد علي 🎉' where order_id = ${order.orderId}`
  return { event, order }
}

/** Fetches a PDF. @returns its status, headers and bytes as Latin-1 */
async function fetchPaper(visitor: ApiVisitor, path: string, language = 'en-US') {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(site + path, {
    headers: { cookie, 'accept-language': language, 'x-forwarded-for': visitor.address },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (process.env.PAPERS) {
    mkdirSync(process.env.PAPERS, { recursive: true })
    writeFileSync(`${process.env.PAPERS}/${path.replaceAll(/\W+/g, '-')}.pdf`, bytes)
  }
  return { status: response.status, headers: response.headers, text: bytes.toString('latin1') }
}
const pagesIn = (text: string) => text.match(/\/Type \/Page\b[^s]/g)?.length

test('all tickets of an order are one PDF, a page each: with codes once they are shown', async () => {
  const { event, order } = await sell(1, 3)
  const [art] = await sql<
    { path: string }[]
  >`select image_path as path from public.events where image_path like '/art/%' limit 1`
  await sql`update public.events set image_path = ${art?.path ?? null} where id = ${event.eventId}`
  const path = `/my-tickets/${order.code}/tickets.pdf`
  const shown = await fetchPaper(mia.visitor, path)
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  expect(pagesIn(shown.text)).toBe(3)
  // The event's poster and the code, on each page; the picture itself is in the file once.
  expect(shown.text.match(/\/S \/Figure/g)?.length).toBe(6)
  expect(shown.text.match(/\/Subtype \/Image/g)?.length).toBe(1)
  expect(shown.text).toContain('[0 0 612 792]')
  expect((await fetchPaper(mia.visitor, path, 'en-GB')).text).toContain('[0 0 595.28 841.89]')

  const { order: later } = await sell(40, 1)
  const waiting = await fetchPaper(mia.visitor, `/my-tickets/${later.code}/tickets.pdf`)
  expect(waiting.status).toBe(200)
  expect(waiting.text).not.toContain('/S /Figure')
})

test('a receipt has its number in its title, and its refunds', async () => {
  const { order } = await sell(1, 2)
  const path = `/my-tickets/${order.code}/receipt.pdf`
  const before = await fetchPaper(mia.visitor, path)
  expect(before.status).toBe(200)
  const [row] = await sql<
    { number: string }[]
  >`select number from private.receipts where order_id = ${order.orderId}`
  expect(row?.number).toBeTruthy()
  // Titles are UTF-16 only where they have to be.
  expect(before.text).toContain(`Receipt ${row?.number}`)
  expect((await fetchPaper(mia.visitor, path)).text).toContain(`Receipt ${row?.number}`)
  const tables = (text: string) => text.match(/\/S \/Table/g)?.length
  expect(tables(before.text)).toBe(1)
  const { refundId } = await call(
    await users.actingAs('Ada'),
    'refund_order',
    { p_order: order.orderId, p_amount_cents: 500, p_reason: 'goodwill', p_void: false, p_key: randomUUID() },
    refundedSchema,
  )
  for (const status of ['submitted', 'succeeded'])
    await sql`select private.move_refund(${refundId}, ${status})`
  expect(tables((await fetchPaper(mia.visitor, path)).text)).toBe(2)
})

test('an order of goods alone has its receipt in the history and on the page after paying', async () => {
  const { variantId } = await makeVariant(sql, { priceCents: 2500 })
  const owner = await users.extra()
  const hold = await holdItems(service, owner, null, [lineOf(variantId, 2)])
  const order = await placeOrder(service, owner, hold.holdId)
  await report(service, await beginPayment(service, owner, order.orderId), 'succeeded')
  await sql`update public.orders set owner_id = ${mia.id} where id = ${order.orderId}`
  const page = await openPageOf(browser, mia.visitor, { javaScriptEnabled: false })
  const path = `/my-tickets/${order.code}/receipt.pdf`
  await page.goto(`${site}/payment-success?order=${order.code}`)
  await page.locator('details summary').first().click()
  expect(await page.locator(`a[href="${path}"]`).isVisible()).toBe(true)
  await page.goto(`${site}/profile`)
  expect(await page.locator(`a[href="${path}"]`).isVisible()).toBe(true)
  const paper = await fetchPaper(mia.visitor, path)
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await page.context().close()
  await archiveProducts(sql)
})

test('strangers get neither, who has the link gets both, admins get receipts', async () => {
  const { order } = await sell(1, 1)
  const paths = ['tickets', 'receipt'].map((name) => `/my-tickets/${order.code}/${name}.pdf`)
  const sly = await registered(site, 'Sly')
  const ada = await meet(site, service, 'Ada')
  const token = await addTicketLink(service, order.orderId)
  const statuses = async (visitor: ApiVisitor, query = '') =>
    Promise.all(paths.map(async (path) => (await fetchPaper(visitor, path + query)).status))
  expect(await statuses(new ApiVisitor(site))).toEqual([404, 404])
  expect(await statuses(sly.visitor)).toEqual([404, 404])
  expect(await statuses(ada.visitor)).toEqual([404, 200])
  expect(await statuses(new ApiVisitor(site), `?order=${token}`)).toEqual([200, 200])
  expect(await statuses(new ApiVisitor(site), `?order=${makeToken()}`)).toEqual([404, 404])
  const other = await sell(1, 1)
  const cross = `/my-tickets/${other.order.code}/receipt.pdf?order=${token}`
  expect((await fetchPaper(new ApiVisitor(site), cross)).status).toBe(404)
})

test.each([
  ...sizes.map((size) => ({ ...size, javaScriptEnabled: true })),
  { name: 'without JavaScript', viewport: sizes[0].viewport, javaScriptEnabled: false },
])('the name on a ticket is changed on its card, $name', async ({ viewport, javaScriptEnabled }) => {
  const { event, order } = await sell(60, 1)
  await sql`update public.tickets set holder_name = 'Łukasz Núñez' where order_id = ${order.orderId}`
  const page = await openPageOf(browser, mia.visitor, { viewport, javaScriptEnabled })
  await page.goto(`${site}/my-tickets`)
  const card = page
    .getByTestId('event-tickets')
    .filter({ has: page.getByRole('heading', { name: `Night ${event.eventId.slice(0, 8)}` }) })
  await card.getByTestId('waiting-tickets').locator('summary').first().click()
  await card.getByTestId('rename').locator('summary').click()
  const name = card.getByLabel('Name on this ticket')
  // Refused where it is typed, and what was typed stays.
  await name.fill('x'.repeat(100))
  await name.evaluate((input: HTMLInputElement) => input.removeAttribute('maxlength'))
  await name.fill('x'.repeat(101))
  await card.getByRole('button', { name: 'Save name' }).click()
  await card.getByText('Name must be at most 100 characters').waitFor()
  if (javaScriptEnabled) await expectFlawless(page)
  await name.fill('Grace Hopper')
  await card.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('The ticket is for Grace Hopper now.').waitFor()
  const [row] = await sql`select holder_name from public.tickets where order_id = ${order.orderId}`
  expect(row?.holder_name).toBe('Grace Hopper')
  await page.context().close()
})
