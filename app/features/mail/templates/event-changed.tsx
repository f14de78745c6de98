import { formatLongDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import type { MailChange, MailOrder, MailSender } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import {
  countTickets,
  EventFacts,
  EventPoster,
  firstName,
  moneyOf,
  sampleOrder,
  TestNotice,
  titleOf,
} from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

/** Mails about an event whose date no longer holds: there is none yet, there is a new one, or none came in time. */

type Props = { order: MailOrder; change: MailChange }

/** A change for previews. */
export const sampleChange = {
  eventId: '6a1d3c2f-5c6b-4a1f-8b69-1d2e3f4a5b6c',
  title: sampleOrder.event.title,
  timeZone: sampleOrder.event.timeZone,
  currency: sampleOrder.currency,
  kind: 'rescheduled',
  note: 'The river was too high for the boats.',
  previousStartsAt: '2026-11-15T04:00:00Z',
  choiceEndsAt: '2026-11-21T17:00:00Z',
  refundAt: '2027-02-13T17:00:00Z',
  isCurrent: true,
  orders: 5000,
  refunded: 4849,
  refundCents: 91_782_300,
  kept: 0,
  failed: 151,
} satisfies MailChange

const dayOf = (at: string, { timeZone }: MailChange) => formatLongDay(at, timeZone)
const pageOf = ({ eventId }: MailChange, { siteUrl }: MailSender) => siteUrl + paths.event(eventId)
const allOf = (order: MailOrder) => `all ${moneyOf(order, order.eventCents)}, fees included`

/** The event is put off and has no new date yet. */
export const eventPostponed: MailTemplate<Props> = {
  subject: ({ order }) => `Postponed: ${titleOf(order)}`,
  preview: ({ order }) => `Keep your ${countTickets(order.ticketCount)}. Order ${order.code}.`,
  sample: { order: sampleOrder, change: sampleChange },
  Content: ({ order, change, sender }) => (
    <>
      <TestNotice order={order} />
      <EventPoster order={order} url={pageOf(change, sender)} sender={sender} />
      <Title>{`${titleOf(order)} is postponed`}</Title>
      <Paragraph>
        {`Hi ${firstName(order)}, ${titleOf(order)} won't happen on ${dayOf(change.previousStartsAt, change)}. We're working on a new date.`}
      </Paragraph>
      {change.note && <Paragraph>{change.note}</Paragraph>}
      <Paragraph>
        {`Keep your ${countTickets(order.ticketCount)}. We'll email you the new date, and then you can choose to come or to get your money back.`}
      </Paragraph>
      {change.refundAt && order.eventCents > 0 && (
        <Paragraph>
          {`If there is no new date by ${dayOf(change.refundAt, change)}, you'll get back ${allOf(order)}. You don't have to do anything.`}
        </Paragraph>
      )}
      <Action url={pageOf(change, sender)}>Open the event page</Action>
      <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
    </>
  ),
}

/** The event has a new date; whoever can't come may choose a refund. */
export const eventRescheduled: MailTemplate<Props & { choiceUrl: string }> = {
  subject: ({ order }) => `New date: ${titleOf(order)}`,
  preview: ({ order }) => `Your ${countTickets(order.ticketCount)} still get you in. Order ${order.code}.`,
  sample: {
    order: sampleOrder,
    change: sampleChange,
    choiceUrl: 'https://jouvay.example/my-tickets/choice?token=sample',
  },
  Content: ({ order, change, choiceUrl, sender }) => (
    <>
      <TestNotice order={order} />
      <EventPoster order={order} url={choiceUrl} sender={sender} />
      <Title>{`${titleOf(order)} has a new date`}</Title>
      <Paragraph>
        {`Hi ${firstName(order)}, ${titleOf(order)} moved from ${dayOf(change.previousStartsAt, change)}. This is the new date:`}
      </Paragraph>
      <EventFacts order={order} />
      {change.note && <Paragraph>{change.note}</Paragraph>}
      <Paragraph>
        {`If you can come, you don't have to do anything: your ${countTickets(order.ticketCount)} ${order.ticketCount === 1 ? 'is' : 'are'} good for the new date.`}
      </Paragraph>
      {change.choiceEndsAt && (
        <Paragraph>
          {order.eventCents > 0
            ? `If you can't, choose a refund by ${dayOf(change.choiceEndsAt, change)}. You'll get back ${allOf(order)}.`
            : `If you can't, give ${order.ticketCount === 1 ? 'it' : 'them'} back by ${dayOf(change.choiceEndsAt, change)}, so someone else can come.`}
        </Paragraph>
      )}
      <Action url={choiceUrl}>Keep or refund</Action>
      <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
    </>
  ),
}

/** No new date came in time: everything is refunded. */
export const eventUndated: MailTemplate<Props> = {
  subject: ({ order }) => `Refunded: ${titleOf(order)}`,
  preview: ({ order }) => `There is no new date. Order ${order.code}.`,
  sample: { order: sampleOrder, change: sampleChange },
  Content: ({ order, change, sender }) => (
    <>
      <TestNotice order={order} />
      <Title>{`No new date for ${titleOf(order)}`}</Title>
      <Paragraph>
        {`Hi ${firstName(order)}, we postponed ${titleOf(order)} on ${dayOf(change.previousStartsAt, change)} and found no new date in time. We're sorry. Your ${countTickets(order.ticketCount)} no longer ${order.ticketCount === 1 ? 'admits' : 'admit'} anybody.`}
      </Paragraph>
      {order.eventCents > 0 && (
        <Paragraph>
          {`You'll get back ${allOf(order)}. You don't have to do anything. Banks usually take 5 to 10 days to show it.`}
        </Paragraph>
      )}
      <Action url={`${sender.siteUrl}/events`}>See what's next</Action>
      <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
    </>
  ),
}
