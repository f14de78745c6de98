import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import {
  type Checkout,
  checkoutPageSchema,
  type OrderFilter,
  type PastOrder,
  type PlacedOrder,
  pastOrdersSchema,
  placedOrderSchema,
  type StaffOrderList,
  staffOrderListSchema,
} from './orders.types.ts'

/**
 * Reads the visitor's own hold.
 * @param holdId the hold; by default the current cart
 * @returns null when there is none, or it belongs to another person
 */
export function readCheckout(args: RequestArgs, holdId?: string): Promise<Checkout | null> {
  return rpc(userClient(args), 'read_checkout', { p_hold: holdId ?? null }, checkoutPageSchema)
}

/** Reads the visitor's own order with a code; null when there is none, or it belongs to another person. */
export function readOrder(args: RequestArgs, code: string): Promise<PlacedOrder | null> {
  return rpc(userClient(args), 'read_order', { p_code: code }, placedOrderSchema)
}

/** Reads what the visitor has bought, newest first. */
export function readMyOrders(args: RequestArgs): Promise<PastOrder[]> {
  return rpc(userClient(args), 'read_my_orders', {}, pastOrdersSchema)
}

/**
 * Reads the latest orders, newest first; the database lets admins only.
 * @param filter.search an order's code or a buyer's email; empty for all
 * @param filter.after the code that the page before ended with; null for the first page
 */
export function listStaffOrders(
  args: RequestArgs,
  filter: { show: OrderFilter; search: string; after: string | null },
): Promise<StaffOrderList> {
  return rpc(
    userClient(args),
    'list_staff_orders',
    { p_show: filter.show, p_search: filter.search || null, p_after: filter.after },
    staffOrderListSchema,
  )
}
