import { linkPurposes } from '#core/links.ts'
import type { MailEvent } from '../mail.types.ts'
import { AnnouncedFacts, sampleAlertUrl, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

const promise = `The link expires in ${linkPurposes.alert_confirm.lifetime}.`

/** Goes to an address that somebody typed to hear when tickets of an event go on sale: a link that its owner confirms with. */
export const alertConfirm: MailTemplate<{ event: MailEvent; url: string }> = {
  subject: ({ event }) => `Confirm your alert for ${event.title}`,
  preview: () => 'One tap and we email you when tickets go on sale.',
  sample: { event: sampleEvent, url: sampleAlertUrl },
  Content: ({ event, url }) => (
    <>
      <Title>Want to know when tickets go on sale?</Title>
      <Paragraph>
        {`Confirm and we'll email you once when tickets for ${event.title} go on sale, and once the day before if you have none.`}
      </Paragraph>
      <Action url={url}>Confirm my alert</Action>
      <AnnouncedFacts event={event} />
      <SmallPrint>{`${promise} If you didn't ask for this, ignore this email and nothing happens.`}</SmallPrint>
    </>
  ),
}
