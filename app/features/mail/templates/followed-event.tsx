import * as paths from '#core/paths.ts'
import type { MailEvent } from '../mail.types.ts'
import { AnnouncedFacts, AnnouncedPoster, eventUrl, sampleAlertUrl, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, listOf, Paragraph, SmallLink, Title } from './parts.tsx'

/** Goes once to a member about a new event of an artist or a series that they follow. */
export const followedEvent: MailTemplate<{ event: MailEvent; names: string[]; endUrl: string }> = {
  subject: ({ event, names }) => `${listOf(names)}: new date, ${event.title}`,
  preview: ({ event }) => `In ${event.city}. You asked to hear about new dates.`,
  listEnd: ({ endUrl }) => endUrl,
  sample: { event: sampleEvent, names: ['DJ Sunrise', 'Carnival on the River'], endUrl: sampleAlertUrl },
  Content: ({ event, names, endUrl, sender }) => (
    <>
      <AnnouncedPoster event={event} sender={sender} />
      <Title>A new date for you</Title>
      <Paragraph>{`You follow ${listOf(names)}. ${event.title} is now on the calendar.`}</Paragraph>
      <Action url={eventUrl(event, sender)}>See the event</Action>
      <AnnouncedFacts event={event} />
      <SmallLink lead="Change what you follow in" url={sender.siteUrl + paths.settings()}>
        your settings
      </SmallLink>
      <SmallLink lead="No more emails about new dates?" url={endUrl}>
        Unsubscribe
      </SmallLink>
    </>
  ),
}
