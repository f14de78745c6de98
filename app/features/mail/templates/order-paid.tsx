import { formatLongDay } from '#core/event-time.ts'
import type { MailCode, MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import {
  countTickets,
  DeliveryFacts,
  EventFacts,
  EventPoster,
  firstName,
  moneyOf,
  openTickets,
  Receipt,
  sampleOrder,
  sampleTicketsUrl,
  TestNotice,
  titleOf,
} from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, TicketCodes, Title } from './parts.tsx'

type Props = {
  order: MailOrder
  ticketsUrl: string
  /** The codes that may be shown when the mail is written: those of an event whose doors open within hours. */
  codes: readonly MailCode[]
  /** Leads to how far the goods of the order are, with the code to pick them up by. */
  goodsUrl?: string | null
}

/** After an order was paid: all its tickets, by one link that needs no account, and their codes when they may be shown already. */
export const orderPaid: MailTemplate<Props> = {
  subject: ({ order }) =>
    order.supplement
      ? `Your ticket is ${order.supplement.toName} now: ${titleOf(order)}`
      : order.event
        ? `Your ${countTickets(order.ticketCount)} for ${order.event.title}`
        : `Your order ${order.code}`,
  preview: ({ order }) =>
    order.event
      ? `${formatLongDay(order.event.doorsAt, order.event.timeZone)}. Order ${order.code}.`
      : `${moneyOf(order, order.totalCents)}, paid.`,
  codes: ({ codes }) => codes,
  sample: {
    order: { ...sampleOrder, ticketCount: 2 },
    ticketsUrl: sampleTicketsUrl,
    codes: [
      { typeName: 'General admission', qr: 'JVT1:SAMPLE CODE ONE', code: 'K7M 2QX 9RD' },
      { typeName: 'VIP deck', qr: 'JVT1:SAMPLE CODE TWO', code: '4HW 8TN C3P' },
    ],
  },
  Content: ({ order, ticketsUrl, codes, goodsUrl, sender }) =>
    order.supplement ? (
      <>
        <TestNotice order={order} />
        <Title>{`Your ticket is ${order.supplement.toName} now`}</Title>
        <Paragraph>
          {`Hi ${firstName(order)}, you paid the difference, and the ticket for ${order.supplement.holderName} changed from ${order.supplement.fromName} to ${order.supplement.toName}. Its code is the same.`}
        </Paragraph>
        <Action url={ticketsUrl}>Open your tickets</Action>
        <EventFacts order={order} />
        <Receipt order={order} />
        <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
      </>
    ) : !order.event ? (
      <>
        <TestNotice order={order} />
        <Title>Thank you</Title>
        <Paragraph>{`Hi ${firstName(order)}, your order is paid.`}</Paragraph>
        {goodsUrl && <Action url={goodsUrl}>Track your order</Action>}
        <DeliveryFacts order={order} />
        <Receipt order={order} />
        <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
      </>
    ) : (
      <>
        <TestNotice order={order} />
        <EventPoster order={order} url={ticketsUrl} sender={sender} />
        <Title>You're in.</Title>
        <Paragraph>
          {`Hi ${firstName(order)}, your ${countTickets(order.ticketCount)} for ${order.event.title} ${order.ticketCount === 1 ? 'is' : 'are'} ready.`}
        </Paragraph>
        <Action url={ticketsUrl}>{openTickets(order)}</Action>
        <TicketCodes codes={codes} />
        {goodsUrl && <Action url={goodsUrl}>Track your items</Action>}
        <EventFacts order={order} />
        <DeliveryFacts order={order} />
        <Receipt order={order} />
        <SmallPrint>
          {`Don't forward this email: anyone who has it can use your tickets. The link works until the day after the event. Order ${order.code}.`}
        </SmallPrint>
      </>
    ),
}
