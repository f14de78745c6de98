import type { ReactNode } from 'react'
import type { MailCode, MailSender } from '../mail.types.ts'

/** Declares subject and body of a kind of mail. `Props` are its facts and links. */
export type MailTemplate<Props> = {
  subject: (props: Props) => string
  /** The line that mailboxes show behind the subject. */
  preview: (props: Props) => string
  /** Its content, made of the parts in `parts.tsx`. */
  Content: (props: Props & { sender: MailSender }) => ReactNode
  /** Address for replies; without it they go to the brand's own mailbox. */
  replyTo?: (props: Props) => string
  /** Address of the page that takes its reader off the mailing list; for mail to the list. */
  listEnd?: (props: Props) => string
  /** Codes of tickets that its content shows with `TicketCodes`; their QR codes are sent with it as pictures. */
  codes?: (props: Props) => readonly MailCode[]
  /** Holds the props of its preview in the style guide. */
  sample: Props
}
