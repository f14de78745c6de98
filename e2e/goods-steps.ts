import type { Sql } from 'postgres'
import { act, askReturn, buyGoods, makePoint, parcelOf } from '../supabase/tests/goods.ts'
import type { openTestUsers } from '../supabase/tests/test-users.ts'
import { makeVariant } from '../supabase/tests/variants.ts'
import { ApiVisitor } from './api-visitor.ts'

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
