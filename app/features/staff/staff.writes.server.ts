import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { type ViewPage, viewQuery } from '#core/staff-lists.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient, writingClient } from '#server/supabase.server.ts'

/**
 * Saves filters of a list for the caller; the same name again replaces them.
 * @param view.query query string of the list's address
 * @returns the view's id, or a refusal: not_allowed, invalid, too_many_views
 */
export async function saveView(
  args: RequestArgs,
  view: { page: ViewPage; name: string; query: string },
): Promise<Result<string>> {
  const { page, name, query } = view
  const values = { p_page: page, p_name: name, p_query: viewQuery(query) }
  return rpcResult(userClient(args), 'save_view', values, z.uuid())
}

/** Deletes one of the caller's saved views. @returns false where they have none of that id, or a refusal: not_allowed */
export async function deleteView(args: RequestArgs, id: string): Promise<Result<boolean>> {
  return rpcResult(userClient(args), 'delete_view', { p_id: id }, z.boolean())
}

/** The most characters of filters that the log takes. */
const mostFilters = 1500

/**
 * Records in the audit log that the caller downloads a list as a file.
 * @param list the file's name
 * @param query the list's address: its filters, and the rows that were selected
 * @param reason why, where the file says how to reach people
 * @returns a refusal: not_allowed, invalid
 */
export async function recordExport(
  args: RequestArgs,
  list: string,
  query: URLSearchParams,
  reason: string | null,
): Promise<Result<unknown>> {
  const filters: Record<string, unknown> = Object.fromEntries(
    [...query].filter(([name]) => name !== 'id' && name !== 'reason'),
  )
  if (query.has('selected')) filters.selected = query.getAll('id').length
  const isShort = JSON.stringify(filters).length <= mostFilters
  return rpcResult(
    writingClient(args),
    'record_export',
    { p_list: list, p_filters: isShort ? filters : {}, p_reason: reason },
    z.unknown(),
  )
}
