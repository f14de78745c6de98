import { Fragment } from 'react'
import { linkPurposes } from '#core/links.ts'
import type { MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { EventPoster, openTickets, sampleOrder, sampleTicketsUrl, titleOf, whenOf } from './order-parts.tsx'
import { Action, Facts, Paragraph, SmallPrint, Title } from './parts.tsx'

const { lifetime } = linkPurposes.order_lookup

/** Sent on request from the tickets page to the address given there, or by staff: a link to each order, for a day. */
export const ticketLinks: MailTemplate<{
  orders: readonly { order: MailOrder; ticketsUrl: string }[]
  byStaff: boolean
}> = {
  subject: () => 'Your tickets',
  preview: () => `The links work for ${lifetime}.`,
  sample: {
    byStaff: false,
    orders: [
      { order: sampleOrder, ticketsUrl: sampleTicketsUrl },
      {
        order: {
          ...sampleOrder,
          id: sampleOrder.event.title,
          ticketCount: 1,
          event: { ...sampleOrder.event, title: 'Cooler Fete' },
        },
        ticketsUrl: sampleTicketsUrl,
      },
    ],
  },
  Content: ({ orders, byStaff, sender }) => (
    <>
      <Title>Your tickets</Title>
      <Paragraph>
        {byStaff
          ? `${sender.brand} sent you these tickets.`
          : 'You asked for the tickets bought with this email. Here they are.'}
      </Paragraph>
      {orders.map(({ order, ticketsUrl }) => (
        <Fragment key={order.id}>
          <EventPoster order={order} url={ticketsUrl} sender={sender} />
          <Facts
            rows={[
              ['Event', titleOf(order)],
              ['When', whenOf(order)],
              ['Tickets', String(order.ticketCount)],
            ]}
          />
          <Action url={ticketsUrl}>{openTickets(order)}</Action>
        </Fragment>
      ))}
      <SmallPrint>
        {`Don't forward this email: anyone who has the links can use your tickets. They work for ${lifetime}. If you didn't ask for this, you can ignore it. We sent it only to you.`}
      </SmallPrint>
    </>
  ),
}
