import { type Actor, hasGrant, hasRole } from './roles.ts'

/** One page of the back office, and who may see it. */
type StaffPage = { to: string; label: string; admits: (actor: Actor) => boolean }

const admins = (actor: Actor) => hasRole(actor, 'admin')
const moderators = (actor: Actor) => hasRole(actor, 'admin', 'moderator')
const doorStaff = (actor: Actor) => hasGrant(actor, 'scan')

/** The one list of who may see which staff page: guards and the staff navigation both read it. */
const staffPages = [
  { to: '/admin', label: 'Today', admits: admins },
  { to: '/admin/events', label: 'Events', admits: admins },
  { to: '/ticket-management', label: 'Orders', admits: admins },
  { to: '/ticket-scanner', label: 'Scanner', admits: doorStaff },
  { to: '/scan-data', label: 'Scan data', admits: doorStaff },
  { to: '/analytics', label: 'Analytics', admits: moderators },
  { to: '/user-management', label: 'People', admits: moderators },
] as const satisfies readonly StaffPage[]

/** The path of a staff page. */
export type StaffPath = (typeof staffPages)[number]['to']

/** @returns whether somebody may see a staff page */
export function maySee(actor: Actor | null, path: StaffPath): boolean {
  return actor !== null && staffPages.some((page) => page.to === path && page.admits(actor))
}

/** @returns the staff pages that somebody may see, in the order of the navigation */
export function staffLinks(actor: Actor): { to: StaffPath; label: string }[] {
  return staffPages.filter((page) => page.admits(actor)).map(({ to, label }) => ({ to, label }))
}
