import { destinations } from './site-pages.ts'

/** First segments of paths that a person may be sent to after signing in; the empty one is the home page. Beside them only invitations. */
const firstSegments: ReadonlySet<string> = new Set(destinations.map(({ path }) => path.slice(1)))

const longestPath = 512

/**
 * Makes a path from a link, a form or the browser's storage safe to redirect to: a path of this site, never another
 * origin, never an endpoint that acts.
 * @param value anything at all
 * @param fallback the result when the value is not safe
 * @returns path, query and fragment as the browser would normalise them, or the fallback
 */
export function safePath(value: unknown, fallback = '/'): string {
  if (typeof value !== 'string' || value.length > longestPath) return fallback
  // Browsers read a backslash as a slash and drop tabs and line breaks, so neither may reach the URL parser.
  if (!value.startsWith('/') || /[\\\p{Cc}]/u.test(value) || value.startsWith('//')) return fallback
  const base = 'https://site.invalid'
  let url: URL
  try {
    url = new URL(value, base)
  } catch {
    return fallback
  }
  if (url.origin !== base || url.username || url.password) return fallback
  // Dot segments can leave a double slash behind ("/.//evil"), which a browser would take for another host.
  if (url.pathname.startsWith('//')) return fallback
  const { pathname } = url
  if (!firstSegments.has(pathname.split('/')[1] ?? '') && pathname !== '/auth/invitation') return fallback
  return pathname + url.search + url.hash
}
