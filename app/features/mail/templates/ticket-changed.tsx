import type { MailOrder, MailTicketChange } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import {
  countTickets,
  firstName,
  openTickets,
  sampleOrder,
  sampleTicketsUrl,
  TestNotice,
  titleOf,
} from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

type Props = { order: MailOrder; change: MailTicketChange; ticketsUrl: string | null }

/** Holds what staff or the holder did to tickets, as a title and sentences for their buyer. */
const texts: Record<
  MailTicketChange['change'],
  (props: Props, many: string) => { title: string; sentences: string[] }
> = {
  reissued: ({ change: { tickets } }, many) => ({
    title: tickets.length === 1 ? 'Your ticket has a new code' : 'Your tickets have new codes',
    sentences: [
      `We gave your ${many} a new code. The old one, a screenshot, a printout or a pass in a phone's wallet won't get anyone in.`,
      'Open your tickets for the new one.',
    ],
  }),
  new_code: () => ({
    title: 'Your ticket has a new code',
    sentences: [
      "You asked for a new code on My Tickets. The old one, a screenshot, a printout or a pass in a phone's wallet won't get anyone in.",
    ],
  }),
  renamed: ({ change: { tickets } }) => ({
    title: 'The name on your ticket has changed',
    sentences: [`Your ticket is for ${tickets[0]?.holderName ?? 'someone else'} now. Its code is the same.`],
  }),
  retyped: ({ change: { tickets, from } }) => ({
    title: 'Your ticket type has changed',
    sentences: [
      `${from ? `${from} became ${tickets[0]?.typeName ?? 'another type'}` : `It is ${tickets[0]?.typeName ?? 'another type'} now`}. Its code is the same.`,
    ],
  }),
  ended: ({ change: { tickets } }, many) => ({
    title: tickets.length === 1 ? 'Your ticket was canceled' : 'Some of your tickets were canceled',
    sentences: [`We canceled ${tickets.length === 1 ? 'a ticket' : many} of your order. No money moved.`],
  }),
  supplement_over: ({ change: { tickets, from } }) => ({
    title: 'Your ticket stays as it is',
    sentences: [
      `The change to ${from ?? 'another type'} that we asked you to pay for is off. You don't owe anything, and you weren't charged.`,
      `Your ticket is ${tickets[0]?.typeName ?? 'as it was'}, with the same code.`,
    ],
  }),
}

const textOf = (props: Props) => texts[props.change.change](props, countTickets(props.change.tickets.length))

/** Staff changed tickets, or the holder made a new code: what, which, and where the present ones are. */
export const ticketChanged: MailTemplate<Props> = {
  subject: (props) => `${textOf(props).title}: ${titleOf(props.order)}`,
  preview: (props) => textOf(props).sentences[0] ?? '',
  sample: {
    order: sampleOrder,
    change: {
      change: 'reissued',
      from: null,
      tickets: [{ holderName: 'Maya Price', typeName: 'General admission' }],
    },
    ticketsUrl: sampleTicketsUrl,
  },
  Content(props) {
    const { order, change, ticketsUrl } = props
    const { title, sentences } = textOf(props)
    return (
      <>
        <TestNotice order={order} />
        <Title>{title}</Title>
        <Paragraph>{`Hi ${firstName(order)}. ${sentences.join(' ')}`}</Paragraph>
        <Paragraph>
          {change.tickets.map(({ holderName, typeName }) => `${typeName}, ${holderName}`).join('; ')}
        </Paragraph>
        {ticketsUrl && <Action url={ticketsUrl}>{openTickets(order)}</Action>}
        <SmallPrint>{`You didn't ask for this? Reply to this email. Order ${order.code}.`}</SmallPrint>
      </>
    )
  },
}
