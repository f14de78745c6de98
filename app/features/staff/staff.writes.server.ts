import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { viewQuery } from './staff.rules.ts'
import type { ViewPage } from './staff.types.ts'

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
