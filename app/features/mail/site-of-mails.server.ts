import { readEnv } from '#server/env.server.ts'
import type { MailSender } from './mail.types.ts'

/** @returns what every mail says of this site */
export function siteOfMails(): Pick<MailSender, 'siteUrl' | 'isStaging'> {
  const { SITE_URL, mode } = readEnv()
  return { siteUrl: SITE_URL, isStaging: mode === 'staging' }
}
