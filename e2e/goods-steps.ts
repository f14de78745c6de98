import type { Browser } from 'playwright-core'
import type { Sql } from 'postgres'
import { act, askReturn, buyGoods, makePoint, parcelOf } from '../supabase/tests/goods.ts'
import type { openTestUsers } from '../supabase/tests/test-users.ts'
import { makeVariant } from '../supabase/tests/variants.ts'
import { ApiVisitor } from './api-visitor.ts'
import { decide, expectFlawless, freshEmail } from './buyer-steps.ts'
import { names } from './names.ts'
import { openPageOf } from './signed-in.ts'

/**
 * Sells seeded goods to somebody: some that wait to be shipped, one that is picked up at an event, and some that came and are to be
 * sent back.
 */
export async function sendGoods(users: ReturnType<typeof openTestUsers>, owner: string, eventId: string) {
  const { service, sql } = users
  // Named, because a test's own variants are in the same shop and count their units.
  const variants = await sql<{ id: string }[]>`
    select id from public.product_variants where sku in ('CUP-NIGHT', 'CUP-STEEL') order by sku`
  const [one, two] = variants.map(({ id }) => id)
  if (!one || !two) throw new Error('the seeded cups are not there')
  // The demo brand has a stand at its next events; an event has one at most.
  const [stand] = await sql<{ id: string }[]>`
    select id from public.pickup_points where event_id = ${eventId} and archived_at is null`
  const pointId = stand?.id ?? (await makePoint(sql, eventId))
  const bought = await buyGoods(service, sql, owner, [
    { variantId: one, quantity: 3, delivery: 'ship' },
    { variantId: two, quantity: 1, delivery: 'pickup', pointId },
  ])
  const toShip = bought.fulfilments.find(({ variantId }) => variantId === one)?.id ?? ''
  const ada = await users.actingAs('Ada')
  await act(ada, 'ship', [toShip], parcelOf(toShip, { [toShip]: 2 }))
  const [sent] = await sql<{ id: string }[]>`
    select id from public.fulfilments where order_id = ${bought.orderId} and status = 'shipped'`
  await act(ada, 'delivered', [sent?.id ?? ''])
  const { returnId } = await askReturn(service, owner, bought.code, sent?.id ?? '')
  const toPickUp = bought.fulfilments.find(({ variantId }) => variantId === two)?.id ?? ''
  const [waits] = await sql<{ id: string }[]>`
    select id from public.fulfilments where order_id = ${bought.orderId} and status = 'unfulfilled' and delivery = 'ship'`
  return { code: bought.code, returnId, toPickUp, toShip: waits?.id ?? '' }
}

/** Puts units of a new shirt for 20 dollars into the cart of a new visitor, who is a guest from then on. */
export async function withShirts(site: string, sql: Sql, quantity: number) {
  const shirt = await makeVariant(sql, { priceCents: 2000, stock: 5 })
  const visitor = new ApiVisitor(site)
  const added = await visitor.postForm('/cart', {
    intent: 'add',
    variant: shirt.variantId,
    quantity: String(quantity),
  })
  if (added.status !== 303) throw new Error(`the shirt was not added: ${added.status}`)
  return { visitor, shirt }
}

/**
 * Lets a guest buy two shirts to ship, from the cart to the page after payment; without JavaScript up to the payment. The header counts
 * them, and the address decides what it costs.
 */
export async function buyShirtsToShip(
  { browser, site, sql }: { browser: Browser; site: string; sql: Sql },
  options: { viewport: { width: number; height: number }; javaScriptEnabled?: boolean },
): Promise<void> {
  const hasScript = options.javaScriptEnabled !== false
  const { visitor, shirt } = await withShirts(site, sql, 1)
  const page = await openPageOf(browser, visitor, options)
  await page.goto(`${site}/cart`)
  await page.getByRole('link', { name: 'Cart, 1' }).waitFor()
  await page.getByRole('button', { name: `One ${shirt.name}, M more` }).click()
  await page.getByRole('link', { name: 'Cart, 2' }).waitFor()
  if (hasScript) await expectFlawless(page)
  await page.getByRole('button', { name: 'Check out' }).click()
  await page.waitForURL(/\/checkout\?hold=/)
  await page.locator('[name=recipient]').waitFor()
  if (hasScript) await expectFlawless(page)
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
  if (hasScript) await expectFlawless(page)
  await page.getByLabel(names.email).fill(freshEmail('bea'))
  await page.getByLabel('Name', { exact: true }).fill('Bea Buyer')
  await pay.click()
  if (!hasScript) {
    await page.waitForURL(/\/test-payment\//)
    return await page.context().close()
  }
  await decide(page, 'Pay')
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await page.getByText('742 Nostrand Ave').first().waitFor()
  await page.goto(`${site}/cart`)
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
  await page.context().close()
}
