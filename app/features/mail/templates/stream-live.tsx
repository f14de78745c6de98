import * as paths from '#core/paths.ts'
import type { MailSender, MailStream } from '../mail.types.ts'
import { sampleAlertUrl } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, listOf, Paragraph, SmallLink, Title } from './parts.tsx'

type Props = { stream: MailStream; endUrl: string }

const streamUrl = ({ code }: MailStream, { siteUrl }: MailSender) => siteUrl + paths.live(code)

/** Goes once to a member who asked to be reminded of a stream, when it begins. */
export const streamReminder: MailTemplate<Props> = {
  subject: ({ stream }) => `Live now: ${stream.title}`,
  preview: () => 'You asked us to tell you when it starts.',
  listEnd: ({ endUrl }) => endUrl,
  sample: {
    stream: { code: 'carnival-on-the-river', title: 'Carnival on the River, live', names: [] },
    endUrl: sampleAlertUrl,
  },
  Content: ({ stream, endUrl, sender }) => (
    <>
      <Title>It's on</Title>
      <Paragraph>{`${stream.title} just went live. You asked us to tell you.`}</Paragraph>
      <Action url={streamUrl(stream, sender)}>Watch now</Action>
      <SmallLink lead="No more alerts and reminders?" url={endUrl}>
        Unsubscribe
      </SmallLink>
    </>
  ),
}

/** Goes once to a member who follows an artist or the series of the event whose stream begins. */
export const streamLive: MailTemplate<Props> = {
  ...streamReminder,
  preview: ({ stream }) => `You follow ${listOf(stream.names)}.`,
  sample: { ...streamReminder.sample, stream: { ...streamReminder.sample.stream, names: ['DJ Sunrise'] } },
  Content: ({ stream, endUrl, sender }) => (
    <>
      <Title>We're live</Title>
      <Paragraph>{`You follow ${listOf(stream.names)}. ${stream.title} just went live.`}</Paragraph>
      <Action url={streamUrl(stream, sender)}>Watch now</Action>
      <SmallLink lead="Change what you follow in" url={sender.siteUrl + paths.settings()}>
        your settings
      </SmallLink>
      <SmallLink lead="No more emails about what you follow?" url={endUrl}>
        Unsubscribe
      </SmallLink>
    </>
  ),
}
