import { linkPurposes } from '#core/links.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

const promise = `The link works once and expires in ${linkPurposes.email_change.lifetime}.`

/** Goes to the new address of an account: a link that completes the change. */
export const emailChange: MailTemplate<{ url: string }> = {
  subject: () => 'Confirm your new email',
  preview: () => promise,
  sample: { url: 'https://jouvay.example/settings?confirm=sample' },
  Content: ({ sender, url }) => (
    <>
      <Title>Confirm your new email</Title>
      <Paragraph>{`You asked to use this email for your ${sender.brand} account.`}</Paragraph>
      <Action url={url}>Confirm new email</Action>
      <SmallPrint>
        {`${promise} If you didn't ask for this, ignore this email and nothing changes.`}
      </SmallPrint>
    </>
  ),
}
