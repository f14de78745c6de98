import type { Capability } from './capabilities.ts'
import type { Permission } from './permissions.ts'
import { type Actor, hasGrant, isMember, may } from './roles.ts'

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

const holds = (permission: Permission) => (actor: Actor) => may(actor, permission)
/** Admits staff of a door; a device without an account sees the scanner alone. */
const atDoor = (capability: Capability) => (actor: Actor) => isMember(actor) && hasGrant(actor, capability)

/** The one list of who may see which staff page: guards, the staff navigation and the command palette read it. */
const staffPages = [
  {
    to: '/admin',
    label: 'Today',
    group: 'Tonight',
    admits: (actor: Actor) => may(actor, 'see_hidden_events') || hasGrant(actor, 'door_manager'),
  },
  {
    to: '/ticket-scanner',
    label: 'Scanner',
    group: 'Tonight',
    byEvent: true,
    admits: (actor: Actor) => hasGrant(actor, 'scan'),
  },
  { to: '/scan-data', label: 'Scan data', group: 'Tonight', byEvent: true, admits: atDoor('scan') },
  { to: '/admin/events', label: 'Events', group: 'Events', admits: holds('manage_events') },
  {
    to: '/admin/live',
    label: 'Live',
    group: 'Events',
    admits: (actor: Actor) => isMember(actor) && hasGrant(actor, 'stream_operator'),
  },
  { to: '/ticket-management', label: 'Orders', group: 'Sales', byEvent: true, admits: holds('see_orders') },
  { to: '/ticket-management/refunds', label: 'Refunds', group: 'Sales', admits: holds('refund') },
  {
    to: '/ticket-management/capacity',
    label: 'Capacity',
    group: 'Sales',
    byEvent: true,
    admits: holds('see_capacity'),
  },
  {
    to: '/ticket-management/attendees',
    label: 'Attendees',
    group: 'Guests',
    byEvent: true,
    admits: atDoor('door_manager'),
  },
  {
    to: '/free-tickets',
    label: 'Free tickets',
    group: 'Guests',
    byEvent: true,
    admits: holds('manage_free_tickets'),
  },
  {
    to: '/free-tickets/guest-lists',
    label: 'Guest lists',
    group: 'Guests',
    byEvent: true,
    admits: holds('manage_free_tickets'),
  },
  {
    to: '/free-tickets/promoters',
    label: 'Promoters',
    group: 'Guests',
    byEvent: true,
    admits: holds('manage_free_tickets'),
  },
  {
    to: '/free-tickets/allocations',
    label: 'Allocations',
    group: 'Guests',
    byEvent: true,
    admits: holds('manage_events'),
  },
  { to: '/ticket-management/disputes', label: 'Disputes', group: 'Sales', admits: holds('manage_orders') },
  {
    to: '/ticket-management/blocked',
    label: 'Blocked buyers',
    group: 'Sales',
    admits: holds('manage_orders'),
  },
  { to: '/admin/products', label: 'Products', group: 'Shop', admits: holds('manage_shop') },
  { to: '/admin/inventory', label: 'Inventory', group: 'Shop', admits: holds('manage_shop') },
  { to: '/ticket-management/fulfilment', label: 'Shop desk', group: 'Shop', admits: holds('fulfil_goods') },
  { to: '/ticket-management/returns', label: 'Returns', group: 'Shop', admits: holds('fulfil_goods') },
  { to: '/admin/shipping', label: 'Shipping', group: 'Shop', admits: holds('manage_shop') },
  { to: '/admin/moderation', label: 'Moderation', group: 'Community', admits: holds('moderate') },
  {
    to: '/email-management',
    label: 'Campaigns',
    group: 'Mail',
    admits: (actor: Actor) => isMember(actor) && hasGrant(actor, 'campaign_author'),
  },
  { to: '/ticket-management/mails', label: 'Email log', group: 'Mail', admits: holds('see_mails') },
  {
    to: '/email-management/audiences',
    label: 'Audiences',
    group: 'Mail',
    admits: holds('manage_campaigns'),
  },
  {
    to: '/email-management/suppressions',
    label: 'Suppressions',
    group: 'Mail',
    admits: holds('see_mails'),
  },
  { to: '/user-management', label: 'People', group: 'People', admits: holds('see_people') },
  { to: '/user-management/grants', label: 'Grants', group: 'People', admits: holds('give_roles') },
  { to: '/user-management/invitations', label: 'Invitations', group: 'People', admits: holds('give_roles') },
  { to: '/analytics', label: 'Analytics', group: 'Figures', admits: holds('see_figures') },
  { to: '/admin/assistant', label: 'Assistant', group: 'System', admits: holds('manage_settings') },
  { to: '/admin/settings', label: 'Site settings', group: 'System', admits: holds('manage_settings') },
  { to: '/admin/failures', label: 'Failures', group: 'System', admits: holds('manage_failures') },
  { to: '/admin/audit', label: 'Audit log', group: 'System', admits: holds('see_audit') },
  {
    to: '/admin/search',
    label: 'Search',
    group: null,
    admits: (actor: Actor) => may(actor, 'see_people') || atDoor('scan')(actor),
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
