import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { PastOrder } from './orders.types.ts'

const orderSchema = z
  .object({
    code: z.string(),
    status: z.enum(['paid', 'processing', 'cancelled']),
    created_at: instant,
    currency: z.string(),
    total_cents: z.int(),
    refunded_cents: z.int(),
    is_test: z.boolean(),
    tickets: z.int(),
    event: z.object({
      id: z.uuid(),
      slug: z.string(),
      title: z.string(),
      starts_at: instant,
      time_zone: z.string(),
    }),
  })
  .transform((row) => ({
    code: row.code,
    status: row.status,
    createdAt: row.created_at,
    currency: row.currency,
    totalCents: row.total_cents,
    refundedCents: row.refunded_cents,
    isTest: row.is_test,
    tickets: row.tickets,
    event: {
      id: row.event.id,
      slug: row.event.slug,
      title: row.event.title,
      startsAt: row.event.starts_at,
      timeZone: row.event.time_zone,
    },
  }))

/** What the visitor has bought, newest first. */
export async function readMyOrders(args: RequestArgs): Promise<PastOrder[]> {
  const { data, error } = await userClient(args).rpc('read_my_orders')
  if (error) throw error
  return z.array(orderSchema).parse(data)
}
