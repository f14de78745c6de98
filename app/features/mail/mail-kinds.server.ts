import * as z from 'zod'
import type { LinkPurposeName } from '#core/links.ts'
import { readEnv } from '#server/env.server.ts'
import { makeLinkPath } from '#server/link-token.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import {
  apologyMail,
  confirmationMail,
  contactMail,
  emailChangedMail,
  emailChangeMail,
  eventCancelledMail,
  passwordResetMail,
  refundMail,
  ticketLinksMail,
} from './mail.templates.ts'
import {
  contactMessageSchema,
  type MailSender,
  type MailText,
  mailOrderSchema,
  mailRefundSchema,
  mailSenderSchema,
  resetAccountsSchema,
} from './mail.types.ts'
import type { NotificationType } from './notification-types.ts'

/** What a kind of mail is declared with. */
type Declaration<Facts extends z.ZodRawShape> = {
  /** The kind of thing that a mail is about. */
  subject: 'none' | 'order' | 'account' | 'email_change'
  /** The type that people see in their settings; null for mail to the team. */
  notification: NotificationType | null
  /** Marketing is sent after consent alone. */
  stream: 'transactional' | 'marketing'
  /** What `read_mail_facts` must return for a mail of this kind. */
  facts: z.ZodObject<Facts>
  /** @returns the mail, or null when there is nothing to send any more */
  write: (
    facts: z.output<z.ZodObject<Facts>>,
    sender: MailSender,
  ) => Promise<MailText | null> | MailText | null
}

/** Makes a kind of mail out of its declaration. */
function mailKind<Facts extends z.ZodRawShape>({
  subject,
  notification,
  stream,
  facts,
  write,
}: Declaration<Facts>) {
  const senderSchema = z.object({ sender: mailSenderSchema })
  return {
    subject,
    notification,
    stream,
    schema: senderSchema.and(facts),
    /**
     * Writes a queued mail from the present state of what it is about.
     * @returns null when there is nothing to send any more
     */
    async writeMail(mailId: string): Promise<MailText | null> {
      const values = { p_mail: mailId }
      const found = await rpc(serviceClient(), 'read_mail_facts', values, senderSchema.and(facts))
      return await write(found, { ...found.sender, siteUrl: readEnv().SITE_URL })
    },
  }
}

/**
 * Makes a secret link.
 * @param subjectId of what the link is about, of the kind that its purpose names
 * @returns its whole address, or null when its subject is gone
 */
async function link(
  purpose: LinkPurposeName,
  subjectId: string,
  payload?: Record<string, string>,
): Promise<string | null> {
  const path = await makeLinkPath(purpose, subjectId, payload)
  return path && readEnv().SITE_URL + path
}

const account = { notification: 'account', stream: 'transactional' } as const
/** A mail about an order, to its buyer. */
const toBuyer = {
  subject: 'order',
  notification: 'orders',
  stream: 'transactional',
  facts: z.object({ order: mailOrderSchema }),
} as const

/**
 * Every kind of mail that the site writes, the same as in `private.mail_kinds`. A new kind is an entry here, its template, and a
 * row there.
 */
export const mailKinds = {
  order_paid: mailKind({
    ...toBuyer,
    async write({ order }, sender) {
      const ticketsUrl = await link('order_tickets', order.id)
      return ticketsUrl ? confirmationMail(sender, order, ticketsUrl) : null
    },
  }),
  order_too_late: mailKind({
    ...toBuyer,
    write: ({ order }, sender) => apologyMail(sender, order, 'sold_out'),
  }),
  order_event_over: mailKind({
    ...toBuyer,
    write: ({ order }, sender) => apologyMail(sender, order, 'event_over'),
  }),
  order_over_limit: mailKind({
    ...toBuyer,
    write: ({ order }, sender) => apologyMail(sender, order, 'over_limit'),
  }),
  order_refunded: mailKind({
    ...toBuyer,
    facts: toBuyer.facts.extend({ refund: mailRefundSchema }),
    write: ({ order, refund }, sender) => refundMail(sender, order, refund),
  }),
  event_cancelled: mailKind({
    ...toBuyer,
    notification: 'event_changes',
    write: ({ order }, sender) => eventCancelledMail(sender, order),
  }),
  ticket_links: mailKind({
    subject: 'none',
    notification: 'orders',
    stream: 'transactional',
    facts: z.object({ orders: z.array(mailOrderSchema).max(50) }),
    async write({ orders }, sender) {
      const linked = await Promise.all(
        orders.map(async (order) => {
          const ticketsUrl = await link('order_lookup', order.id)
          return ticketsUrl ? [{ order, ticketsUrl }] : []
        }),
      )
      return ticketLinksMail(sender, linked.flat())
    },
  }),
  password_reset: mailKind({
    ...account,
    subject: 'none',
    facts: z.object({ recipient: z.string(), accounts: resetAccountsSchema }),
    // No mail where nobody has the address: what the visitor saw was the same.
    async write({ recipient, accounts }, sender) {
      const linked = await Promise.all(
        accounts.map(async ({ userId, username }) => {
          const url = await link('password_reset', userId, { email: recipient })
          return url ? [{ username, url }] : []
        }),
      )
      return accounts.length > 0 ? passwordResetMail(sender, linked.flat()) : null
    },
  }),
  email_change: mailKind({
    ...account,
    subject: 'email_change',
    facts: z.object({ subjectId: z.uuid() }),
    // No mail when the request was replaced or has ended meanwhile.
    async write({ subjectId }, sender) {
      const url = await link('email_change', subjectId)
      return url ? emailChangeMail(sender, url) : null
    },
  }),
  email_changed: mailKind({
    ...account,
    subject: 'account',
    facts: z.object({ payload: z.object({ undoId: z.uuid().nullable() }) }),
    // With a link to undo the change, as long as there is something to undo.
    async write({ payload: { undoId } }, sender) {
      return emailChangedMail(sender, undoId ? await link('email_undo', undoId) : null)
    },
  }),
  contact_message: mailKind({
    subject: 'none',
    notification: null,
    stream: 'transactional',
    facts: z.object({ payload: contactMessageSchema }),
    write: ({ payload }, sender) => contactMail(sender, payload),
  }),
}

/** @returns whether the site knows how to write mail of this kind */
export function isMailKind(kind: string): kind is keyof typeof mailKinds {
  return Object.hasOwn(mailKinds, kind)
}
