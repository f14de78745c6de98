import type { User } from './roles.ts'

/**
 * The one list of the site's top-level addresses. The navigation, the sitemap, robots.txt, the paths that a person may be
 * sent to, and the usernames nobody may take derive from it; scripts/routes.test.ts holds it against the route files, and
 * supabase/tests/reserved-usernames.test.ts against the database.
 */
type SitePage = {
  /** The address's first segment, with the slash in front. */
  path: `/${string}`
  /** Its place in the navigation, in the order of this list. */
  key?: string
  label?: string
  /** Stands in the sitemap: public, and always there. */
  listed?: true
  /** robots.txt closes it: search engines save themselves the way. */
  closed?: true
  /** A person may be sent here after signing in. */
  destination?: true
}

export const sitePages = [
  { path: '/', key: 'home', label: 'Home', listed: true, destination: true },
  { path: '/events', key: 'events', label: 'Events', listed: true, destination: true },
  { path: '/shop', key: 'shop', label: 'Shop', listed: true, destination: true },
  { path: '/live', key: 'live', label: 'Live', listed: true, destination: true },
  { path: '/community', key: 'community', label: 'Community', listed: true, destination: true },
  { path: '/my-tickets', key: 'tickets', label: 'My Tickets', closed: true, destination: true },
  { path: '/admin', key: 'admin', label: 'Admin', closed: true, destination: true },
  { path: '/checkout', closed: true, destination: true },
  { path: '/payment-success', closed: true, destination: true },
  { path: '/profile', closed: true, destination: true },
  { path: '/settings', closed: true, destination: true },
  { path: '/analytics', destination: true },
  { path: '/ticket-scanner', destination: true },
  { path: '/scan-data', destination: true },
  { path: '/user-management', destination: true },
  { path: '/ticket-management', destination: true },
  { path: '/free-tickets', destination: true },
  { path: '/email-management', destination: true },
  { path: '/ai-assistant', destination: true },
  { path: '/help', listed: true },
  { path: '/refunds', listed: true },
  { path: '/terms', listed: true },
  { path: '/privacy', listed: true },
  { path: '/api/', closed: true },
  { path: '/auth' },
  { path: '/avatars' },
  { path: '/password-reset' },
  { path: '/robots.txt' },
  { path: '/search' },
  { path: '/sitemap.xml' },
  { path: '/sitemap-events.xml' },
  { path: '/sitemap-pages.xml' },
  { path: '/styleguide' },
  { path: '/test-payment' },
] as const satisfies readonly SitePage[]

type Page = (typeof sitePages)[number]

/** A place the navigation leads to. */
export type Place = Extract<Page, { key: string }>
export type PlaceKey = Place['key']

const places = sitePages.filter((page): page is Place => 'key' in page)

/**
 * Lists what one person sees in the navigation: My Tickets when signed in and no guest, Admin for admins in the bottom bar
 * only. Showing a place grants nothing: every page guards itself.
 * @param user who is signed in; null for visitors
 * @param where the wide navigation or the phone's bottom bar
 */
export function visiblePlaces(user: Pick<User, 'role' | 'isGuest'> | null, where: 'top' | 'bottom'): Place[] {
  return places.filter(({ key }) => {
    if (key === 'tickets') return user !== null && !user.isGuest
    if (key === 'admin') return where === 'bottom' && user?.role === 'admin'
    return true
  })
}

/** Lists the paths of one kind: those in the sitemap (`listed`), closed by robots.txt, or fit to send a person to. */
export function pathsThatAre(kind: 'listed' | 'closed' | 'destination'): string[] {
  return sitePages.filter((page: SitePage) => page[kind]).map(({ path }) => path)
}
