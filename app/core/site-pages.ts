import type { User } from './roles.ts'

/**
 * The one list of the site's top-level addresses. The navigation, the sitemap, robots.txt, the safe redirects after
 * signing in, and the reserved usernames derive from it; scripts/routes.test.ts holds it against the route files,
 * and supabase/tests/accounts-reserved-usernames.test.ts against the database.
 */
type SitePage = {
  /** The address's first segment, with the slash in front. */
  path: `/${string}`
  /** Its place in the navigation, in the order of the list. */
  key?: string
  label?: string
  /** Listed in the sitemap: public, and always there. */
  listed?: true
  /** Disallowed in robots.txt. */
  closed?: true
}

/** Pages that a person may be sent to after signing in. Browsers load this part alone. */
export const destinations = [
  { path: '/', key: 'home', label: 'Home', listed: true },
  { path: '/events', key: 'events', label: 'Events', listed: true },
  { path: '/shop', key: 'shop', label: 'Shop', listed: true },
  { path: '/live', key: 'live', label: 'Live', listed: true },
  { path: '/community', key: 'community', label: 'Community', listed: true },
  { path: '/my-tickets', key: 'tickets', label: 'My Tickets', closed: true },
  { path: '/admin', key: 'admin', label: 'Admin', closed: true },
  { path: '/cart', closed: true },
  { path: '/checkout', closed: true },
  { path: '/payment-success', closed: true },
  { path: '/profile', closed: true },
  { path: '/promoter', closed: true },
  { path: '/settings', closed: true },
  { path: '/notifications', closed: true },
  { path: '/people' },
  { path: '/analytics' },
  { path: '/ticket-scanner' },
  { path: '/scan-data' },
  { path: '/user-management' },
  { path: '/ticket-management' },
  { path: '/free-tickets' },
  { path: '/email-management' },
  { path: '/ai-assistant' },
] as const satisfies readonly SitePage[]

const otherPages: readonly SitePage[] = [
  { path: '/help', listed: true },
  { path: '/refunds', listed: true },
  { path: '/terms', listed: true },
  { path: '/privacy', listed: true },
  { path: '/alerts' },
  { path: '/api/', closed: true },
  { path: '/auth' },
  { path: '/avatars' },
  { path: '/invitations' },
  { path: '/llms.txt' },
  { path: '/m' },
  { path: '/mailing-list' },
  { path: '/maps' },
  { path: '/password-reset' },
  { path: '/pictures' },
  { path: '/private' },
  { path: '/robots.txt' },
  { path: '/search' },
  { path: '/share' },
  { path: '/sitemap.xml' },
  { path: '/sitemap-events.xml' },
  { path: '/sitemap-pages.xml' },
  { path: '/sitemap-products.xml' },
  { path: '/styleguide' },
  { path: '/test-payment' },
]

/** Lists every top-level page. */
export function sitePages(): readonly SitePage[] {
  return [...destinations, ...otherPages]
}

type Page = (typeof destinations)[number]

/** A place the navigation leads to. */
export type Place = Extract<Page, { key: string }>
export type PlaceKey = Place['key']

const places = destinations.filter((page): page is Place => 'key' in page)

/**
 * Lists one person's navigation: My Tickets when signed in and no guest, Admin for admins in the bottom bar only.
 * Showing a link grants nothing: every page guards itself.
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
