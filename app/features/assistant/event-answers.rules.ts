import { formatClock, formatClockWithZone, formatDay, formatMoment } from '#core/event-time.ts'
import { formatMoney, formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { refundSentence } from '#core/refund-policy.ts'
import type { Block, Card } from './assistant.types.ts'
import type { EventInfo, FoundEvents } from './records.types.ts'

/** Answers questions about one event, from its page as the asker sees it. */

type Fact = Card['facts'][number]
type Event = EventInfo['event']

const dayAndTime = (event: Pick<Event, 'startsAt' | 'timeZone'>, now: string) =>
  `${formatDay(event.startsAt, event.timeZone, now)}, ${formatClockWithZone(event.startsAt, event.timeZone)}`

const placeText = ({
  venueName,
  city,
}: {
  venueName?: string | null | undefined
  city?: string | null | undefined
}) => [venueName, city].filter(Boolean).join(', ')

function whenFacts({ event, now }: EventInfo): Fact[] {
  return [
    { label: 'Starts', value: dayAndTime(event, now) },
    { label: 'Doors', value: formatClockWithZone(event.doorsAt, event.timeZone) },
    {
      label: 'Ends',
      value: `${formatDay(event.endsAt, event.timeZone, now)}, ${formatClock(event.endsAt, event.timeZone)}`,
    },
  ]
}

function whereFacts({ event, now }: EventInfo): Fact[] {
  if (event.locked) return [{ label: 'Venue', value: 'Members see it after signing in.' }]
  if (event.venueHidden === 'holders')
    return [{ label: 'Venue', value: 'Ticket holders see the address in My Tickets.' }]
  if (event.venueHidden === 'hours') {
    const from = event.venueRevealsAt
      ? formatMoment(event.venueRevealsAt, event.timeZone, now)
      : 'shortly before doors'
    return [{ label: 'Venue', value: `Announced ${from}` }]
  }
  return [
    ...(event.venueName ? [{ label: 'Venue', value: event.venueName }] : []),
    ...(event.address ? [{ label: 'Address', value: event.address }] : []),
    ...(event.city ? [{ label: 'City', value: event.city }] : []),
  ]
}

const offerNotes: Record<string, string> = {
  sold_out: 'sold out',
  not_yet: 'not on sale yet',
  ended: 'no longer on sale',
  paused: 'sales paused',
  members_only: 'for members',
}

function priceFacts({ offer, currency }: EventInfo): Fact[] {
  return offer.map(({ name, priceCents, feeCents, taxCents, state }) => {
    const price = priceCents === null ? 'No price yet' : formatPrice(priceCents, currency)
    const parts = [
      ...(feeCents > 0 ? [`includes ${formatMoney(feeCents, currency)} in fees`] : []),
      ...(taxCents > 0 ? [`plus ${formatMoney(taxCents, currency)} tax`] : []),
      ...(offerNotes[state] ? [offerNotes[state]] : []),
    ]
    return { label: name, value: parts.length > 0 ? `${price} (${parts.join('; ')})` : price }
  })
}

function leftFacts({ offer }: EventInfo): Fact[] {
  return offer.map(({ name, state, left }) => ({
    label: name,
    value: offerNotes[state] ? capital(offerNotes[state]) : left === null ? 'Available' : `${left} left`,
  }))
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function saleFacts(info: EventInfo): Fact[] {
  const { event, offer, now } = info
  return offer.map(({ name, state, saleStartsAt }) => ({
    label: name,
    value:
      state === 'not_yet' && saleStartsAt
        ? `From ${formatMoment(saleStartsAt, event.timeZone, now)}`
        : capital(offerNotes[state] ?? 'on sale now'),
  }))
}

const fact = (label: string, value: string): Fact[] => [{ label, value }]

/** What each kind of question about an event is answered with, by the detail of its intent. */
const answers: Record<string, (info: EventInfo) => Fact[]> = {
  when: whenFacts,
  where: whereFacts,
  price: priceFacts,
  left: leftFacts,
  sale: saleFacts,
  waitlist: leftFacts,
  reminder: saleFacts,
  age: ({ event }) => [
    ...fact('Age', event.minAge ? `${event.minAge} and over` : 'No age limit'),
    ...(event.idPolicy ? fact('ID', event.idPolicy) : []),
  ],
  dress: ({ event }) => fact('Dress code', event.dressCode || 'None. Come as you like.'),
  doors: ({ event, now }) =>
    fact(
      'Doors',
      `${formatDay(event.doorsAt, event.timeZone, now)}, ${formatClockWithZone(event.doorsAt, event.timeZone)}`,
    ),
  last_entry: ({ event }) =>
    fact(
      'Last entry',
      event.lastEntryAt ? formatClockWithZone(event.lastEntryAt, event.timeZone) : 'Until the event ends',
    ),
  reentry: ({ event }) =>
    fact(
      'Re-entry',
      event.reentries
        ? `Up to ${event.reentries} ${event.reentries === 1 ? 'time' : 'times'}`
        : 'No re-entry',
    ),
  line_up: ({ event }) =>
    fact(
      'Lineup',
      event.lineUp?.length ? event.lineUp.map(({ name }) => name).join(', ') : 'Not announced yet',
    ),
  refund: ({ refundPolicy }) => fact('Refunds', refundSentence(refundPolicy)),
}

/** Lists the details of `event_info`. */
export const eventDetails = Object.keys(answers)

function statusLine({ event, now }: EventInfo): string[] {
  const note = event.statusNote ? [event.statusNote] : []
  if (event.status === 'cancelled') return ['This event is canceled.', ...note]
  if (event.status === 'postponed') return ['This event is postponed. The new date comes soon.', ...note]
  return Date.parse(event.endsAt) < Date.parse(now) ? ['This event is over.', ...note] : note
}

/**
 * Answers a question about an event.
 * @param detail what of it; null for its date
 * @returns its card, with a link to its page
 */
export function eventAnswer(info: EventInfo, detail: string | null): Block[] {
  const { event, now } = info
  const facts = (answers[detail ?? 'when'] ?? whenFacts)(info)
  const isHidden = event.locked || Boolean(event.venueHidden)
  const place = isHidden ? (event.city ?? '') : placeText(event)
  return [
    {
      kind: 'card',
      title: event.title,
      to: paths.event(event.id, event.slug),
      lines: [...statusLine(info), [dayAndTime(event, now), place].filter(Boolean).join(' · ')],
      facts,
    },
    ...(detail === 'waitlist' && info.state === 'sold_out'
      ? [
          {
            kind: 'links' as const,
            links: [{ label: 'Join the waitlist', to: paths.waitlist(event.id, event.slug) }],
          },
        ]
      : []),
  ]
}

const stateNotes: Record<string, string> = { ...offerNotes, cancelled: 'canceled', postponed: 'postponed' }

/** Lists events as cards. @param most how many */
export function eventCards({ events, currency, now }: FoundEvents, most: number): Card[] {
  return events.slice(0, most).map((event) => ({
    kind: 'card',
    title: event.title,
    to: paths.event(event.id, event.slug),
    lines: [[dayAndTime(event, now), placeText(event)].filter(Boolean).join(' · ')],
    facts: [
      ...(event.fromCents === null ? [] : fact('From', formatPrice(event.fromCents, currency))),
      ...(stateNotes[event.state] ? fact('Tickets', capital(stateNotes[event.state] ?? '')) : []),
    ],
  }))
}
