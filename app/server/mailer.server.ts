import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import type DKIM from 'nodemailer/lib/dkim/index.js'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'
import type StreamTransport from 'nodemailer/lib/stream-transport/index.js'
import { readEnv } from './env.server.ts'

/** A mail ready to leave. */
export type Letter = {
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string | null
  /** Decides the sender's address: what people agreed to comes from another than what they bought. */
  stream?: 'transactional' | 'marketing'
  /** Address that takes the reader off a list: mail programs offer it as a button. */
  listEnd?: string | null
  /** PNGs that its markup names as `cid:` and their id. */
  pictures?: readonly { id: string; png: Uint8Array }[]
}

let transport: Transporter<SMTPPool.SentMessageInfo> | undefined

/** Returns how mail from an address is signed; undefined where the mail server does it. */
function dkimOf(from: string): DKIM.SingleKeyOptions | undefined {
  const { MAIL_DKIM_KEY: key, MAIL_DKIM_SELECTOR: keySelector } = readEnv()
  const domainName = /@([\w.-]+)/.exec(from)?.[1]
  if (!key || !keySelector || !domainName) return undefined
  const privateKey = Buffer.from(key, 'base64').toString()
  return { domainName, keySelector, privateKey }
}

/** Returns whether mail can be sent at all. */
export function canSendMail(): boolean {
  return readEnv().SMTP_URL !== undefined
}

/** Turns a letter into what nodemailer sends. Each of `to` and `replyTo` is one address, whatever is in it. */
function dataOf(letter: Letter, messageId: string): SendMailOptions {
  const { MAIL_FROM, MAIL_FROM_MARKETING, MAIL_EVENTS_SES_TOPICS, SITE_URL } = readEnv()
  const from = letter.stream === 'marketing' ? MAIL_FROM_MARKETING : MAIL_FROM
  return {
    from,
    dkim: dkimOf(from),
    to: { name: '', address: letter.to },
    subject: letter.subject,
    html: letter.html,
    text: letter.text,
    messageId: `<${messageId}@${new URL(SITE_URL).hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // SES hands it back with what it reports of the mail.
      ...(MAIL_EVENTS_SES_TOPICS.length > 0 && { 'X-SES-MESSAGE-TAGS': `mail=${messageId}` }),
      ...(letter.listEnd && {
        'List-Unsubscribe': `<${letter.listEnd}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: letter.pictures?.map(({ id, png }) => ({
      cid: id,
      filename: `${id}.png`,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
      content: Buffer.from(png),
    })),
    ...(letter.replyTo ? { replyTo: { name: '', address: letter.replyTo } } : {}),
  }
}

/**
 * Sends a mail through the mail server. Of what visitors wrote, headers hold only one-line subjects and single addresses.
 * @param messageId makes a mail that is sent twice after a crash one mail in most mailboxes; unique per mail
 * @returns what the mail server said, usually with its name for the mail
 * @throws when the server is out of reach or refuses
 */
export async function sendMail(letter: Letter, messageId: string): Promise<string> {
  const { SMTP_URL } = readEnv()
  if (!SMTP_URL) throw new Error('SMTP_URL is not set')
  transport ??= createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const sent = await transport.sendMail(dataOf(letter, messageId))
  return sent.response
}

let composer: Transporter<StreamTransport.SentMessageInfo> | undefined

/**
 * Writes a mail, signed, without sending it.
 * @param messageId as for `sendMail`
 * @returns its envelope, and the whole message
 */
export async function composeMail(
  letter: Letter,
  messageId: string,
): Promise<{ envelope: { from: string; to: string[] }; message: Buffer }> {
  composer ??= createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { envelope, message } = await composer.sendMail(dataOf(letter, messageId))
  if (!Buffer.isBuffer(message)) throw new Error('the mail was not written to a buffer')
  return { envelope: { from: envelope.from || '', to: [...envelope.to] }, message }
}
