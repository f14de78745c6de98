/** Decides what the events screens show, from their data alone: no clock, no IO. */
import { dateStamp, formatClockWithZone, formatDay, formatMoment, wallTimeOf } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import type { CardState, Genre } from './event-values.ts'
import type { EventCard, EventDetail } from './public/public-events.types.ts'

export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'
export type BadgeText = { text: string; tone: Tone }

/** The one address of an event: `/events/{id}/{slug}`. */
export function eventPath(event: { id: string; slug: string }): string {
  return paths.event(event.id, event.slug)
}

const GENRE_NAMES: Record<Genre, string> = {
  soca: 'Soca',
  dancehall: 'Dancehall',
  afrobeats: 'Afrobeats',
  reggae: 'Reggae',
  kompa: 'Kompa',
  'day-fete': 'Day fete',
  cruise: 'Cruise',
}

/** A genre as people read it; an unknown one is shown as it is stored. */
export function genreName(genre: string): string {
  const names: Record<string, string> = GENRE_NAMES
  return names[genre] ?? genre
}

/** `18+`, `21+` or `All ages`. */
export function ageText(minAge: number): string {
  return minAge > 0 ? `${minAge}+` : 'All ages'
}

const STATE_BADGES: Record<CardState, BadgeText | null> = {
  on_sale: null,
  free: { text: 'Free', tone: 'success' },
  low: { text: 'Low tickets', tone: 'warning' },
  not_yet: { text: 'Not on sale yet', tone: 'neutral' },
  sold_out: { text: 'Sold out', tone: 'danger' },
  ended: { text: 'Ended', tone: 'neutral' },
  paused: { text: 'Sales paused', tone: 'neutral' },
  members_only: { text: 'Members', tone: 'accent' },
  cancelled: { text: 'Canceled', tone: 'danger' },
  postponed: { text: 'Postponed', tone: 'warning' },
}

/**
 * The badges of a card, the most important first: what became of the event, else what tickets there are; then tonight and
 * members.
 * @param now the moment the page was read
 */
export function badgesOf(
  card: Pick<EventCard, 'state' | 'startsAt' | 'endsAt' | 'timeZone' | 'visibility'>,
  now: string,
): BadgeText[] {
  const badges: BadgeText[] = []
  const state = STATE_BADGES[card.state]
  if (state) badges.push(state)
  const off = card.state === 'cancelled' || card.state === 'postponed' || card.state === 'ended'
  if (!off && isHappening(card, now)) badges.unshift({ text: 'Happening now', tone: 'accent' })
  else if (!off && isTonight(card, now)) badges.unshift({ text: 'Tonight', tone: 'accent' })
  if (card.visibility === 'members' && card.state !== 'members_only')
    badges.push({ text: 'Members', tone: 'accent' })
  return badges
}

/** Returns whether an event runs at an instant. */
export function isHappening(event: { startsAt: string; endsAt: string }, now: string): boolean {
  return Date.parse(event.startsAt) <= Date.parse(now) && Date.parse(now) < Date.parse(event.endsAt)
}

/** Returns whether an event is over at an instant. */
export function isOver(event: { endsAt: string }, now: string): boolean {
  return Date.parse(event.endsAt) <= Date.parse(now)
}

/** Returns the business date of an instant: a business day begins at five in the morning on the clocks of the zone. */
function businessDate(at: string, zone: string): string {
  return new Date(Date.parse(`${wallTimeOf(at, zone)}:00Z`) - 5 * 3_600_000).toISOString().slice(0, 10)
}

/** Returns whether an event starts on the business date of `now`, in the event's zone. */
export function isTonight(event: { startsAt: string; timeZone: string }, now: string): boolean {
  return businessDate(event.startsAt, event.timeZone) === businessDate(now, event.timeZone)
}

/** Text shown in place of a date that no longer holds. */
export const NEW_DATE_SOON = 'New date soon'

/** Tells whether an event's date no longer holds and the new one is not known. */
export function isDateOpen(event: { status: string }): boolean {
  return event.status === 'postponed'
}

/** The text beside or instead of the price on a card; null where the price is enough. */
export function cardNote(
  card: Pick<EventCard, 'state' | 'timeZone' | 'saleStartsAt'>,
  now: string,
): string | null {
  if (card.state === 'not_yet' && card.saleStartsAt) {
    return `On sale ${formatMoment(card.saleStartsAt, card.timeZone, now)}`
  }
  if (card.state === 'members_only') return 'Sign in to see tickets'
  if (card.state === 'postponed') return NEW_DATE_SOON
  return STATE_BADGES[card.state]?.text ?? null
}

/** Returns whether a card shows a price: only if a ticket can be bought now or later. */
export function showsPrice(card: Pick<EventCard, 'state' | 'fromCents'>): boolean {
  return card.fromCents !== null && ['on_sale', 'low', 'free', 'not_yet'].includes(card.state)
}

/** The banner over an event that isn't simply coming up. */
export function bannerOf(
  event: Pick<
    EventDetail,
    | 'status'
    | 'statusNote'
    | 'previousStartsAt'
    | 'startsAt'
    | 'endsAt'
    | 'timeZone'
    | 'visibility'
    | 'locked'
  >,
  now: string,
): { tone: Exclude<Tone, 'accent'>; title: string; text: string } | null {
  const note = event.statusNote ? `${event.statusNote} ` : ''
  if (event.status === 'draft') {
    return {
      tone: 'warning',
      title: 'Preview',
      text: 'Only staff can see this page until you publish it.',
    }
  }
  if (event.status === 'cancelled') {
    return {
      tone: 'danger',
      title: 'This event is canceled',
      text: `${note}Everyone with a ticket gets a full refund, fees included. You don't have to do anything.`,
    }
  }
  if (event.status === 'postponed') {
    return {
      tone: 'warning',
      title: 'This event is postponed',
      text: `${note}Ticket sales are closed for now. Your tickets are good for the new date. If there isn't one within 90 days, you get everything back, fees included.`,
    }
  }
  if (event.status === 'archived' || isOver(event, now)) {
    return { tone: 'neutral', title: 'This event is over', text: `${note}Thanks to everyone who came out.` }
  }
  if (event.locked) {
    return {
      tone: 'info',
      title: 'Members only',
      text: 'Sign in to see the venue and get tickets.',
    }
  }
  if (event.previousStartsAt) {
    return {
      tone: 'warning',
      title: 'New date',
      text: `${note}Was ${formatDay(event.previousStartsAt, event.timeZone, now)}. Your tickets are good for the new date. Can’t come? See the email we sent you.`,
    }
  }
  return event.statusNote ? { tone: 'info', title: 'Note from the organizer', text: event.statusNote } : null
}

/** A month and a day as a card shows them, with the weekday: `SAT`, `NOV 21`. */
export function stampOf(event: { startsAt: string; timeZone: string }): {
  weekday: string
  month: string
  day: string
} {
  return dateStamp(event.startsAt, event.timeZone)
}

/** Returns whether search engines must not index an event: an unlisted or test event, or one that isn't public yet. */
export function isUnlisted(event: Pick<EventDetail, 'visibility' | 'status' | 'isTest'>): boolean {
  return (
    event.visibility === 'unlisted' ||
    event.visibility === 'password' ||
    event.isTest ||
    event.status === 'draft' ||
    event.status === 'archived'
  )
}

/** An event in one sentence for a shared link: when, where, and what it is. */
export function shareText(
  event: Pick<
    EventDetail,
    'status' | 'startsAt' | 'timeZone' | 'venueName' | 'neighborhood' | 'city' | 'region' | 'summary'
  >,
): string {
  const when = isDateOpen(event)
    ? NEW_DATE_SOON
    : `${formatDay(event.startsAt, event.timeZone)}, ${formatClockWithZone(event.startsAt, event.timeZone)}`
  return [`${when} · ${placeLine(event)}.`, event.summary].filter(Boolean).join(' ')
}

/**
 * Says why nothing of an event can be bought, for the place where tickets would be; null while tickets can be bought.
 */
export function salesClosed(event: Pick<EventDetail, 'status' | 'endsAt'>, now: string): string | null {
  if (event.status === 'cancelled') return 'This event is canceled. Tickets are no longer on sale.'
  if (event.status === 'postponed') return 'Tickets go back on sale when the new date is set.'
  if (event.status === 'archived' || isOver(event, now)) return 'This event is over.'
  return null
}

/** Builds the line that says where an event is: the venue unless it is hidden, and the nearest name people know. */
export function placeLine(event: Pick<EventCard, 'venueName' | 'neighborhood' | 'city' | 'region'>): string {
  const names = [event.venueName ? null : event.neighborhood, event.city, event.region]
  const area = [...new Set(names.filter(Boolean))].join(', ')
  return [event.venueName, area].filter(Boolean).join(' · ')
}

/** Returns what a guest has to know before coming, each with its name: doors and last entry, age and ID, clothes. */
export function goodToKnow(event: EventDetail): [term: string, text: string][] {
  const { doorsAt, lastEntryAt, minAge, timeZone, idPolicy, dressCode } = event
  const lastEntry = lastEntryAt
    ? `. Last entry ${formatDay(lastEntryAt, timeZone, event.startsAt)}, ${formatClockWithZone(lastEntryAt, timeZone)}`
    : ''
  const facts: [string, string | null][] = [
    ['Doors', isDateOpen(event) ? null : formatClockWithZone(doorsAt, timeZone) + lastEntry],
    ['Age', minAge > 0 ? `${minAge}+` : 'All ages. Everyone is welcome.'],
    ['ID', idPolicy],
    ['Dress code', dressCode],
  ]
  return facts.flatMap(([term, text]) => (text ? [[term, text]] : []))
}

/**
 * Links that open the place in a maps app (or on the web where there is none); null without an address. Both are offered, so that
 * no script has to guess the device.
 */
export function mapLinks(
  event: Pick<EventDetail, 'venueName' | 'address' | 'city' | 'region'>,
): { name: string; url: string }[] | null {
  if (!event.address) return null
  const place = [event.venueName, event.address, event.city, event.region].filter(Boolean).join(', ')
  return [
    {
      name: 'Google Maps',
      url: `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`,
    },
    { name: 'Apple Maps', url: `https://maps.apple.com/?${new URLSearchParams({ q: place })}` },
  ]
}

/** Returns whether an entry of a lineup names somebody: not a guest who is to be announced. */
export function isNamedAct(act: { name: string }): boolean {
  return !/^(tba|tbd|to be (announced|confirmed))\b/i.test(act.name.trim())
}

/** Returns the line beside the way to the tickets of an event; null where nothing can be had or waited for. */
export function ticketsLine(
  page: {
    state: CardState
    fromCents: number | null
    saleStartsAt: string | null
    currency: string
    now: string
  } & {
    event: Pick<EventDetail, 'timeZone' | 'status' | 'endsAt'>
  },
): { main: string; note: string | null; action: string | null } | null {
  const { state, fromCents, currency, event } = page
  if (event.status === 'draft' || salesClosed(event, page.now)) return null
  const from =
    fromCents === null ? null : fromCents === 0 ? 'Free' : `From ${formatPrice(fromCents, currency)}`
  switch (state) {
    case 'on_sale':
    case 'free':
      return { main: from ?? 'Tickets', note: fromCents ? 'Fees included' : null, action: 'Get tickets' }
    case 'low':
      return { main: from ?? 'Tickets', note: 'Low tickets', action: 'Get tickets' }
    case 'not_yet': {
      const note = cardNote({ state, saleStartsAt: page.saleStartsAt, timeZone: event.timeZone }, page.now)
      return { main: from ?? 'Tickets', note, action: 'See tickets' }
    }
    case 'members_only':
      return { main: 'Members only', note: 'Joining is free', action: 'See tickets' }
    case 'sold_out':
      return { main: 'Sold out', note: null, action: null }
    default:
      return null
  }
}

/** Plain text to paragraphs: blank lines part them, single breaks stay inside. */
export function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}
