/** Decides what staff read of an event and may do next with it. */
import { formatMoney } from '#core/money.ts'
import type { EventStatus } from '../event-values.ts'
import { type BadgeText, isOver } from '../events.rules.ts'
import type { EventTabId } from './event-tabs.ts'
import { type ChecklistCode, checklistCodes, type EventEnding } from './staff-events.types.ts'

export const STAFF_FILTERS = ['upcoming', 'draft', 'past', 'cancelled'] as const
export type StaffFilter = (typeof STAFF_FILTERS)[number]

/** Orders of the list, as `list_staff_events` takes them; `-` sorts from the last or largest. */
export const STAFF_SORTS = [
  'date',
  '-date',
  'title',
  '-title',
  'place',
  '-place',
  'sold',
  '-sold',
  'money',
  '-money',
] as const
export type StaffSort = (typeof STAFF_SORTS)[number]

/** @returns the order of a kind of events while none is chosen: what comes next, or what was last */
export function defaultSort(filter: StaffFilter): StaffSort {
  return filter === 'past' || filter === 'cancelled' ? '-date' : 'date'
}

/** As far as the database counts events of a kind. */
export const STAFF_COUNT_LIMIT = 1000

const STATUS_BADGES: Record<EventStatus, BadgeText> = {
  draft: { text: 'Draft', tone: 'neutral' },
  published: { text: 'Published', tone: 'success' },
  postponed: { text: 'Postponed', tone: 'warning' },
  cancelled: { text: 'Canceled', tone: 'danger' },
  archived: { text: 'Archived', tone: 'neutral' },
}

/** An event's status as staff read it. */
export function statusBadge(status: EventStatus): BadgeText {
  return STATUS_BADGES[status]
}

const TRANSITIONS: Record<EventStatus, Exclude<EventStatus, 'draft'>[]> = {
  draft: ['published'],
  published: ['postponed', 'cancelled', 'archived'],
  postponed: ['published', 'cancelled'],
  cancelled: [],
  archived: [],
}

/** Describes what canceling does to the people who bought, such as "Refund 270 tickets, $9,083.25"; null when nobody did. */
export function refundSentence({
  tickets,
  refundCents,
  currency,
}: Pick<EventEnding, 'tickets' | 'refundCents' | 'currency'>): string | null {
  const count = `${new Intl.NumberFormat('en-US').format(tickets)} ${tickets === 1 ? 'ticket' : 'tickets'}`
  if (refundCents > 0) return `Refund ${count}, ${formatMoney(refundCents, currency)}`
  return tickets > 0 ? `Void ${count}` : null
}

/**
 * The states that staff may move an event to. The database holds the same table; this one only decides which buttons show.
 * @param event an event may be archived only after its end
 */
export function nextStatuses(
  event: { status: EventStatus; endsAt: string },
  now: string,
): Exclude<EventStatus, 'draft'>[] {
  const over = isOver(event, now)
  return TRANSITIONS[event.status].filter((to) => {
    if (to === 'archived') return over
    if (event.status === 'published') return !over
    return true
  })
}

/** Holds what the publish checklist says of each item, and the tab that mends it. `needs` ends "A published event needs …". */
export const checklistTexts: Record<
  ChecklistCode,
  { done: string; missing: string; needs: string; tab: EventTabId }
> = {
  title: { done: 'Title', missing: 'Add a title', needs: 'a title', tab: 'details' },
  date: {
    done: 'Date in the future',
    missing: 'Set a start in the future',
    needs: 'a start in the future',
    tab: 'details',
  },
  place: {
    done: 'Venue and address',
    missing: 'Add the venue and its address',
    needs: 'a venue and its address',
    tab: 'details',
  },
  picture: {
    done: 'Picture with description',
    missing: 'Add a picture and describe it',
    needs: 'a picture with its description',
    tab: 'details',
  },
  tickets: {
    done: 'Ticket type with a room and a price',
    missing: 'Add a ticket type with a room and a price',
    needs: 'a ticket type with a room and a price',
    tab: 'tickets',
  },
  sale_window: {
    done: 'Sale times',
    missing: 'A ticket type is never on sale: check its sale times',
    needs: 'sale times',
    tab: 'tickets',
  },
  prices: {
    done: 'Prices follow one another',
    missing: 'A price never ends: give it a quantity or an end',
    needs: 'prices that end before the next begins',
    tab: 'tickets',
  },
  id_policy: {
    done: 'ID policy',
    missing: 'Say which ID people need, as there is an age limit',
    needs: 'an ID policy for its age limit',
    tab: 'door',
  },
  password: { done: 'Password', missing: 'Set the password', needs: 'a password first', tab: 'details' },
  about: {
    done: 'Tagline and description',
    missing: 'Add a tagline and a description',
    needs: 'a tagline and a description',
    tab: 'details',
  },
  line_up: { done: 'Lineup', missing: 'Add who plays', needs: 'a lineup', tab: 'line-up' },
}

/**
 * Says what a change would take from a published event.
 * @param missing the codes of the checklist that the refusal names, with blanks between
 */
export function lossSentence(missing: string | number | null | undefined): string {
  const lost = String(missing ?? '').split(' ')
  const needs = checklistCodes.filter((code) => lost.includes(code)).map((code) => checklistTexts[code].needs)
  const list = new Intl.ListFormat('en-US').format(needs)
  return `A published event needs ${list || 'everything on its checklist'}. Nothing was saved.`
}
