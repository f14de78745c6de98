import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { canSendMail, sendMail } from '#server/mailer.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { readMailFacts } from './mail.reads.server.ts'
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
import type { MailOrder, MailText } from './mail.types.ts'

const batch = 10
const pauseMs = 2000

const claimedSchema = z.array(
  z.object({
    id: z.uuid(),
    kind: z.string(),
    recipient: z.string(),
    order_id: z.uuid().nullable(),
    payload: z.record(z.string(), z.unknown()),
    attempts: z.int(),
  }),
)
type ClaimedMail = z.output<typeof claimedSchema>[number]

const aboutSchema = z.object({ about: z.uuid().nullish() })
const accountSchema = z.object({ user_id: z.uuid() })
const undoSchema = z.object({ undo_id: z.uuid().nullish() })
const resetAccountsSchema = z.array(z.object({ user_id: z.uuid(), username: z.string() }))
const contactSchema = z.object({
  topic: z.string(),
  name: z.string(),
  email: z.string(),
  order: z.string().nullable(),
  message: z.string(),
})
const linksSchema = z.object({ order_ids: z.array(z.uuid()).max(50) })

/** Sends the mail that waits in the database, as long as the process lives. Without a mail server it waits on. */
export function startOutbox(log: Logger): Task | null {
  if (!canSendMail()) {
    log.warn('SMTP_URL is not set: mail waits in the outbox')
    return null
  }
  return startTask({ name: 'outbox', everyMs: pauseMs, log, run: () => pumpMail(log) })
}

/**
 * Claims a few mails and sends them. A mail that can't be sent waits longer each time; a crash in between leaves a lease
 * that ends, so no mail is lost.
 * @returns whether there may be more
 */
export async function pumpMail(log: Logger): Promise<boolean> {
  const { data, error } = await serviceClient().rpc('claim_mail', { p_limit: batch })
  if (error) throw error
  const claimed = claimedSchema.parse(data)
  for (const mail of claimed) {
    const trouble = await deliver(mail)
    if (trouble)
      log.warn({ mail: mail.id, kind: mail.kind, attempt: mail.attempts, err: trouble }, 'mail not sent')
    const finished = await serviceClient().rpc('finish_mail', {
      p_id: mail.id,
      p_ok: trouble === null,
      p_error: trouble?.message ?? null,
    })
    if (finished.error) throw finished.error
  }
  return claimed.length === batch
}

/** @returns why it could not be sent, or null */
async function deliver(mail: ClaimedMail): Promise<Error | null> {
  try {
    const text = await write(mail)
    if (text) await sendMail({ to: mail.recipient, ...text }, mail.id)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(JSON.stringify(error))
  }
}

/** Writes a mail from the present state of what it is about; null when there is nothing to tell anybody. */
async function write(mail: ClaimedMail): Promise<MailText | null> {
  if (mail.kind === 'password_reset') return writePasswordReset(mail.recipient)
  if (mail.kind === 'email_change') {
    return writeEmailChange(mail.recipient, accountSchema.parse(mail.payload).user_id)
  }
  if (mail.kind === 'email_changed') return writeEmailChanged(undoSchema.parse(mail.payload).undo_id ?? null)
  if (mail.kind === 'ticket_links') {
    const { sender, orders } = await readMailFacts(linksSchema.parse(mail.payload).order_ids, null)
    const linked = await Promise.all(
      orders.map(async (order) => ({ order, ticketsUrl: await linkTo(sender.siteUrl, order, 'lookup') })),
    )
    return ticketLinksMail(sender, linked)
  }
  if (mail.kind === 'contact_message') {
    const { sender } = await readMailFacts([], null)
    return contactMail(sender, contactSchema.parse(mail.payload))
  }
  if (!mail.order_id) throw new Error(`a mail of kind ${mail.kind} names no order`)
  const { sender, orders, refund } = await readMailFacts(
    [mail.order_id],
    aboutSchema.parse(mail.payload).about ?? null,
  )
  const [order] = orders
  if (!order) throw new Error(`order ${mail.order_id} is gone`)
  switch (mail.kind) {
    case 'order_paid':
      return confirmationMail(sender, order, await linkTo(sender.siteUrl, order, 'tickets'))
    case 'order_too_late':
      return apologyMail(sender, order, 'sold_out')
    case 'order_event_over':
      return apologyMail(sender, order, 'event_over')
    case 'order_over_limit':
      return apologyMail(sender, order, 'over_limit')
    case 'order_refunded':
      if (!refund) throw new Error('the refund that this mail is about is gone')
      return refundMail(sender, order, refund)
    case 'event_cancelled':
      return eventCancelledMail(sender, order)
    default:
      throw new Error(`nobody knows how to write a mail of kind ${mail.kind}`)
  }
}

/** Nobody with that address, no mail: the asking answered the same, and here nobody watches the clock. */
async function writePasswordReset(recipient: string): Promise<MailText | null> {
  const { data, error } = await serviceClient().rpc('read_reset_accounts', { p_email: recipient })
  if (error) throw error
  const accounts = resetAccountsSchema.parse(data)
  if (accounts.length === 0) return null
  const { sender } = await readMailFacts([], null)
  const linked = await Promise.all(
    accounts.map(async ({ user_id, username }) => {
      const token = makeToken()
      const added = await serviceClient().rpc('add_password_reset', {
        p_user: user_id,
        p_email: recipient,
        p_token_hash: hashToken(token),
      })
      if (added.error) throw added.error
      return { username, url: `${sender.siteUrl}/password-reset?token=${token}` }
    }),
  )
  return passwordResetMail(sender, linked)
}

/** No mail when the wish was replaced or has ended meanwhile. */
async function writeEmailChange(recipient: string, userId: string): Promise<MailText | null> {
  const token = makeToken()
  const { data, error } = await serviceClient().rpc('add_email_change_token', {
    p_user: userId,
    p_email: recipient,
    p_token_hash: hashToken(token),
  })
  if (error) throw error
  if (!z.boolean().parse(data)) return null
  const { sender } = await readMailFacts([], null)
  return emailChangeMail(sender, `${sender.siteUrl}/settings?confirm=${token}`)
}

/** With a link to take the change back, as long as there is something to take back. */
async function writeEmailChanged(undoId: string | null): Promise<MailText> {
  const { sender } = await readMailFacts([], null)
  if (!undoId) return emailChangedMail(sender, null)
  const token = makeToken()
  const { data, error } = await serviceClient().rpc('add_email_undo_token', {
    p_undo: undoId,
    p_token_hash: hashToken(token),
  })
  if (error) throw error
  return emailChangedMail(
    sender,
    z.boolean().parse(data) ? `${sender.siteUrl}/auth/undo-email?token=${token}` : null,
  )
}

/** A link to an order's tickets. The token is made here, goes into this one mail, and is kept nowhere else. */
async function linkTo(siteUrl: string, order: MailOrder, purpose: 'tickets' | 'lookup'): Promise<string> {
  const token = makeToken()
  const { error } = await serviceClient().rpc('add_order_link', {
    p_order: order.id,
    p_token_hash: hashToken(token),
    p_purpose: purpose,
  })
  if (error) throw error
  return `${siteUrl}/my-tickets?order=${token}`
}
