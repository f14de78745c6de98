import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import * as z from 'zod'
import { beginPayment, type ChosenLine, call, holdItems, placeOrder, report, setDelivery } from './selling.ts'

/** The address of the store days in seed.sql; those of other tests may close meanwhile. */
const storeDay = '742 Nostrand Ave, Brooklyn, NY'

/** Units of a variant, and how they go to their buyer. */
export type Goods = {
  variantId: string
  quantity: number
  delivery: 'ship' | 'pickup'
  /** The place of a pickup. */
  pointId?: string
}

/**
 * Buys goods as a buyer does, from the cart to the payment, with what `also` names: for the seed's store day, which costs no
 * shipping and no tax. Then stores how each is delivered.
 */
export async function buyGoods(
  service: SupabaseClient,
  sql: Sql,
  owner: string,
  goods: Goods[],
  also: { event: string; lines: ChosenLine[] } | null = null,
) {
  const lines = goods.map(({ variantId, quantity }) => ({ kind: 'product', item: variantId, quantity }))
  await sql`delete from private.rate_limits where key = ${`hold:${owner}`}`
  const hold = await holdItems(service, owner, also?.event ?? null, [...(also?.lines ?? []), ...lines])
  const [day] = await sql<{ id: string }[]>`
    select id from public.pickup_points where kind = 'store' and address = ${storeDay} and archived_at is null and closes_at > now()
    order by closes_at desc limit 1`
  const choice = Object.fromEntries(goods.map(({ variantId }) => [variantId, day?.id ?? '']))
  await setDelivery(service, owner, hold.holdId, choice, null)
  const order = await placeOrder(service, owner, hold.holdId)
  const payment = order.totalCents > 0 ? await beginPayment(service, owner, order.orderId) : null
  if (payment) {
    const paid = await report(service, payment, 'succeeded', randomUUID())
    if (paid.outcome !== 'paid') throw new Error(`not paid but ${paid.outcome}`)
  }
  for (const { variantId, delivery, pointId } of goods)
    await sql`
      update public.fulfilments f set delivery = ${delivery}, pickup_point_id = ${pointId ?? null}
      from public.order_lines l where l.id = f.order_line_id and l.order_id = ${order.orderId} and l.variant_id = ${variantId}`
  if (goods.some(({ delivery }) => delivery === 'ship'))
    await sql`
      insert into public.order_addresses (order_id, name, line1, city, state, postal_code)
      values (${order.orderId}, 'Bea Buyer', '1 Water St', 'Brooklyn', 'NY', '11201') on conflict do nothing`
  const fulfilments = await sql<{ id: string; variantId: string; quantity: number }[]>`
    select f.id, l.variant_id as "variantId", f.quantity from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
    where f.order_id = ${order.orderId} and l.kind = 'product' order by l.position, f.id`
  return {
    orderId: order.orderId,
    code: order.code,
    totalCents: order.totalCents,
    holdId: hold.holdId,
    payment,
    fulfilments,
    /** Its first fulfilment. */
    first: fulfilments[0]?.id ?? '',
  }
}

/** A point where goods of an event are handed over; without an event a store day. */
export async function makePoint(sql: Sql, eventId: string | null, options: { closedDays?: number } = {}) {
  const days = options.closedDays ?? 0
  const [row] = await sql<{ id: string }[]>`
    insert into public.pickup_points (kind, event_id, name, state, postal_code, opens_at, closes_at)
    values (${eventId ? 'event' : 'store'}, ${eventId}, 'Merch stand', 'NY', '11201',
      now() - interval '2 hours' - make_interval(days => ${days}), now() + interval '2 hours' - make_interval(days => ${days}))
    returning id`
  return row?.id ?? ''
}

export const actedSchema = z.object({
  done: z.int(),
  skipped: z.array(z.object({ id: z.uuid(), code: z.string(), name: z.string(), reason: z.string() })),
})

/** Does an action of the shop desk as staff do. */
export function act(
  client: SupabaseClient,
  action: string,
  ids: string[],
  values: Record<string, unknown> = {},
  key: string = randomUUID(),
) {
  const args = { p_action: action, p_ids: ids, p_reason: 'as it should be', p_values: values, p_key: key }
  return call(client, 'act_on_goods', args, actedSchema)
}

/** Says what `ship` is told of a parcel. */
export const parcelOf = (id: string, items?: Record<string, number>) => ({
  [id]: { carrier: 'ups', trackingCode: '1Z 999 AA1 0123456784', ...(items ? { items } : {}) },
})

const handedSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      result: z.enum(['handed', 'already', 'gone']),
      handedIn: z.string().nullable(),
      handedBy: z.string().nullable(),
    }),
  ),
})

/** Hands goods over at the station of an event. */
export function handOver(
  client: SupabaseClient,
  event: string | null,
  ids: string[],
  scan: string = randomUUID(),
  point: string | null = null,
  gate = '',
) {
  return call(
    client,
    'hand_over',
    { p_event: event, p_point: point, p_fulfilments: ids, p_scan: scan, p_device: 'A test', p_gate: gate },
    handedSchema,
  )
}

/** Asks to send goods back, as the server does for their buyer. */
export function askReturn(
  service: SupabaseClient,
  owner: string,
  code: string,
  fulfilment: string,
  more: { units?: number; faulty?: boolean; picture?: string | null; key?: string } = {},
) {
  const args = {
    p_owner: owner,
    p_code: code,
    p_fulfilment: fulfilment,
    p_units: more.units ?? 1,
    p_reason: 'Too small',
    p_faulty: more.faulty ?? false,
    p_picture: more.picture ?? null,
    p_key: more.key ?? randomUUID(),
  }
  return call(service, 'ask_own_return', args, z.object({ returnId: z.uuid() }))
}

/** Takes a return one step on, as staff do. */
export function moveReturn(
  client: SupabaseClient,
  id: string,
  to: string,
  reason: string | null = 'looked at it',
) {
  const schema = z.object({ status: z.string(), refundCents: z.int().nullable() })
  return call(client, 'move_return', { p_return: id, p_to: to, p_reason: reason }, schema)
}
