import { formatLongMoment } from '#core/long-moment.ts'
import type { MailTransfer } from '../mail.types.ts'
import { AnnouncedFacts, AnnouncedPoster, EventLink, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title, Watermark } from './parts.tsx'

type Props = { transfer: MailTransfer }
type WithUrl = Props & { url: string }

/** A transfer for previews. */
export const sampleTransfer: MailTransfer = {
  ticketId: '7c3c1f52-8f0e-4f5f-9f6c-2d1c0b9a8e7d',
  state: 'offered',
  expiresAt: '2026-11-27T03:00:00Z',
  fromName: 'Maya Price',
  toName: 'Dre Joseph',
  holderName: 'Dre Joseph',
  typeName: 'General admission',
  isTest: false,
  isValid: true,
  isCurrent: false,
  voidReason: null,
  event: sampleEvent,
}
/** Says where the money of a ticket that was handed on goes. */
export const refundLine =
  'If this ticket is refunded or the event is canceled, the money goes to the person who paid for it.'

/** Marks mail about a ticket of a test order. */
export function TestNotice({ transfer }: Props) {
  return transfer.isTest ? <Watermark>TEST TICKET. Not valid for entry at a real event.</Watermark> : null
}

/** To the person whom a ticket is offered: from whom, what for, and the page where they accept or decline. */
export const transferOffered: MailTemplate<WithUrl> = {
  subject: ({ transfer }) => `${transfer.fromName} offers you a ticket: ${transfer.event.title}`,
  preview: ({ transfer }) => `${transfer.typeName}. It's free for you; accept it before it expires.`,
  sample: { transfer: sampleTransfer, url: 'https://jouvay.example/my-tickets/transfer?token=sample' },
  Content: ({ transfer, url, sender }) => (
    <>
      <TestNotice transfer={transfer} />
      <AnnouncedPoster event={transfer.event} sender={sender} />
      <Title>A ticket for you</Title>
      <Paragraph>{`${transfer.fromName} wants to give you a ticket (${transfer.typeName}). It's free for you.`}</Paragraph>
      <AnnouncedFacts event={transfer.event} />
      <Action url={url}>Accept or decline</Action>
      <EventLink event={transfer.event} sender={sender} />
      <SmallPrint>
        {`The offer ends ${formatLongMoment(transfer.expiresAt, transfer.event.timeZone)}. ${refundLine} If you don't know ${transfer.fromName}, ignore this email or decline.`}
      </SmallPrint>
    </>
  ),
}

/** To the person who gave a ticket away: who has it now, and that the old code is dead. */
export const transferAccepted: MailTemplate<Props> = {
  subject: ({ transfer }) => `${transfer.toName ?? 'Someone'} accepted your ticket: ${transfer.event.title}`,
  preview: () => 'Your old code, screenshots and wallet pass no longer work.',
  sample: { transfer: { ...sampleTransfer, state: 'accepted' } },
  Content: ({ transfer }) => (
    <>
      <TestNotice transfer={transfer} />
      <Title>Your ticket has a new holder</Title>
      <Paragraph>
        {`${transfer.toName ?? 'Someone'} accepted your ticket (${transfer.typeName}) for ${transfer.event.title}. Your old code, screenshots, printouts and wallet pass won't get anyone in.`}
      </Paragraph>
      <Paragraph>{refundLine}</Paragraph>
      <SmallPrint>You didn't offer this ticket to anyone? Reply to this email right away.</SmallPrint>
    </>
  ),
}

/** To the person whose offer was declined or ran out: the ticket is theirs, its code unchanged. */
export const transferEnded: MailTemplate<Props> = {
  subject: ({ transfer }) => `Your ticket is yours again: ${transfer.event.title}`,
  preview: ({ transfer }) => endedText(transfer),
  sample: { transfer: { ...sampleTransfer, state: 'declined' } },
  Content: ({ transfer }) => (
    <>
      <TestNotice transfer={transfer} />
      <Title>Your ticket is yours again</Title>
      <Paragraph>{`${endedText(transfer)} Your ticket (${transfer.typeName}) for ${transfer.event.title} works as before, with the same code.`}</Paragraph>
    </>
  ),
}

const endedText = ({ state, toName }: MailTransfer) =>
  state === 'declined' ? `${toName ?? 'They'} declined it.` : 'Nobody accepted it in time.'

/** To the person whose offer was taken back, or whose ticket ended before they accepted. */
export const transferCanceled: MailTemplate<Props> = {
  subject: ({ transfer }) => `Offer taken back: ${transfer.event.title}`,
  preview: ({ transfer }) => `The ticket from ${transfer.fromName} is no longer on offer.`,
  sample: { transfer: { ...sampleTransfer, state: 'cancelled' } },
  Content: ({ transfer }) => (
    <>
      <TestNotice transfer={transfer} />
      <Title>The ticket is no longer on offer</Title>
      <Paragraph>
        {`${transfer.fromName} offered you a ticket (${transfer.typeName}) for ${transfer.event.title}. ${transfer.isValid ? 'The offer was taken back' : 'The ticket was canceled'}, so the link in our earlier email no longer works.`}
      </Paragraph>
    </>
  ),
}

/** To the new holder of a ticket: the link that opens it. */
export const ticketReceived: MailTemplate<WithUrl> = {
  subject: ({ transfer }) => `Your ticket: ${transfer.event.title}`,
  preview: ({ transfer }) => `${transfer.typeName}, from ${transfer.fromName}.`,
  sample: {
    transfer: { ...sampleTransfer, state: 'accepted' },
    url: 'https://jouvay.example/my-tickets?order=sample',
  },
  Content: ({ transfer, url, sender }) => (
    <>
      <TestNotice transfer={transfer} />
      <AnnouncedPoster event={transfer.event} sender={sender} />
      <Title>The ticket is yours</Title>
      <Paragraph>{`${transfer.typeName} for ${transfer.holderName}, from ${transfer.fromName}. The code for the door is on the page of your ticket.`}</Paragraph>
      <AnnouncedFacts event={transfer.event} />
      <Action url={url}>Open your ticket</Action>
      <EventLink event={transfer.event} sender={sender} />
      <SmallPrint>{`Keep this link private: anyone who has it can use your ticket. ${refundLine}`}</SmallPrint>
    </>
  ),
}

/** To the holder of a ticket that somebody gave them: it was refunded to the buyer, or canceled. */
export const receivedTicketEnded: MailTemplate<Props> = {
  subject: ({ transfer }) => `Your ticket was canceled: ${transfer.event.title}`,
  preview: () => 'It no longer gets you in.',
  sample: { transfer: { ...sampleTransfer, state: 'accepted', isValid: false, voidReason: 'refunded' } },
  Content: ({ transfer }) => (
    <>
      <TestNotice transfer={transfer} />
      <Title>Your ticket was canceled</Title>
      <Paragraph>
        {`The ticket (${transfer.typeName}) for ${transfer.event.title} that ${transfer.fromName} gave you no longer gets you in. ${moneyText(transfer.voidReason)}`}
      </Paragraph>
    </>
  ),
}

const moneyText = (reason: string | null) =>
  reason === 'refunded' || reason === 'event_cancelled'
    ? 'The money goes back to the person who paid for it.'
    : 'Any refund goes to the person who paid for it.'
