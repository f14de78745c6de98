import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts } from '../supabase/tests/variants.ts'
import { openBrowser, phone } from './browser.ts'
import { buyShirtsToShip } from './goods-steps.ts'

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

test('a guest buys shirts to ship on a phone', async () => {
  await buyShirtsToShip({ browser, site, sql }, { viewport: phone })
})
