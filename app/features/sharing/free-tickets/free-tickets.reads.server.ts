import type { Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { CompRow } from './comp-file.rules.ts'
import type { CompsQuery } from './free-tickets.schema.ts'
import {
  type CompDetail,
  type CompFigures,
  type CompForm,
  type CompList,
  type CompPreview,
  compDetailSchema,
  compFiguresSchema,
  compFormSchema,
  compListSchema,
  compPreviewSchema,
} from './free-tickets.types.ts'

/**
 * Reads a page of invitations to free tickets, the newest first; the database lets admins only.
 * @param limit rows of a page, 200 at most
 */
export function listComps(
  args: RequestArgs,
  { show, q, event, issuer, reason, guests, after }: CompsQuery,
  limit = 50,
): Promise<CompList> {
  const values = {
    p_event: event,
    p_show: show,
    p_issuer: issuer,
    p_reason: reason,
    p_guests: guests,
    p_search: q || null,
    p_after: after,
    p_limit: limit,
  }
  return rpc(userClient(args), 'list_comps', values, compListSchema)
}

/** Reads one invitation; null when there is none. */
export function readComp(args: RequestArgs, id: string): Promise<CompDetail | null> {
  return rpc(userClient(args), 'read_comp', { p_id: id }, compDetailSchema)
}

/** Reads what the forms that issue offer. @param event its id; null where none is chosen */
export function readCompForm(args: RequestArgs, event: string | null): Promise<CompForm> {
  return rpc(userClient(args), 'read_comp_form', { p_event: event }, compFormSchema)
}

/** Reads places per issuer and reason. @param event its id; null for all events */
export function readCompFigures(args: RequestArgs, event: string | null): Promise<CompFigures> {
  return rpc(userClient(args), 'read_comp_figures', { p_event: event }, compFiguresSchema)
}

/** Reads what is wrong with the rows of a file. Refuses comp_event_closed, not_found, invalid. */
export function previewComps(
  args: RequestArgs,
  event: string,
  rows: CompRow[],
): Promise<Result<CompPreview>> {
  return rpcResult(userClient(args), 'preview_comps', { p_event: event, p_rows: rows }, compPreviewSchema)
}
