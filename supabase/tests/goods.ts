import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { beginPayment, type ChosenLine, holdItems, placeOrder, report } from './selling.ts'

/** Units of a variant, and how they go to their buyer. */
export type Goods = {
  variantId: string
  quantity: number
  delivery: 'ship' | 'pickup'
  pointId?: string
}

/** Buys goods as a buyer does, from the cart to the payment, with tickets where `also` names some. */
export async function buyGoods(
  service: SupabaseClient,
  sql: Sql,
  owner: string,
  goods: Goods[],
  also: { event: string; lines: ChosenLine[] } | null = null,
) {
  const lines = goods.map(({ variantId, quantity }) => ({ kind: 'product', item: variantId, quantity }))
  const hold = await holdItems(service, owner, also?.event ?? null, [...(also?.lines ?? []), ...lines])
  const order = await placeOrder(service, owner, hold.holdId)
  if (order.totalCents > 0) {
    const payment = await beginPayment(service, owner, order.orderId)
    const paid = await report(service, payment, 'succeeded', randomUUID())
    if (paid.outcome !== 'paid') throw new Error(`not paid but ${paid.outcome}`)
  }
  for (const { variantId, delivery, pointId } of goods)
    await sql`
      update public.fulfilments f set delivery = ${delivery}, pickup_point_id = ${pointId ?? null}
      from public.order_lines l where l.id = f.order_line_id and l.order_id = ${order.orderId} and l.variant_id = ${variantId}`
  const fulfilments = await sql<{ id: string; variantId: string; quantity: number }[]>`
    select f.id, l.variant_id as "variantId", f.quantity from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
    where f.order_id = ${order.orderId} and l.kind = 'product' order by l.position, f.id`
  return { orderId: order.orderId, code: order.code, totalCents: order.totalCents, fulfilments }
}
