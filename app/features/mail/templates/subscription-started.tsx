import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallLink, Title } from './parts.tsx'

/** Goes to an address that joined the mailing list: what it will get, and the way out. */
export const subscriptionStarted: MailTemplate<{ endUrl: string }> = {
  subject: () => "You're on the list",
  preview: () => 'New events, new merch, and when tickets go on sale.',
  listEnd: ({ endUrl }) => endUrl,
  sample: { endUrl: 'https://jouvay.example/mailing-list?token=sample' },
  Content: ({ sender, endUrl }) => (
    <>
      <Title>You're on the list</Title>
      <Paragraph>{`You'll hear from ${sender.brand} when there are new events, new merch, and when tickets go on sale.`}</Paragraph>
      <Action url={sender.siteUrl}>See what's next</Action>
      <SmallLink lead="Changed your mind?" url={endUrl}>
        Unsubscribe
      </SmallLink>
    </>
  ),
}
