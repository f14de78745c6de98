import { useEffect, useSyncExternalStore } from 'react'
import * as paths from '#core/paths.ts'
import { ApiError, apiRequest } from './api-request.ts'
import { onViewCounted } from './page-views.ts'

/**
 * Caches read queries: a GET to the first element of the key, kept for as long as the page lives. Never stale,
 * never fetched again on focus or by the clock, never retried. Data that ages (availability, holds, orders,
 * counters, live) is read by loaders instead.
 */

/** Identifies a query. Its first element is the path; the others distinguish queries to one path. */
export type QueryKey = readonly [path: string, ...rest: (string | number)[]]

export type QueryState = { data: unknown; error: Error | null; loading: boolean }

export type QueryOptions = {
  /** Says what 401 means: an error, or null data. */
  on401?: 'throw' | 'returnNull'
  /** Holds the data that the page was loaded with: used instead of a first request and of the cached data. */
  initial?: unknown
}

const untouched: QueryState = { data: undefined, error: null, loading: false }
const states = new Map<string, QueryState>()
const options = new Map<string, { key: QueryKey; options: QueryOptions }>()
const watchers = new Map<string, Set<() => void>>()

const nameOf = (key: QueryKey) => JSON.stringify(key)

function set(name: string, state: QueryState): void {
  states.set(name, state)
  for (const notify of watchers.get(name) ?? []) notify()
}

/**
 * Reads once, without caching.
 * @returns the parsed JSON; null for 401 with `on401: 'returnNull'`
 * @throws ApiError for a refused response
 */
export async function fetchQuery(key: QueryKey, { on401 = 'throw' }: QueryOptions = {}): Promise<unknown> {
  const response = await apiRequest('GET', key[0], undefined, { suppressErrors: on401 === 'returnNull' })
  if (on401 === 'returnNull' && response.status === 401) return null
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response.json()
}

async function load(key: QueryKey, how: QueryOptions): Promise<void> {
  const name = nameOf(key)
  const before = states.get(name) ?? untouched
  set(name, { ...before, loading: true })
  try {
    set(name, { data: await fetchQuery(key, how), error: null, loading: false })
  } catch (error) {
    set(name, { ...before, error: error instanceof Error ? error : new Error(String(error)), loading: false })
  }
}

/**
 * Fetches a query again if this page shows it; otherwise removes it from the cache.
 * @param path without search parameters: all queries to the path are meant
 */
export function refreshQuery(path: string): void {
  for (const [name, { key, options: how }] of options) {
    if (key[0].split('?', 1)[0] !== path) continue
    if (watchers.get(name)?.size) void load(key, how)
    else states.delete(name)
  }
}

// The figures on the screen count the page views. Said here, so that pages without queries do not download them.
onViewCounted(() => refreshQuery(paths.apiDashboard()))

/** Reads a query and re-renders when it changes. Several readers of one key share one request. */
export function useQuery(key: QueryKey, how: QueryOptions = {}): QueryState {
  const name = nameOf(key)
  const subscribe = (notify: () => void) => {
    const set = watchers.get(name) ?? new Set()
    watchers.set(name, set.add(notify))
    return () => void set.delete(notify)
  }
  const state = useSyncExternalStore(
    subscribe,
    () => states.get(name) ?? untouched,
    () => untouched,
  )
  const { on401, initial } = how
  useEffect(() => {
    const parsed: QueryKey = JSON.parse(name)
    options.set(name, { key: parsed, options: { on401 } })
    if (initial !== undefined) set(name, { data: initial, error: null, loading: false })
    else if (!states.has(name)) void load(parsed, { on401 })
  }, [name, on401, initial])
  return state
}
