import { linkPurposes } from '#core/links.ts'
import { sampleAlertUrl } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

const promise = `The link expires in ${linkPurposes.address_confirm.lifetime}.`

/** Goes to the address of an account that asked for alerts, as long as its owner has not confirmed it. */
export const addressConfirm: MailTemplate<{ url: string }> = {
  subject: () => 'Confirm your email',
  preview: () => 'One tap and our emails can reach you.',
  sample: { url: sampleAlertUrl },
  Content: ({ sender, url }) => (
    <>
      <Title>One tap and we can write to you</Title>
      <Paragraph>{`You asked ${sender.brand} for email about events, artists or the community. Confirm that this is your address.`}</Paragraph>
      <Action url={url}>Confirm my email</Action>
      <SmallPrint>{`${promise} If you didn't ask for this, ignore this email and nothing happens.`}</SmallPrint>
    </>
  ),
}
