import { type Actor, hasGrant, hasRole } from './roles.ts'

/** The groups of the staff navigation, in its order. Groups without visible pages are left out. */
export const staffGroups = [
  'Tonight',
  'Events',
  'Sales',
  'Guests',
  'Shop',
  'Community',
  'Mail',
  'People',
  'Figures',
  'System',
] as const
export type StaffGroup = (typeof staffGroups)[number]

/** One page of the back office, and who may see it. */
type StaffPage = {
  to: string
  label: string
  /** The group that lists it; null for a page that another page links to. */
  group: StaffGroup | null
  /** True if the page shows one event where `?event=` in its address names one. */
  byEvent?: true
  admits: (actor: Actor) => boolean
}

const admins = (actor: Actor) => hasRole(actor, 'admin')
const moderators = (actor: Actor) => hasRole(actor, 'admin', 'moderator')
const doorManagers = (actor: Actor) => hasGrant(actor, 'door_manager')
const doorStaff = (actor: Actor) => hasGrant(actor, 'scan')

/** The one list of who may see which staff page: guards, the staff navigation and the command palette read it. */
const staffPages = [
  {
    to: '/admin',
    label: 'Today',
    group: 'Tonight',
    admits: (actor: Actor) => moderators(actor) || doorManagers(actor),
  },
  { to: '/ticket-scanner', label: 'Scanner', group: 'Tonight', byEvent: true, admits: doorStaff },
  { to: '/scan-data', label: 'Scan data', group: 'Tonight', byEvent: true, admits: doorStaff },
  { to: '/admin/events', label: 'Events', group: 'Events', admits: admins },
  { to: '/ticket-management', label: 'Orders', group: 'Sales', byEvent: true, admits: admins },
  { to: '/ticket-management/refunds', label: 'Refunds', group: 'Sales', admits: admins },
  { to: '/ticket-management/capacity', label: 'Capacity', group: 'Sales', byEvent: true, admits: moderators },
  {
    to: '/ticket-management/attendees',
    label: 'Attendees',
    group: 'Guests',
    byEvent: true,
    admits: doorManagers,
  },
  { to: '/ticket-management/disputes', label: 'Disputes', group: 'Sales', admits: admins },
  { to: '/ticket-management/blocked', label: 'Blocked buyers', group: 'Sales', admits: admins },
  { to: '/admin/products', label: 'Products', group: 'Shop', admits: admins },
  { to: '/admin/inventory', label: 'Inventory', group: 'Shop', admits: admins },
  { to: '/ticket-management/fulfilment', label: 'Shop desk', group: 'Shop', admits: admins },
  { to: '/ticket-management/returns', label: 'Returns', group: 'Shop', admits: admins },
  { to: '/admin/shipping', label: 'Shipping', group: 'Shop', admits: admins },
  { to: '/ticket-management/mails', label: 'Email log', group: 'Mail', admits: admins },
  { to: '/user-management', label: 'People', group: 'People', admits: moderators },
  { to: '/user-management/grants', label: 'Grants', group: 'People', admits: admins },
  { to: '/user-management/invitations', label: 'Invitations', group: 'People', admits: admins },
  { to: '/analytics', label: 'Analytics', group: 'Figures', admits: moderators },
  { to: '/admin/settings', label: 'Site settings', group: 'System', admits: admins },
  { to: '/admin/failures', label: 'Failures', group: 'System', admits: admins },
  { to: '/admin/audit', label: 'Audit log', group: 'System', admits: admins },
  {
    to: '/admin/search',
    label: 'Search',
    group: null,
    admits: (actor: Actor) => moderators(actor) || doorStaff(actor),
  },
] as const satisfies readonly StaffPage[]

/** The path of a staff page. */
export type StaffPath = (typeof staffPages)[number]['to']

/** A link of the staff navigation. */
export type StaffLink = { to: StaffPath; label: string; byEvent: boolean }

/** Returns whether somebody may see a staff page */
export function maySee(actor: Actor | null, path: StaffPath): boolean {
  return actor !== null && staffPages.some((page) => page.to === path && page.admits(actor))
}

/** @returns a person's navigation: the groups with pages they may see, with those pages */
export function staffNavigation(actor: Actor): { group: StaffGroup; links: StaffLink[] }[] {
  const mine = staffPages.filter((page) => page.admits(actor))
  return staffGroups.flatMap((group) => {
    const links = mine
      .filter((page) => page.group === group)
      .map((page) => ({ to: page.to, label: page.label, byEvent: 'byEvent' in page }))
    return links.length > 0 ? [{ group, links }] : []
  })
}

/** @returns the staff pages that somebody may see, in the order of the navigation */
export function staffLinks(actor: Actor): StaffLink[] {
  return staffNavigation(actor).flatMap(({ links }) => links)
}
