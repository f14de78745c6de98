import type { MailEvent } from '../mail.types.ts'
import { AnnouncedFacts, AnnouncedPoster, eventUrl, sampleAlertUrl, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallLink, Title } from './parts.tsx'

/** Goes once, a day before the doors, to people who asked for alerts of an event and have no ticket. */
export const alertReminder: MailTemplate<{ event: MailEvent; endUrl: string }> = {
  subject: ({ event }) => `Still want to come? ${event.title}`,
  preview: () => 'Tickets are still on sale.',
  listEnd: ({ endUrl }) => endUrl,
  sample: { event: sampleEvent, endUrl: sampleAlertUrl },
  Content: ({ event, endUrl, sender }) => (
    <>
      <AnnouncedPoster event={event} sender={sender} />
      <Title>Doors open soon</Title>
      <Paragraph>{`You asked about ${event.title}. Tickets are still on sale, and you don't have one yet.`}</Paragraph>
      <Action url={eventUrl(event, sender)}>Get tickets</Action>
      <AnnouncedFacts event={event} />
      <SmallLink lead="This is our last email about this event." url={endUrl}>
        Unsubscribe
      </SmallLink>
    </>
  ),
}
