import type { MailEvent } from '../mail.types.ts'
import { AnnouncedFacts, AnnouncedPoster, eventUrl, sampleAlertUrl, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallLink, Title } from './parts.tsx'

/** Goes once to people who asked for it, when an event sells something to them. */
export const alertOnSale: MailTemplate<{ event: MailEvent; endUrl: string }> = {
  subject: ({ event }) => `On sale now: ${event.title}`,
  preview: () => 'You asked us to tell you. Tickets are here.',
  listEnd: ({ endUrl }) => endUrl,
  sample: { event: sampleEvent, endUrl: sampleAlertUrl },
  Content: ({ event, endUrl, sender }) => (
    <>
      <AnnouncedPoster event={event} sender={sender} />
      <Title>Tickets are on sale</Title>
      <Paragraph>{`You asked us to tell you when tickets for ${event.title} go on sale. They are now.`}</Paragraph>
      <Action url={eventUrl(event, sender)}>Get tickets</Action>
      <AnnouncedFacts event={event} />
      <SmallLink lead="We'll write once more, the day before, if you have no ticket by then." url={endUrl}>
        Stop emails about this event
      </SmallLink>
    </>
  ),
}
