import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** The words that admins put into a kind of mail; empty ones leave it as the site writes it. */
export const mailWordingSchema = z.object({ subject: z.string(), intro: z.string(), closing: z.string() })
export type MailWording = z.output<typeof mailWordingSchema>

/** Result of `read_mail_wordings`: each kind with its versions, the latest first. */
export const mailWordingsSchema = z.object({
  timeZone: z.string(),
  now: instant,
  kinds: z.array(
    z.object({
      kind: z.string(),
      stream: z.enum(['transactional', 'marketing']),
      versions: z.array(
        mailWordingSchema.extend({ version: z.int(), savedAt: instant, by: z.string().nullable() }),
      ),
    }),
  ),
})
export type MailWordings = z.output<typeof mailWordingsSchema>
