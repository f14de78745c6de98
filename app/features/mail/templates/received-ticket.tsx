import { formatClockWithZone } from '#core/event-time.ts'
import type { MailReminder, MailTransfer, ReceivedNews } from '../mail.types.ts'
import { AnnouncedFacts, AnnouncedPoster, EventLink } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Facts, Paragraph, SmallPrint, Title } from './parts.tsx'
import { refundLine, sampleTransfer, TestNotice } from './transfer.tsx'

/** Mails to people who have a ticket that somebody gave them: what its buyer is told about the event, for them. */

const sample: MailTransfer = {
  ...sampleTransfer,
  state: 'accepted',
  isCurrent: true,
  event: { ...sampleTransfer.event, address: '120 Dock Street' },
}
const url = 'https://jouvay.example/my-tickets?order=sample'
const keepPrivate = 'Keep this link private: anyone who has it can use your ticket.'
const firstName = ({ holderName }: MailTransfer) => holderName.split(' ')[0] ?? holderName

const news: Record<
  ReceivedNews,
  { subject: string; title: (title: string) => string; text: string; hasFacts: boolean }
> = {
  event_moved: {
    subject: 'New time or venue',
    title: (title) => `${title} has changed`,
    text: 'your ticket stays valid. This is when and where it happens now:',
    hasFacts: true,
  },
  event_postponed: {
    subject: 'Postponed',
    title: (title) => `${title} is postponed`,
    text: "there is no new date yet. Keep your ticket: it stays valid, and we'll email you the new date.",
    hasFacts: false,
  },
  event_rescheduled: {
    subject: 'New date',
    title: (title) => `${title} has a new date`,
    text: 'your ticket is good for the new date:',
    hasFacts: true,
  },
  venue_revealed: {
    subject: 'The venue',
    title: (title) => `Where ${title} happens`,
    text: 'this is the venue. Please keep it to yourself: it is shared with ticket holders.',
    hasFacts: true,
  },
}

/** Tells the holder of a ticket from somebody else that the event moved, is put off, has a new date, or where it is. */
export const receivedTicketNews: MailTemplate<{ transfer: MailTransfer; news: ReceivedNews; url: string }> = {
  subject: ({ transfer, news: kind }) => `${news[kind].subject}: ${transfer.event.title}`,
  preview: () => 'Your ticket stays valid.',
  sample: { transfer: sample, news: 'event_rescheduled', url },
  Content: ({ transfer, news: kind, url: ticketUrl, sender }) => (
    <>
      <TestNotice transfer={transfer} />
      <AnnouncedPoster event={transfer.event} sender={sender} />
      <Title>{news[kind].title(transfer.event.title)}</Title>
      <Paragraph>{`Hi ${firstName(transfer)}, ${news[kind].text}`}</Paragraph>
      {news[kind].hasFacts && <AnnouncedFacts event={transfer.event} />}
      <Action url={ticketUrl}>Open your ticket</Action>
      <EventLink event={transfer.event} sender={sender} />
      <SmallPrint>{`You have this ticket from ${transfer.fromName}. ${refundLine} ${keepPrivate}`}</SmallPrint>
    </>
  ),
}

const reminders = {
  day_before: { title: 'See you soon', opening: (title: string) => `${title} is almost here.` },
  day_of: { title: "It's today", opening: (title: string) => `${title} is today.` },
}

const doorsOf = ({ event }: MailTransfer) =>
  `Doors open at ${formatClockWithZone(event.doorsAt, event.timeZone)}.`

/** Reminds the holder of a ticket from somebody else, a day before the doors and on the day. */
export function receivedReminder(
  when: keyof typeof reminders,
): MailTemplate<{ transfer: MailTransfer; about: MailReminder; url: string }> {
  const { title, opening } = reminders[when]
  return {
    subject: ({ transfer }) => `${when === 'day_of' ? 'Today' : 'Reminder'}: ${transfer.event.title}`,
    preview: ({ transfer }) => doorsOf(transfer),
    sample: { transfer: sample, about: { bagPolicy: 'Small bags only.', dressCode: 'All white.' }, url },
    Content: ({ transfer, about, url: ticketUrl, sender }) => {
      const bring: [string, string][] = []
      if (about.bagPolicy) bring.push(['Bags', about.bagPolicy])
      if (about.dressCode) bring.push(['Dress code', about.dressCode])
      return (
        <>
          <AnnouncedPoster event={transfer.event} sender={sender} />
          <Title>{title}</Title>
          <Paragraph>
            {`Hi ${firstName(transfer)}, ${opening(transfer.event.title)} ${doorsOf(transfer)} Have your ticket ready on your phone, with the brightness up.`}
          </Paragraph>
          <Action url={ticketUrl}>Open your ticket</Action>
          <AnnouncedFacts event={transfer.event} />
          {bring.length > 0 && <Facts rows={bring} />}
          <EventLink event={transfer.event} sender={sender} />
          <SmallPrint>{keepPrivate}</SmallPrint>
        </>
      )
    },
  }
}
