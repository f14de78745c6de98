import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy, call, reportDispute } from '../supabase/tests/selling.ts'
import type { openTestUsers } from '../supabase/tests/test-users.ts'

/**
 * Makes what the desk has to do: a refund that waits for a second admin, an open dispute, a blocked buyer, and a ticket whose buyer
 * (`owner`) is asked to pay for a dearer type. Returns what names them in addresses.
 */
export async function fillDesk(users: ReturnType<typeof openTestUsers>, owner: string) {
  const { service, sql } = users
  const event = await createEvent(sql, {
    maxPerPerson: 20,
    taxBps: 888,
    types: [
      { name: 'General admission', releases: [{ name: 'Final', faceCents: 32_000 }] },
      { name: 'Balcony', releases: [{ name: 'Final', faceCents: 45_000 }] },
    ],
  })
  const ada = await users.actingAs('Ada')
  const { order } = await buy(service, owner, event, { 'General admission': 3 })
  const tickets = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId} order by id`
  const [price] = await sql<{ cents: number }[]>`
    select ((private.type_unit(e, ${event.types.Balcony ?? ''})).total_cents - p.cents)::int as cents
    from public.events e cross join private.paid_parts(${order.orderId}) p
    where e.id = ${event.eventId} and p.ticket_id = ${tickets[0]?.id ?? ''}`
  const act = {
    p_action: 'change_type',
    p_tickets: [tickets[0]?.id],
    p_orders: [],
    p_reason: 'Asked by phone',
    p_values: { type: event.types.Balcony, differenceCents: price?.cents, askHours: 24 },
    p_key: randomUUID(),
  }
  await call(ada, 'act_on_tickets', act, z.unknown())
  const refund = {
    p_order: order.orderId,
    p_amount_cents: 60_000,
    p_reason: 'Two of three cannot come',
    p_void: true,
    p_key: randomUUID(),
    p_tickets: tickets.slice(1).map(({ id }) => id),
  }
  const { refundId } = await call(ada, 'refund_order', refund, z.object({ refundId: z.uuid() }))
  const disputed = await buy(service, await users.extra(), event, { 'General admission': 1 })
  await reportDispute(service, disputed.payment, { p_kind: 'dispute_open', p_dispute_ref: randomUUID() })
  await call(
    ada,
    'add_buyer_block',
    { p_kind: 'email', p_key: '', p_label: 'tester@example.com', p_reason: 'Tried stolen cards' },
    z.unknown(),
  )
  const [row] = await sql<{ supplement: string; dispute: string; mail: string }[]>`
    select (select code from public.orders where supplement_of = ${order.orderId}) as supplement,
      (select id from public.disputes where order_id = ${disputed.order.orderId}) as dispute,
      (select id from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid') as mail`
  return {
    event: event.eventId,
    balcony: event.types.Balcony ?? '',
    code: order.code,
    last: tickets[2]?.id ?? '',
    refundId,
    supplement: row?.supplement ?? '',
    dispute: row?.dispute ?? '',
    mail: row?.mail ?? '',
  }
}
