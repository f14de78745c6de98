import { readEnv } from '#server/env.server.ts'
import type { MailSender, MailText } from './mail.types.ts'
import { isMailKind, mailKinds } from './mail-kinds.server.ts'

/** Returns the sender of preview mails. */
function sampleSender(): MailSender {
  return {
    brand: 'Jouvay',
    company: 'Jouvay Events LLC',
    postalAddress: '100 Fulton St, Brooklyn, NY 11217',
    contactEmail: 'help@jouvay.example',
    siteUrl: readEnv().SITE_URL,
  }
}

/** Lists the kinds of mail with the subjects of their samples, for the style guide. */
export function listMailSamples(): { kind: string; subject: string }[] {
  return Object.entries(mailKinds).map(([kind, { preview }]) => ({
    kind,
    subject: preview(sampleSender()).subject,
  }))
}

/** Writes a kind of mail with its sample; null when the kind is unknown. */
export function readMailSample(kind: string): MailText | null {
  return isMailKind(kind) ? mailKinds[kind].preview(sampleSender()) : null
}
