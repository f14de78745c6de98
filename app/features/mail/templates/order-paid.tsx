import { formatLongDay } from '#core/event-time.ts'
import type { MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import {
  countTickets,
  EventFacts,
  firstName,
  moneyOf,
  openTickets,
  Receipt,
  sampleOrder,
  sampleTicketsUrl,
  TestNotice,
} from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

/** After an order was paid: all its tickets, by one link that needs no account. */
export const orderPaid: MailTemplate<{ order: MailOrder; ticketsUrl: string }> = {
  subject: ({ order }) =>
    order.event
      ? `Your ${countTickets(order.ticketCount)} for ${order.event.title}`
      : `Your order ${order.code}`,
  preview: ({ order }) =>
    order.event
      ? `${formatLongDay(order.event.doorsAt, order.event.timeZone)}. Order ${order.code}.`
      : `${moneyOf(order, order.totalCents)}, paid.`,
  sample: { order: sampleOrder, ticketsUrl: sampleTicketsUrl },
  Content: ({ order, ticketsUrl }) =>
    !order.event ? (
      <>
        <TestNotice order={order} />
        <Title>Thank you</Title>
        <Paragraph>{`Hi ${firstName(order)}, your order is paid.`}</Paragraph>
        <Receipt order={order} />
        <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
      </>
    ) : (
      <>
        <TestNotice order={order} />
        <Title>You're in.</Title>
        <Paragraph>
          {`Hi ${firstName(order)}, your ${countTickets(order.ticketCount)} for ${order.event.title} ${order.ticketCount === 1 ? 'is' : 'are'} ready.`}
        </Paragraph>
        <Action url={ticketsUrl}>{openTickets(order)}</Action>
        <EventFacts order={order} />
        <Receipt order={order} />
        <SmallPrint>
          {`Don't forward this email: anyone who has the link can use your tickets. It works until the day after the event. Order ${order.code}.`}
        </SmallPrint>
      </>
    ),
}
