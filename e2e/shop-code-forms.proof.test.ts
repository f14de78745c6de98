import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeProduct } from '../supabase/tests/variants.ts'
import { ApiVisitor } from './api-visitor.ts'
import { hydrated, openBrowser, phone } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { withShirts } from './goods-steps.ts'
import { openPageOf } from './signed-in.ts'

/** Tests codes for goods in Chromium: the forms of admins, also among hundreds of products, and the one of the cart. */

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

test('the longest name of a product without a place to break fits a phone', async () => {
  const name = `Q${Date.now()}${'caribbeana'.repeat(6)}`
  await makeProduct(sql, { name })
  const ada = new ApiVisitor(site)
  await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })
  const page = await openPageOf(browser, ada, { viewport: phone })
  await page.goto(`${site}/admin/products/codes?code=new`)
  await hydrated(page)
  await page.locator('[name=productSearch]').fill(name.slice(0, 14))
  await page.locator('[name=findProducts]').click()
  await page.getByRole('checkbox', { name }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
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
    const { visitor, shirt } = await withShirts(site, sql, 1)
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
