import { dayOf, formatClockWithZone, formatDay } from '#core/event-time.ts'
import type { MailOrder, MailPlace, MailTimes } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import {
  EventFacts,
  EventPoster,
  firstName,
  openTickets,
  placeOf,
  sampleOrder,
  sampleTicketsUrl,
  TestNotice,
  timesText,
  titleOf,
} from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

/** `was`: the earlier times, which may be those of now; `wasPlace`: the earlier place, null where it stays. */
type Props = { order: MailOrder; was: MailTimes; wasPlace: MailPlace | null; ticketsUrl: string }

/** Tells whether two events open, start and end at the same instants, written in the same zone. */
export function isSameTime(one: MailTimes, other: MailTimes): boolean {
  const instants = ['doorsAt', 'startsAt', 'endsAt'] as const
  return (
    one.timeZone === other.timeZone &&
    instants.every((name) => Date.parse(one[name]) === Date.parse(other[name]))
  )
}

/** Tells whether an event is at a place. */
export function isSamePlace(event: NonNullable<MailOrder['event']>, place: MailPlace): boolean {
  const names = ['venueName', 'address', 'city'] as const
  return names.every((name) => (event[name] ?? '') === place[name])
}

type Kind = 'date' | 'time' | 'end' | 'venue' | 'both'

/** Returns what a change is about: another venue, other times and another venue, another day, other hours, or another end alone. */
function kindOfMove(event: MailTimes, was: MailTimes, wasPlace: MailPlace | null): Kind {
  if (wasPlace) return isSameTime(event, was) ? 'venue' : 'both'
  if (dayOf(event.startsAt, event.timeZone) !== dayOf(was.startsAt, was.timeZone)) return 'date'
  return timesText(event) === timesText(was) ? 'end' : 'time'
}

const subjects = {
  date: 'New date',
  time: 'New time',
  end: 'New end time',
  venue: 'New venue',
  both: 'New time and venue',
}

const kindOf = ({ order, was, wasPlace }: Omit<Props, 'ticketsUrl'>): Kind =>
  order.event ? kindOfMove(order.event, was, wasPlace) : 'date'

/** Returns what was before, as one sentence. */
function wasText(kind: Kind, event: MailTimes, { was, wasPlace }: Pick<Props, 'was' | 'wasPlace'>): string {
  const end = ({ endsAt, timeZone }: MailTimes) =>
    `${formatDay(endsAt, timeZone)}, ${formatClockWithZone(endsAt, timeZone)}`
  const { venueName, address, city } = wasPlace ?? { venueName: '', address: '', city: '' }
  const place = [venueName, address, city].filter(Boolean).join(', ')
  if (kind === 'end') return `It ends ${end(event)}. It was ${end(was)}.`
  if (kind === 'venue') return `It was at ${place}.`
  return kind === 'both' ? `It was ${timesText(was)}, at ${place}.` : `It was ${timesText(was)}.`
}

/** To those who hold tickets, when staff change the times of an event, its venue, or both. */
export const eventMoved: MailTemplate<Props> = {
  subject: (props) => `${subjects[kindOf(props)]}: ${titleOf(props.order)}`,
  preview: (props) => {
    const { order } = props
    if (!order.event) return 'Your tickets stay valid.'
    const now = kindOf(props) === 'venue' ? `at ${placeOf(order)}` : timesText(order.event)
    return `Now ${now}. Your tickets stay valid.`
  },
  sample: {
    order: sampleOrder,
    was: { ...sampleOrder.event, doorsAt: '2026-11-15T03:00:00Z', startsAt: '2026-11-15T04:00:00Z' },
    wasPlace: { venueName: 'The Loft', address: '8 Canal Street', city: 'New York' },
    ticketsUrl: sampleTicketsUrl,
  },
  Content: ({ order, was, wasPlace, ticketsUrl, sender }) => {
    const kind = kindOf({ order, was, wasPlace })
    const comeTo = { venue: 'to the new place', both: 'to the new place at the new time' }
    const come = kind === 'venue' || kind === 'both' ? comeTo[kind] : 'at the new time'
    return (
      <>
        <TestNotice order={order} />
        <EventPoster order={order} url={ticketsUrl} sender={sender} />
        <Title>{`${titleOf(order)} has a ${subjects[kind].toLowerCase()}`}</Title>
        <Paragraph>
          {`Hi ${firstName(order)}, your tickets stay valid. You don't have to do anything but come ${come}.`}
        </Paragraph>
        <EventFacts order={order} />
        {order.event && <Paragraph>{wasText(kind, order.event, { was, wasPlace })}</Paragraph>}
        <Action url={ticketsUrl}>{openTickets(order)}</Action>
        <SmallPrint>
          {`Already in your calendar? Add it again from your ticket to update it. Order ${order.code}.`}
        </SmallPrint>
      </>
    )
  },
}
