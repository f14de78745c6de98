import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areasOf } from '../scripts/affected-tests.ts'
import { root } from '../tools/settings.ts'
import type { View } from './screen-walk.ts'
import { findRouteFile } from './site-routes.ts'

/** Chooses the screens that everyday's run opens in a browser. */

/**
 * Names the section of a view: the first word of its address. Refusals and pages that are not found look the same wherever they are,
 * so their section is the status.
 */
export function sectionOf({ address, status = 200 }: Pick<View, 'address' | 'status'>): string {
  if (status >= 400) return String(status)
  return /^\/[a-z-]*/.exec(address)?.[0] ?? '/'
}

/**
 * Chooses the first view of each section.
 * @param shown views that are opened anyway
 */
export function onePerSection<T extends Pick<View, 'address' | 'status'>>(
  views: readonly T[],
  shown: readonly Pick<View, 'address' | 'status'>[],
): T[] {
  const seen = new Set(shown.map(sectionOf))
  return views.filter((view) => {
    const section = sectionOf(view)
    return !seen.has(section) && seen.add(section)
  })
}

/**
 * Chooses the views whose routes belong to one of the areas.
 * @param areas as `npm test -- --affected` names them in SCREENS_OF: areas with commas between, or `all`
 */
export async function viewsOfAreas<T extends View>(views: readonly T[], areas: string): Promise<T[]> {
  if (areas === 'all') return [...views]
  const named = areas.split(',')
  const isOf = await Promise.all(
    views.map(async ({ address }) => {
      const file = await findRouteFile(address.split('?')[0] ?? '')
      const reached = file === null ? [] : areasOf(file, (path) => readFileSync(join(root, path), 'utf8'))
      return reached === 'all' || reached.some((area) => named.includes(area))
    }),
  )
  return views.filter((_, place) => isOf[place])
}
