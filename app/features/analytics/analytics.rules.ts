/** Decides how views are counted and which part of an address is stored. No clock, no IO. */

/** Longest piece of a path that can be a name or an id; longer ones are secrets of links and are not stored. */
const longestPiece = 40

/**
 * The part of an address that is stored: the path alone, without the search and without secrets of links.
 * @param path as the page reports it
 */
export function storedPath(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? '/'
  const pieces = bare
    .split('/')
    .map((piece) => (piece.length > longestPiece && !/[a-z]-[a-z]/.test(piece) ? '*' : piece))
  return pieces.join('/').replace(/(.)\/+$/, '$1')
}

/**
 * The host that sent a visitor, without anything that identifies them there.
 * @param referrer the browser's `document.referrer`
 * @param siteUrl our own origin, which does not count as a referrer
 * @returns null for none, for our own and for what is no web address
 */
export function referrerHost(referrer: string | null | undefined, siteUrl: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, hostname, origin } = new URL(referrer)
  if (!/^https?:$/.test(protocol) || origin === siteUrl) return null
  return hostname.replace(/^www\./, '').slice(0, 253) || null
}

/** A count as people read it: `2,050`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Formats a share of a whole: `38%`; a dash where there is no whole. */
export function formatShare(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((part / whole) * 100)}%` : '—'
}

/**
 * Formats a day for charts: `Fri, Nov 20`.
 * @param day YYYY-MM-DD
 */
export function formatDay(day: string): string {
  const at = new Date(`${day}T12:00:00Z`)
  return at.toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** A page's path as lists show it, without ids: `/events/…/soca-sunrise`. */
export function shortPath(path: string): string {
  return path.replace(/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/g, '/…')
}
