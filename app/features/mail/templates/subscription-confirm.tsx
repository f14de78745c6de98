import { linkPurposes } from '#core/links.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

const promise = `The link expires in ${linkPurposes.subscription_confirm.lifetime}.`

/** Goes to an address that somebody typed to join the mailing list: a link that its owner confirms with. */
export const subscriptionConfirm: MailTemplate<{ url: string }> = {
  subject: () => 'Confirm your email',
  preview: () => 'One tap and you hear about new events first.',
  sample: { url: 'https://jouvay.example/mailing-list?token=sample' },
  Content: ({ sender, url }) => (
    <>
      <Title>One tap and you're on the list</Title>
      <Paragraph>{`You asked ${sender.brand} to email you about new events, merch and ticket sales.`}</Paragraph>
      <Action url={url}>Confirm my email</Action>
      <SmallPrint>{`${promise} If you didn't ask for this, ignore this email and nothing happens.`}</SmallPrint>
    </>
  ),
}
