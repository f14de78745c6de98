import * as paths from '#core/paths.ts'
import type { MailEvent } from '../mail.types.ts'
import { AnnouncedFacts, AnnouncedPoster, eventUrl, sampleAlertUrl, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallLink, Title } from './parts.tsx'

/** Joins names as a sentence does: `A`, `A and B`, `A, B and C`. */
function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Goes once to a member when an event is listed with somebody whom they follow. */
export const followedEvent: MailTemplate<{ event: MailEvent; names: string[]; endUrl: string }> = {
  subject: ({ event, names }) => `New date with ${listOf(names)}: ${event.title}`,
  preview: ({ event }) => `${event.city}. Somebody you follow is on the line-up.`,
  listEnd: ({ endUrl }) => endUrl,
  sample: { event: sampleEvent, names: ['DJ Sunrise', 'Lady Pelican'], endUrl: sampleAlertUrl },
  Content: ({ event, names, endUrl, sender }) => (
    <>
      <AnnouncedPoster event={event} sender={sender} />
      <Title>{`${listOf(names)} ${names.length === 1 ? 'has' : 'have'} a new date`}</Title>
      <Paragraph>{`You follow ${listOf(names)}; ${names.length === 1 ? 'this is where to see them' : 'here they are together'}: ${event.title}.`}</Paragraph>
      <Action url={eventUrl(event, sender)}>See the event</Action>
      <AnnouncedFacts event={event} />
      <SmallLink lead="You choose whom you follow in" url={sender.siteUrl + paths.settings()}>
        your settings
      </SmallLink>
      <SmallLink lead="No more emails about anybody you follow?" url={endUrl}>
        Unsubscribe
      </SmallLink>
    </>
  ),
}
