import { linkPurposes } from '#core/links.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

/** To the address that an account had, after it changed. `undoUrl` undoes the change; null when this mailbox may not. */
export const emailChanged: MailTemplate<{ undoUrl: string | null }> = {
  subject: () => 'Your email was changed',
  preview: () => 'Your account has a new email.',
  sample: { undoUrl: 'https://jouvay.example/auth/undo-email?token=sample' },
  Content: ({ sender, undoUrl }) => (
    <>
      <Title>Your email was changed</Title>
      <Paragraph>{`Your ${sender.brand} account has a new email. From now on we'll write to you there.`}</Paragraph>
      {undoUrl ? (
        <>
          <Paragraph>
            If this wasn't you, undo it: we'll put this email back on your account, sign everyone out, and ask
            you to choose a new password.
          </Paragraph>
          <Action url={undoUrl}>Undo the change</Action>
          <SmallPrint>
            {`The link works once and expires in ${linkPurposes.email_undo.lifetime}. If it was you, ignore this email.`}
          </SmallPrint>
        </>
      ) : (
        <SmallPrint>If this wasn't you, reply to this email right away.</SmallPrint>
      )}
    </>
  ),
}
