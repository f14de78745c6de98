/**
 * Makes one-time links, mails them, and spends them.
 *
 * A token is 224 random bits, stored in the account's row. There are no codes to type: hosted makes its tokens from
 * them, so that a mail's code can be guessed within what its rate limits allow. The site's mails hold links only.
 */
import { randomBytes } from 'node:crypto'
import { refuse } from './auth-errors.ts'
import { type MailKind, renderMail } from './auth-mail.ts'
import type { AuthService } from './auth-service.ts'
import { isBanned, readUser, toTime, type UserRow } from './auth-users.ts'
import type { Db } from './database.ts'

/** Names the columns that hold a token and the time its mail was sent. */
const slots = {
  confirmation: { token: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  recovery: { token: 'recovery_token', sentAt: 'recovery_sent_at' },
  email_change_new: { token: 'email_change_token_new', sentAt: 'email_change_sent_at' },
  email_change_current: { token: 'email_change_token_current', sentAt: 'email_change_sent_at' },
} as const
export type Slot = keyof typeof slots

/** Lists the types of `verifyOtp`, and the slots that each may spend. */
const slotsOfType = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly Slot[]>
export type VerifyType = keyof typeof slotsOfType

export function isVerifyType(type: string): type is VerifyType {
  return Object.hasOwn(slotsOfType, type)
}

/** Stores a new token in a slot; the one before it stops working. */
export async function putToken(db: Db, userId: string, slot: Slot): Promise<string> {
  const token = randomBytes(28).toString('hex')
  const { token: column, sentAt } = slots[slot]
  await db`
    update auth.users set ${db(column)} = ${token}, ${db(sentAt)} = now(), updated_at = now() where id = ${userId}`
  return token
}

/** @throws AuthRefusal 429 when the last mail of this kind to this account is too fresh. */
export function checkMailInterval(auth: AuthService, sentAt: UserRow['recovery_sent_at']): void {
  const wait = (toTime(sentAt) ?? 0) + auth.config.mailIntervalMs - Date.now()
  if (wait <= 0) return
  const message = `For security purposes, you can only request this after ${Math.ceil(wait / 1000)} seconds.`
  refuse(429, 'over_email_send_rate_limit', message)
}

/** Returns the URL that a link leads to: `requested` if it is the site's or allowed in the configuration, otherwise the site itself. */
export function safeRedirect(auth: AuthService, requested: string | null): string {
  if (requested === null || !URL.canParse(requested)) return auth.siteUrl
  const allowed =
    new URL(requested).origin === new URL(auth.siteUrl).origin || auth.config.redirectUrls.includes(requested)
  return allowed ? requested : auth.siteUrl
}

/** Returns the link that lets this service itself spend the token and then redirect. */
export function actionLink(auth: AuthService, token: string, type: string, redirectTo: string): string {
  return `${auth.issuer}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
}

type Letter = {
  kind: MailKind
  type: VerifyType
  slot: Slot
  to: string
  redirectTo: string | null
}

/**
 * Makes a token and mails it.
 * @throws AuthRefusal 500 when the mail server did not take it; inside a transaction the token goes with it.
 */
export async function mailToken(auth: AuthService, db: Db, user: UserRow, letter: Letter): Promise<void> {
  const token = await putToken(db, user.id, letter.slot)
  const redirectTo = safeRedirect(auth, letter.redirectTo)
  const mail = renderMail(auth.config.templates[letter.kind], {
    SiteURL: auth.siteUrl,
    ConfirmationURL: actionLink(auth, token, letter.type, redirectTo),
    RedirectTo: redirectTo,
    TokenHash: token,
    Email: user.email ?? '',
    NewEmail: user.email_change ?? '',
    SendingTo: letter.to,
    Data: user.raw_user_meta_data ?? {},
  })
  try {
    await auth.send(mail)
  } catch (error) {
    console.error(`[auth] ${letter.kind} mail not sent:`, error instanceof Error ? error.message : error)
    refuse(500, 'unexpected_failure', `Error sending ${letter.kind.replace('_', ' ')} email`)
  }
}

/** Describes an account whose token was presented, locked, with the slot that held it. */
export type Presented = { user: UserRow; slot: Slot }

const expiredLink = 'Email link is invalid or has expired'

/** Finds the account of a link's token. @throws AuthRefusal 403 when it is unknown, spent, too old or banned. */
export async function presentToken(
  auth: AuthService,
  db: Db,
  type: VerifyType,
  token: string,
): Promise<Presented> {
  for (const slot of slotsOfType[type]) {
    const user = await readUser(db, db`u.${db(slots[slot].token)} = ${token} and ${token} <> ''`, true)
    if (user) return checkPresented(auth, user, slot)
  }
  return refuse(403, 'otp_expired', expiredLink)
}

function checkPresented(auth: AuthService, user: UserRow, slot: Slot): Presented {
  if (isBanned(user)) refuse(403, 'user_banned', 'User is banned')
  const sentAt = toTime(user[slots[slot].sentAt])
  if (sentAt === null || sentAt + auth.config.linkSeconds * 1000 < Date.now())
    refuse(403, 'otp_expired', expiredLink)
  return { user, slot }
}

/** Empties a slot, so that its token works no more. */
export async function spendToken(db: Db, userId: string, slot: Slot): Promise<void> {
  await db`update auth.users set ${db(slots[slot].token)} = '', updated_at = now() where id = ${userId}`
}
