/**
 * Writes the mails of the auth service: templates with hosted's placeholders, and the sender.
 *
 * The same files serve a hosted project, so only plain placeholders are allowed here: `{{ .TokenHash }}`,
 * `{{ .Data.name }}`; no Go conditions or loops.
 */
import { createTransport } from 'nodemailer'
import { escapeHtml } from './html.ts'
import { StackError } from './stack-error.ts'

export const mailKinds = ['confirmation', 'recovery', 'magic_link', 'email_change', 'invite'] as const
export type MailKind = (typeof mailKinds)[number]

/** Lists everything a template may name. `data` is the account's user metadata. */
export type MailValues = {
  SiteURL: string
  ConfirmationURL: string
  RedirectTo: string
  TokenHash: string
  Email: string
  NewEmail: string
  SendingTo: string
  Data: Record<string, unknown>
}

export type MailTemplate = { subject: string; html: string }

export type Mail = { to: string; subject: string; html: string }

/** Sends one mail, or rejects when the mail server did not take it. */
export type SendMail = (mail: Mail) => Promise<void>

const names = new Set([
  'SiteURL',
  'ConfirmationURL',
  'RedirectTo',
  'TokenHash',
  'Email',
  'NewEmail',
  'SendingTo',
])

/**
 * Checks a template.
 * @param file named in the error
 * @throws a StackError when it uses anything but the known placeholders.
 */
export function readTemplate(subject: string, html: string, file: string): MailTemplate {
  for (const [action, name = ''] of `${subject}${html}`.matchAll(/\{\{\s*(.*?)\s*\}\}/g)) {
    const isPlaceholder = name.startsWith('.') && (names.has(name.slice(1)) || /^\.Data\.\w+$/.test(name))
    if (!isPlaceholder) throw new StackError(`${file}: ${action} is not a placeholder that mails may use.`)
  }
  return { subject, html }
}

/** Fills a template. Values are escaped in the HTML and left as they are in the subject. */
export function renderMail(template: MailTemplate, values: MailValues): Mail {
  return {
    to: values.SendingTo,
    subject: fill(template.subject, values, (text) => text.replaceAll(/[\r\n]+/g, ' ')),
    html: fill(template.html, values, escapeHtml),
  }
}

function fill(text: string, values: MailValues, encode: (text: string) => string): string {
  const { Data, ...plain } = values
  const byName = new Map<string, unknown>(Object.entries(plain))
  for (const [key, value] of Object.entries(Data)) byName.set(`Data.${key}`, value)
  return text.replaceAll(/\{\{\s*\.([\w.]+)\s*\}\}/g, (_action, name: string) => {
    const value = byName.get(name)
    return value === undefined || value === null ? '' : encode(String(value))
  })
}

/**
 * Returns a sender over SMTP.
 * @param smtpUrl for example `smtp://127.0.0.1:54325`
 * @param from the sender's address, with or without a name
 */
export function createSendMail(smtpUrl: string, from: string): SendMail {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 5000, socketTimeout: 10_000 })
  return async ({ to, subject, html }) => {
    await transport.sendMail({ from, to, subject, html })
  }
}
