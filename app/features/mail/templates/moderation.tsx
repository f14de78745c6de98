import type * as z from 'zod'
import { longDateTime } from '#core/time.ts'
import type { moderationMailSchema } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, Title } from './parts.tsx'

type Decision = z.output<typeof moderationMailSchema>

/** Names a decision, and what it means for the person. */
function textsOf({ what, until, timeZone }: Decision): { title: string; text: string } {
  switch (what) {
    case 'post_removed':
      return {
        title: 'We removed a post of yours',
        text: 'Others can’t see it anymore. If you think we got it wrong, you can appeal within 14 days.',
      }
    case 'warned':
      return {
        title: 'A warning about your posts',
        text: 'You can still post. Please read the rule before you do. You can appeal within 14 days.',
      }
    case 'muted':
      return {
        title: 'You can’t post for a while',
        text: `You can post and comment again ${until ? `after ${longDateTime(until, timeZone)}` : 'later'}. Your tickets and orders stay valid. You can appeal within 14 days.`,
      }
    case 'lifted':
      return { title: 'You can post again', text: 'We ended the limit on your account early.' }
    case 'appeal_granted':
      return { title: 'Your appeal was granted', text: 'We looked at it again, and took the decision back.' }
    case 'appeal_denied':
      return {
        title: 'Your appeal was denied',
        text: 'Somebody else looked at it again. The decision stands.',
      }
  }
}

/** Tells a person what moderators decided about them or about a post of theirs; never the text of a post. */
export const moderation: MailTemplate<Decision & { settingsUrl: string }> = {
  subject: (props) => textsOf(props).title,
  preview: (props) => textsOf(props).text,
  sample: {
    what: 'muted',
    ruleNumber: 1,
    ruleTitle: 'Be respectful',
    reason: 'You can disagree with people without insulting them.',
    until: '2027-08-08T16:00:00Z',
    timeZone: 'America/New_York',
    settingsUrl: 'https://jouvay.example/settings/moderation',
  },
  Content: ({ settingsUrl, ...decision }) => {
    const { title, text } = textsOf(decision)
    const { ruleNumber, ruleTitle, reason } = decision
    return (
      <>
        <Title>{title}</Title>
        {ruleTitle && <Paragraph>{`Rule ${ruleNumber ?? ''}: ${ruleTitle}`}</Paragraph>}
        {reason && <Paragraph>{`“${reason}”`}</Paragraph>}
        <Paragraph>{text}</Paragraph>
        <Action url={settingsUrl}>Read the decision</Action>
      </>
    )
  },
}
