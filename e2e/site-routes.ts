import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { root } from '../tools/settings.ts'

/** Lists every address of the built site, so that tests cover all of them, later ones included. */

type ServerRoute = NonNullable<ServerBuild['routes'][string]>

/** A route: its path with `params` filled in, and whether it takes posts. */
export type SiteRoute = { id: string; path: string; takesPosts: boolean }

async function readBuild(): Promise<ServerBuild> {
  return await import(pathToFileURL(join(root, 'build/server/index.js')).href)
}

/** Writes the path of a route as a pattern of the addresses that it answers. */
function patternOf(path: string): RegExp {
  const pieces = path.split('/').filter(Boolean)
  const pattern = pieces.map((piece) =>
    piece === '*' ? '/.+' : piece.startsWith(':') ? `(/[^/]+)${piece.endsWith('?') ? '?' : ''}` : `/${piece}`,
  )
  return new RegExp(`^${pattern.join('') || '/'}$`)
}

/** Lists the pages of the build, each as a pattern of its paths. */
export async function listPages(): Promise<RegExp[]> {
  const { routes } = await readBuild()
  return Object.values(routes).flatMap((route) =>
    !route || route.id === 'root' || !route.module.default ? [] : [patternOf(route.path ?? '')],
  )
}

/** Lists those routes that answer a path, of the ones that count: with the most words of their own. */
async function routesFor(
  path: string,
  counts: (module: ServerRoute['module']) => boolean,
): Promise<ServerRoute[]> {
  const { routes } = await readBuild()
  const words = ({ path = '' }: ServerRoute) => path.split('/').filter((piece) => !/^[:*]/.test(piece)).length
  const answering = Object.values(routes).filter(
    (route) =>
      route !== undefined &&
      route.id !== 'root' &&
      counts(route.module) &&
      patternOf(route.path ?? '').test(path),
  ) as ServerRoute[]
  const most = Math.max(...answering.map(words))
  return answering.filter((route) => words(route) === most)
}

/**
 * Finds the file of the page that answers a path, from the project's folder.
 * @returns null when no page answers it
 */
export async function findRouteFile(path: string): Promise<string | null> {
  const [best] = await routesFor(path, (module) => Boolean(module.default))
  return best ? `app/${best.id}.tsx` : null
}

/** Tells whether the route that answers a path has an action. */
export async function takesPosts(path: string): Promise<boolean> {
  const routes = await routesFor(path, ({ action, loader, default: page }) =>
    Boolean(action ?? loader ?? page),
  )
  return routes.some(({ module }) => Boolean(module.action))
}

/**
 * Lists the routes of the build.
 * @param params values of the parameters, by name
 */
export async function listRoutes(params: Record<string, string>): Promise<SiteRoute[]> {
  const { routes } = await readBuild()
  return Object.values(routes).flatMap((route) => {
    if (!route || route.id === 'root') return []
    const pieces = (route.path ?? '').split('/').map((piece) => {
      if (piece === '*') return 'nowhere/at/all'
      const name = /^:(\w+)\??$/.exec(piece)?.[1]
      return name ? (params[name] ?? 'unknown') : piece
    })
    return [{ id: route.id, path: `/${pieces.join('/')}`, takesPosts: Boolean(route.module.action) }]
  })
}
