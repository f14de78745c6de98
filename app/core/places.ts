import type { User } from './roles.ts'

/** The places the navigation leads to, and who sees which. Showing one grants nothing: every page guards itself. */

export const places = [
  { key: 'home', to: '/', label: 'Home' },
  { key: 'events', to: '/events', label: 'Events' },
  { key: 'shop', to: '/shop', label: 'Shop' },
  { key: 'live', to: '/live', label: 'Live' },
  { key: 'community', to: '/community', label: 'Community' },
  { key: 'tickets', to: '/my-tickets', label: 'My Tickets' },
  { key: 'admin', to: '/admin', label: 'Admin' },
] as const

export type Place = (typeof places)[number]
export type PlaceKey = Place['key']

/**
 * What one person sees: My Tickets when signed in and no guest, Admin for admins in the bottom bar only.
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
