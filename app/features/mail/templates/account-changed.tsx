import type * as z from 'zod'
import type { Role } from '#core/role-names.ts'
import { longDateTime } from '#core/time.ts'
import type { accountChangeSchema } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, Title } from './parts.tsx'

type Change = z.output<typeof accountChangeSchema>

/** Says what each role means that staff give. */
const roleTexts: Record<Exclude<Role, 'guest'>, string> = {
  admin:
    'You are an admin now: the staff pages are open to you. Set up two-step verification within 7 days to keep them.',
  moderator: 'You are a moderator now: the staff pages you need are open to you.',
  member: 'You are a member now. The staff pages you had are closed.',
}

/** Names the change, and what it means for the person. */
function textsOf({ change, role, until, timeZone }: Change): { title: string; text: string } {
  const tickets = 'Your orders and tickets stay valid.'
  switch (change) {
    case 'role':
      return { title: 'Your role changed', text: role && role !== 'guest' ? roleTexts[role] : '' }
    case 'suspended':
      return {
        title: 'Your account is suspended',
        text: `You were signed out and can't sign in ${until ? `until ${longDateTime(until, timeZone)}` : 'for now'}. ${tickets}`,
      }
    case 'banned':
      return {
        title: 'Your account is closed',
        text: `You were signed out and can't sign in anymore. ${tickets}`,
      }
    case 'reinstated':
      return { title: 'Your account is open again', text: 'You can sign in again, with the same password.' }
  }
}

/** Tells a person that staff changed their role, or suspended, banned or reopened their account. */
export const accountChanged: MailTemplate<Change & { siteUrl: string }> = {
  subject: (props) => textsOf(props).title,
  preview: (props) => textsOf(props).text,
  sample: {
    change: 'suspended',
    until: '2027-08-08T16:00:00Z',
    timeZone: 'America/New_York',
    siteUrl: 'https://jouvay.example/',
  },
  Content: ({ sender, siteUrl, ...change }) => {
    const { title, text } = textsOf(change)
    return (
      <>
        <Title>{title}</Title>
        <Paragraph>{text}</Paragraph>
        <Action url={siteUrl}>{`Go to ${sender.brand}`}</Action>
      </>
    )
  },
}
