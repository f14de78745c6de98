import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { PromotersQuery } from './promoters.schema.ts'
import {
  type EventPromoter,
  type EventPromoters,
  eventPromoterSchema,
  eventPromotersSchema,
  type OrderAttribution,
  orderAttributionSchema,
  type PromoterPage,
  promoterPageSchema,
  type Statement,
  statementSchema,
} from './promoters.types.ts'

/** Reads a page of the promoters of an event, or of all, with their figures, for admins. */
export function readEventPromoters(
  args: RequestArgs,
  { event, show, q, after }: PromotersQuery,
): Promise<EventPromoters> {
  const values = { p_event: event, p_show: show, p_search: q || null, p_after: after }
  return rpc(userClient(args), 'list_event_promoters', values, eventPromotersSchema)
}

/** Reads one promoter of an event, for admins; null when there is none. */
export async function readEventPromoter(args: RequestArgs, id: string): Promise<EventPromoter | null> {
  if (!z.uuid().safeParse(id).success) return null
  const values = { p_event_promoter: id }
  return await rpc(userClient(args), 'read_event_promoter', values, eventPromoterSchema.nullable())
}

/** Reads every row of a promoter's commission, for admins; null when there is no such promoter. */
export async function readPromoterStatement(args: RequestArgs, promoter: string): Promise<Statement | null> {
  if (!z.uuid().safeParse(promoter).success) return null
  const named = { p_promoter: promoter }
  return await rpc(userClient(args), 'read_promoter_statement', named, statementSchema.nullable())
}

/** Reads the caller's own page as a promoter; null for members who promote nothing. */
export function readPromoterPage(args: RequestArgs): Promise<PromoterPage | null> {
  return rpc(userClient(args), 'read_promoter_page', {}, promoterPageSchema.nullable())
}

/** Reads every row of the caller's own commission; null for members who promote nothing. */
export function readMyStatement(args: RequestArgs): Promise<Statement | null> {
  return rpc(userClient(args), 'read_my_statement', {}, statementSchema.nullable())
}

/** Reads which promoter an order is and was attributed to, for admins; null when there is no such order. */
export function readOrderAttribution(args: RequestArgs, code: string): Promise<OrderAttribution | null> {
  return rpc(userClient(args), 'read_order_attribution', { p_code: code }, orderAttributionSchema.nullable())
}
