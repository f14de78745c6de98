import { type DebouncedRequest, useDebouncedRequest } from '#browser/use-debounced-request.ts'
import * as paths from '#core/paths.ts'
import { isAskable } from '../search.rules.ts'
import type { SearchGroup } from '../search.types.ts'

export type LiveSearch = Omit<DebouncedRequest<unknown>, 'body' | 'path'> & {
  /** Holds the last result; null before the first response and without a query. */
  groups: SearchGroup[] | null
  /** The query that `groups` was found for. */
  shownQuery: string
}

/** Requests hits while the visitor types. Only the response to the latest query counts; older requests are aborted. */
export function useSearch(typed: string): LiveSearch {
  const query = typed.trim()
  const path = isAskable(query) ? paths.apiSearch({ q: query }) : null
  const { body, path: responsePath, ...rest } = useDebouncedRequest<{ groups: SearchGroup[] }>(path)
  const responseQuery = (responsePath && new URLSearchParams(responsePath.split('?')[1]).get('q')) ?? ''
  return { ...rest, groups: body?.groups ?? null, shownQuery: responseQuery }
}
