import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeVariant } from '../supabase/tests/variants.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { desktop, hydrated, openBrowser, phone } from './browser.ts'
import { decide, expectFlawless, freshEmail } from './buyer-steps.ts'
import { names } from './names.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the cart and the checkout of goods in Chromium, from a visitor's first shirt to the page after payment. */

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

/** A visitor whose cart has units of a new shirt for 20 dollars: they are a guest from then on. */
async function withShirts(quantity: number) {
  const shirt = await makeVariant(sql, { priceCents: 2000, stock: 5 })
  const visitor = new ApiVisitor(site)
  const added = await visitor.postForm('/cart', {
    intent: 'add',
    variant: shirt.variantId,
    quantity: String(quantity),
  })
  expect([added.status, added.headers.get('location')]).toEqual([303, '/cart'])
  return { visitor, shirt }
}

describe.each([
  ['a phone', phone, true],
  ['a desktop', desktop, true],
  ['a phone without JavaScript', phone, false],
])('on %s', (_, viewport, javaScriptEnabled) => {
  test('a guest buys shirts to ship: the header counts them, the address decides what it costs', async () => {
    const { visitor, shirt } = await withShirts(1)
    const page = await openPageOf(browser, visitor, { viewport, javaScriptEnabled })
    await page.goto(`${site}/cart`)
    await page.getByRole('link', { name: 'Cart, 1' }).waitFor()
    await page.getByRole('button', { name: `One ${shirt.name}, M more` }).click()
    await page.getByRole('link', { name: 'Cart, 2' }).waitFor()
    if (javaScriptEnabled) await expectFlawless(page)
    await page.getByRole('button', { name: 'Check out' }).click()
    await page.waitForURL(/\/checkout\?hold=/)
    await page.locator('[name=recipient]').waitFor()
    if (javaScriptEnabled) await expectFlawless(page)
    const shipping = page.locator('label', { hasText: 'Ship to an address' })
    await shipping.getByText('$5.00').waitFor()
    await shipping.getByText('Ships in 2–4 business days').waitFor()
    await page.locator('[name=recipient]').fill('Bea Buyer')
    await page.locator('[name=line1]').fill('742 Nostrand Ave')
    await page.locator('[name=city]').fill('Brooklyn')
    await page.locator('[name=state]').selectOption('NY')
    await page.locator('[name=postalCode]').fill('90001')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('[name=postalCode][aria-invalid=true]').waitFor()
    page.consoleErrors.length = 0 // the browser logs the status of the refusal
    await page.locator('[name=postalCode]').fill('11216')
    await page.getByRole('button', { name: 'Continue' }).click()
    // two shirts and a light parcel: New York taxes shipping where it taxes what is shipped, and these it doesn't
    const pay = page.getByRole('button', { name: 'Pay $45.00' })
    await pay.waitFor()
    if (javaScriptEnabled) await expectFlawless(page)
    await page.getByLabel(names.email).fill(freshEmail('bea'))
    await page.getByLabel('Name', { exact: true }).fill('Bea Buyer')
    await pay.click()
    if (!javaScriptEnabled) {
      await page.waitForURL(/\/test-payment\//)
      return await page.context().close()
    }
    await decide(page, 'Pay')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.getByText('742 Nostrand Ave').first().waitFor()
    await page.goto(`${site}/cart`)
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
    await page.context().close()
  })
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
  const { visitor } = await withShirts(1)
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
  const { visitor, shirt } = await withShirts(2)
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

test('an admin makes a code; a guest types it into the cart, with and without JavaScript, and pays less', async () => {
  const ada = new ApiVisitor(site)
  await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })
  const staff = await openPageOf(browser, ada, { viewport: phone, javaScriptEnabled: true })
  const code = `E2E${Date.now()}`
  await staff.goto(`${site}/admin/products/codes?code=new`)
  await staff.locator('[name=code]').fill(code.toLowerCase())
  await staff.locator('[name=percent]').fill('25')
  await staff.locator('[name=minGoodsCents]').fill('30')
  await expectFlawless(staff)
  await staff.getByRole('button', { name: 'Create code' }).click()
  await staff.getByRole('link', { name: `Edit ${code}` }).waitFor()
  await expectFlawless(staff)
  for (const javaScriptEnabled of [true, false]) {
    const { visitor, shirt } = await withShirts(1)
    const page = await openPageOf(browser, visitor, { viewport: phone, javaScriptEnabled })
    await page.goto(`${site}/cart`)
    const type = async (text: string) => {
      const entry = page.locator('details', { has: page.locator('[name=code]') })
      if (!(await entry.getAttribute('open').then((open) => open !== null)))
        await entry.locator('summary').click()
      await entry.locator('[name=code]').fill(text)
      await entry.getByRole('button', { name: 'Apply' }).click()
    }
    await type('NOSUCHCODE')
    await page.locator('#code-refusal').waitFor()
    await type(code) // one shirt is not enough
    await page.locator('#code-refusal', { hasText: '$30.00' }).waitFor()
    page.consoleErrors.length = 0 // the browser logs the status of the refusals
    await page.getByRole('button', { name: `One ${shirt.name}, M more` }).click()
    await page.getByRole('link', { name: 'Cart, 2' }).waitFor()
    await type(code)
    await page.locator(`[data-code=${code}]`).waitFor()
    await page.getByText(`-$10.00 with ${code}`).waitFor()
    if (javaScriptEnabled) await expectFlawless(page)
    await page.getByRole('button', { name: 'Check out' }).click()
    await page.waitForURL(/\/checkout\?hold=/)
    await page.locator(`[data-code=${code}]`).waitFor()
    if (javaScriptEnabled) await expectFlawless(page)
    await page.getByRole('button', { name: 'Remove code' }).click()
    await page.locator('summary', { hasText: 'Have a code?' }).waitFor()
    await type(code)
    await page.locator(`[data-code=${code}]`).waitFor()
    await page.context().close()
  }
  await staff.reload()
  await staff.getByRole('button', { name: `Archive ${code}` }).click()
  await staff.getByRole('link', { name: `Edit ${code}` }).waitFor({ state: 'detached' })
  await staff.context().close()
})

/** Reads the products in what an admin typed into a new code of an event and did not save. */
async function keptProducts(path: string): Promise<string[] | undefined> {
  const [draft] = await sql<{ products: string[] }[]>`
    select form -> 'products' as products from public.event_drafts
    where event_id = ${path.split('/')[3] ?? ''} and tab = 'codes/new'`
  return draft?.products
}

test.each([
  { of: 'the shop', javaScriptEnabled: true },
  { of: 'the shop', javaScriptEnabled: false },
  { of: 'an event', javaScriptEnabled: true },
  { of: 'an event', javaScriptEnabled: false },
])('an admin finds products for a code of $of among hundreds, and the page stays small (JavaScript: $javaScriptEnabled)', async ({
  of,
  javaScriptEnabled,
}) => {
  const path =
    of === 'the shop' ? '/admin/products/codes' : `/admin/events/${(await createEvent(sql)).eventId}/codes`
  const name = `Shelf ${Date.now()}`
  const rows = Array.from({ length: 400 }, (_, n) => ({
    slug: `${name.toLowerCase().replace(' ', '-')}-${n}`,
    name: `${name} no ${n}`,
    price_cents: 1000,
    status: 'archived',
  }))
  const ada = new ApiVisitor(site)
  await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })
  const before = (await ada.get(`${path}?code=new`)).text
  const products = await sql<{ id: string }[]>`insert into public.products ${sql(rows)} returning id`
  const page = await openPageOf(browser, ada, { viewport: phone, javaScriptEnabled })
  const boxes = page.locator('input[name=products]')
  const find = async (text: string, found: string) => {
    await page.getByLabel('Find products').fill(text)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByLabel(found, { exact: true }).waitFor()
  }
  const response = await page.goto(`${site}${path}?code=new`, { waitUntil: 'domcontentloaded' })
  if (javaScriptEnabled) await hydrated(page)
  const html = (await response?.text()) ?? ''
  expect(html.match(/name="products"/g)).toHaveLength(50)
  // At most fifty boxes more; four hundred take 100 kB.
  expect(html.length - before.length).toBeLessThan(30_000)
  const code = `SHELF${Date.now()}`
  await page.locator('[name=code]').fill(code)
  await page.locator('[name=percent]').fill('15')
  await page.locator('[name=goods]').selectOption('listed')
  await find(`${name} no 7`, `${name} no 70`)
  expect(await boxes.count()).toBe(11)
  await page.getByLabel(`${name} no 7`, { exact: true }).check()
  await find(`${name} no 39`, `${name} no 390`)
  expect(await boxes.count()).toBe(12)
  expect(await page.getByLabel(`${name} no 7`, { exact: true }).isChecked()).toBe(true)
  expect(await page.locator('[name=code]').inputValue()).toBe(code)
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
  await page.getByLabel(`${name} no 390`, { exact: true }).check()
  if (javaScriptEnabled) await expectFlawless(page)
  if (of === 'an event' && javaScriptEnabled) {
    // What was chosen among the found ones is kept as all that is typed into an event.
    await page.locator('[data-draft=kept]').waitFor()
    await expect.poll(async () => (await keptProducts(path))?.length).toBe(2)
    await page.reload({ waitUntil: 'domcontentloaded' })
    await hydrated(page)
    expect(await page.locator('input[name=products]:checked').count()).toBe(2)
  }
  await page.getByRole('button', { name: 'Create code' }).click()
  await page.getByRole('link', { name: `Edit ${code}` }).click()
  await page.getByLabel(`${name} no 390`, { exact: true }).waitFor()
  expect(await page.locator('input[name=products]:checked').count()).toBe(2)
  await page.getByLabel(`${name} no 7`, { exact: true }).uncheck()
  await find(`${name} no 7`, `${name} no 79`)
  expect(await page.getByLabel(`${name} no 7`, { exact: true }).isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Save code' }).click()
  await page.getByRole('button', { name: `Archive ${code}` }).click()
  await page.getByRole('link', { name: `Edit ${code}` }).waitFor({ state: 'detached' })
  await page.context().close()
  await sql`delete from public.promo_code_goods where product_id in ${sql(products.map(({ id }) => id))}`
  await sql`delete from public.products where id in ${sql(products.map(({ id }) => id))}`
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
