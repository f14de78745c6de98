import type { StaffPath } from './staff-pages.ts'

/** The lists of the back office: their names in saved views, in the addresses of their files and in the audit log. */

/** The page of each list that has a file or saved views. */
export const listPages = {
  orders: '/ticket-management',
  attendees: '/ticket-management/attendees',
  guests: '/free-tickets',
  people: '/user-management',
  events: '/admin/events',
  scans: '/scan-data',
  'no-shows': '/scan-data',
  inventory: '/admin/inventory',
  products: '/admin/products',
  fulfilments: '/ticket-management/fulfilment',
  returns: '/ticket-management/returns',
  failures: '/admin/failures',
  mails: '/ticket-management/mails',
  capacity: '/ticket-management/capacity',
  changes: '/admin/events',
  audit: '/admin/audit',
  'figure-rows': '/analytics',
  comps: '/free-tickets',
} as const satisfies Record<string, StaffPath>
export type ListName = keyof typeof listPages

/** Returns whether an address names a list that has a file. */
export function isListName(name: string | undefined): name is ListName {
  return name !== undefined && Object.hasOwn(listPages, name)
}

/** The lists that filters can be saved for; `private.view_pages` has the same. */
export const viewPages = [
  'orders',
  'attendees',
  'people',
  'events',
  'scans',
  'inventory',
  'products',
  'fulfilments',
  'returns',
  'failures',
  'mails',
] as const satisfies ListName[]
export type ViewPage = (typeof viewPages)[number]

/** Returns whether filters of a list can be saved. */
export function isViewPage(list: string): list is ViewPage {
  return viewPages.some((page) => page === list)
}

/** The fewest and the most letters of a reason why somebody downloads a file that says how to reach people. */
export const reasonLength = { min: 3, max: 500 }

/** How many rows match the filters of a list, and their money; `isMore`: only so many were counted. */
export type ListTotal = { count: number; isMore?: boolean; sumCents?: number | null }

/** Writes how many rows of a list match: `1,204 orders`, `10,000+ orders`. */
export function countText(
  { count, isMore }: ListTotal,
  { one, many }: { one: string; many: string },
): string {
  return `${count.toLocaleString('en-US')}${isMore ? '+' : ''} ${count === 1 && !isMore ? one : many}`
}

/** Takes out of a query string what names one page of a list and not its filters. */
export function viewQuery(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of ['after', 'before', 'format', 'id']) query.delete(name)
  return query.toString().slice(0, 500)
}
