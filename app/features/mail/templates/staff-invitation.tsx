import { capabilityNames } from '#core/capability-names.ts'
import { linkPurposes } from '#core/links.ts'
import type { MailInvitation } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Facts, Paragraph, SmallPrint, Title } from './parts.tsx'

/** To a person whom an admin invites to the staff. */
export const staffInvitation: MailTemplate<{ invitation: MailInvitation; url: string }> = {
  subject: ({ invitation }) =>
    invitation.event ? `Join the team for ${invitation.event.title}` : 'Join the team',
  preview: ({ invitation }) => `You're invited as ${roleOf(invitation).toLowerCase()}.`,
  sample: {
    invitation: {
      role: null,
      capability: 'scan',
      event: { title: 'Sunrise J’ouvert' },
      invitedBy: 'Ada Baptiste',
    },
    url: 'https://jouvay.example/auth/invitation?token=sample',
  },
  Content: ({ sender, invitation, url }) => (
    <>
      <Title>Join the team</Title>
      <Paragraph>
        {`${invitation.invitedBy ?? sender.brand} invites you to work with ${sender.brand}.`}
      </Paragraph>
      <Facts
        rows={[
          ['As', roleOf(invitation)],
          ...(invitation.role ? [] : [['For', invitation.event?.title ?? 'Every event'] as [string, string]]),
        ]}
      />
      <Action url={url}>See the invitation</Action>
      <SmallPrint>
        {`The link works for ${linkPurposes.staff_invitation.lifetime}, for an account with this email. If you don't know what this is about, ignore it.`}
      </SmallPrint>
    </>
  ),
}

function roleOf({ role, capability }: MailInvitation): string {
  return role || !capability ? 'Moderator' : capabilityNames[capability]
}
