import '#core/form-messages.ts'
import * as z from 'zod'
import { isOneLine } from '#core/plain-text.ts'

const day = z.iso.date().nullable().catch(null).default(null)
const name = z
  .string()
  .regex(/^[a-z][a-z_.]{1,59}$/)
  .nullable()
  .catch(null)
  .default(null)

/** Reads the filters of the audit log from its address. Ignores values that are not valid. */
export const auditQuerySchema = z.object({
  /** Text of a row, or an order's code; texts shorter than three characters are in too many rows. */
  q: z.string().trim().min(3).max(80).refine(isOneLine).catch('').default(''),
  /** Part of a name, a @username, or the id of a person who did it or whom it is about. */
  person: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  action: name,
  kind: name,
  /** The id of one subject of that kind. */
  subject: z.string().max(300).refine(isOneLine).nullable().catch(null).default(null),
  /** Days in the brand's zone, `2026-11-22`. */
  from: day,
  to: day,
  after: z
    .string()
    .regex(/^\d{4}-[\dT:.+-]{10,40}Z? \d{1,15}$/)
    .nullable()
    .catch(null)
    .default(null),
})
export type AuditQuery = z.output<typeof auditQuerySchema>
