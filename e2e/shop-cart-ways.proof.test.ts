import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeVariant } from '../supabase/tests/variants.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { desktop, openBrowser, phone } from './browser.ts'
import { decide, expectFlawless, freshEmail } from './buyer-steps.ts'
import { buyShirtsToShip, withShirts } from './goods-steps.ts'
import { names } from './names.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the ways of goods through the cart and the checkout beside the one of `shop-cart.test.ts`, and the rules of shipping. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

test.each([
  ['a desktop', { viewport: desktop }],
  ['a phone without JavaScript', { viewport: phone, javaScriptEnabled: false }],
])('a guest buys shirts to ship on %s', async (_, options) => {
  await buyShirtsToShip({ browser, site, sql }, options)
})

test.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('a ticket and a shirt are one order, picked up at the event, on %s', async (_, viewport) => {
  const testEvent = await createEvent(sql)
  await sql`insert into public.pickup_points ${sql({
    kind: 'event',
    event_id: testEvent.eventId,
    name: 'Merch table',
    state: 'OR',
    postal_code: '97201',
  })}`
  const { visitor } = await withShirts(site, sql, 1)
  await visitor.postForm('/checkout', {
    intent: 'hold',
    event: testEvent.eventId,
    'lines[0].type': testEvent.types.Entry ?? '',
    'lines[0].quantity': '1',
  })
  const page = await openPageOf(browser, visitor, { viewport, javaScriptEnabled: true })
  // The shirt of the cart joins the tickets without being asked for.
  await page.goto(`${site}/checkout`)
  await page.getByText('Total before shipping and tax').first().waitFor({ state: 'attached' })
  await page.locator('label', { hasText: 'Merch table' }).locator('input[name=how]').check()
  await expectFlawless(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Bea Buyer')
  await page.getByLabel(names.email).fill(freshEmail('bea'))
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await decide(page, 'Pay')
  await page.getByText('Merch table').first().waitFor()
  await page.context().close()
})

test('a guest who signs in keeps the cart; what sold out in it is said, and the checkout takes the rest', async () => {
  const { visitor, shirt } = await withShirts(site, sql, 2)
  const other = await makeVariant(sql, { stock: 1 })
  const { details, id } = await registered(site, 'Bea')
  await visitor.postForm('/cart', { intent: 'add', variant: other.variantId, quantity: '1' })
  const { username, password } = details
  expect((await visitor.post('/api/auth/login', { username, password })).status).toBe(200)
  expect(
    await sql`select quantity from public.cart_items where owner_id = ${id} and variant_id = ${shirt.variantId}`,
  ).toEqual([{ quantity: 2 }])
  const page = await openPageOf(browser, visitor, { viewport: phone, javaScriptEnabled: true })
  await sql`select private.move_stock(${other.variantId}, private.main_place(), 1, 'damaged')`
  await page.goto(`${site}/cart`)
  await page.getByRole('link', { name: 'Cart, 3' }).waitFor()
  const line = page.locator('li', { has: page.getByRole('link', { name: other.name }) })
  await line.getByText('Sold out').waitFor()
  // Counts two shirts for 20 dollars each, and nothing that can't be bought.
  await page.locator('dt:text-is("Subtotal") + dd:text-is("$40.00")').waitFor()
  await expectFlawless(page)
  await page.getByRole('button', { name: 'Check out with what is left' }).click()
  await page.waitForURL(/\/checkout\?hold=/)
  // The address changes before the cart's page goes.
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await page.getByText(shirt.name).first().waitFor({ state: 'attached' })
  expect(await page.getByText(other.name).count()).toBe(0)
  await page.context().close()
})

test('an admin reads what shipping costs, and a rule without sense is refused at its field', async () => {
  const ada = new ApiVisitor(site)
  await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })
  const page = await openPageOf(browser, ada, { viewport: desktop, javaScriptEnabled: true })
  await page.goto(`${site}/admin/shipping`)
  await expectFlawless(page)
  const handling = page.locator('form#handling-form')
  expect(await handling.locator('[name=min]').inputValue()).toBe('2')
  await handling.locator('[name=max]').fill('1')
  await handling.getByRole('button', { name: 'Save' }).click()
  await handling.locator('[name=max][aria-invalid=true]').waitFor()
  await handling.locator('[name=max]').fill('4')
  await handling.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shipping' }).waitFor()
  await page.locator('summary', { hasText: 'Add a rule' }).click()
  const form = page.locator('form#rule-new-form')
  await form.locator('[name=name]').fill('Nothing yet')
  await form.locator('[name=percent]').fill('95')
  await form.getByRole('button', { name: 'Add' }).click()
  await form.locator('[name=percent][aria-invalid=true]').waitFor()
  await page.context().close()
})
