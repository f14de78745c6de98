import { createHash } from 'node:crypto'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { ToolUse } from './assistant.types.ts'
import {
  type Charge,
  chargeSchema,
  type EventInfo,
  eventInfoSchema,
  type FoundEvents,
  type FoundProducts,
  foundEventsSchema,
  foundProductsSchema,
  type MyOrders,
  type MyTickets,
  myOrdersSchema,
  myTicketsSchema,
  type OwnCart,
  ownCartSchema,
  type ProductInfo,
  productInfoSchema,
  type RefundTerms,
  refundTermsSchema,
  type Waitlist,
  waitlistSchema,
} from './records.types.ts'

/**
 * The tools of the assistant: reads that pages use too, each as the person who asks. Row policies decide what there is to read, so a
 * question, a text of somebody else or a model can reach nothing that its reader could not open. None of them writes, and nothing here
 * may use the client without row policies (`scripts/floors.ts`).
 */

/** Runs the tools of one answer, and notes what each read. */
export type ToolBox = ReturnType<typeof openToolBox>

/** Opens the tools for one answer to the person of a request. */
export function openToolBox(args: RequestArgs) {
  const client = userClient(args)
  const uses: ToolUse[] = []
  async function use<Found>(
    tool: string,
    asked: Record<string, unknown>,
    read: () => Promise<Found>,
    idsOf: (found: Found) => string[],
  ): Promise<Found> {
    const found = await read()
    const argsHash = createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16)
    uses.push({ tool, argsHash, ids: idsOf(found).slice(0, 20) })
    return found
  }
  return {
    uses,
    /** @param when `tonight`, `weekend`, or null for all to come */
    findEvents: (when: 'tonight' | 'weekend' | null): Promise<FoundEvents> =>
      use(
        'find_events',
        { when },
        () => rpc(client, 'list_events', { ...anyEvent, p_when: when }, foundEventsSchema),
        ({ events }) => events.map(({ id }) => id),
      ),
    /** @returns null for an event that the asker does not see */
    readEvent: (id: string): Promise<EventInfo | null> =>
      use(
        'event_info',
        { id },
        () => rpc(client, 'read_event_page', { p_id: id }, eventInfoSchema),
        (info) => (info ? [info.event.id] : []),
      ),
    readTickets: (): Promise<MyTickets> =>
      use(
        'my_tickets',
        {},
        () => rpc(client, 'read_my_tickets', {}, myTicketsSchema),
        (list) => list.flatMap(({ tickets }) => tickets.map(({ id }) => id)),
      ),
    readOrders: (): Promise<MyOrders> =>
      use(
        'my_orders',
        {},
        () => rpc(client, 'read_my_orders', {}, myOrdersSchema),
        (orders) => orders.map(({ code }) => code),
      ),
    /** @param code of an order; null for the latest with this sum. @param cents what was charged; null for any */
    explainCharge: (code: string | null, cents: number | null): Promise<Charge | null> =>
      use(
        'explain_charge',
        { code, cents },
        () => rpc(client, 'read_own_charge', { p_code: code, p_cents: cents }, chargeSchema),
        (charge) => (charge ? [charge.code] : []),
      ),
    /** @param tickets whose refund is priced as `choice` */
    readRefundTerms: (code: string, tickets: string[] = []): Promise<RefundTerms | null> =>
      use(
        'refund_terms',
        { code, tickets },
        () => rpc(client, 'read_own_refund', { p_code: code, p_tickets: tickets }, refundTermsSchema),
        (terms) => (terms ? [terms.code] : []),
      ),
    /** @param query words to find; null for what the shop shows first */
    findProducts: (query: string | null): Promise<FoundProducts> =>
      use(
        'product_search',
        { query },
        () => rpc(client, 'list_products', { p_query: query, p_limit: 4 }, foundProductsSchema),
        ({ products }) => products.map(({ id }) => id),
      ),
    readProduct: (id: string): Promise<ProductInfo | null> =>
      use(
        'product_info',
        { id },
        () => rpc(client, 'read_product', { p_id: id }, productInfoSchema),
        () => [id],
      ),
    readWaitlist: (): Promise<Waitlist> =>
      use(
        'waitlist_status',
        {},
        () => rpc(client, 'read_my_waitlist', {}, waitlistSchema),
        (entries) => entries.map(({ id }) => id),
      ),
    readCart: (): Promise<OwnCart> =>
      use(
        'my_cart',
        {},
        () => rpc(client, 'read_cart', {}, ownCartSchema),
        () => [],
      ),
  }
}

const anyEvent = {
  p_city: null,
  p_month: null,
  p_genre: null,
  p_price: null,
  p_age: null,
  p_past: false,
  p_cursor: null,
  p_limit: 6,
}
