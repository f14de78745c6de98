import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { OrderFilter, StaffOrderList } from './orders.types.ts'

const orderSchema = z
  .object({
    code: z.string(),
    status: z.enum(['awaiting_payment', 'processing', 'paid', 'payment_failed', 'expired', 'cancelled']),
    name: z.string(),
    email: z.string(),
    currency: z.string(),
    total_cents: z.int(),
    refunded_cents: z.int(),
    is_test: z.boolean(),
    created_at: instant,
    tickets: z.int(),
    event: z.object({ id: z.uuid(), title: z.string() }),
    refunds: z.array(
      z.object({
        id: z.uuid(),
        amount_cents: z.int(),
        status: z.enum(['requested', 'approved', 'submitted', 'failed', 'external']),
      }),
    ),
  })
  .transform((row) => ({
    code: row.code,
    status: row.status,
    name: row.name,
    email: row.email,
    currency: row.currency,
    totalCents: row.total_cents,
    refundedCents: row.refunded_cents,
    isTest: row.is_test,
    createdAt: row.created_at,
    tickets: row.tickets,
    event: row.event,
    refunds: row.refunds.map((refund) => ({
      id: refund.id,
      amountCents: refund.amount_cents,
      status: refund.status,
    })),
  }))

const listSchema = z
  .object({ orders: z.array(orderSchema), next: z.string().nullable(), time_zone: z.string(), now: instant })
  .transform(
    (row): StaffOrderList => ({ orders: row.orders, next: row.next, timeZone: row.time_zone, now: row.now }),
  )

/**
 * The latest orders, newest first; the database answers admins only.
 * @param wish.search an order's code or a buyer's email; empty for all
 * @param wish.after the code that the page before ended with; null for the first page
 */
export async function listStaffOrders(
  args: RequestArgs,
  wish: { show: OrderFilter; search: string; after: string | null },
): Promise<StaffOrderList> {
  const { data, error } = await userClient(args).rpc('list_staff_orders', {
    p_show: wish.show,
    p_search: wish.search || null,
    p_after: wish.after,
  })
  if (error) throw error
  return listSchema.parse(data)
}
