import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { LRUCache } from 'lru-cache'

type RouteObject = Parameters<typeof matchRoutes>[0][number]

/**
 * Collects the search parameters that change a page's response. A route declares its own by exporting
 * `handle = { pageParams: ['city'] }`; those of the routes around it are its own too. Everything else in an address is for
 * the browser only and makes no page of its own in the page cache.
 */

const mostPaths = 2000

/** Parameters by which Remix requests the data of some of a page's routes. */
const dataParams = ['_routes']

function declaredBy(handle: unknown): string[] {
  if (typeof handle !== 'object' || handle === null || !('pageParams' in handle)) return []
  return Array.isArray(handle.pageParams) ? handle.pageParams.map(String) : []
}

/** The routes as a tree, used only for matching. */
function childrenOf(build: ServerBuild, parent: string | undefined): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || (route.parentId || undefined) !== parent) return []
    const { id, path, index, caseSensitive } = route
    return [
      index
        ? { id, path, caseSensitive, index }
        : { id, path, caseSensitive, children: childrenOf(build, id) },
    ]
  })
}

/**
 * Makes what gives the pattern of a path's route; each path is matched once.
 * @param build Remix's server build
 * @returns for example `/events/:id/:slug?`, with `.data` where Remix requests a page's data; `/*` where no route matches
 */
export function createPathPatterns(build: ServerBuild): (path: string) => string {
  const tree = childrenOf(build, undefined)
  const cache = new LRUCache<string, string>({ max: mostPaths })
  return (path) => {
    const found = cache.get(path)
    if (found) return found
    const page = path.replace(/\.data$/, '').replace(/^\/_root$/, '/')
    const matches = isReadable(page) ? matchRoutes(tree, page) : null
    const pieces = matches?.map(({ route }) => route.path).filter(Boolean)
    const pattern = pieces ? `/${pieces.join('/')}${page === path ? '' : '.data'}` : '/*'
    cache.set(path, pattern)
    return pattern
  }
}

/** Tells whether a path can be decoded; the gate refuses those that can't. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Makes a function that returns the largest file that a form of a path takes, in bytes; 0 where none does. A route declares it by
 * exporting `handle = { largestFile }`.
 * @param build Remix's server build
 */
export function createLargestFiles(build: ServerBuild): (path: string) => number {
  const tree = childrenOf(build, undefined)
  const declared = new Map<string, number>()
  for (const route of Object.values(build.routes)) {
    const handle: unknown = route?.module.handle
    if (route && typeof handle === 'object' && handle !== null && 'largestFile' in handle)
      declared.set(route.id, Number(handle.largestFile))
  }
  return (path) => {
    const matches = isReadable(path) ? matchRoutes(tree, path.replace(/\.data$/, '')) : null
    // A form's action is that of the innermost route.
    return declared.get(matches?.at(-1)?.route.id ?? '') ?? 0
  }
}

/**
 * Makes a function that lists the parameters of a path's pages; each path is matched once.
 * @param build Remix's server build
 */
export function createPageParams(build: ServerBuild): (path: string) => readonly string[] {
  const tree = childrenOf(build, undefined)
  const declared = new Map(
    Object.values(build.routes).map((route) => [route?.id ?? '', declaredBy(route?.module.handle)] as const),
  )
  const cache = new LRUCache<string, readonly string[]>({ max: mostPaths })
  return (path) => {
    const found = cache.get(path)
    if (found) return found
    const isData = path.endsWith('.data')
    const page = isData ? path.replace(/\.data$/, '').replace(/^\/_root$/, '/') : path
    const params = (isReadable(page) ? (matchRoutes(tree, page) ?? []) : []).flatMap(
      ({ route: { id = '' } }) => declared.get(id) ?? [],
    )
    const all = [...new Set(isData ? [...params, ...dataParams] : params)].sort()
    cache.set(path, all)
    return all
  }
}
