import { linkPurposes } from '#core/links.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

const promise = `The link expires in ${linkPurposes.factor_confirm.lifetime}.`

/** Asks the owner of an admin's mailbox whether a second step that was set up after the deadline is theirs. */
export const factorConfirm: MailTemplate<{ url: string }> = {
  subject: () => 'Did you turn on two-step verification?',
  preview: () => 'Confirm it to open the staff pages again, or undo it.',
  sample: { url: 'https://jouvay.example/auth/confirm-factor?token=sample' },
  Content: ({ sender, url }) => (
    <>
      <Title>Did you turn on two-step verification?</Title>
      <Paragraph>{`Someone with your password just turned on two-step verification for your ${sender.brand} admin account. If it was you, confirm it on the device you used, and the staff pages open again.`}</Paragraph>
      <Action url={url}>Yes or no</Action>
      <SmallPrint>{`${promise} If it wasn't you, open it too: you can turn it off, sign everyone out, and choose a new password.`}</SmallPrint>
    </>
  ),
}
