import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine } from '#core/plain-text.ts'
import { mailLogTabs } from './mail.types.ts'

const id = z.uuid().nullable().catch(null).default(null)
const day = z.iso.date().nullable().catch(null).default(null)

/** Reads the filters of the log of mails from its address. Ignores values that are not valid. */
export const mailLogQuerySchema = z.object({
  show: z.enum(mailLogTabs).catch('all').default('all'),
  /** Beginnings of words of the address or of the mail server's response, or an order's code. */
  q: z.string().trim().max(254).refine(isOneLine).catch('').default(''),
  kind: z
    .string()
    .regex(/^[a-z_]{3,60}$/)
    .nullable()
    .catch(null)
    .default(null),
  /** Only mails of this account. */
  person: id,
  /** Written on these days in the brand's zone, `2026-11-22`. */
  from: day,
  to: day,
  after: id,
})
export type MailLogQuery = z.output<typeof mailLogQuerySchema>
