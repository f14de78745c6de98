import { formatClockWithZone } from '#core/event-time.ts'
import type { MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import {
  countTickets,
  EventFacts,
  EventPoster,
  firstName,
  openTickets,
  placeOf,
  sampleOrder,
  sampleTicketsUrl,
  TestNotice,
  titleOf,
} from './order-parts.tsx'
import { Action, Paragraph, SmallLink, SmallPrint, Title } from './parts.tsx'

type Props = { order: MailOrder; ticketsUrl: string; mapUrl: string }

/** To those who hold tickets, once, when a hidden venue becomes known to them: where it is, the way there, and when doors open. */
export const venueRevealed: MailTemplate<Props> = {
  subject: ({ order }) => `The venue for ${titleOf(order)}`,
  preview: ({ order }) => placeOf(order),
  sample: {
    order: sampleOrder,
    ticketsUrl: sampleTicketsUrl,
    mapUrl: 'https://www.google.com/maps/dir/?api=1&destination=The+Yard',
  },
  Content: ({ order, ticketsUrl, mapUrl, sender }) => (
    <>
      <TestNotice order={order} />
      <EventPoster order={order} url={ticketsUrl} sender={sender} />
      <Title>{order.event?.venueName || "Here's the venue"}</Title>
      <Paragraph>
        {`Hi ${firstName(order)}, this is where ${titleOf(order)} happens${
          order.event
            ? `. Doors open at ${formatClockWithZone(order.event.doorsAt, order.event.timeZone)}`
            : ''
        }. Bring your ${countTickets(order.ticketCount)}.`}
      </Paragraph>
      <EventFacts order={order} />
      <Action url={mapUrl}>Get directions</Action>
      <SmallLink lead="Your code is on your ticket." url={ticketsUrl}>
        {openTickets(order)}
      </SmallLink>
      <SmallPrint>
        {`The venue is shared with ticket holders. Please keep it to yourself. Order ${order.code}.`}
      </SmallPrint>
    </>
  ),
}
