import { dayOf, formatClockWithZone, formatDay } from '#core/event-time.ts'
import type { MailOrder, MailTimes } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import {
  EventFacts,
  EventPoster,
  firstName,
  openTickets,
  sampleOrder,
  sampleTicketsUrl,
  TestNotice,
  timesText,
  titleOf,
} from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

type Props = { order: MailOrder; was: MailTimes; ticketsUrl: string }

/** Tells whether two events open, start and end at the same instants, written in the same zone. */
export function isSameTime(one: MailTimes, other: MailTimes): boolean {
  const instants = ['doorsAt', 'startsAt', 'endsAt'] as const
  return (
    one.timeZone === other.timeZone &&
    instants.every((name) => Date.parse(one[name]) === Date.parse(other[name]))
  )
}

/** Returns what a change of times is about: another day, other hours, or another end alone. */
function kindOfMove(event: MailTimes, was: MailTimes): 'date' | 'time' | 'end' {
  if (dayOf(event.startsAt, event.timeZone) !== dayOf(was.startsAt, was.timeZone)) return 'date'
  return timesText(event) === timesText(was) ? 'end' : 'time'
}

const subjects = { date: 'New date', time: 'New time', end: 'New end time' }

/** To those who hold tickets, when staff change the times of an event. */
export const eventMoved: MailTemplate<Props> = {
  subject: ({ order, was }) =>
    `${subjects[order.event ? kindOfMove(order.event, was) : 'date']}: ${titleOf(order)}`,
  preview: ({ order }) =>
    order.event ? `Now ${timesText(order.event)}. Your tickets stay valid.` : 'Your tickets stay valid.',
  sample: {
    order: sampleOrder,
    was: { ...sampleOrder.event, doorsAt: '2026-11-15T03:00:00Z', startsAt: '2026-11-15T04:00:00Z' },
    ticketsUrl: sampleTicketsUrl,
  },
  Content: ({ order, was, ticketsUrl, sender }) => {
    const kind = order.event ? kindOfMove(order.event, was) : 'date'
    const end = ({ endsAt, timeZone }: MailTimes) =>
      `${formatDay(endsAt, timeZone)}, ${formatClockWithZone(endsAt, timeZone)}`
    return (
      <>
        <TestNotice order={order} />
        <EventPoster order={order} url={ticketsUrl} sender={sender} />
        <Title>{`${titleOf(order)} has a ${subjects[kind].toLowerCase()}`}</Title>
        <Paragraph>
          {`Hi ${firstName(order)}, your tickets stay valid. You don't have to do anything but come at the new time.`}
        </Paragraph>
        <EventFacts order={order} />
        <Paragraph>
          {kind === 'end' && order.event
            ? `It ends ${end(order.event)}. It was ${end(was)}.`
            : `It was ${timesText(was)}.`}
        </Paragraph>
        <Action url={ticketsUrl}>{openTickets(order)}</Action>
        <SmallPrint>
          {`In your calendar already? Add it again from your ticket: the entry moves. Order ${order.code}.`}
        </SmallPrint>
      </>
    )
  },
}
