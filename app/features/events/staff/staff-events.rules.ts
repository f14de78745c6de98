/** Decides what staff read of an event and may do next with it. */
import { formatMoney } from '#core/money.ts'
import type { EventStatus } from '../event-values.ts'
import { type BadgeText, isOver } from '../events.rules.ts'
import type { EventEnding } from './staff-events.types.ts'

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
