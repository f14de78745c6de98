import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { QuoteQuery } from './orders.schema.ts'
import {
  type Checkout,
  checkoutPageSchema,
  type PastOrder,
  type PlacedOrder,
  pastOrdersSchema,
  placedOrderSchema,
  type Quote,
  quoteSchema,
  type StaffOrderList,
  staffOrderListSchema,
  type TicketMailPreview,
  ticketMailPreviewSchema,
} from './orders.types.ts'
import type { StaffOrdersQuery } from './staff-orders.schema.ts'

/**
 * Reads the visitor's own hold.
 * @param holdId the hold; by default the current cart
 * @returns null when there is none, or it belongs to another person
 */
export function readCheckout(args: RequestArgs, holdId?: string): Promise<Checkout | null> {
  return rpc(userClient(args), 'read_checkout', { p_hold: holdId ?? null }, checkoutPageSchema)
}

/** Prices a choice of an event at this moment, with the code that the visitor typed in; null when it can't be held. */
export async function readQuote(args: RequestArgs, { event, lines }: QuoteQuery): Promise<Quote | null> {
  const quote = await rpcResult(
    userClient(args),
    'quote_cart',
    { p_event: event, p_lines: lines },
    quoteSchema,
  )
  return quote.ok ? quote.value : null
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
 * Reads a page of orders; the database lets admins only.
 * @param query.q an order's or ticket's code, a buyer's name or email, the last digits of a phone; empty for all
 * @param query.after the code that the page before ended with; null for the first page
 */
export function listStaffOrders(
  args: RequestArgs,
  { show, q, event, sort, from, to, rows, after }: StaffOrdersQuery,
): Promise<StaffOrderList> {
  return rpc(
    userClient(args),
    'list_staff_orders',
    {
      p_show: show,
      p_search: q || null,
      p_event: event,
      p_sort: sort,
      p_from: from,
      p_to: to,
      p_limit: Number(rows),
      p_after: after,
    },
    staffOrderListSchema,
  )
}

/** Reads whose tickets would be mailed again and which orders would be skipped; the database lets admins only. */
export function previewTicketMails(args: RequestArgs, codes: string[]): Promise<TicketMailPreview> {
  return rpc(userClient(args), 'preview_ticket_mails', { p_codes: codes }, ticketMailPreviewSchema)
}
