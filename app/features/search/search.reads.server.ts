import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { groupsOf, isAskable } from './search.rules.ts'
import { searchQuerySchema } from './search.schema.ts'
import { foundSchema, type SearchOutcome } from './search.types.ts'

/**
 * Searches for the query in a request's address (`q`), as the caller and in one round trip; none for a query that is too short.
 * Logs a failure and returns it as an outcome, because the rest of the page works without search.
 * @param limit the most hits of each kind, 20 at most
 */
export async function readSearch(args: RequestArgs, limit: number): Promise<SearchOutcome> {
  const typed = new URL(args.request.url).searchParams.get('q') ?? ''
  const parsed = searchQuerySchema.safeParse(typed)
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? ''
    return { state: 'refused', query: typed.trim(), message }
  }
  const query = parsed.data
  if (!isAskable(query)) return { state: 'idle', query }
  try {
    const found = await rpc(userClient(args), 'search_site', { p_query: query, p_limit: limit }, foundSchema)
    return { state: 'found', query, groups: groupsOf(found) }
  } catch (error) {
    args.context.requestContext.log.error({ err: error }, 'search failed')
    return { state: 'failed', query }
  }
}
