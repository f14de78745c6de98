/** Builds the palette's results with their paths. */
import { formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { roleNames } from '#core/role-names.ts'
import { roleMay } from '#core/roles.ts'
import type { StaffLink } from '#core/staff-pages.ts'
import { orderStates } from '#core/states.ts'
import type { StaffHit, StaffHitGroup, StaffSearch } from './staff.types.ts'

/** Letters of a query: fewer are not sent to the database, more are cut off. */
export const shortestQuery = 2
export const longestQuery = 80

/** Puts a query from an address or a field into one line of at most 80 letters. */
export function cleanQuery(text: string | null): string {
  const line = (text ?? '')
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, longestQuery).join('')
}

/** Returns whether a query is long enough for the database. */
export function isAskable(query: string): boolean {
  return [...query].length >= shortestQuery
}

/** @returns the pages whose name contains the query; all of them for an empty one */
export function pageHits(pages: readonly StaffLink[], query: string): StaffHit[] {
  const sought = query.toLocaleLowerCase('en-US')
  return pages
    .filter(({ label }) => label.toLocaleLowerCase('en-US').includes(sought))
    .map(({ to, label }) => ({ id: `page${to}`, to, title: label, facts: '' }))
}

const eventNotes: Record<string, string> = {
  draft: 'Draft',
  postponed: 'Postponed',
  cancelled: 'Canceled',
  archived: 'Archived',
}

const joined = (...facts: (string | false | null | undefined)[]) => facts.filter(Boolean).join(' · ')

/**
 * Puts what was found into groups of links.
 * @param editsEvents whether events lead to the editor, which only admins may open, or to the scans at their door
 */
export function hitGroups(
  pages: StaffHit[],
  found: StaffSearch | null,
  editsEvents: boolean,
): StaffHitGroup[] {
  const groups: StaffHitGroup[] = [{ label: 'Pages', hits: pages }]
  if (found) {
    groups.push(
      {
        label: 'Events',
        hits: found.events.map((event) => ({
          id: event.id,
          to: editsEvents ? paths.adminEvent(event.id) : paths.scanData({ event: event.id }),
          title: event.title,
          facts: joined(
            formatDay(event.startsAt, event.timeZone, found.now),
            event.city,
            eventNotes[event.status],
          ),
        })),
      },
      {
        label: 'People',
        hits: found.people.map((person) => ({
          id: person.id,
          to: paths.userManagementPerson(person.id),
          title: person.displayName,
          facts: joined(
            person.username && `@${person.username}`,
            person.role && roleMay(person.role, 'be_staff') && roleNames[person.role].text,
          ),
        })),
      },
      {
        label: 'Orders',
        hits: found.orders.map((order) => ({
          id: order.code,
          to: paths.ticketManagement({ q: order.code }),
          title: order.code,
          facts: joined(
            order.name,
            formatMoney(order.totalCents, order.currency),
            orderStates[order.status].label,
          ),
        })),
      },
    )
  }
  return groups.filter(({ hits }) => hits.length > 0)
}
